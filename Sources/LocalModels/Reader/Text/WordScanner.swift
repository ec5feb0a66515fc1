/// Finds the words of a text.
enum WordScanner {
  /// Words of letters and digits, stemmed; pairs of characters where a script has no spaces.
  static func words(
    _ scalars: [Unicode.Scalar], _ folded: [UInt32], _ known: inout KnownWords
  ) -> [Word] {
    var words: [Word] = []
    words.reserveCapacity(scalars.count / 5)
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
        words.append(word(index..<end, scalars, folded, &known))
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
    _ range: Range<Int>, _ scalars: [Unicode.Scalar], _ folded: [UInt32], _ known: inout KnownWords
  ) -> Word {
    let entry = known.entry(folded[range])
    return Word(
      start: Int32(range.lowerBound), end: Int32(range.upperBound), key: entry.key,
      isFunctionWord: entry.isFunctionWord,
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

/// Words met before: stemming each once makes reading several times faster.
struct KnownWords: Sendable {
  /// What is known of a word.
  struct Entry: Sendable {
    let key: UInt64
    let isFunctionWord: Bool
  }

  private var entries: [UInt64: Entry] = [:]

  /// The key of a folded word, and whether it is a function word.
  mutating func entry(_ word: ArraySlice<UInt32>) -> Entry {
    let raw = Lexicon.hash(word)
    if let entry = entries[raw] { return entry }
    let entry = Self.read(word)
    entries[raw] = entry
    return entry
  }

  private static func read(_ word: ArraySlice<UInt32>) -> Entry {
    guard word.allSatisfy({ $0 < 0x80 }) else {
      return Entry(key: Lexicon.hash(word.filter { $0 != 0 }[...]), isFunctionWord: false)
    }
    // Ignored scalars and the commas of numbers are left out.
    var bytes = word.compactMap { $0 == 0 || $0 == 0x2C ? nil : UInt8($0) }
    let isFunctionWord = Lexicon.isFunctionWord(bytes)
    if bytes.count > 2, bytes.suffix(2) == [0x27, UInt8(ascii: "s")] { bytes.removeLast(2) }
    return Entry(key: Lexicon.key(bytes), isFunctionWord: isFunctionWord)
  }
}
