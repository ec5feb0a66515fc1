/// A prefix code as Deflate has them, given by the length of each symbol's code (RFC 1951, 3.2.2).
struct HuffmanTable {
  /// For each value of the next `width` bits, first bit lowest: `symbol << 4 | length`; 0 where no
  /// code begins so.
  let entries: [UInt16]
  /// How many bits the longest code has.
  let width: Int

  /// Makes the table of a code.
  ///
  /// A code that leaves bits without meaning is refused, unless it has no symbol or a single one of
  /// one bit, which writers use for distances that do not occur.
  ///
  /// - Complexity: O(2^longest length + symbols).
  init(lengths: some Collection<UInt8>) throws(InflateError) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let width = counts.lastIndex { $0 > 0 } ?? 0
    var left = 1
    for length in 1..<16 {
      left = left * 2 - counts[length]
      if left < 0 { throw .damaged("more codes than their lengths have room for") }
    }
    let codes = counts.reduce(0, +)
    if left > 0, codes > 1 || width > 1 {
      throw .damaged("a code that leaves bits without meaning")
    }
    var next = [Int](repeating: 0, count: 16)
    for length in 1..<15 { next[length + 1] = (next[length] + counts[length]) << 1 }
    var entries = [UInt16](repeating: 0, count: 1 << width)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let code = next[Int(length)]
      next[Int(length)] += 1
      let entry = UInt16(symbol << 4) | UInt16(length)
      var place = Self.reversed(code, Int(length))
      while place < entries.count {
        entries[place] = entry
        place += 1 << Int(length)
      }
    }
    self.entries = entries
    self.width = width
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    var code = code
    var result = 0
    for _ in 0..<length {
      result = result << 1 | code & 1
      code >>= 1
    }
    return result
  }
}
