/// Makes a transcript of a conversation.
struct OTelDecoder {
  private var builder = TranscriptBuilder()

  mutating func decode(_ conversation: OTelConversation) throws(Refusal) -> DecodedTranscript {
    builder.notes = conversation.notes
    let history = conversation.longest
    if let record = conversation.attribute(OTelHistory.Key.tools) {
      builder.addTools(
        try list(record, OTelHistory.Key.tools).decoded(at: .key(OTelHistory.Key.tools)) {
          value, _ throws(Refusal) in try ToolDefinition(decoding: value)
        })
    }
    if let record = conversation.attribute(OTelHistory.Key.instructions) {
      let parts = try list(record, OTelHistory.Key.instructions)
      let segments = try parts.decoded(at: .key(OTelHistory.Key.instructions)) {
        part, _ throws(Refusal) in try Self.segment(try part.requiredObject("a part"))
      }
      if !segments.isEmpty {
        builder.addInstructions(
          Entry(kind: .instructions, segments: segments), label: "instructions")
      }
    }
    for (index, value) in history.messages.enumerated() {
      do throws(Refusal) {
        try add(try value.requiredObject("a message"), label: "m\(index)")
      } catch {
        throw error.inside(
          .key(history.place(of: index).key), .index(history.place(of: index).index))
      }
    }
    addResults(of: conversation.tools)
    return builder.decoded(metadata: history.record.attributes.others(OTelHistory.Key.all))
  }

  private func list(_ record: OTelRecord, _ key: String) throws(Refusal) -> [JSONValue] {
    if let list = OTelHistory.list(record, key) { return list }
    throw Refusal("expected an array, or the text of one", at: key)
  }

  private mutating func add(_ message: JSONObject, label: String) throws(Refusal) {
    let extra = message.others(["role", "parts", "name"])
    let name = try message.string("name")
    let parts = try message.elements("parts") { value, _ throws(Refusal) in
      try value.requiredObject("a part")
    }
    let role = try message.requiredString("role")
    switch role {
    case "system", "developer":
      builder.addInstructions(
        Entry(kind: .instructions, segments: try segments(of: parts), extra: extra), label: label)
    case "user", "tool":
      let isSaid = parts.contains { !Self.responseTypes.contains($0["type"]?.stringValue ?? "") }
      var entries = try outputs(of: parts, label: label)
      if entries.isEmpty || isSaid {
        entries.append(
          Entry(
            kind: role == "tool" ? .toolOutput : .prompt, segments: try segments(of: parts),
            speaker: name, extra: extra))
      } else {
        for member in extra.members { entries[0].extra[member.key] = member.value }
      }
      builder.add(entries, label: label)
    case "assistant", "model":
      var entries = try outputs(of: parts, label: label)
      entries += try reply(of: parts, extra, label: label)
      if let place = entries.firstIndex(where: { $0.kind == .response }) {
        entries[place].speaker = name
      }
      builder.add(entries, label: label)
    case let role:
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
      builder.add(
        [Entry(kind: .opaque, segments: [Segment(.opaque(.object(message)))])], label: label)
    }
  }

  private static let responseTypes = ["tool_call_response", "server_tool_call_response"]

  /// The outputs among the parts of a message.
  private mutating func outputs(of parts: [JSONObject], label: String) throws(Refusal) -> [Entry] {
    var entries: [Entry] = []
    try Self.forEach(parts) { part throws(Refusal) in
      guard part["type"] == "tool_call_response" else { return }
      // One example of the conventions calls it `result`.
      let value = part.value("response") ?? part.value("result")
      entries.append(
        Entry(
          kind: .toolOutput, segments: Segment.result(value), callID: try id(of: part, label),
          extra: part.others(["type", "id", "response", "result"])))
    }
    return entries
  }

  /// Goes through the parts of a message; mistakes carry the part's place.
  private static func forEach(
    _ parts: [JSONObject], _ body: (JSONObject) throws(Refusal) -> Void
  ) throws(Refusal) {
    for (index, part) in parts.enumerated() {
      do throws(Refusal) {
        try body(part)
      } catch {
        throw error.inside(.key("parts"), .index(index))
      }
    }
  }

