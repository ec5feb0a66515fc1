/// Makes a transcript of the messages of a sample.
struct InspectDecoder {
  private var builder = TranscriptBuilder()

  init(notes: ImportNotes) { builder.notes = notes }

  /// - Parameters:
  ///   - sample: The sample, its attachments in place.
  ///   - events: What the log tells of the run beside its messages, for the tools.
  mutating func decode(_ sample: JSONObject, events: [JSONValue]) throws(Refusal)
    -> DecodedTranscript
  {
    try addTools(of: events)
    var messages = try sample.array("messages") ?? []
    var key = "messages"
    if messages.isEmpty, let input = sample.value("input") {
      // A sample that failed at once has its input alone.
      key = "input"
      if case .array(let recorded) = input {
        messages = recorded
      } else {
        messages = [.object(JSONObject([("role", "user"), ("content", input)]))]
      }
    }
    _ = try messages.decoded(at: .key(key)) { value, index throws(Refusal) in
      try add(try value.requiredObject("a message"), label: "m\(index)")
    }
    var decoded = builder.decoded(metadata: sample.others(["messages"]))
    InspectTarget(sample).add(to: &decoded)
    return decoded
  }

  /// Tools stand in the events of the model's calls only.
  private mutating func addTools(of events: [JSONValue]) throws(Refusal) {
    guard !events.isEmpty else { return }
    builder.notes.add(
      .duplicate, count: events.count, at: "events[0]",
      "an event of the run, which its messages tell too, left out")
    let lists = events.compactMap { event in
      event["event"] == "model" ? event["tools"]?.arrayValue.flatMap { $0.isEmpty ? nil : $0 } : nil
    }
    guard let first = lists.first else { return }
    builder.addTools(
      try first.decoded(at: .key("events")) { value, _ throws(Refusal) in
        try ToolDefinition(decoding: value)
      })
    let others = lists.count { $0 != first }
    if others > 0 {
      builder.notes.add(
        .toolsMidway, count: others, at: "",
        "tools defined mid-conversation, kept but not in force")
    }
  }

  private mutating func add(_ message: JSONObject, label: String) throws(Refusal) {
    let id = try message.string("id")
    var keys: Set<String> = ["id", "role", "content"]
    func entry(_ kind: EntryKind) throws(Refusal) -> Entry {
      var entry = Entry(recordedID: id, kind: kind, extra: message.others(keys))
      switch try InspectContent(of: message) {
      case .text(let text): entry.segments = text.isEmpty ? [] : [.text(text)]
      case .parts(let parts):
        entry.segments = try parts.decoded(at: .key("content")) { part, _ throws(Refusal) in
          try InspectContent.segment(part)
        }
      }
      return entry
    }
    switch try message.requiredString("role") {
    case "system": builder.addInstructions(try entry(.instructions), label: label)
    case "user": builder.add([try entry(.prompt)], label: label)
    case "tool":
      keys.formUnion(["tool_call_id", "function"])
      var output = try entry(.toolOutput)
      output.callID = try message.string("tool_call_id")
      output.toolName = try message.string("function")
      if output.segments.isEmpty, let text = message["error"]?["message"]?.stringValue {
        output.segments = [.text("Error: \(text)")]
      }
      builder.add([output], label: label)
    case "assistant":
      let reply = try reply(message, id: id, label: label)
      builder.add(reply.entries, label: label)
    case let role:
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
      builder.add(
        [Entry(recordedID: id, kind: .opaque, segments: [Segment(.opaque(.object(message)))])],
        label: label)
    }
  }

  private mutating func reply(_ message: JSONObject, id: String?, label: String) throws(Refusal)
    -> ReplyBuilder
  {
    var reply = ReplyBuilder(
      recordedID: id, extra: message.others(["id", "role", "content", "tool_calls"]))
    switch try InspectContent(of: message) {
    case .text(let text): reply.addText(text)
    case .parts(let parts):
      _ = try parts.decoded(at: .key("content")) { part, _ throws(Refusal) in
        try add(part, to: &reply, label: label)
      }
    }
    _ = try message.elements("tool_calls") { value, _ throws(Refusal) in
      let call = try value.requiredObject("a call")
      if call.value("parse_error") != nil {
        builder.notes.add(
          .unparsableArguments, at: label, "arguments that the log says could not be parsed")
      }
      reply.add(
        builder.call(
          id: try call.string("id"), name: try call.requiredString("function"),
          arguments: call.value("arguments"),
          extra: call.others(["id", "function", "arguments", "type"]), label: label))
    }
    return reply
  }

  private mutating func add(_ value: JSONValue, to reply: inout ReplyBuilder, label: String)
    throws(Refusal)
  {
    let part = try value.requiredObject("a content part")
    switch part["type"]?.stringValue {
    case "reasoning":
      // What is redacted is no text; its summary, if there is one, is.
      let isRedacted = part["redacted"]?.boolValue == true
      let recorded = isRedacted ? "" : try part.string("reasoning") ?? ""
      let text = recorded.isEmpty ? try part.string("summary") ?? "" : recorded
      if text.isEmpty, isRedacted {
        reply.addReasoning(Segment(.opaque(value)))
      } else {
        reply.addReasoning(text)
      }
    case "tool_use":
      let id = try part.string("id")
      let name = try part.requiredString("name")
      let call = builder.call(
        id: id, name: name, arguments: part.value("arguments"),
        extra: part.others(["type", "id", "name", "arguments", "result"]), label: label)
      reply.add(
        call,
        output: Entry(
          kind: .toolOutput, segments: Segment.result(part["result"]), callID: id, toolName: name))
    default: reply.add(try InspectContent.segment(value))
    }
  }
}

/// The content of a message as it stands in a log.
enum InspectContent {
  case text(String)
  case parts([JSONValue])

  init(of message: JSONObject) throws(Refusal) {
    switch message.value("content") {
    case nil: self = .text("")
    case .string(let text)?: self = .text(text)
    case .array(let parts)?: self = .parts(parts)
    case let other?:
      throw Refusal(
        "expected a string or an array of parts, found \(other.kindName)", at: "content")
    }
  }

  static func segment(_ value: JSONValue) throws(Refusal) -> Segment {
    let part = try value.requiredObject("a content part")
    let type = part["type"]?.stringValue ?? ""
    switch type {
    case "text": return .text(try part.requiredString("text"))
    case "image", "audio", "video", "document":
      guard let url = try part.string(type) else { return Segment(.opaque(value)) }
      var attachment = Attachment(url: url, recorded: value)
      if type != "image" {
        attachment.name = part["filename"]?.stringValue ?? type
        attachment.mediaType = part["mime_type"]?.stringValue ?? attachment.mediaType
      }
      return Segment(.attachment(attachment))
    case "data":
      guard let data = part.value("data") else { return Segment(.opaque(value)) }
      return .structure(data)
    default: return Segment(.opaque(value))
    }
  }
}
