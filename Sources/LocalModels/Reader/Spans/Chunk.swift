/// A run of text without a space, outer punctuation taken off.
struct Chunk: Sendable {
  /// Where it stands, in scalars.
  let range: Range<Int>
  /// Its folded ASCII bytes; anything else is 0xFF.
  let bytes: [UInt8]
  /// The same as text.
  let text: String
  /// Whether its first letter is upper-case, all its letters, and whether it has digits, letters.
  let isCapitalised: Bool
  let isUpper: Bool
  let digits: Int
  let letters: Int
  /// Whether punctuation was taken off that ends a phrase: before it, after it.
  let opens: Bool
  let closes: Bool
  /// Whether it is Chinese, Japanese or Korean.
  let isCJK: Bool

}

/// Cuts text into chunks.
enum ChunkScanner {
  /// The chunks of a range.
  static func chunks(_ reading: Reading, _ range: Range<Int>) -> [Chunk] {
    var chunks: [Chunk] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let value = reading.folded[index]
      if ScalarClass.isSpace(value) || value == 0 || isMark(reading, index) {
        index += 1
        continue
      }
      var end = index + 1
      let isCJK = ScalarClass.isCJK(value)
      while end < range.upperBound, continues(reading, end, isCJK) { end += 1 }
      if let chunk = chunk(reading, index..<end, within: range, isCJK: isCJK) {
        chunks.append(chunk)
      }
      index = end
    }
    return chunks
  }

  private static func continues(_ reading: Reading, _ index: Int, _ isCJK: Bool) -> Bool {
    let value = reading.folded[index]
    if ScalarClass.isSpace(value) || isMark(reading, index) { return false }
    return ScalarClass.isCJK(value) == isCJK
  }

  /// Marks that always part; a long dash is one, a hyphen is not.
  private static func isMark(_ reading: Reading, _ index: Int) -> Bool {
    switch reading.scalars[index].value {
    case 0x2014, 0x2015: return true
    case 0x2013:
      return index == 0 || !ScalarClass.isDigit(reading.folded[index - 1])
    default: return isMark(reading.folded[index])
    }
  }

  private static func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x22, 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x3B, 0x3C, 0x3E, 0x2A, 0x60, 0x7C: true
    case 0x3001, 0x3002, 0xFF1A, 0x3008...0x3011, 0x30FB, 0x2026, 0x2190...0x21FF, 0xB7: true
    default: false
    }
  }

  private static func chunk(
    _ reading: Reading, _ range: Range<Int>, within outer: Range<Int>, isCJK: Bool
  ) -> Chunk? {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, isOuter(reading.folded[lower], leading: true) { lower += 1 }
    while upper > lower, isOuter(reading.folded[upper - 1], leading: false) { upper -= 1 }
    guard lower < upper else { return nil }
    var digits = 0
    var letters = 0
    var isUpper = true
    var bytes: [UInt8] = []
    for index in lower..<upper {
      let value = reading.folded[index]
      if ScalarClass.isDigit(value) { digits += 1 }
      if ScalarClass.isLetter(value) {
        letters += 1
        if !ScalarClass.isCapital(reading.scalars[index]) { isUpper = false }
      }
      if value != 0 { bytes.append(value < 0x80 ? UInt8(value) : 0xFF) }
    }
    return Chunk(
      range: lower..<upper, bytes: bytes, text: String(decoding: bytes, as: UTF8.self),
      isCapitalised: ScalarClass.isCapital(reading.scalars[lower]),
      isUpper: isUpper && letters > 0, digits: digits, letters: letters,
      opens: lower > range.lowerBound || marks(reading, before: lower, within: outer),
      closes: upper < range.upperBound || marks(reading, after: upper, within: outer),
      isCJK: isCJK)
  }

  private static func isOuter(_ value: UInt32, leading: Bool) -> Bool {
    switch value {
    case 0x21, 0x27, 0x2C, 0x3A, 0x3F, 0x2D: true
    case 0x2E: !leading
    default: false
    }
  }

  private static func marks(_ reading: Reading, before: Int, within: Range<Int>) -> Bool {
    var index = before - 1
    while index >= within.lowerBound, ScalarClass.isSpace(reading.folded[index]) { index -= 1 }
    guard index >= within.lowerBound else { return true }
    return isMark(reading, index) || isOuter(reading.folded[index], leading: false)
  }

  private static func marks(_ reading: Reading, after: Int, within: Range<Int>) -> Bool {
    var index = after
    while index < within.upperBound, ScalarClass.isSpace(reading.folded[index]) { index += 1 }
    guard index < within.upperBound else { return true }
    return isMark(reading, index) || isOuter(reading.folded[index], leading: true)
  }
}
