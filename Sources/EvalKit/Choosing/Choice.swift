/// Which policy a rule says to ship, for a model and a context, and what that rests on.
///
/// Values are those of the summary; what is certain of them is told by the sign-flip test over clusters
/// (``PairedComparison``): a choice by values alone would be one of luck.
public struct Choice: Hashable, Sendable {
  /// How it came out.
  public enum Verdict: String, Hashable, Sendable {
    /// The best policy is shown to be within its bounds and ahead of the next.
    case ship
    /// That is not shown.
    case cannotDecide
    /// Every policy misses a bound.
    case nothingQualifies
  }

  /// How a policy stands to one bound.
  public struct Finding: Hashable, Sendable {
    /// The bound.
    public let constraint: ChoiceRule.Constraint
    /// The policy's value; nil where nothing can be concluded from it.
    public let value: Double?
    /// What it has to be, in the metric's unit; nil where the control has no value.
    public let bound: Double?
    /// How far it lies on the right side, in the metric's unit; negative where the bound is missed.
    public let slack: Double?
    /// Why it cannot be told; nil where it can.
    public let fault: String?
    /// What is known beside the value.
    public var certainty: Certainty

    /// Whether the bound is met by value; nil where it cannot be told.
    public var isMet: Bool? { slack.map { $0 >= -1e-9 * max(1, abs(bound ?? 0)) } }
  }

  /// What is known of a bound beside the value.
  public enum Certainty: Hashable, Sendable {
    /// The interval lies on the value's side of the bound: of the difference from the control where the
    /// bound has one, else of the value.
    case certain(ConfidenceInterval)
    /// It does not; nil where the clusters are too few for an interval.
    case uncertain(ConfidenceInterval?)
    /// The value is no mean over questions or cases, or no cluster differs from another: the value is
    /// all there is.
    case valueOnly
  }

  /// A policy with how it stands to each bound.
  public struct Policy: Hashable, Sendable {
    /// The policy.
    public let arm: ArmIdentity
    /// Its value of the objective; nil where nothing can be concluded from it.
    public let objective: Double?
    /// Why there is none.
    public let fault: String?
    /// The bounds, in the rule's order.
    public var findings: [Finding]

    /// Whether it is within all bounds; nil where that, or its objective, cannot be told.
    public var qualifies: Bool? {
      if findings.contains(where: { $0.isMet == false }) { return false }
      return fault == nil && findings.allSatisfy { $0.isMet == true } ? true : nil
    }
  }

  /// The next best policy within all bounds.
  public struct RunnerUp: Hashable, Sendable {
    /// The policy.
    public let arm: ArmIdentity
    /// The objective of the best less its own.
    public let difference: Double
    /// The same as the statistics have it; nil where the objective is no mean over questions or cases.
    public let comparison: PairedComparison?
  }

  /// A policy that a laxer rule would ship.
  public struct Alternative: Hashable, Sendable {
    /// The policy.
    public let arm: ArmIdentity
    /// The bounds it misses, each moved just so far that it is met: shares to a thousandth, other
    /// numbers to a tenth.
    public let relaxed: [ChoiceRule.Constraint]
    /// What keeps it out now, in the order of `relaxed`.
    public let missed: [Finding]
    /// Its objective less that of the best within the bounds.
    public let difference: Double?
  }

  /// Why nothing is decided.
  public enum Reason: Hashable, Sendable {
    /// There are too few clusters for any conclusion.
    case fewClusters(Int)
    /// The policy meets a bound by its value, and its interval reaches over it.
    case uncertainBound(ChoiceRule.Constraint)
    /// The best and the next are not shown to differ; the p-value.
    case closeRunnerUp(ArmIdentity, Double)
    /// The objective is no mean over questions or cases: there is no test of it.
    case untestable(String)
    /// A policy might be better, and cannot be judged.
    case unknown(ArmIdentity, String)
  }

  /// The model.
  public let model: String
  /// The context size.
  public let context: String
  /// The rule.
  public let rule: ChoiceRule
  /// The policies, in the order they were run.
  public let policies: [Policy]
  /// How it came out.
  public let verdict: Verdict
  /// The best on this set of those within all bounds, decided or not; of equal ones the first run.
  public let best: ArmIdentity?
  /// The next.
  public let runnerUp: RunnerUp?
  /// Why it cannot be decided.
  public let reasons: [Reason]
  /// Policies that a laxer rule would ship, the best objective first.
  public let alternatives: [Alternative]
  /// Where nothing qualifies, the policy that misses the fewest bounds, and by least: shares as they
  /// are, other numbers as parts of their bound.
  public let nearest: ArmIdentity?

  /// A policy by its arm.
  public subscript(arm: ArmIdentity) -> Policy? { policies.first { $0.arm == arm } }
}

extension Choice.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .fewClusters(let count):
      "\(count) clusters; under \(Decision.fewestClusters) nothing is concluded"
    case .uncertainBound(let constraint):
      "\(constraint.metric) \(constraint.bound) is met on this set, and the interval reaches past it"
    case .closeRunnerUp(let arm, _): "it is not shown to differ from \(arm.name)"
    case .untestable(let key): "\(key) is no mean over questions or cases, so no test can tell"
    case .unknown(let arm, let fault): "\(arm.name) cannot be judged: \(fault)"
    }
  }
}
