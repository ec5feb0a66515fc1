/// Arms compared pair by pair: what `compare` prints.
public struct Comparison: Sendable {
  /// How.
  public let settings: ComparisonSettings
  /// The runs.
  public let runs: [MeasuredRun]
  /// The metric that verdicts rest on.
  public let primary: String
  /// The pairs, in the order they were asked for.
  public let pairs: [ArmComparison]

  /// Compares pairs of arms on all metrics of the judge.
  ///
  /// The verdicts on the primary metric share the level: all pairs are one family.
  ///
  /// - Parameters:
  ///   - pairs: Baselines with candidates.
  ///   - runs: The runs they are of.
  ///   - primary: The metric that verdicts rest on; the first run's judge's unless said.
  ///   - metrics: The others; all of the judge's unless said.
  /// - Complexity: O(scores + pairs × metrics × (askings + assignments × clusters ÷ 8)).
  public init(
    _ pairs: [(baseline: ComparedSide, candidate: ComparedSide)], of runs: [MeasuredRun],
    primary: String? = nil, metrics: [String]? = nil,
    settings: ComparisonSettings = ComparisonSettings()
  ) {
    self.settings = settings
    self.runs = runs
    let primary = primary ?? runs.first?.judge.primary ?? "recall"
    self.primary = primary
    var compared = pairs.map {
      ArmComparison($0.baseline, $0.candidate, in: runs, varying: settings.factor)
    }
    let keys = [primary] + (metrics ?? runs.first?.judge.reported ?? []).filter { $0 != primary }
    let work = ComparisonWork(runs: runs, settings: settings, pairs: compared)
    for metric in keys.compactMap({ Metric[$0] }) {
      for (place, found) in work.compare(metric, isPrimary: metric.key == primary).enumerated() {
        if let found { compared[place].metrics.append(found) }
      }
    }
    self.pairs = compared
  }

  /// The pairs of a run with a reference, or of runs with the first.
  ///
  /// Within one run every policy is compared with the reference of its model and context. Across runs an
  /// arm is compared with the arm of the first run that has its key; with its name and context where
  /// the model is what varies.
  ///
  /// - Parameters:
  ///   - runs: The runs; the first one is the baseline where there are several.
  ///   - factor: What the sides are meant to differ in.
  ///   - isCandidate: Which arms are compared.
  ///   - isReference: Which arms may be the reference of one run; the best of them is, by the primary
  ///     metric, then by tokens a task, then by order.
  public static func pairs(
    of runs: [MeasuredRun], varying factor: ComparisonFactor,
    candidate isCandidate: (ArmIdentity) -> Bool = { $0.control == nil },
    reference isReference: (ArmIdentity) -> Bool = { $0.control == nil }
  ) -> [(baseline: ComparedSide, candidate: ComparedSide)] {
    guard let first = runs.first else { return [] }
    if runs.count > 1 {
      return runs.indices.dropFirst().flatMap { run in
        runs[run].arms.filter(isCandidate).compactMap { arm in
          first.arms.first { $0.matches(arm, varying: factor) }
            .map { (ComparedSide(run: 0, arm: $0), ComparedSide(run: run, arm: arm)) }
        }
      }
    }
    let summary = first.summary()
    var groups: [[ArmIdentity]] = []
    for arm in first.arms {
      let place = groups.firstIndex {
        $0[0].model == arm.model && $0[0].context == arm.context
      }
      if let place { groups[place].append(arm) } else { groups.append([arm]) }
    }
    return groups.flatMap { group in
      // A control that knows no window may stand beside the arms of any.
      let own = group.filter(isReference)
      let others = first.arms.filter {
        $0.model == group[0].model && $0.hasNoWindow && isReference($0)
      }
      guard let reference = best(of: own.isEmpty ? others : own, in: summary) else {
        return [(baseline: ComparedSide, candidate: ComparedSide)]()
      }
      return group.filter { isCandidate($0) && $0 != reference }
        .map { (ComparedSide(run: 0, arm: reference), ComparedSide(run: 0, arm: $0)) }
    }
  }

  /// The arm with the best primary value; of equal ones the cheapest, then the first.
  static func best(of arms: [ArmIdentity], in summary: Summary) -> ArmIdentity? {
    let isMore = Metric[summary.primary]?.higherIsBetter ?? true
    func key(_ arm: ArmIdentity) -> (Double, Double) {
      let metrics = summary[arm: arm.key]?.metrics
      let value = metrics?[summary.primary]?.value
      let worst = isMore ? -Double.infinity : Double.infinity
      return ((isMore ? -1 : 1) * (value ?? worst), metrics?["tokensPerTask"]?.value ?? .infinity)
    }
    return arms.enumerated().min { left, right in
      let (l, r) = (key(left.element), key(right.element))
      return (l.0, l.1, left.offset) < (r.0, r.1, right.offset)
    }?.element
  }
}

extension ArmIdentity {
  /// Whether what it shows does not depend on the size of the window.
  var hasNoWindow: Bool { [.oracle, .null, .evidence].contains(control) }

  /// Whether it is the same arm of another run, where runs differ in a factor.
  func matches(_ other: ArmIdentity, varying factor: ComparisonFactor) -> Bool {
    name == other.name && context == other.context && (factor == .model || model == other.model)
  }
}
