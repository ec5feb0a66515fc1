import EvalKit
import Synchronization

/// What was read of a passage: a function of its entry alone, shared by every view that shows it.
final class PassageContent: Sendable {
  /// The kind of its entry.
  let kind: EntryKind
  /// The text it is a part of.
  let reading: Reading
  /// Its range in the text, in scalars.
  let range: Range<Int>
  /// Its words in the text.
  let words: Range<Int>
  /// The way to a leaf; without keys for prose.
  let label: LeafLabel
  /// The value of a leaf that is one value and no text of several sentences.
  let value: JSONValue?
  /// Whether it is a leaf.
  let isLeaf: Bool
  /// Whether it asks.
  let isQuestion: Bool

  private let found = Mutex<[Span]?>(nil)
  private let corrects = Mutex<Bool?>(nil)
  private let seen = Mutex<[SeenValue]?>(nil)

  init(
    kind: EntryKind, reading: Reading, range: Range<Int>, isQuestion: Bool,
    label: LeafLabel = .none, value: JSONValue? = nil, isLeaf: Bool = false
  ) {
    self.kind = kind
    self.reading = reading
    self.range = range
    self.isQuestion = isQuestion
    self.label = label
    self.value = value
    self.isLeaf = isLeaf
    words = reading.wordRange(range)
  }

  /// The typed values in it; scanned for when they are first asked for.
  var spans: [Span] { found.remembered { SpanScanner.spans(reading, range) } }

  /// Whether it says that something was changed or said wrongly before.
  var isCorrection: Bool {
    corrects.remembered { Corrections.hasCue(reading.foldedText(range)) }
  }

  /// The typed values that may fill an argument: a short leaf does as a whole or not at all.
  var filling: [SeenValue] {
    if isLeaf, range.count <= 24 { return [] }
    return seen.remembered { SeenValue.values(in: self) }
  }
}

/// A typed value as it may fill an argument.
struct SeenValue: Sendable {
  let span: Span
  /// The value as it came.
  let text: String
  /// The same folded, runs of spaces made one.
  let folded: String
  /// How it is made.
  let shape: ValueShape
  /// Whether the passage takes it back.
  let isTakenBack: Bool
  /// Whether it spans more than four runs of text.
  let isLong: Bool

  static func values(in passage: PassageContent) -> [SeenValue] {
    let spans = passage.spans
    guard !spans.isEmpty else { return [] }
    let reading = passage.reading
    let chunks = ChunkScanner.chunks(reading, passage.range)
    return spans.map { span in
      let text = reading.text(span.range)
      return SeenValue(
        span: span, text: text, folded: reading.foldedText(span.range),
        shape: ValueShape(Folding.fold(text)),
        isTakenBack: Corrections.isTakenBack(span.range, in: passage, chunks: chunks),
        isLong: chunks.count(where: { span.range.overlaps($0.range) }) > 4)
    }
  }
}

/// The keys that lead to a leaf, read once for all leaves they lead to.
final class LeafLabel: Sendable {
  /// Of prose.
  static let none = LeafLabel(pathKeys: [], name: [])

  /// Keys of the words of the path.
  let pathKeys: [UInt64]
  /// The innermost key, folded and split.
  let name: [String]
  /// The keys of its words.
  let nameKeys: [UInt64]

  init(pathKeys: [UInt64], name: [String]) {
    self.pathKeys = pathKeys
    self.name = name
    nameKeys = name.map(Lexicon.key)
  }
}

extension Mutex where Value: Sendable {
  /// The value, made when it is first asked for.
  ///
  /// Made outside the lock: two who ask at once may both make it, and make the same.
  func remembered<Wrapped: Sendable>(_ make: () -> Wrapped) -> Wrapped where Value == Wrapped? {
    if let value = withLock({ $0 }) { return value }
    let value = make()
    withLock { $0 = value }
    return value
  }
}
