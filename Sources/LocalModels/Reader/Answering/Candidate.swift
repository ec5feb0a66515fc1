/// A value that may answer, with what speaks for it.
struct Candidate: Sendable {
  /// The passage it stands in.
  var passage: Int
  /// What and where it is.
  var span: Span
  /// The score of the passage and of the place within it.
  var score: Int
  /// The share of the question found in or near the passage, in 1/1024ths.
  var coverage: Int
  /// The value, folded, for comparing.
  var normal: String
}
