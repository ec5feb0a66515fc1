/// A message of a pi session as it stands in a file.
struct PiMessage {
  private let message: JSONObject
  private let recordedID: String?

  init(_ message: JSONObject, recordedID: String?) {
    self.message = message
    self.recordedID = recordedID
  }

  /// The entries it makes.
  func entries(label: String, _ builder: inout TranscriptBuilder) throws(Refusal) -> [Entry] {
    switch try message.requiredString("role") {
    case "user": return [try entry(.prompt, ["role", "content"])]
    case "assistant": return try reply(label: label, &builder)
    case "toolResult":
      var output = try entry(.toolOutput, ["role", "content", "toolCallId", "toolName"])
      output.callID = try message.string("toolCallId")
      output.toolName = try message.string("toolName")
      return [output]
    case "bashExecution": return try command(label: label, &builder)
    case "custom", "hookMessage", "branchSummary", "compactionSummary":
      var prompt = try entry(.prompt, ["role", "content", "summary"])
      if prompt.segments.isEmpty, let summary = try message.string("summary") {
        prompt.segments = [.text(summary)]
      }
      prompt.speaker = message["customType"]?.stringValue ?? message["role"]?.stringValue
      return [prompt]
    case let role:
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
      return [
        Entry(
          recordedID: recordedID, kind: .opaque, segments: [Segment(.opaque(.object(message)))])
      ]
    }
  }

  private func entry(_ kind: EntryKind, _ keys: Set<String>) throws(Refusal) -> Entry {
    Entry(
      recordedID: recordedID, kind: kind, segments: try Self.segments(of: message),
      extra: message.others(keys))
  }

  private func reply(label: String, _ builder: inout TranscriptBuilder) throws(Refusal) -> [Entry] {
    var reply = ReplyBuilder(recordedID: recordedID, extra: message.others(["role", "content"]))
    if case .string(let text)? = message.value("content") {
      reply.addText(text)
      return reply.entries
    }
    var calls: [ToolCall] = []
    _ = try message.elements("content") { value, _ throws(Refusal) in
      let part = try value.requiredObject("a content part")
      switch part["type"]?.stringValue {
      case "thinking":
        let text = try part.string("thinking") ?? ""
        // Redacted reasoning has no text but its signature.
        if !text.isEmpty {
          reply.addReasoning(text)
        } else if part.value("thinkingSignature") != nil {
          reply.addReasoning(Segment(.opaque(value)))
        }
      case "toolCall":
        calls.append(
          builder.call(
            id: try part.string("id"), name: try part.requiredString("name"),
            arguments: part.value("arguments"),
            extra: part.others(["type", "id", "name", "arguments"]), label: label))
      default:
        if let segment = try Self.segment(value) { reply.add(segment) }
      }
    }
    for call in calls { reply.add(call) }
    return reply.entries
  }

  /// A command that the user ran: the model is told of it and of its output, unless it is kept out.
  private func command(label: String, _ builder: inout TranscriptBuilder) throws(Refusal) -> [Entry]
  {
    if message["excludeFromContext"]?.boolValue == true {
      builder.notes.add(
        .skippedRecord, at: label, "a command of the user's that the model is not told of")
      return []
    }
    let output = try message.string("output") ?? ""
    var text = "Ran `\(try message.requiredString("command"))`\n"
    text += output.isEmpty ? "(no output)" : "```\n\(output)\n```"
    if message["cancelled"]?.boolValue == true {
      text += "\n\n(command cancelled)"
    } else if let code = message.value("exitCode")?.intValue, code != 0 {
      text += "\n\nCommand exited with code \(code)"
    }
    return [
      Entry(
        recordedID: recordedID, kind: .prompt, segments: [.text(text)], speaker: "bash",
        extra: message.others(["role", "command", "output"]))
    ]
  }

  /// The content of a message of the user, or of a tool.
  static func segments(of message: JSONObject) throws(Refusal) -> [Segment] {
    switch message.value("content") {
    case nil: return []
    case .string(let text)?: return text.isEmpty ? [] : [.text(text)]
    case .array(let parts)?:
      return try parts.decoded(at: .key("content")) { part, _ throws(Refusal) in
        try segment(part)
      }.compactMap { $0 }
    case let other?:
      throw Refusal(
        "expected a string or an array of parts, found \(other.kindName)", at: "content")
    }
  }

  private static func segment(_ value: JSONValue) throws(Refusal) -> Segment? {
    let part = try value.requiredObject("a content part")
    switch part["type"]?.stringValue {
    case "text":
      let text = try part.requiredString("text")
      return text.isEmpty ? nil : .text(text)
    case "image":
      return Segment(
        .attachment(
          Attachment(
            base64: try part.string("data") ?? "", name: "image",
            mediaType: try part.string("mimeType"), recorded: value)))
    default: return Segment(.opaque(value))
    }
  }
}
