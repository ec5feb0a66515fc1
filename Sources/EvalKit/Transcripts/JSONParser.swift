/// Reads JSON and JSON5 from bytes.
///
/// Beside what any parser does it keeps key order and the literal text of numbers, and refuses,
/// with the place: keys that occur twice in an object (keys that Swift takes for equal, so also
/// canonical equivalents), nesting too deep, NaN and Infinity, raw control characters in strings,
/// invalid UTF-8 and anything after the value. A byte order mark is skipped.
///
/// JSON5 is read but for `\u` escapes in unquoted keys, hexadecimal numbers over 64 bits and raw
/// tabs in strings. Numbers come out as JSON literals: `0x10` as `16`, `+1.5` as `1.5`, `.5` as
/// `0.5`, `5.` as `5.0`.
public enum JSONParser {
  /// What to accept, and how much of it.
  public struct Options: Hashable, Sendable {
    /// Whether to read JSON5: comments, unquoted keys, single quotes, trailing commas and so on.
    public var json5: Bool
    /// How deep arrays and objects may nest.
    public var maximumDepth: Int
    /// How many bytes a text may have.
    public var maximumBytes: Int

    /// Makes options; the defaults are plain JSON of at most 256 MB, 256 deep.
    public init(json5: Bool = false, maximumDepth: Int = 256, maximumBytes: Int = 256_000_000) {
      self.json5 = json5
      self.maximumDepth = maximumDepth
      self.maximumBytes = maximumBytes
    }

    /// Plain JSON.
    public static let json = Options()
    /// JSON5.
    public static let json5 = Options(json5: true)
  }

  /// What was read.
  public struct Parsed<Root: Sendable>: Sendable {
    /// The value.
    public var root: Root
    /// How many lone surrogates (`\uD800`) were replaced by U+FFFD.
    public var replacedSurrogates: Int
  }

  /// Reads a value.
  ///
  /// - Throws: ``JSONError`` at the first mistake.
  /// - Complexity: O(bytes).
  public static func value(_ bytes: [UInt8], file: String = "", options: Options = Options())
    throws(JSONError) -> Parsed<JSONValue>
  {
    try parse(bytes, range: bytes.indices, firstLine: 1, file: file, options: options)
  }

  /// Reads a value with the position of each of its parts.
  ///
  /// - Throws: ``JSONError`` at the first mistake.
  /// - Complexity: O(bytes).
  public static func node(_ bytes: [UInt8], file: String = "", options: Options = Options())
    throws(JSONError) -> Parsed<JSONNode>
  {
    try parse(bytes, range: bytes.indices, firstLine: 1, file: file, options: options)
  }

  /// Reads the value in a range of a file, as for one line of many.
  ///
  /// - Parameter firstLine: The number of the line the range begins on, at its first column.
  static func parse<Tree: JSONTree>(
    _ bytes: [UInt8], range: Range<Int>, firstLine: Int, file: String, options: Options
  ) throws(JSONError) -> Parsed<Tree> {
    var reader = JSONReader<Tree>(
      lexer: JSONLexer(bytes, range: range, firstLine: firstLine, json5: options.json5),
      maximumDepth: options.maximumDepth)
    do throws(JSONFailure) {
      if range.count > options.maximumBytes {
        throw JSONFailure(
          range.lowerBound, "\(range.count) bytes, at most \(options.maximumBytes) are read")
      }
      try checkUTF8(bytes, range: range)
      let root = try reader.document()
      return Parsed(root: root, replacedSurrogates: reader.lexer.replacedSurrogates)
    } catch {
      let position = TextPosition(
        of: error.offset, in: bytes, range: range, firstLine: firstLine)
      var refusal = JSONError(
        file: file, position: position, path: error.path, message: error.message)
      refusal.reason =
        error.isAfterValue ? .trailing : error.offset >= range.upperBound ? .cutOff : .mistake
      throw refusal
    }
  }

  private static func checkUTF8(_ bytes: [UInt8], range: Range<Int>) throws(JSONFailure) {
    do {
      _ = try UTF8Span(validating: bytes.span.extracting(range))
    } catch {
      let offset = range.lowerBound + error.byteOffsets.lowerBound
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw JSONFailure(offset, "byte 0x\(byte) is not valid UTF-8 here")
    }
  }
}

extension TextPosition {
  /// The position of a byte, by counting the line feeds before it.
  init(of offset: Int, in bytes: [UInt8], range: Range<Int>, firstLine: Int) {
    var line = firstLine
    var lineStart = range.lowerBound
    for index in range.lowerBound..<max(range.lowerBound, min(offset, range.upperBound))
    where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    self.init(line: line, column: offset - lineStart + 1)
  }
}

extension JSONValue {
  /// Reads a value from UTF-8 bytes.
  ///
  /// - Throws: ``JSONError`` at the first mistake.
  public static func parse(
    _ bytes: [UInt8], file: String = "", options: JSONParser.Options = JSONParser.Options()
  ) throws(JSONError) -> JSONValue {
    try JSONParser.value(bytes, file: file, options: options).root
  }

  /// Reads a value from a text.
  ///
  /// - Throws: ``JSONError`` at the first mistake.
  public static func parse(
    _ text: String, file: String = "", options: JSONParser.Options = JSONParser.Options()
  ) throws(JSONError) -> JSONValue {
    try parse(Array(text.utf8), file: file, options: options)
  }
}
