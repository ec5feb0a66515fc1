extension TranscriptFormat {
  /// What ServerFoundationModels' `Transcript` encodes to: an array of entries with `role`, `segments`
  /// and, for older readers, their text.
  public static let serverFoundationModels = TranscriptFormat(
    name: "server-foundation-models", title: "ServerFoundationModels transcript",
    recognises: { ServerFoundationModelsFormat.recognises($0) },
    decode: { unit in
      guard let entries = unit.value.arrayValue else {
        throw Refusal("expected an array of entries")
      }
      var builder = TranscriptBuilder()
      for (index, value) in entries.enumerated() {
        do throws(Refusal) {
          let object = try value.requiredObject("an entry")
          try ServerFoundationModelsFormat.add(object, label: "m\(index)", to: &builder)
        } catch {
          throw error.inside(.index(index))
        }
      }
      return builder.decoded()
    })
}

/// Entries told apart by `role`, with segments told apart by `kind`.
enum ServerFoundationModelsFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    guard let first = value.arrayValue?.first?.objectValue,
      let role = first["role"]?.stringValue, LookalikeEntry.kind(named: role) != nil
    else { return false }
    return first["id"] != nil && first["content"] == nil
      && ["segments", "text", "calls"].contains { first[$0] != nil }
  }

  static func add(_ object: JSONObject, label: String, to builder: inout TranscriptBuilder)
    throws(Refusal)
  {
    let role = try object.requiredString("role")
    guard let kind = LookalikeEntry.kind(named: role) else {
      builder.notes.add(.unknownRole, at: label, "an entry of unknown role '\(role)'")
      builder.add(
        [Entry(kind: .opaque, segments: [Segment(.opaque(.object(object)))])], label: label)
      return
    }
    let encoded = LookalikeEntry(kind: kind, id: try object.string("id"), object: object)
    var segments = try object.elements("segments") { value, _ throws(Refusal) in
      try segment(value)
    }
    // Earlier releases wrote the text alone.
    if object.value("segments") == nil, let text = try object.string("text"), !text.isEmpty {
      segments = [.text(text)]
    }
    let tools = try object.elements("toolDefinitions") { value, _ throws(Refusal) in
      try ToolDefinition(decoding: value)
    }
    let entry = try encoded.entry(segments: segments) { call throws(Refusal) in
      builder.call(
        id: try call.string("id"), name: try call.requiredString("toolName"),
        arguments: call.value("arguments"), extra: call.others(["id", "toolName", "arguments"]),
        label: label)
    }
    builder.add(entry, tools: tools, label: label)
  }

  private static func segment(_ value: JSONValue) throws(Refusal) -> Segment {
    let object = try value.requiredObject("a segment")
    let id = try object.string("id")
    switch try object.string("kind") {
    case "text": return Segment(.text(try object.string("content") ?? ""), id: id)
    case "structure":
      let text = try object.string("content") ?? "null"
      let content = (try? JSONParser.value(Array(text.utf8)))?.root ?? .string(text)
      return Segment(.structure(content, source: try object.string("source")), id: id)
    case "attachment":
      var attachment = Attachment(
        url: "data:;base64,\(try object.string("data") ?? "")", recorded: value)
      if let label = try object.string("label") { attachment.name = label }
      return Segment(.attachment(attachment), id: id)
    default: return Segment(.opaque(value), id: id)
    }
  }
}
