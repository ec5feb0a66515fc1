/// Makes a transcript of events.
struct OpenHandsDecoder {
  private var builder = TranscriptBuilder()
  private var condensation = OpenHandsCondensation()
  /// The events of each response of the model that made several: one round of calls.
  private var rounds: [String: [Int]] = [:]
  private var events: [JSONObject] = []
  /// The id that each action's call is given, by the id of its event.
  private var callIDs: [String: String] = [:]
  private var toolNames: [String: String] = [:]

  mutating func decode(_ values: [JSONValue], at step: KeyPathStep?) throws(Refusal)
    -> DecodedTranscript
  {
    events = try values.decoded(at: step) { value, _ throws(Refusal) in
      value.isNull ? JSONObject() : try value.requiredObject("an event")
    }
    for (index, event) in events.enumerated() where event["kind"] == "ActionEvent" {
      if let response = event["llm_response_id"]?.stringValue {
        rounds[response, default: []].append(index)
      }
    }
    _ = try values.decoded(at: step) { _, index throws(Refusal) in
      let start = builder.count
      try add(index)
      condensation.note(events[index]["id"]?.stringValue, from: start, to: builder.count)
    }
    return builder.decoded()
  }

  private mutating func add(_ index: Int) throws(Refusal) {
    let event = events[index]
    let label = "m\(index)"
    switch event["kind"]?.stringValue {
    case "SystemPromptEvent": try addHead(event, label: label)
    case "MessageEvent": try addMessage(event, label: label)
    case "ActionEvent": try addAction(event, at: index, label: label)
    case "ObservationEvent": try addOutput(event, try observed(event), label: label)
    case "UserRejectObservation":
      try addOutput(event, try text(event, "rejection_reason"), label: label)
    case "AgentErrorEvent": try addOutput(event, try text(event, "error"), label: label)
    case "Condensation":
      let ids = event["forgotten_event_ids"]?.arrayValue?.compactMap(\.stringValue) ?? []
      condensation.add(
        forgetting: ids, summary: try event.string("summary"),
        extra: event.others(["kind", "id", "forgotten_event_ids", "summary"]), to: &builder,
        label: label)
    case let kind:
      builder.notes.add(
        .skippedRecord, at: label,
        kind.map { "an event of kind '\($0)', no part of the conversation" }
          ?? "a place without an event")
    }
  }

  private mutating func addHead(_ event: JSONObject, label: String) throws(Refusal) {
    builder.addTools(
      try event.elements("tools") { value, _ throws(Refusal) in
        var tool = try value.requiredObject("a tool")
        // Its own kind of definition has the name as a title, or only in its class.
        if tool["function"] == nil, tool.value("name") == nil {
          let kind = tool["kind"]?.stringValue
          tool["name"] = tool.value("title") ?? kind.map { .string($0) }
        }
        return try ToolDefinition(decoding: .object(tool))
      })
    let prompts = [event["system_prompt"], event["dynamic_context"]].compactMap { $0 }
    let texts = prompts.compactMap { $0["text"]?.stringValue ?? $0.stringValue }
    builder.addInstructions(
      Entry(
        recordedID: try event.string("id"), kind: .instructions,
        segments: texts.filter { !$0.isEmpty }.map { .text($0) },
        extra: event.others(["kind", "id", "system_prompt", "dynamic_context", "tools"])),
      label: label)
  }

  private mutating func addMessage(_ event: JSONObject, label: String) throws(Refusal) {
    guard let message = try event.object("llm_message") else {
      throw Refusal("missing key 'llm_message'")
    }
    let id = try event.string("id")
    let extra = event.others(["kind", "id", "llm_message", "extended_content"])
    var segments = try OpenHandsContent.segments(message["content"], at: "llm_message", "content")
    segments += try OpenHandsContent.segments(event["extended_content"], at: "extended_content")
    let source = event["source"]?.stringValue == "agent" ? "assistant" : "user"
    switch try message.string("role") ?? source {
    case "user":
      builder.add(
        [Entry(recordedID: id, kind: .prompt, segments: segments, extra: extra)], label: label)
    case "system":
      builder.addInstructions(
        Entry(recordedID: id, kind: .instructions, segments: segments, extra: extra), label: label)
    case "assistant":
      var reply = ReplyBuilder(recordedID: id, extra: extra)
      reply.addReasoning(try message.string("reasoning_content") ?? "")
      for segment in segments { reply.add(segment) }
      builder.add(reply.entries, label: label)
    case let role:
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
      builder.add(
        [Entry(recordedID: id, kind: .opaque, segments: [Segment(.opaque(.object(event)))])],
        label: label)
    }
  }

