import EvalKit

/// Finds where values end in the text of a JSON5 file that was parsed already.
///
/// The parser tells where values begin; to change a file without writing all of it anew their ends are
/// needed too.
struct ValueExtent {
  let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    lineStarts = starts
  }

  /// The byte at a position.
  func offset(of position: TextPosition) -> Int {
    let line = min(max(position.line - 1, 0), lineStarts.count - 1)
    return min(lineStarts[line] + max(position.column - 1, 0), bytes.count)
  }

  /// The bytes of the value, or of the key, that begins somewhere.
  func range(from start: Int) -> Range<Int> {
    var index = start
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index = endOfString(index)
        if depth == 0 { return start..<index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return start..<(depth == 0 ? index + 1 : index) }
      case UInt8(ascii: "/"):
        if depth == 0 { return start..<index }
        index = endOfComment(index)
        continue
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0, index > start { return start..<index }
      default: break
      }
      index += 1
    }
    return start..<bytes.count
  }

  private func endOfString(_ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  /// The place after a comment; after the slash where there is none.
  private func endOfComment(_ start: Int) -> Int {
    guard start + 1 < bytes.count else { return start + 1 }
    var index = start + 2
    if bytes[start + 1] == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      return index
    }
    guard bytes[start + 1] == UInt8(ascii: "*") else { return start + 1 }
    while index + 1 < bytes.count,
      !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/"))
    { index += 1 }
    return min(index + 2, bytes.count)
  }

  /// A member or an element with the comma after it, or else the one before it, and with its line
  /// where nothing else is on it.
  func removal(of range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    let next = skippingSpace(upper)
    if next < bytes.count, bytes[next] == UInt8(ascii: ",") {
      upper = next + 1
    } else if let comma = bytes[..<lower].lastIndex(where: { !Self.isSpace($0) }),
      bytes[comma] == UInt8(ascii: ",")
    {
      lower = comma
    }
    let lineStart = lineStarts.last { $0 <= lower } ?? 0
    var lineEnd = upper
    while lineEnd < bytes.count, bytes[lineEnd] == 0x20 || bytes[lineEnd] == 0x09 { lineEnd += 1 }
    if bytes[lineStart..<lower].allSatisfy(Self.isSpace),
      lineEnd == bytes.count || bytes[lineEnd] == 0x0A || bytes[lineEnd] == 0x0D
    {
      if lineEnd < bytes.count, bytes[lineEnd] == 0x0D { lineEnd += 1 }
      return lineStart..<min(lineEnd + 1, bytes.count)
    }
    // One space between neighbours stays.
    while upper < bytes.count, bytes[upper] == 0x20 { upper += 1 }
    return lower..<upper
  }

  private func skippingSpace(_ start: Int) -> Int {
    bytes[start...].firstIndex { !Self.isSpace($0) } ?? bytes.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
