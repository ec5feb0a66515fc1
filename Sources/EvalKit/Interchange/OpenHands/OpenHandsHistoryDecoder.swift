/// Makes a transcript of a history of actions and observations.
struct OpenHandsHistoryDecoder {
  private var builder = TranscriptBuilder()
  private var condensation = OpenHandsCondensation()
  private var events: [OpenHandsHistoryEvent] = []
  /// The actions of each response of the model that made several: one round of calls.
  private var rounds: [String: [Int]] = [:]
  /// The calls of actions, by the id of their event.
  private var calls: [String: (id: String?, name: String)] = [:]
  private var hasUserMessage = false

  mutating func decode(_ values: [JSONValue], at step: KeyPathStep?) throws(Refusal)
    -> DecodedTranscript
  {
    // The oldest histories are pairs of an action and its observation.
    let places = values.enumerated().flatMap { index, value -> [(JSONValue, [KeyPathStep])] in
      let start = (step.map { [$0] } ?? []) + [.index(index)]
      guard let pair = value.arrayValue else { return [(value, start)] }
      return pair.enumerated().map { ($1, start + [.index($0)]) }
    }
    events = try Self.each(places) { value, _ throws(Refusal) in
      try OpenHandsHistoryEvent(try value.requiredObject("an event"))
    }
    for (index, event) in events.enumerated() {
      if let response = event.responseID { rounds[response, default: []].append(index) }
    }
    _ = try Self.each(places) { _, index throws(Refusal) in
      let start = builder.count
      try add(events[index], at: index)
      condensation.note(events[index].id, from: start, to: builder.count)
    }
    return builder.decoded()
  }

  private static func each<Result>(
    _ places: [(JSONValue, [KeyPathStep])],
    _ decode: (JSONValue, Int) throws(Refusal) -> Result
  ) throws(Refusal) -> [Result] {
    var results: [Result] = []
    for (index, (value, steps)) in places.enumerated() {
      do throws(Refusal) {
        results.append(try decode(value, index))
      } catch {
        throw steps.reversed().reduce(error) { $0.inside($1) }
      }
    }
    return results
  }

  private mutating func add(_ event: OpenHandsHistoryEvent, at index: Int) throws(Refusal) {
    let label = "m\(index)"
    if event.observation != nil { return try addObservation(event, label: label) }
    switch event.action {
    case "system":
      let tools = try event.tools.decoded(at: .key("args")) { value, _ throws(Refusal) in
        try ToolDefinition(decoding: value)
      }
      builder.addTools(tools)
      builder.addInstructions(event.entry(.instructions, event.content), label: label)
    case "message": addMessage(event, label: label)
    case "finish":
      builder.add([event.entry(.response, event.finalText)], label: label)
    case "condensation":
      condensation.add(
        forgetting: event.forgotten, summary: event.arguments["summary"]?.stringValue,
        extra: event.arguments.others(["summary"]), to: &builder, label: label)
    case let action? where event.isOfAgent && !Self.machinery.contains(action):
      addCall(event, at: index, label: label)
    default: skip(event, label: label)
    }
  }

  /// Actions that steer the agent and are not shown to the model.
  private static let machinery: Set<String> = [
    "null", "change_agent_state", "recall", "condensation_request", "start", "pause", "resume",
    "stop",
  ]

  private mutating func skip(_ event: OpenHandsHistoryEvent, label: String) {
    let name = event.action ?? event.observation ?? "none"
    builder.notes.add(
      .skippedRecord, at: label, "an event '\(name)', no part of the conversation")
  }

  /// Adds a message; where no source is recorded, the first is the user's, and later ones are the
  /// agent's if they wait for an answer.
  private mutating func addMessage(_ event: OpenHandsHistoryEvent, label: String) {
    let isOfUser =
      event.source.map { $0 != "agent" } ?? (!hasUserMessage || !event.waitsForResponse)
    if isOfUser { hasUserMessage = true }
    var entry = event.entry(isOfUser ? .prompt : .response, event.content)
    entry.segments += event.images
    builder.add([entry], label: label)
  }

  /// Adds an action as a call, and with it those of the same response of the model.
  private mutating func addCall(_ event: OpenHandsHistoryEvent, at index: Int, label: String) {
    let round = event.responseID.flatMap { rounds[$0] } ?? [index]
    guard round.first == index else {
      builder.notes.add(.mergedRecords, at: label, "an action of a round of several, put to it")
      condensation.note(event.id, with: round.first.flatMap { events[$0].id })
      return
    }
    var reply = ReplyBuilder(recordedID: event.id, extra: event.extra)
    reply.addReasoning(event.reasoning)
    for place in round {
      let action = events[place]
      reply.addText(action.thought)
      let (arguments, extra) = action.callArguments
      let call = builder.call(
        id: action.callID, name: action.toolName, arguments: arguments, extra: extra, label: label)
      if let id = action.id { calls[id] = (call.id, call.name) }
      reply.add(call)
    }
    builder.add(reply.entries, label: label)
  }

  /// Adds an observation: it answers the action it names as its cause; without a cause recorded
  /// anywhere in the file, the call before it.
  private mutating func addObservation(_ event: OpenHandsHistoryEvent, label: String)
    throws(Refusal)
  {
    if ["agent_state_changed", "null"].contains(event.observation) {
      return skip(event, label: label)
    }
    var entry = event.entry(.toolOutput, event.content)
    if let id = event.callID {
      entry.callID = id
      entry.toolName = event.cause.flatMap { calls[$0]?.name }
    } else if let cause = event.cause {
      guard let call = calls[cause] else {
        return builder.add([environment(entry)], label: label)
      }
      entry.callID = call.id
      entry.toolName = call.name
    } else if event.id != nil {
      // Events of this writer have ids, so this one has no cause: it came by itself.
      return builder.add([environment(entry)], label: label)
    }
    builder.add([entry], label: label)
  }

  private func environment(_ entry: Entry) -> Entry {
    .environment(entry.segments, recordedID: entry.recordedID, extra: entry.extra)
  }
}
