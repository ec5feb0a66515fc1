/// The parts of a message's content as OpenAI's formats have them, and those shaped alike.
enum EncodedContentPart {
  /// The segments of the content at a key: a text, an array of parts, or nothing.
  static func segments(of object: JSONObject, at key: String) throws(Refusal) -> [Segment] {
    switch object.value(key) {
    case nil: return []
    case .string(let text)?:
      if let parts = storedParts(in: text) { return try segments(of: parts, at: key) }
      return text.isEmpty ? [] : [.text(text)]
    case .array(let parts)?: return try segments(of: parts, at: key)
    case .object?, .bool?, .number?, .null?:
      throw Refusal("expected a string, an array of parts or null", at: key)
    }
  }

  private static func segments(of parts: [JSONValue], at key: String) throws(Refusal) -> [Segment] {
    try parts.decoded(at: .key(key)) { part, _ throws(Refusal) in try segment(part) }
  }

  /// The parts in a text, as Hermes stores them where a column holds text alone.
  private static func storedParts(in text: String) -> [JSONValue]? {
    let mark = "\0json:"
    guard text.hasPrefix(mark) else { return nil }
    return (try? JSONParser.value(Array(text.dropFirst(mark.count).utf8)))?.root.arrayValue
  }

  /// The segment of a part; opaque where its type is not known.
  static func segment(_ part: JSONValue) throws(Refusal) -> Segment {
    if case .string(let text) = part { return .text(text) }
    let object = try part.requiredObject("a content part")
    switch try object.string("type") {
    case "text", "input_text", "output_text", "summary_text", "reasoning_text", nil:
      // agentdojo writes the text under `content`.
      if let text = try object.string("text") { return .text(text) }
      if let text = try object.string("content") { return .text(text) }
      return Segment(.opaque(part))
    case "refusal": return .text(try object.requiredString("refusal"))
    case "image_url":
      guard
        let url = object["image_url"]?["url"]?.stringValue ?? object["image_url"]?.stringValue
      else { throw Refusal("expected an object with 'url'", at: "image_url") }
      return Segment(.attachment(Attachment(url: url, recorded: part)))
    case "input_image", "computer_screenshot":
      if let url = try object.string("image_url") {
        return Segment(.attachment(Attachment(url: url, recorded: part)))
      }
      let name = try object.string("file_id") ?? "image"
      return Segment(.attachment(Attachment(name: name, recorded: part)))
    case "input_file":
      let name = try object.string(anyOf: "filename", "file_id")
      var file = Attachment(name: name ?? "file", recorded: part)
      if let data = try object.string(anyOf: "file_data", "file_url") {
        file = Attachment(url: data, recorded: part)
        if let name { file.name = name }
      }
      return Segment(.attachment(file))
    default: return Segment(.opaque(part))
    }
  }
}
