/// Follows a JSON text, byte by byte, to the end of its first object or list.
struct ObjectEnd {
  private var depth = 0
  private var isQuoted = false
  private var isEscaped = false

  /// Whether the object ends with this byte, the next of the text.
  mutating func isReached(by byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if isQuoted {
      isEscaped = byte == UInt8(ascii: "\\")
      if byte == UInt8(ascii: "\"") { isQuoted = false }
    } else {
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        return depth == 0
      default: break
      }
    }
    return false
  }
}

extension String {
  /// Where the first JSON object of a text that begins with one ends; nil where it does not.
  var endOfFirstObject: String.Index? {
    var object = ObjectEnd()
    return utf8.firstIndex { object.isReached(by: $0) }.map { utf8.index(after: $0) }
  }
}
