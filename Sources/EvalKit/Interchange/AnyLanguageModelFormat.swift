extension TranscriptFormat {
  /// What AnyLanguageModel's `Transcript` encodes to: `{"entries":[{"prompt":{"_0":{…}}}]}`.
  ///
  /// OpenFoundationModels wrote the same before it took up Apple's JSON.
  public static let anyLanguageModel = TranscriptFormat(
    name: "any-language-model", title: "AnyLanguageModel transcript",
    recognises: { AnyLanguageModelFormat.recognises($0) },
    decode: { unit in
      guard let entries = unit.value["entries"]?.arrayValue else {
        throw Refusal("missing key 'entries', an array")
      }
      var builder = TranscriptBuilder()
      for (index, value) in entries.enumerated() {
        do throws(Refusal) {
          try AnyLanguageModelFormat.add(value, label: "m\(index)", to: &builder)
        } catch {
          throw error.inside(.key("entries"), .index(index))
        }
      }
      return builder.decoded(metadata: unit.value.objectValue?.others(["entries"]) ?? JSONObject())
    })
}

/// Entries as Swift encodes enumerations: the case's name, then `_0`.
enum AnyLanguageModelFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    guard let first = value["entries"]?.arrayValue?.first else { return false }
    return associated(first).map { LookalikeEntry.kind(named: $0.name) != nil } ?? false
  }

  /// The name of an enumeration's case, and its value.
  private static func associated(_ value: JSONValue) -> (name: String, value: JSONObject)? {
    guard let members = value.objectValue?.members, members.count == 1, let member = members.first,
      let object = member.value[label]?.objectValue
    else { return nil }
    return (member.key, object)
  }

  /// The label that Swift gives a value without one.
  private static let label = "_0"

  static func add(_ value: JSONValue, label: String, to builder: inout TranscriptBuilder)
    throws(Refusal)
  {
    guard let (name, object) = associated(value) else {
      throw Refusal("expected an object with one key, the entry's kind")
    }
    guard let kind = LookalikeEntry.kind(named: name) else {
      builder.notes.add(.unknownRole, at: label, "an entry of unknown kind '\(name)'")
      builder.add([Entry(kind: .opaque, segments: [Segment(.opaque(value))])], label: label)
      return
    }
    do throws(Refusal) {
      let encoded = LookalikeEntry(kind: kind, id: try object.string("id"), object: object)
      let segments = try object.elements("segments") { value, _ throws(Refusal) in
        try segment(value)
      }
      let tools = try object.elements("toolDefinitions") { value, _ throws(Refusal) in
        try ToolDefinition(decoding: value)
      }
      let entry = try encoded.entry(segments: segments) { call throws(Refusal) in
        ToolCall(
          id: try call.string("id"), name: try call.requiredString("toolName"),
          arguments: plain(call["arguments"] ?? .object(JSONObject())),
          extra: call.others(["id", "toolName", "arguments"]))
      }
      builder.add(entry, tools: tools, label: label)
    } catch {
      throw error.inside(.key(name), .key(Self.label))
    }
  }

  private static func segment(_ value: JSONValue) throws(Refusal) -> Segment {
    guard let (name, object) = associated(value) else {
      throw Refusal("expected an object with one key, the segment's kind")
    }
    do throws(Refusal) {
      return try segment(name, object, recorded: value)
    } catch {
      throw error.inside(.key(name), .key(label))
    }
  }

  private static func segment(_ name: String, _ object: JSONObject, recorded: JSONValue)
    throws(Refusal) -> Segment
  {
    let id = try object.string("id")
    switch name {
    case "text": return Segment(.text(try object.requiredString("content")), id: id)
    case "structure":
      let content = plain(object["content"] ?? .null)
      return Segment(.structure(content, source: try object.string("source")), id: id)
    case "image":
      let source = object["source"]?.objectValue ?? JSONObject()
      let data = "data:\(source["mimeType"]?.stringValue ?? "");base64,"
      let url = source["url"]?.stringValue ?? data + (source["data"]?.stringValue ?? "")
      return Segment(.attachment(Attachment(url: url, recorded: recorded)), id: id)
    default: return Segment(.opaque(recorded), id: id)
    }
  }

  /// Content in plain JSON: the package encodes each value with its kind.
  private static func plain(_ content: JSONValue) -> JSONValue {
    guard let kind = content["kind"]?.objectValue, let type = kind["type"]?.stringValue else {
      return content
    }
    switch type {
    case "null": return .null
    case "array": return .array((kind["value"]?.arrayValue ?? []).map(plain))
    case "structure":
      let properties = kind["properties"]?.objectValue ?? JSONObject()
      let keys = kind["orderedKeys"]?.arrayValue?.compactMap(\.stringValue) ?? properties.keys
      return .object(
        JSONObject(keys.compactMap { key in properties[key].map { (key, plain($0)) } }))
    default: return kind["value"] ?? .null
    }
  }
}
