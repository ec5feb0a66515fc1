/// Makes steps of the Agent Trajectory Interchange Format of a transcript.
///
/// A step holds a reply with the outputs of its calls, so outputs that come later move to their calls.
struct ATIFEncoder {
  /// The version written.
  static let version = "ATIF-v1.7"

  private struct Step {
    var source: String
    var message: JSONValue
    var reasoning: String?
    var calls: [JSONValue] = []
    var results: [JSONValue] = []
  }

  private var losses: ExportLosses
  private var steps: [Step] = []
  /// The step of each call.
  private var owners: [String: Int] = [:]

  /// Writes a transcript; who acted is not recorded in one, and is called unknown.
  static func encode(_ transcript: Transcript, losses: inout ExportLosses) -> JSONValue {
    losses.addMessageLosses(of: transcript)
    var encoder = ATIFEncoder(losses: losses)
    let value = encoder.encode(transcript)
    losses = encoder.losses
    return value
  }

  private init(losses: ExportLosses) { self.losses = losses }

  private mutating func encode(_ transcript: Transcript) -> JSONValue {
    for entry in transcript.head.instructions { add("system", entry) }
    for message in MessageSequence(transcript, losses: &losses).messages { add(message) }
    var agent = JSONObject([("name", "unknown"), ("version", "unknown")])
    if !transcript.head.tools.isEmpty {
      agent["tool_definitions"] = .array(transcript.head.tools.map(\.openAIDefinition))
    }
    return [
      "schema_version": .string(Self.version), "agent": .object(agent),
      "steps": .array(steps.enumerated().map { Self.json($1, number: $0 + 1) }),
    ]
  }

  private mutating func add(_ source: String, _ entry: Entry) {
    if entry.speaker != nil { losses.add("speaker's name") }
    steps.append(Step(source: source, message: content(of: entry)))
  }

  private mutating func add(_ message: MessageSequence.Message) {
    switch message {
    case .instructions(let entry): add("system", entry)
    case .prompt(let entry): add("user", entry)
    case .reply(let reply):
      var step = Step(source: "agent", message: "")
      if let response = reply.response { step.message = content(of: response) }
      step.reasoning = reply.reasoning?.plainText(&losses)
      if reply.reasoning?.extra["signature"] != nil { losses.add("signature of reasoning") }
      for (id, call) in reply.calls {
        owners[id] = steps.count
        step.calls.append([
          "tool_call_id": .string(id), "function_name": .string(call.name),
          "arguments": call.objectArguments(&losses),
        ])
      }
      steps.append(step)
    case .output(let entry, let callID, let answers): addOutput(entry, callID, answers)
    case .opaque: losses.add("entry of unknown kind, left out")
    }
  }

  private mutating func addOutput(_ entry: Entry, _ callID: String, _ answers: Bool) {
    guard answers, let owner = owners[callID] else {
      // It may name no call: the schema lets an observation do without.
      steps.append(
        Step(source: "agent", message: "", results: [["content": content(of: entry)]]))
      return
    }
    if owner != steps.count - 1 { losses.add("output that came later, moved to its call") }
    steps[owner].results.append([
      "source_call_id": .string(callID), "content": content(of: entry),
    ])
  }

  private static func json(_ step: Step, number: Int) -> JSONValue {
    var object = JSONObject([
      ("step_id", JSONValue(number)), ("source", .string(step.source)), ("message", step.message),
    ])
    if let reasoning = step.reasoning { object["reasoning_content"] = .string(reasoning) }
    if !step.calls.isEmpty { object["tool_calls"] = .array(step.calls) }
    if !step.results.isEmpty { object["observation"] = ["results": .array(step.results)] }
    return .object(object)
  }

  /// A string, or parts where there is more than one text.
  private mutating func content(of entry: Entry) -> JSONValue {
    if entry.segments.isEmpty { return "" }
    if entry.segments.count == 1, let text = entry.segments[0].text { return .string(text) }
    let parts = entry.segments.map { segment -> JSONValue in
      let text = Entry(kind: entry.kind, segments: [segment]).plainText(&losses)
      return ["type": "text", "text": .string(text)]
    }
    if parts.count == 1, let text = parts[0]["text"] { return text }
    return .array(parts)
  }
}
