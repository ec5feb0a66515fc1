/// An entry as it stands in Apple's JSON: told apart by `role`, and by whether it has `toolCalls`.
struct EncodedAppleEntry {
  private let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  /// The entry; calls have their arguments as recorded.
  func entry(noteSegment: (String) -> Void) throws(Refusal) -> Entry {
    let role = try object.string("role")
    let id = try object.string("id")
    switch role {
    case "instructions":
      return Entry(
        recordedID: id, kind: .instructions, segments: try contents(of: object, noteSegment),
        extra: extra())
    case "user":
      return try prompt(id: id, noteSegment)
    case "response" where object["toolCalls"] != nil:
      return Entry(recordedID: id, kind: .toolCalls, calls: try calls(), extra: extra("toolCalls"))
    case "response":
      return Entry(
        recordedID: id, kind: .response, segments: try contents(of: object, noteSegment),
        extra: extra())
    case "tool":
      // Apple's own decoder takes the id from toolCallID too.
      let callID = try object.string("toolCallID") ?? id
      return Entry(
        recordedID: callID, kind: .toolOutput, segments: try contents(of: object, noteSegment),
        callID: callID, toolName: try object.string("toolName"),
        extra: extra("toolCallID", "toolName"))
    case "reasoning":
      return try reasoning(id: id, noteSegment)
    default:
      return Entry(recordedID: id, kind: .opaque, segments: [Segment(.opaque(.object(object)))])
    }
  }

  /// The tools of an instructions entry.
  func tools() throws(Refusal) -> [ToolDefinition] {
    try object.elements("tools") { value, _ throws(Refusal) in
      try ToolDefinition(decoding: value)
    }
  }

  private func prompt(id: String?, _ noteSegment: (String) -> Void) throws(Refusal) -> Entry {
    var entry = Entry(
      recordedID: id, kind: .prompt, segments: try contents(of: object, noteSegment),
      extra: extra())
    guard var format = try object.object("responseFormat") else { return entry }
    // The schema has a field of its own; what is beside it is kept.
    if case .object(var schema)? = format["jsonSchema"] {
      entry.responseSchema = schema["schema"]
      schema["schema"] = nil
      format["jsonSchema"] = .object(schema)
      entry.extra["responseFormat"] = .object(format)
    }
    return entry
  }

  /// Reasoning, whether nested as Apple's codec has it or flat.
  private func reasoning(id: String?, _ noteSegment: (String) -> Void) throws(Refusal) -> Entry {
    var entry = Entry(recordedID: id, kind: .reasoning)
    let nested = try object.object("reasoning")
    do throws(Refusal) {
      entry.segments = try contents(of: nested ?? object, noteSegment)
    } catch {
      throw nested == nil ? error : error.inside(.key("reasoning"))
    }
    let signature = nested?["signature"] ?? object["signature"]
    entry.extra = extra("reasoning", "signature")
    entry.extra["signature"] = signature
    return entry
  }

  private func calls() throws(Refusal) -> [ToolCall] {
    try object.elements("toolCalls") { value, _ throws(Refusal) in
      let call = try value.requiredObject("a call")
      return ToolCall(
        id: try call.string("id"), name: try call.requiredString("name"),
        arguments: call["arguments"] ?? .object(JSONObject()),
        extra: call.others(["id", "name", "arguments"]))
    }
  }

  private func contents(of object: JSONObject, _ note: (String) -> Void) throws(Refusal)
    -> [Segment]
  {
    try object.elements("contents") { value, _ throws(Refusal) in
      try segment(value, note)
    }
  }

  private func segment(_ value: JSONValue, _ note: (String) -> Void) throws(Refusal) -> Segment {
    let object = try value.requiredObject("a segment")
    let id = try object.string("id")
    let type = try object.string("type")
    switch type {
    case "text": return Segment(.text(try object.requiredString("text")), id: id)
    case "structure":
      guard let structure = try object.object("structure") else {
        throw Refusal("missing key 'structure'")
      }
      let source = try structure.string("source")
      return Segment(.structure(structure["content"] ?? .null, source: source), id: id)
    case "image":
      let url = try imageURL(of: object)
      var recorded = object
      recorded["image"] = .string(url)
      var attachment = Attachment(url: url, recorded: .object(recorded))
      if let label = object["label"]?.stringValue { attachment.name = label }
      return Segment(.attachment(attachment), id: id)
    default:
      note("a segment of unknown type '\(type ?? "none")'")
      return Segment(.opaque(value), id: id)
    }
  }

  /// The URL of an image; OpenFoundationModels, whose JSON is Apple's otherwise, has an object.
  private func imageURL(of segment: JSONObject) throws(Refusal) -> String {
    guard case .object(let image)? = segment["image"] else {
      return try segment.requiredString("image")
    }
    do throws(Refusal) {
      if let url = try image.string("url") { return url }
      let type = try image.string("mediaType") ?? ""
      return "data:\(type);base64,\(try image.requiredString("data"))"
    } catch {
      throw error.inside(.key("image"))
    }
  }

  /// What is not read elsewhere, but for values that mean the same as their absence.
  ///
  /// Sorted, since the order of keys in such files is arbitrary and entries are compared.
  private func extra(_ read: String...) -> JSONObject {
    var extra = object.others(Set(["id", "role", "contents"] + read))
    for key in ["options", "contextOptions"] where extra[key]?.objectValue?.isEmpty == true {
      extra[key] = nil
    }
    if extra["assets"]?.arrayValue?.isEmpty == true { extra["assets"] = nil }
    return JSONObject(uniqueMembers: extra.members.sorted { $0.key < $1.key })
  }
}
