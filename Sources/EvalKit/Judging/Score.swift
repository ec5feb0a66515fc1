/// How a (case, question, arm) came out on a metric: exactly one of four, all counted and shown.
public enum Outcome: Hashable, Sendable {
  /// A number.
  case scored(Double)
  /// It failed: a reason. Counts as the worst value of a bounded metric.
  case errored(String)
  /// It cannot be asked of this arm: a reason.
  case notApplicable(String)
  /// The user's own filter left it out: a reason.
  case excluded(String)
}

/// A verdict on one metric, with its reason.
public struct Score: Hashable, Sendable {
  /// The case's id.
  public var caseID: String
  /// The arm's key.
  public var arm: String
  /// The metric's key.
  public var metric: String
  /// The question's id, `question/fact` for survival; empty for a metric of the whole (case, arm).
  public var question: String
  /// What is averaged to one score before pooling: all instances of a probe, all leaves with one
  /// value; the question itself where it stands alone.
  public var group: String
  /// How it came out.
  public var outcome: Outcome
  /// The verdict's word: correct, stale, wrong, abstained, verbatim, gone …
  public var verdict: String
  /// Why, in a sentence for a person.
  public var reason: String

  /// Makes a score.
  public init(
    caseID: String, arm: String, metric: String, question: String = "", group: String? = nil,
    outcome: Outcome, verdict: String = "", reason: String = ""
  ) {
    self.caseID = caseID
    self.arm = arm
    self.metric = metric
    self.question = question
    self.group = group ?? question
    self.outcome = outcome
    self.verdict = verdict
    self.reason = reason
  }
}
