import EvalKit

/// A sentence of prose or a leaf of JSON in a view: what is found, and what answers are read in.
struct Passage: Sendable {
  /// What was read.
  let content: PassageContent
  /// The item it stands in; -1 for the instructions of the head.
  var item = 0
  /// The object a leaf stands in and the one around it, numbered over the view; -1 for prose.
  var object = -1
  var parent = -1

  /// The kind of its entry.
  var kind: EntryKind { content.kind }
  /// The text it is a part of.
  var reading: Reading { content.reading }
  /// Its range in the text, in scalars.
  var range: Range<Int> { content.range }
  /// Its words in the text.
  var words: Range<Int> { content.words }
  /// Keys of the path that leads to a leaf; none for prose.
  var pathKeys: [UInt64] { content.label.pathKeys }
  /// The innermost key of a leaf, folded and split.
  var name: [String] { content.label.name }
  /// The value of a leaf that is one value and no text of several sentences.
  var value: JSONValue? { content.value }
  /// Whether it asks.
  var isQuestion: Bool { content.isQuestion }
  /// The typed values in it.
  var spans: [Span] { content.spans }
  /// Whether it says that something was changed or said wrongly before.
  var isCorrection: Bool { content.isCorrection }
  /// Whether it is a leaf.
  var isLeaf: Bool { content.isLeaf }
  /// The text as it came.
  var text: String { content.reading.text(content.range) }
}
