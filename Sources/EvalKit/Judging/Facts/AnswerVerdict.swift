/// How an answer to a probe came out.
public enum AnswerVerdict: String, Hashable, Sendable, CaseIterable {
  /// It asserts what was expected.
  case correct
  /// It asserts a value that was replaced, and not the one in force.
  case stale
  /// It asserts something else, or nothing that was asked for.
  case wrong
  /// It declines, or only supposes.
  case abstained
  /// The view did not fit the context size; nothing was asked.
  case overflow
  /// It asserts the current value and a replaced or another one.
  case ambiguous
}

/// A verdict on an answer, with what led to it.
struct AnswerJudgement: Hashable, Sendable {
  var verdict: AnswerVerdict
  /// In words.
  var reason: String
  /// A value it asserts that was replaced.
  var superseded: String?
  /// Values of the asked kind it asserts that are not expected: whether the session ever said them is
  /// not known here.
  var unexpected: [ValueMatcher] = []

  static func == (left: AnswerJudgement, right: AnswerJudgement) -> Bool {
    left.verdict == right.verdict && left.reason == right.reason
      && left.superseded == right.superseded
      && left.unexpected.map(\.value) == right.unexpected.map(\.value)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(verdict)
    hasher.combine(reason)
  }
}
