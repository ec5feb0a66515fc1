/// Splits text into sentences.
enum SentenceSplitter {
  /// The sentences of a text, trimmed; none of an empty one.
  static func sentences(_ scalars: [Unicode.Scalar], _ folded: [UInt32]) -> [Range<Int>] {
    var sentences: [Range<Int>] = []
    var start = 0
    func close(_ end: Int) {
      var lower = start
      var upper = end
      while lower < upper, ScalarClass.isSpace(folded[lower]) { lower += 1 }
      while upper > lower, ScalarClass.isSpace(folded[upper - 1]) { upper -= 1 }
      if lower < upper { sentences.append(lower..<upper) }
      start = end
    }
    var index = 0
    while index < folded.count {
      let value = folded[index]
      switch value {
      case 0x3002, 0xFF61:
        index = afterClosers(folded, index + 1)
        close(index)
        continue
      case 0x21, 0x3F, 0x2E:
        let end = afterClosers(folded, index + 1)
        if ends(scalars, folded, at: index, next: end, start: start) {
          close(end)
          index = end
          continue
        }
      case 0x0A:
        if breaks(scalars, folded, at: index) { close(index) }
      default: break
      }
      index += 1
    }
    close(folded.count)
    return sentences
  }

  private static func afterClosers(_ folded: [UInt32], _ from: Int) -> Int {
    var index = from
    while index < folded.count {
      switch folded[index] {
      case 0x22, 0x27, 0x29, 0x5D, 0x300D, 0x300F, 0x21, 0x3F, 0x2E: index += 1
      default: return index
      }
    }
    return index
  }

  /// Whether the mark at a position ends a sentence.
  private static func ends(
    _ scalars: [Unicode.Scalar], _ folded: [UInt32], at index: Int, next: Int, start: Int
  ) -> Bool {
    // Full-width marks need no space after them.
    if scalars[index].value > 0xFF { return true }
    guard next < folded.count else { return true }
    guard ScalarClass.isSpace(folded[next]) else { return false }
    guard folded[index] == 0x2E else { return true }
    var first = index
    while first > start, ScalarClass.isWordPart(folded[first - 1]) || folded[first - 1] == 0x2E {
      first -= 1
    }
    let length = index - first
    if length == 1, ScalarClass.isLetter(folded[first]) { return false }
    // The number of a list item.
    if length <= 2, length > 0, first == start || folded[first - 1] == 0x0A,
      (first..<index).allSatisfy({ ScalarClass.isDigit(folded[$0]) })
    {
      return false
    }
    let word = String(
      String.UnicodeScalarView(folded[first..<index].compactMap(Unicode.Scalar.init)))
    return !abbreviations.contains(word)
  }

  /// Whether a line feed ends a sentence: always but inside a paragraph broken into lines.
  private static func breaks(_ scalars: [Unicode.Scalar], _ folded: [UInt32], at index: Int) -> Bool
  {
    var before = index - 1
    while before >= 0, folded[before] == 0x20 || folded[before] == 0x0D { before -= 1 }
    var after = index + 1
    while after < folded.count, folded[after] == 0x20 { after += 1 }
    guard before >= 0, after < folded.count else { return true }
    let endsOpen = ScalarClass.isLetter(folded[before]) || folded[before] == 0x2C
    let goesOn = ScalarClass.isLetter(folded[after]) && !ScalarClass.isCapital(scalars[after])
    guard endsOpen && goesOn else { return true }
    // "key: value" lines are one each.
    var scan = after
    while scan < folded.count, ScalarClass.isWordPart(folded[scan]) || folded[scan] == 0x5F {
      scan += 1
    }
    return scan < folded.count && folded[scan] == 0x3A
  }

  private static let abbreviations: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "no", "nr", "vs", "e.g", "i.e", "etc", "approx", "fig",
    "inc", "ltd", "jr", "sr", "a.m", "p.m", "ca", "bzw", "tel", "ext", "vol", "ave", "mt",
  ]
}