  private mutating func reply(of parts: [JSONObject], _ extra: JSONObject, label: String)
    throws(Refusal) -> [Entry]
  {
    var reply = ReplyBuilder(extra: extra)
    var served: [String: JSONObject] = [:]
    for part in parts where part["type"] == "server_tool_call_response" {
      served[part["id"]?.stringValue ?? ""] = part
    }
    try Self.forEach(parts) { part throws(Refusal) in
      switch part["type"]?.stringValue {
      case "reasoning": reply.addReasoning(try part.string("content") ?? "")
      case "tool_call": reply.add(try call(part, label: label))
      case "server_tool_call":
        let call = try call(part, label: label)
        let response = served[part["id"]?.stringValue ?? ""]
        guard let response else {
          reply.add(call)
          return
        }
        reply.add(
          call,
          output: Entry(
            kind: .toolOutput,
            segments: Segment.result(
              response.value("server_tool_call_response") ?? response.value("response")),
            callID: call.id, toolName: call.name))
      case "tool_call_response", "server_tool_call_response": return
      case "text": reply.addText(try part.string("content") ?? "")
      default: reply.add(try Self.segment(part))
      }
    }
    return reply.entries
  }

  private mutating func call(_ part: JSONObject, label: String) throws(Refusal) -> ToolCall {
    builder.call(
      id: try id(of: part, label), name: try part.requiredString("name"),
      arguments: part.value("arguments") ?? part.value("server_tool_call"),
      extra: part.others(["type", "id", "name", "arguments", "server_tool_call"]), label: label)
  }

  /// The id of a call; one example of the conventions has a blank before it.
  private mutating func id(of part: JSONObject, _ label: String) throws(Refusal) -> String? {
    guard let id = try part.string("id") else { return nil }
    let words = id.split(separator: " ")
    guard words.count == 1, words[0].utf8.count < id.utf8.count else { return id }
    builder.notes.add(.writersMark, at: label, "a blank around the id of a call, taken out")
    return String(words[0])
  }

  private func segments(of parts: [JSONObject]) throws(Refusal) -> [Segment] {
    var segments: [Segment] = []
    try Self.forEach(parts) { part throws(Refusal) in
      let segment = try Self.segment(part)
      if segment.text != "", !Self.responseTypes.contains(part["type"]?.stringValue ?? "") {
        segments.append(segment)
      }
    }
    return segments
  }

  private static func segment(_ part: JSONObject) throws(Refusal) -> Segment {
    let media = part["mime_type"]?.stringValue
    let name = part["modality"]?.stringValue ?? "media"
    switch part["type"]?.stringValue {
    case "text": return .text(try part.string("content") ?? "")
    case "blob":
      return Segment(
        .attachment(
          Attachment(
            base64: try part.string("content") ?? "", name: name, mediaType: media,
            recorded: .object(part))))
    case "uri", "file":
      let place = part["uri"]?.stringValue ?? part["file_id"]?.stringValue
      return Segment(
        .attachment(
          Attachment(name: place ?? name, mediaType: media, recorded: .object(part))))
    default: return Segment(.opaque(.object(part)))
    }
  }

  /// Adds what tools gave to the last calls, where no later message tells it.
  private mutating func addResults(of tools: [OTelRecord]) {
    let entries = builder.transcript.entries
    let structure = TranscriptStructure(entries)
    let last = entries.lastIndex { $0.kind == .toolCalls } ?? 0
    var waiting: [String: Int] = [:]
    if entries.indices.contains(last), entries[(last + 1)...].allSatisfy({ $0.kind == .toolOutput })
    {
      for (index, call) in entries[last].calls.enumerated()
      where structure.outputs[last][index] == nil {
        if let id = call.id { waiting[id] = index }
      }
    }
    let known = Set(entries.flatMap(\.calls).compactMap(\.id))
    for tool in tools {
      let id = tool.text("gen_ai.tool.call.id") ?? ""
      guard let index = waiting.removeValue(forKey: id) else {
        let isKnown = known.contains(id)
        builder.notes.add(
          isKnown ? .duplicate : .skippedRecord, at: tool.name,
          isKnown
            ? "a span of a tool whose result the messages tell too"
            : "a span of a tool that no message calls, left out")
        continue
      }
      builder.add(
        [
          Entry(
            kind: .toolOutput,
            segments: Segment.result(tool.attributes["gen_ai.tool.call.result"]), callID: id,
            toolName: tool.text("gen_ai.tool.name"))
        ], label: entries[last].callLabel(index) + ".output")
    }
  }
}
