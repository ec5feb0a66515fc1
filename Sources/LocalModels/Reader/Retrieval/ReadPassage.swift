package import EvalKit

/// A sentence of prose, or a leaf of JSON, with the typed values in it, as the reader sees them.
///
/// Positions are counted in scalars of the passage's own text.
package struct ReadPassage: Sendable {
  /// A value found in the passage.
  package struct Value: Sendable {
    /// What it looks like.
    package var kind: SpanKind
    /// The value as it came.
    package var text: String
    /// Where it stands.
    package var range: Range<Int>
    /// How good an example of its kind it is, in sixteenths.
    package var quality: Int
    /// Whether the passage takes it back: "not 14".
    package var isTakenBack: Bool
    /// How it is made of digits, letters and marks; empty where that says nothing.
    package var shape: [UInt8]
  }

  /// A word of the passage; pairs of letters where a script has no spaces.
  package struct Word: Sendable {
    /// The word as it came.
    package var text: String
    /// Where it stands.
    package var range: Range<Int>
    /// What words are compared by.
    package var key: UInt64
    /// Whether it tells nothing of what a sentence is about.
    package var isFunctionWord: Bool
    /// Whether it begins with an upper-case letter.
    package var isCapitalised: Bool
  }

  /// The entry it stands in; nil for the instructions of the head.
  package var entry: EntryID?
  /// The kind of that entry.
  package var kind: EntryKind
  /// The text as it came.
  package var text: String
  /// The typed values, by position; they may overlap.
  package var values: [Value]
  /// The words, by position.
  package var words: [Word]
  /// The words of the innermost key of a leaf; none for prose.
  package var name: [String]
  /// The object that a leaf stands in; nil for prose.
  package var object: Int?
  /// Whether it asks.
  package var isQuestion: Bool
  /// Whether it says that something was changed, or said wrongly before.
  package var isCorrection: Bool

  /// The passages of a session: of the head's instructions, then of every entry.
  ///
  /// - Complexity: O(text).
  package static func passages(of transcript: Transcript) -> [ReadPassage] {
    let items = transcript.entries.enumerated().map {
      Item(recorded: EntryID($0.offset), entry: $0.element)
    }
    return PassageReader(instructions: transcript.head.instructions, items: items).passages
      .map(ReadPassage.init)
  }

  private init(_ passage: Passage) {
    let reading = passage.reading
    let start = passage.range.lowerBound
    func own(_ range: Range<Int>) -> Range<Int> {
      (range.lowerBound - start)..<(range.upperBound - start)
    }
    entry = passage.item < 0 ? nil : EntryID(passage.item)
    kind = passage.kind
    text = passage.text
    name = passage.name
    object = passage.isLeaf ? passage.object : nil
    isQuestion = passage.isQuestion
    isCorrection = passage.isCorrection
    let chunks =
      passage.isCorrection && !passage.isLeaf
      ? ChunkScanner.chunks(reading, passage.range) : []
    values = passage.spans.map { span in
      Value(
        kind: span.kind, text: reading.text(span.range), range: own(span.range),
        quality: span.quality,
        isTakenBack: !chunks.isEmpty
          && Corrections.isTakenBack(span.range, in: passage.content, chunks: chunks),
        shape: ValueShape(reading.foldedText(span.range)).coarse)
    }
    words = passage.words.map { index in
      let word = reading.words[index]
      let range = Int(word.start)..<Int(word.end)
      return Word(
        text: reading.text(range), range: own(range), key: word.key,
        isFunctionWord: word.isFunctionWord, isCapitalised: word.isCapitalised)
    }
  }

  /// Whether a word is a unit that belongs to the number before it.
  package static func isUnit(_ word: String) -> Bool {
    SpanLexicon.units.contains(Folding.fold(word))
  }

  /// What a word is compared by, as in ``Word/key``.
  package static func key(of word: String) -> UInt64 { Lexicon.key(Folding.fold(word)) }
}
