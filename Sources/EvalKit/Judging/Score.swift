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

/// What a score of survival says of the fact beside its verdict.
public struct FactDetails: Hashable, Sendable {
  /// Lost, but the same characters stand somewhere that does not mean the fact.
  public var isCoincident: Bool
  /// Kept, but a value it replaced is in view too.
  public var isContested: Bool
  /// Compactions of the arm's views since the fact was established; nil for a view that is no
  /// session's, as of most controls.
  public var compactions: Int?
  /// Where it survived, or where its distorted or replaced value stands.
  public var place: ValuePlace?

  /// Makes details.
  public init(
    isCoincident: Bool = false, isContested: Bool = false, compactions: Int? = nil,
    place: ValuePlace? = nil
  ) {
    self.isCoincident = isCoincident
    self.isContested = isContested
    self.compactions = compactions
    self.place = place
  }
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
  /// What the question is told apart by, of survival and recall.
  public var strata: Strata?
  /// What is known of the fact, of survival.
  public var fact: FactDetails?

  /// Makes a score.
  public init(
    caseID: String, arm: String, metric: String, question: String = "", group: String? = nil,
    outcome: Outcome, verdict: String = "", reason: String = "", strata: Strata? = nil,
    fact: FactDetails? = nil
  ) {
    self.caseID = caseID
    self.arm = arm
    self.metric = metric
    self.question = question
    self.group = group ?? question
    self.outcome = outcome
    self.verdict = verdict
    self.reason = reason
    self.strata = strata
    self.fact = fact
  }
}
