internal import EvalKit

/// Tells apart what a model wrote: thinking, text and calls.
struct ReplyReading {
  private(set) var text: String
  private(set) var reasoning = ""
  private(set) var calls: [ToolCall] = []
  /// Whether the thinking was begun and not ended.
  private(set) var isThinking = false

  /// Reads a reply.
  ///
  /// - Parameters:
  ///   - written: What the model wrote.
  ///   - template: Whose calls it may hold.
  ///   - readsCalls: Whether calls are looked for.
  init(_ written: String, template: ChatTemplate, readsCalls: Bool) {
    text = written
    if template.reasons { takeReasoning() }
    if readsCalls, template.hasTools { takeCalls(template.family) }
    text = text.trimmed
  }

  private mutating func takeReasoning() {
    guard let start = text.firstRange(of: "<think>") else { return }
    let rest = text[start.upperBound...]
    guard let end = rest.firstRange(of: "</think>") else {
      reasoning = String(rest)
      text = String(text[..<start.lowerBound])
      isThinking = true
      return
    }
    reasoning = String(rest[..<end.lowerBound])
    text = String(text[..<start.lowerBound]) + String(rest[end.upperBound...])
  }

  private mutating func takeCalls(_ family: ChatTemplate.Family) {
    switch family {
    case .qwen:
      while let start = text.firstRange(of: "<tool_call>") {
        let rest = text[start.upperBound...]
        let end = rest.firstRange(of: "</tool_call>")
        let body = rest[..<(end?.lowerBound ?? rest.endIndex)]
        guard let call = Self.call(String(body).trimmed, arguments: "arguments") else { return }
        calls.append(call)
        text =
          String(text[..<start.lowerBound]) + (end.map { String(rest[$0.upperBound...]) } ?? "")
      }
    case .llama3:
      guard let call = Self.call(text.trimmed, arguments: "parameters") else { return }
      calls = [call]
      text = ""
    case .mistral:
      guard let value = Self.json(text.replacing("[TOOL_CALLS]", with: "").trimmed),
        let elements = value.arrayValue
      else { return }
      let found = elements.compactMap { Self.call($0, arguments: "arguments") }
      guard !found.isEmpty, found.count == elements.count else { return }
      calls = found
      text = ""
    case .chatML, .zephyr: return
    }
  }

  private static func call(_ text: String, arguments: String) -> ToolCall? {
    json(text).flatMap { call($0, arguments: arguments) }
  }

  private static func call(_ value: JSONValue, arguments key: String) -> ToolCall? {
    guard let name = value["name"]?.stringValue, let arguments = value[key] else { return nil }
    return ToolCall(name: name, arguments: arguments)
  }

  /// The JSON value that a text is; nil where it is none.
  static func json(_ text: String) -> JSONValue? {
    try? JSONValue.parse(text, file: "reply")
  }
}

extension String {
  /// Without the white space around it.
  var trimmed: String {
    var rest = Substring(self)
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
