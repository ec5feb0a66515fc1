/// The tokens of JSON and JSON5, read from bytes known to be UTF-8.
struct JSONLexer {
  let bytes: [UInt8]
  let range: Range<Int>
  let firstLine: Int
  let json5: Bool
  /// The next byte.
  var index: Int
  /// Past the last byte.
  let end: Int
  /// How many lone surrogates were replaced.
  var replacedSurrogates = 0
  /// Holds a string with escapes while it is read.
  var scratch: [UInt8] = []
  private var line: Int
  private var lineStart: Int

  init(_ bytes: [UInt8], range: Range<Int>, firstLine: Int, json5: Bool) {
    self.bytes = bytes
    self.range = range
    self.firstLine = firstLine
    self.json5 = json5
    index = range.lowerBound
    end = range.upperBound
    line = firstLine
    lineStart = range.lowerBound
  }

  var isAtEnd: Bool { index >= end }

  /// The next byte; 0 at the end.
  var current: UInt8 { index < end ? bytes[index] : 0 }

  /// The byte some places on; 0 past the end.
  func byte(_ distance: Int) -> UInt8 { index + distance < end ? bytes[index + distance] : 0 }

  /// Where the next byte is.
  var position: TextPosition { TextPosition(line: line, column: index - lineStart + 1) }

  /// Where a byte is, found by counting; for messages.
  func place(of offset: Int) -> TextPosition {
    TextPosition(of: offset, in: bytes, range: range, firstLine: firstLine)
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Skips a word if it is next and ends there.
  mutating func skip(word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index + length <= end else { return false }
    let matches = word.withUTF8Buffer { letters in
      (0..<length).allSatisfy { bytes[index + $0] == letters[$0] }
    }
    guard matches, !Self.isWordPart(byte(length)) else { return false }
    index += length
    return true
  }

  mutating func skipByteOrderMark() {
    guard current == 0xEF, byte(1) == 0xBB, byte(2) == 0xBF else { return }
    index += 3
    lineStart += 3
  }

  /// Notes that a line ended before the next byte.
  mutating func startLine() {
    line += 1
    lineStart = index
  }

  /// Skips white space, and in JSON5 comments.
  mutating func skipSpace() throws(JSONFailure) {
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A:
        index += 1
        startLine()
      case UInt8(ascii: "/") where json5: try skipComment()
      case 0x0B where json5, 0x0C where json5: index += 1
      case 0x80... where json5:
        let length = unicodeSpaceLength
        if length == 0 { return }
        index += length
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONFailure) {
    let start = index
    if byte(1) == UInt8(ascii: "/") {
      while index < end, bytes[index] != 0x0A { index += 1 }
    } else if byte(1) == UInt8(ascii: "*") {
      index += 2
      while !(current == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
        guard index < end else { throw JSONFailure(start, "this comment is never closed") }
        index += 1
        if bytes[index - 1] == 0x0A { startLine() }
      }
      index += 2
    } else {
      throw JSONFailure(start, "unexpected '/'; a comment begins with '//' or '/*'")
    }
  }

  /// The length of the white space beyond ASCII that is next, in bytes; 0 if there is none.
  private var unicodeSpaceLength: Int {
    switch (bytes[index], byte(1), byte(2)) {
    case (0xC2, 0xA0, _): 2
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xE1, 0x9A, 0x80), (0xEF, 0xBB, 0xBF):
      3
    default: 0
    }
  }

  /// Reads a key: a string, or in JSON5 an identifier.
  mutating func key() throws(JSONFailure) -> String {
    if current == UInt8(ascii: "\"") || (json5 && current == UInt8(ascii: "'")) {
      return try string()
    }
    let start = index
    guard Self.isIdentifierPart(current), !Self.isDigit(current), unicodeSpaceLength == 0 else {
      throw JSONFailure(index, "expected a key or '}', found \(seen)")
    }
    guard json5 else {
      throw JSONFailure(index, "expected a key in double quotes; unquoted keys are JSON5, not JSON")
    }
    while Self.isIdentifierPart(current), unicodeSpaceLength == 0 { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The failure for something that begins no value.
  func unexpectedValue() -> JSONFailure {
    var word = index
    while word < end, Self.isIdentifierPart(bytes[word]) { word += 1 }
    let text = String(decoding: bytes[index..<word], as: UTF8.self)
    switch text {
    case "": return JSONFailure(index, "expected a value, found \(seen)")
    case "NaN", "Infinity": return JSONFailure(index, "\(text) is not a number JSON can hold")
    case "True", "False", "None":
      return JSONFailure(index, "'\(text)' is Python, not JSON; write \(Self.json(python: text))")
    default:
      return JSONFailure(index, "expected a value, found '\(text.prefix(40))'; strings need quotes")
    }
  }

  private static func json(python word: String) -> String {
    word == "None" ? "null" : word.lowercased()
  }

  /// What is next, for messages.
  var seen: String {
    guard index < end else { return "the end of the text" }
    let byte = bytes[index]
    if byte < 0x20 || byte == 0x7F { return Self.name(ofControl: byte) }
    let next = String(decoding: bytes[index..<min(end, index + 16)], as: UTF8.self).first ?? "?"
    let hint = next == "/" && !json5 ? " (comments are JSON5, not JSON)" : ""
    return "'\(next)'" + hint
  }

  static func name(ofControl byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether a byte after a word or a number makes it another word.
  static func isWordPart(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  /// Whether a byte may be within an unquoted key; all beyond ASCII may.
  static func isIdentifierPart(_ byte: UInt8) -> Bool { isWordPart(byte) || byte >= 0x80 }
}
