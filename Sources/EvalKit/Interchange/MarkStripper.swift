/// Takes marks out of texts and remembers where they were.
struct MarkStripper {
  let diagnostics: DiagnosticCollector
  /// The marks found so far.
  private(set) var marks: [Mark] = []

  init(diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

  /// A string without its marks.
  ///
  /// - Parameters:
  ///   - node: The node the string is, for its place in the file.
  ///   - path: The key path of the node.
  ///   - location: Where the string is in the transcript.
  ///   - part: In which part of the entry.
  mutating func text(
    _ string: String, of node: JSONNode, path: String, in location: EntryLocation, part: Mark.Part
  ) -> String {
    let stripped = MarkedText(string)
    for mistake in stripped.mistakes {
      diagnostics.error(mistake, at: node.position, path: path)
    }
    for found in stripped.found {
      marks.append(
        Mark(
          kind: found.kind, factID: found.factID, value: found.value,
          supersededValue: found.supersededValue, location: location, part: part,
          range: found.range, position: node.position, path: path))
    }
    return stripped.text
  }

  /// A value without the marks in any of its strings.
  mutating func value(
    _ node: JSONNode, path: String, steps: [KeyPathStep] = [], in location: EntryLocation,
    part: ([KeyPathStep]) -> Mark.Part
  ) -> JSONValue {
    switch node.kind {
    case .string(let string):
      return .string(text(string, of: node, path: path, in: location, part: part(steps)))
    case .array(let elements):
      var values: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        values.append(
          value(
            element, path: KeyPathText.appending(index: index, to: path),
            steps: steps + [.index(index)], in: location, part: part))
      }
      return .array(values)
    case .object(let members):
      var values: [JSONObject.Member] = []
      for member in members {
        let value = value(
          member.value, path: KeyPathText.appending(key: member.key, to: path),
          steps: steps + [.key(member.key)], in: location, part: part)
        values.append(JSONObject.Member(key: member.key, value: value))
      }
      return .object(JSONObject(uniqueMembers: values))
    case .null, .bool, .number: return node.value
    }
  }

  /// The segments that a string, or an array of segments, stands for; an empty string for none.
  mutating func segments(_ node: JSONNode, path: String, in location: EntryLocation) -> [Segment] {
    if case .string(let string) = node.kind {
      let text = text(string, of: node, path: path, in: location, part: .segment(0))
      return text.isEmpty ? [] : [.text(text)]
    }
    guard let elements = node.elements else {
      diagnostics.error(
        "expected a string or an array of segments, found \(node.kindName)", at: node.position,
        path: path)
      return []
    }
    var segments: [Segment] = []
    for (index, element) in elements.enumerated() {
      let object = StrictObject(
        element, path: KeyPathText.appending(index: index, to: path), diagnostics: diagnostics)
      if let segment = segment(object, at: segments.count, in: location) {
        segments.append(segment)
      }
      object.finish()
    }
    return segments
  }

  private mutating func segment(
    _ object: StrictObject, at index: Int, in location: EntryLocation
  ) -> Segment? {
    let kinds = ["text", "structure", "attachment"]
    let given = kinds.filter { object.node($0) != nil }
    guard given.count == 1, let node = object.node(given[0]) else {
      if given.count > 1
        || !object.keys.contains(where: { EditDistance.nearest($0, in: kinds) != nil })
      {
        object.error("a segment has one of text, structure, attachment")
      }
      return nil
    }
    let path = object.path(of: given[0])
    switch given[0] {
    case "text":
      guard let string = object.required("text", as: String.self) else { return nil }
      return .text(text(string, of: node, path: path, in: location, part: .segment(index)))
    case "structure":
      let source = object.optional("source", as: String.self)
      let value = value(node, path: path, in: location) { .structure(segment: index, path: $0) }
      return .structure(value, source: source)
    default:
      let mediaType = object.optional("mediaType", as: String.self)
      let tokens = object.optional("tokens", as: Int.self)
      if let tokens, tokens < 0 { object.error("tokens are not negative", at: "tokens") }
      guard let name = object.required("attachment", as: String.self) else { return nil }
      return Segment(
        .attachment(Attachment(name: name, mediaType: mediaType, tokens: tokens)))
    }
  }
}
