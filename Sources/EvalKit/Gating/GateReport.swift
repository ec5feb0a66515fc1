/// What a gate found: a policy at a time, with everything it could not look at.
public struct GateReport: Hashable, Sendable {
  /// How a gate ends.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Every gate is met.
    case met
    /// A gate is not met, whatever else could not be told.
    case failed
    /// Something was not measured.
    case incomplete
    /// Nothing could be compared; or not all of it, where that is asked for.
    case inconclusive
  }

  /// A policy of the baseline.
  public struct Arm: Hashable, Sendable {
    /// The baseline's arm.
    public var arm: ArmIdentity
    /// The run's; nil where it has none.
    public var counterpart: ArmIdentity?
    /// The policies where they differ: the baseline's spec and the run's.
    public var specs: [String] = []
    /// What differs though it should not: nothing was compared.
    public var differing: [String] = []
    /// Whether the model was shown the same bytes in every case that both have.
    public var hasSameViews = false
    /// How many questions, or cases, the baseline has not.
    public var added = 0
    /// What was looked at.
    public var checks: [GateCheck] = []
    /// Recall that flipped, with what each flip is owed to, where the model is what may differ.
    public var flips: [GateChange] = []

    init(_ arm: ArmIdentity) { self.arm = arm }
  }

  /// Who found the baseline good, and why.
  public var blessing: Baseline.Blessing
  /// What may differ.
  public var factor: ComparisonFactor
  /// How many repeats the run is the mean of.
  public var repeats: Int
  /// What differs though it should not, of the run as a whole: nothing was compared.
  public var differing: [String] = []
  /// How many cases are the same on both sides.
  public var commonCases = 0
  /// Cases of the baseline that were changed since: not compared.
  public var changedCases: [String] = []
  /// Cases of the baseline that the run has not.
  public var goneCases: [String] = []
  /// Cases the baseline has not: not compared.
  public var newCases: [String] = []
  /// Policies the baseline has not: not compared.
  public var newArms: [ArmIdentity] = []
  /// Patterns of rules that fit no policy.
  public var idleRules: [String] = []
  /// Models of either side whose weights nothing digests.
  public var unpinned: [String] = []
  /// What moved in the controls: then the model or the set moved, not the policy.
  public var controls: [String] = []
  /// The policies, in the baseline's order.
  public var arms: [Arm] = []

  init(blessing: Baseline.Blessing, factor: ComparisonFactor, repeats: Int) {
    self.blessing = blessing
    self.factor = factor
    self.repeats = repeats
  }

  /// All checks.
  public var checks: [GateCheck] { arms.flatMap(\.checks) }

  /// Whether part of it could not be compared or decided, though nothing is missing.
  public var isPartial: Bool {
    !differing.isEmpty || !changedCases.isEmpty
      || arms.contains { arm in
        !arm.differing.isEmpty
          || arm.checks.contains { if case .undecided = $0.status { true } else { false } }
      }
  }

  /// How it ends: a failed gate before anything else, then what was not measured, then what could not be
  /// compared.
  ///
  /// - Parameter isStrict: Whether it ends inconclusively where only part could be compared or decided.
  public func verdict(isStrict: Bool = false) -> Verdict {
    let statuses = checks.map(\.status)
    if statuses.contains(.failed) { return .failed }
    if statuses.contains(.incomplete) { return .incomplete }
    let hasPairs = checks.contains { $0.questions > 0 }
    return !hasPairs || (isStrict && isPartial) ? .inconclusive : .met
  }

  /// Checks that came out better by as much as would fail: a reason to bless the run.
  public var improvements: [(arm: ArmIdentity, check: GateCheck)] {
    arms.flatMap { arm in arm.checks.filter(\.isImprovement).map { (arm.arm, $0) } }
  }
}
