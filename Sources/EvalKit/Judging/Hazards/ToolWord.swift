/// A word of instructions that may be the name of a tool.
struct ToolWord {
  let text: String
  /// Whether it is written as identifiers are, and words are not: `get_weather`, `getWeather`.
  let isIdentifier: Bool
  /// Whether it stands in quotes or backticks, or before a parenthesis.
  let isQuoted: Bool
  /// Whether "tool" or "function" stands right beside it.
  private(set) var isCalledTool: Bool

  /// The words of a text in UTF-8, in order.
  static func all(in text: [UInt8]) -> [ToolWord] {
    var words: [ToolWord] = []
    var start = 0
    while start < text.count {
      guard isPart(text[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < text.count, isPart(text[end]) { end += 1 }
      let word = text[start..<end]
      let name = String(decoding: word, as: UTF8.self)
      let isBesideLast = isBeside(words.last, text, start)
      if isBesideLast, isTool(name) { words[words.count - 1].isCalledTool = true }
      words.append(
        ToolWord(
          text: name, isIdentifier: isIdentifier(word), isQuoted: isQuoted(text, start..<end),
          isCalledTool: isBesideLast && words.last.map { isTool($0.text) } ?? false, end: end))
      start = end
    }
    return words
  }

  private let end: Int

  private init(text: String, isIdentifier: Bool, isQuoted: Bool, isCalledTool: Bool, end: Int) {
    self.text = text
    self.isIdentifier = isIdentifier
    self.isQuoted = isQuoted
    self.isCalledTool = isCalledTool
    self.end = end
  }

  private static func isTool(_ word: String) -> Bool {
    ["tool", "Tool", "function", "Function"].contains(word)
  }

  /// Whether only quotes and a space stand between a word and a place.
  private static func isBeside(_ word: ToolWord?, _ text: [UInt8], _ place: Int) -> Bool {
    guard let word, place - word.end <= 4 else { return false }
    return text[word.end..<place].allSatisfy { isQuote($0) || $0 == UInt8(ascii: " ") }
  }

  private static func isQuoted(_ text: [UInt8], _ word: Range<Int>) -> Bool {
    guard word.upperBound < text.count else { return false }
    let after = text[word.upperBound]
    if after == UInt8(ascii: "(") { return true }
    return word.lowerBound > 0 && isQuote(after) && text[word.lowerBound - 1] == after
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "`") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
      || byte == UInt8(ascii: "*")
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: byte >= 0x80
    }
  }

  /// Whether letters are joined by `_`, or a capital follows a small letter.
  private static func isIdentifier(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, let last = word.last, isLetter(first) else { return false }
    if word.contains(UInt8(ascii: "_")) { return last != UInt8(ascii: "_") }
    return zip(word, word.dropFirst()).contains { left, right in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(left)
        && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(right)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
