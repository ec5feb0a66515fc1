/// Tells a text that was cut from one that was replaced.
enum TextCut {
  /// Whether a text is what a cut left of another.
  ///
  /// It is shorter, not empty, and at least half of it is the beginning and the end of the other
  /// (so that the words which often stand at the cut do no harm), or it stands in the other as it
  /// is, or all its lines do, in order.
  ///
  /// - Complexity: O(bytes of both).
  static func isCut(_ new: [UInt8], of old: [UInt8]) -> Bool {
    guard !new.isEmpty, new.count < old.count else { return false }
    let start = zip(new, old).prefix { $0 == $1 }.count
    let end = zip(new.reversed(), old.reversed()).prefix(new.count - start)
      .prefix { $0 == $1 }.count
    return (start + end) * 2 >= new.count || contains(old, new) || hasLines(old, of: new)
  }

  private static func hasLines(_ old: [UInt8], of new: [UInt8]) -> Bool {
    let lineFeed = UInt8(ascii: "\n")
    var wanted = new.split(separator: lineFeed)[...]
    for line in old.split(separator: lineFeed) where line == wanted.first {
      wanted = wanted.dropFirst()
    }
    return wanted.isEmpty
  }

  /// Knuth, Morris and Pratt's search: linear whatever the bytes are.
  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    var fallback = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = fallback[length - 1] }
      if part[index] == part[length] { length += 1 }
      fallback[index] = length
    }
    length = 0
    for byte in text {
      while length > 0, byte != part[length] { length = fallback[length - 1] }
      if byte == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
