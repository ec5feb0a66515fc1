/// Finds the words of a text.
enum WordScanner {
  /// Words of letters and digits, stemmed; pairs of characters where a script has no spaces.
  static func words(_ scalars: [Unicode.Scalar], _ folded: [UInt32]) -> [Word] {
    var words: [Word] = []
    words.reserveCapacity(scalars.count / 5)
    var bytes: [UInt8] = []
    var index = 0
    while index < folded.count {
      let value = folded[index]
      if ScalarClass.isCJK(value) {
        var end = index + 1
        while end < folded.count, ScalarClass.isCJK(folded[end]) { end += 1 }
        appendPairs(index..<end, folded, to: &words)
        index = end
      } else if ScalarClass.isWordPart(value) {
        var end = index + 1
        while end < folded.count, continuesWord(folded, end) { end += 1 }
        words.append(word(index..<end, scalars, folded, &bytes))
        index = end
      } else {
        index += 1
      }
    }
    return words
  }

  private static func continuesWord(_ folded: [UInt32], _ index: Int) -> Bool {
    let value = folded[index]
    if value == 0 || ScalarClass.isWordPart(value) { return true }
    // An apostrophe between letters, a point or comma between digits.
    guard index + 1 < folded.count else { return false }
    if value == 0x27 {
      return ScalarClass.isLetter(folded[index - 1]) && ScalarClass.isLetter(folded[index + 1])
    }
    return (value == 0x2E || value == 0x2C) && ScalarClass.isDigit(folded[index - 1])
      && ScalarClass.isDigit(folded[index + 1])
  }

  private static func word(
    _ range: Range<Int>, _ scalars: [Unicode.Scalar], _ folded: [UInt32], _ bytes: inout [UInt8]
  ) -> Word {
    bytes.removeAll(keepingCapacity: true)
    var isASCII = true
    for index in range {
      let value = folded[index]
      if value == 0 || value == 0x2C { continue }
      if value < 0x80 { bytes.append(UInt8(value)) } else { isASCII = false }
    }
    let key: UInt64
    var isFunctionWord = false
    if isASCII {
      isFunctionWord = Lexicon.functionWords.contains(Lexicon.hash(Stemming.stem(bytes)))
      if bytes.count > 2, bytes.suffix(2) == [0x27, UInt8(ascii: "s")] { bytes.removeLast(2) }
      key = Lexicon.key(bytes)
    } else {
      key = Lexicon.hash(folded[range])
    }
    return Word(
      start: Int32(range.lowerBound), end: Int32(range.upperBound), key: key,
      isFunctionWord: isFunctionWord,
      isCapitalised: ScalarClass.isCapital(scalars[range.lowerBound]), isPair: false)
  }

  private static func appendPairs(
    _ range: Range<Int>, _ folded: [UInt32], to words: inout [Word]
  ) {
    let last = max(range.lowerBound, range.upperBound - 2)
    for start in range.lowerBound...last {
      let end = min(start + 2, range.upperBound)
      let pair = folded[start..<end]
      words.append(
        Word(
          start: Int32(start), end: Int32(end), key: Lexicon.hash(pair),
          isFunctionWord: pair.allSatisfy(ScalarClass.isHiragana), isCapitalised: false,
          isPair: true))
    }
  }
}
