/// Writes JSON values as JSON5 that is read and edited by hand: keys without quotes where they need
/// none, a comma after every line, what is short on one line.
///
/// Any whole line of a broken value can be deleted, and the rest still parses.
struct JSON5Text {
  /// How long a line may become before its value is broken into several.
  static let width = 100

  /// The text so far.
  private(set) var text = ""

  /// Appends a line.
  mutating func line(_ content: String, indent: Int) {
    text += String(repeating: " ", count: indent) + content + "\n"
  }

  /// Appends a comment, one line for each line of it.
  mutating func comment(_ comment: String, indent: Int) {
    for line in comment.split(whereSeparator: \.isNewline) {
      self.line("// \(line)", indent: indent)
    }
  }

  /// Appends a value with what stands before it, and a comma.
  ///
  /// - Parameter isBroken: Whether an object or array takes several lines however short it is.
  mutating func value(
    _ value: JSONValue, after start: String = "", indent: Int, isBroken: Bool = false
  ) {
    let inline = Self.inline(value)
    let fits = indent + start.utf8.count + inline.utf8.count < Self.width
    switch value {
    case .object(let object) where !object.isEmpty && (isBroken || !fits):
      line(start + "{", indent: indent)
      for member in object.members {
        self.value(member.value, after: Self.key(member.key) + ": ", indent: indent + 2)
      }
      line("},", indent: indent)
    case .array(let values) where !values.isEmpty && (isBroken || !fits):
      line(start + "[", indent: indent)
      for value in values { self.value(value, indent: indent + 2) }
      line("],", indent: indent)
    default: line(start + inline + ",", indent: indent)
    }
  }

  /// A value on one line.
  static func inline(_ value: JSONValue) -> String {
    switch value {
    case .object(let object):
      if object.isEmpty { return "{}" }
      return "{ "
        + object.members.map { "\(key($0.key)): \(inline($0.value))" }
        .joined(separator: ", ") + " }"
    case .array(let values): return "[" + values.map(inline).joined(separator: ", ") + "]"
    default: return value.serialised()
    }
  }

  /// A key, in quotes where it needs them.
  static func key(_ key: String) -> String {
    guard let first = key.utf8.first, !(0x30...0x39).contains(first),
      key.utf8.allSatisfy({ JSONLexer.isIdentifierPart($0) && $0 < 0x80 })
    else { return JSONValue.string(key).serialised() }
    return key
  }
}
