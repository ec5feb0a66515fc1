/// A word of a text, or a pair of Chinese, Japanese or Korean characters.
struct Word: Sendable {
  /// Where it stands, in scalars of its text.
  let start: Int32
  let end: Int32
  /// What words are compared by: the hash of the stem.
  let key: UInt64
  /// Whether it tells nothing of what a sentence is about.
  let isFunctionWord: Bool
  /// Whether it begins with an upper-case letter.
  let isCapitalised: Bool
  /// Whether it is a pair of characters.
  let isPair: Bool
}

/// A text that was read: its scalars, its words, its sentences.
struct Reading: Sendable {
  /// The scalars as they came.
  let scalars: [Unicode.Scalar]
  /// The same, folded.
  let folded: [UInt32]
  /// The words in order.
  let words: [Word]
  /// The sentences, in scalars.
  let sentences: [Range<Int>]

  /// Reads a text.
  ///
  /// - Complexity: O(length).
  init(_ text: String) {
    var known = KnownWords()
    self.init(text, known: &known)
  }

  /// Reads a text, remembering words.
  init(_ text: String, known: inout KnownWords) {
    scalars = Array(text.unicodeScalars)
    folded = scalars.map(Folding.fold)
    words = WordScanner.words(scalars, folded, &known)
    sentences = SentenceSplitter.sentences(scalars, folded)
  }

  /// The text of a range as it came.
  func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// The folded text of a range, runs of spaces made one.
  func foldedText(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    var space = true
    for index in range {
      let value = folded[index]
      if value == 0 { continue }
      if ScalarClass.isSpace(value) {
        if !space { view.append(" ") }
        space = true
      } else if let scalar = Unicode.Scalar(value) {
        view.append(scalar)
        space = false
      }
    }
    if view.last == " " { view.removeLast() }
    return String(view)
  }

  /// The words that begin in a range of scalars.
  func wordRange(_ range: Range<Int>) -> Range<Int> {
    let lower = firstWord(from: range.lowerBound)
    return lower..<max(lower, firstWord(from: range.upperBound))
  }

  private func firstWord(from position: Int) -> Int {
    var low = 0
    var high = words.count
    while low < high {
      let middle = (low + high) / 2
      if words[middle].start < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
