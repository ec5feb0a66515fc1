/// Renders in no model's own template: a short role line, then the content as recorded.
///
/// The head first (its instructions, then each tool as a part of its own), then the items; no item's
/// text depends on its neighbours.
public struct NeutralRenderer: Renderer {
  /// The tokens an attachment is assumed to cost unless said.
  public static let defaultImageTokens = 1024

  /// `neutral`, or `neutral(image-tokens: N)` where attachments are assumed to cost something else.
  public var name: String {
    imageTokens == Self.defaultImageTokens ? "neutral" : "neutral(image-tokens: \(imageTokens))"
  }
  /// False.
  public let dependsOnNeighbours = false
  /// The tokens of an attachment that declares none.
  public let imageTokens: Int

  /// Makes a renderer.
  public init(imageTokens: Int = NeutralRenderer.defaultImageTokens) {
    self.imageTokens = max(0, imageTokens)
  }

  /// The renderer with a name; nil where the name is not one of these.
  public init?(named name: String) {
    self.init()
    if name == self.name { return }
    let start = "neutral(image-tokens: "
    guard name.hasPrefix(start), name.hasSuffix(")"),
      let tokens = Int(name.dropFirst(start.count).dropLast())
    else { return nil }
    self.init(imageTokens: tokens)
  }

  /// The instructions, one part an entry, then the tools, one part each.
  public func head(_ head: Head) -> [RenderedText] {
    head.instructions.map { entry($0, after: nil) } + head.tools.map { RenderedText(tool($0)) }
  }

  /// An entry: its role, its content, and a prompt's response schema.
  public func entry(_ entry: Entry, after previous: Entry?) -> RenderedText {
    var rendered = RenderedText("")
    let speaker = entry.speaker.map { " (\($0))" } ?? ""
    rendered.text = "\(role(of: entry))\(speaker):\n"
    for (index, segment) in entry.segments.enumerated() {
      if index > 0 { rendered.text += "\n" }
      add(segment, to: &rendered)
    }
    for (index, call) in entry.calls.enumerated() {
      if index > 0 || !entry.segments.isEmpty { rendered.text += "\n" }
      rendered.text += "\(call.name) \(call.argumentsText ?? call.arguments.serialised())"
    }
    if let schema = entry.responseSchema {
      rendered.text += "\nschema: \(schema.orderedAsDeclared().serialised())"
    }
    rendered.text += "\n"
    return rendered
  }

  private func role(of entry: Entry) -> String {
    switch entry.kind {
    case .prompt: "user"
    case .response: "assistant"
    case .reasoning: "thinking"
    case .toolCalls: "calls"
    case .toolOutput: entry.toolName.map { "output \($0)" } ?? "output"
    case .instructions: "system"
    case .opaque: "other"
    }
  }

  private func add(_ segment: Segment, to rendered: inout RenderedText) {
    switch segment.content {
    case .text(let text): rendered.text += text
    case .structure(let value, _): rendered.text += value.serialised()
    case .opaque(let value): rendered.text += value.serialised()
    case .attachment(let attachment):
      rendered.add(
        attachment: attachment.tokens ?? imageTokens, assumed: attachment.tokens == nil,
        key: Self.key(of: attachment))
    }
  }

  private func tool(_ tool: ToolDefinition) -> String {
    "tool \(tool.name): \(tool.description)\n"
      + "\(tool.parameters.orderedAsDeclared().serialised())\n"
  }

  private static func key(of attachment: Attachment) -> UInt64 {
    var hash = StableHash()
    hash.combine(attachment.name)
    hash.combine(attachment.mediaType ?? "")
    hash.combine(attachment.byteCount ?? -1)
    if let recorded = attachment.recorded { hash.combine(recorded.serialised()) }
    return hash.value
  }
}

extension JSONValue {
  /// A schema with the members of every `properties` in the order its `x-order` lists them; those
  /// that are not listed follow as recorded.
  func orderedAsDeclared() -> JSONValue {
    switch self {
    case .array(let values): return .array(values.map { $0.orderedAsDeclared() })
    case .object(let object):
      let order = object["x-order"]?.arrayValue?.compactMap(\.stringValue)
      let members = object.members.map { member in
        var value = member.value
        if member.key == "properties", let order, case .object(let properties) = value {
          value = .object(properties.ordered(by: order))
        }
        return JSONObject.Member(key: member.key, value: value.orderedAsDeclared())
      }
      return .object(JSONObject(uniqueMembers: members))
    default: return self
    }
  }
}

extension JSONObject {
  fileprivate func ordered(by keys: [String]) -> JSONObject {
    var place: [String: Int] = [:]
    for (index, key) in keys.enumerated() { place[key] = place[key] ?? index }
    let sorted = members.enumerated().sorted { left, right in
      (place[left.element.key] ?? keys.count, left.offset)
        < (place[right.element.key] ?? keys.count, right.offset)
    }
    return JSONObject(uniqueMembers: sorted.map(\.element))
  }
}