  /// Adds an action, and with it those of the same response; what it did is thought first.
  private mutating func addAction(_ event: JSONObject, at index: Int, label: String)
    throws(Refusal)
  {
    let round = event["llm_response_id"]?.stringValue.flatMap { rounds[$0] } ?? [index]
    guard round.first == index else {
      builder.notes.add(.mergedRecords, at: label, "an action of a round of several, put to it")
      condensation.note(
        event["id"]?.stringValue, with: round.first.flatMap { events[$0]["id"]?.stringValue })
      return
    }
    var reply = ReplyBuilder(
      recordedID: try event.string("id"),
      extra: event.others([
        "kind", "id", "thought", "reasoning_content", "thinking_blocks", "tool_name",
        "tool_call_id", "tool_call", "action",
      ]))
    for place in round {
      let action = events[place]
      let reasoning = try action.string("reasoning_content") ?? ""
      reply.addReasoning(reasoning)
      if reasoning.isEmpty {
        for block in action["thinking_blocks"]?.arrayValue ?? [] {
          reply.addReasoning(block["thinking"]?.stringValue ?? "")
        }
      }
      for segment in try OpenHandsContent.segments(action["thought"], at: "thought") {
        reply.add(segment)
      }
      reply.add(try call(action, label: label))
    }
    builder.add(reply.entries, label: label)
  }

  /// The call of an action: as the model wrote it, else as it was understood.
  private mutating func call(_ event: JSONObject, label: String) throws(Refusal) -> ToolCall {
    let recorded = try event.object("tool_call") ?? JSONObject()
    let action = try event.object("action") ?? JSONObject()
    let eventID = try event.string("id")
    let ids = [try event.string("tool_call_id"), try recorded.string("id"), eventID]
    let id = ids.lazy.compactMap { $0 }.first
    let names = [
      try event.string("tool_name"), try recorded.string("name"), try action.string("kind"),
    ]
    let name = names.lazy.compactMap { $0 }.first
    if name == nil {
      builder.notes.add(.missingContent, at: label, "a call that names no tool, called 'unknown'")
    }
    if let eventID {
      callIDs[eventID] = id
      toolNames[eventID] = name
    }
    return builder.call(
      id: id, name: name ?? "unknown",
      arguments: recorded.value("arguments") ?? .object(action.others(["kind"])),
      extra: recorded.others(["id", "name", "arguments"]), label: label)
  }

  /// Adds what an action gave: it is linked by the call's id, or by that of the action's event.
  private mutating func addOutput(_ event: JSONObject, _ segments: [Segment], label: String)
    throws(Refusal)
  {
    let action = try event.string("action_id")
    let linked = action.flatMap { callIDs[$0] }
    let id = try event.string("tool_call_id") ?? linked
    let linkedName = action.flatMap { toolNames[$0] }
    let name = try event.string("tool_name") ?? linkedName
    var extra = event.others(["kind", "id", "tool_name", "tool_call_id", "observation"])
    extra["is_error"] = event["observation"]?["is_error"]
    if event["kind"] != "ObservationEvent" { extra["kind"] = event["kind"] }
    guard let id else {
      return builder.add(
        [.environment(segments, recordedID: try event.string("id"), extra: extra)], label: label)
    }
    builder.add(
      [
        Entry(
          recordedID: try event.string("id"), kind: .toolOutput, segments: segments, callID: id,
          toolName: name, extra: extra)
      ], label: label)
  }

  private func observed(_ event: JSONObject) throws(Refusal) -> [Segment] {
    guard let observation = try event.object("observation") else { return [] }
    if observation["content"] != nil {
      return try OpenHandsContent.segments(observation["content"], at: "observation", "content")
    }
    let others = observation.others(["kind", "is_error"])
    if let output = observation["output"] { return Segment.result(output) }
    return others.isEmpty ? [] : [.structure(.object(others))]
  }

  private func text(_ event: JSONObject, _ key: String) throws(Refusal) -> [Segment] {
    let text = try event.string(key) ?? ""
    return text.isEmpty ? [] : [.text(text)]
  }
}

/// The content of messages and observations.
enum OpenHandsContent {
  /// The segments of a text, of a part or of an array of parts.
  static func segments(_ value: JSONValue?, at keys: String...) throws(Refusal) -> [Segment] {
    switch value {
    case nil, .null?: return []
    case .string(let text)?: return text.isEmpty ? [] : [.text(text)]
    case .object?: return try value.map { part throws(Refusal) in try segments(ofPart: part) } ?? []
    case .array(let parts)?:
      do throws(Refusal) {
        return try parts.decoded { part, _ throws(Refusal) in try segments(ofPart: part) }
          .flatMap { $0 }
      } catch {
        throw keys.reversed().reduce(error) { $0.inside(.key($1)) }
      }
    case let other?:
      let refusal = Refusal("expected a string or an array of parts, found \(other.kindName)")
      throw keys.reversed().reduce(refusal) { $0.inside(.key($1)) }
    }
  }

  private static func segments(ofPart value: JSONValue) throws(Refusal) -> [Segment] {
    if case .string(let text) = value { return text.isEmpty ? [] : [.text(text)] }
    let part = try value.requiredObject("a content part")
    switch part["type"]?.stringValue {
    case "text":
      let text = try part.requiredString("text")
      return text.isEmpty ? [] : [.text(text)]
    case "image":
      let urls = part["image_urls"]?.arrayValue?.compactMap(\.stringValue) ?? []
      return urls.map { Segment(.attachment(Attachment(url: $0, recorded: value))) }
    default: return [Segment(.opaque(value))]
    }
  }
}
