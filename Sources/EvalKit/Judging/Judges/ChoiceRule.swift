/// Which policy is to be shipped: the best by one metric among those that others hold within bounds.
///
/// In a judge file: `choose: { minimise: "tokensPerTask", subject: { recall: "≥ ceiling − 0.05" } }`.
public struct ChoiceRule: Hashable, Sendable {
  /// Which way the objective is better.
  public enum Aim: String, Hashable, Sendable, CaseIterable {
    /// The least is best.
    case minimise
    /// The most is best.
    case maximise
  }

  /// A metric with what it has to be.
  public struct Constraint: Hashable, Sendable {
    /// The metric's key.
    public var metric: String
    /// What it has to be.
    public var bound: Bound

    /// Makes a constraint.
    public init(metric: String, bound: Bound) {
      self.metric = metric
      self.bound = bound
    }
  }

  /// Which way the objective is better.
  public var aim: Aim
  /// The key of the metric that decides among policies within all bounds.
  public var objective: String
  /// The bounds by metric, so that the order they were written in reaches no result.
  public let constraints: [Constraint]

  /// Makes a rule.
  public init(_ aim: Aim, _ objective: String, subject constraints: [Constraint] = []) {
    self.aim = aim
    self.objective = objective
    self.constraints = constraints.sorted { $0.metric < $1.metric }
  }
}

extension ChoiceRule {
  /// The least or the most a metric may be: a number, or so far from what a control arm reaches.
  public struct Bound: Hashable, Sendable, CustomStringConvertible {
    /// On which side of the bound a metric has to be.
    public enum Relation: String, Hashable, Sendable {
      /// The bound or more.
      case atLeast = "≥"
      /// The bound or less.
      case atMost = "≤"
    }

    /// The control arm whose value the bound starts from.
    public enum Term: String, Hashable, Sendable, CaseIterable {
      /// The better of the whole log and the evidence alone.
      case ceiling
      /// The whole log.
      case oracle
      /// No history.
      case null
      /// Whole turns dropped at random to the size of the very policy.
      case placebo
    }

    /// On which side the metric has to be.
    public var relation: Relation
    /// The control; nil: the bound is the offset by itself.
    public var term: Term?
    /// What is added to the control's value, in the metric's unit.
    public var offset: Double

    /// Makes a bound.
    public init(_ relation: Relation, _ offset: Double, from term: Term? = nil) {
      self.relation = relation
      self.term = term
      self.offset = offset
    }

    /// The bound as judge files write it: `≥ ceiling − 0.05`.
    public var description: String {
      guard let term else { return "\(relation.rawValue) \(Self.spelled(offset))" }
      let start = "\(relation.rawValue) \(term.rawValue)"
      if offset == 0 { return start }
      return "\(start) \(offset < 0 ? "−" : "+") \(Self.spelled(abs(offset)))"
    }

    private static func spelled(_ value: Double) -> String {
      let text = "\(value)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// How far a value lies on the right side of the bound, the control's value being known: negative
    /// where it is missed.
    func slack(of value: Double, from control: Double) -> Double {
      let bound = control + offset
      return relation == .atLeast ? value - bound : bound - value
    }
  }
}
