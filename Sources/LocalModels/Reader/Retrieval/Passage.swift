import EvalKit
import Synchronization

/// A sentence of prose or a leaf of JSON: what is found, and what answers are read in.
struct Passage: Sendable {
  /// The item it stands in; -1 for the instructions of the head.
  var item: Int
  /// The kind of its entry.
  var kind: EntryKind
  /// The text it is a part of.
  var reading: Reading
  /// Its range in the text, in scalars.
  var range: Range<Int>
  /// Its words in the text.
  var words: Range<Int>
  /// Keys of the path that leads to a leaf; none for prose.
  var pathKeys: [UInt64] = []
  /// The innermost key of a leaf, folded and split.
  var name: [String] = []
  /// The object a leaf stands in and the one around it, numbered over the view; -1 for prose.
  var object = -1
  var parent = -1
  /// The value of a leaf that is one value and no text of several sentences.
  var value: JSONValue?
  /// Whether it asks.
  var isQuestion = false

  private let found = Remembered<[Span]>()
  private let corrects = Remembered<Bool>()

  /// Makes a passage.
  init(item: Int, kind: EntryKind, reading: Reading, range: Range<Int>, isQuestion: Bool) {
    self.item = item
    self.kind = kind
    self.reading = reading
    self.range = range
    self.isQuestion = isQuestion
    words = reading.wordRange(range)
  }

  /// The typed values in it; scanned for when they are first asked for.
  var spans: [Span] { found.value { SpanScanner.spans(reading, range) } }

  /// Whether it says that something was changed or said wrongly before.
  var isCorrection: Bool {
    corrects.value { Corrections.hasCue(reading.foldedText(range)) }
  }

  /// Whether it is a leaf.
  var isLeaf: Bool { object >= 0 }

  /// The text as it came.
  var text: String { reading.text(range) }
}

/// A value computed when it is first asked for, shared by copies.
final class Remembered<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  /// The value, made once.
  func value(_ make: () -> Value) -> Value {
    if let value = state.withLock({ $0 }) { return value }
    let value = make()
    state.withLock { $0 = value }
    return value
  }
}
