/// Two arms on one metric.
public struct MetricComparison: Hashable, Sendable {
  /// The metric.
  public let metric: Metric
  /// The baseline's value over the cases in common, as tables have it.
  public let baseline: MetricValue
  /// The candidate's.
  public let candidate: MetricValue
  /// What the pairs show; nil where there are none.
  public var statistics: PairedComparison?
  /// Why there are no statistics, where there are none.
  public var whyNone: String?
  /// The verdict, of the primary metric only.
  public var decision: Decision?
  /// The p-value corrected for the family, of the primary metric only.
  public var adjustedP: Double?
  /// The smallest true difference that would be found in 80 of 100 such sets; nil where nothing is known of
  /// the spread, and where even the largest there can be would not. Of the primary metric it is what a verdict needs: at the share of the level that the
  /// family leaves a pair.
  public var detectable: Double?
  /// How many clusters would find the difference that was seen; nil where there is none to find.
  public var clustersToFind: Int?
  /// The verdict as if questions were asked at the ages of a profile, of the primary metric.
  public var byAge: [ProfileDecision] = []
  /// Questions that came out otherwise, what is lost first.
  public var changes: [QuestionChange] = []
  /// The bootstrap's interval, where all intervals were asked for.
  public var bootstrap: ConfidenceInterval?
  /// Miller's standard error, where all intervals were asked for.
  public var standardError: ClusteredStandardError?

  init(_ metric: Metric, baseline: MetricValue, candidate: MetricValue) {
    self.metric = metric
    self.baseline = baseline
    self.candidate = candidate
  }

  /// Candidate less baseline, of the values: over questions, where `statistics` is over clusters.
  public var difference: Double? {
    guard let before = baseline.value, let after = candidate.value else { return nil }
    return after - before
  }

  /// Questions the candidate got better on.
  public var fixed: [QuestionChange] { changes.filter(\.isFixed) }
  /// Questions the candidate got worse on, the worst first.
  public var broken: [QuestionChange] { changes.filter { !$0.isFixed } }

  /// Whether the pairs show a difference, uncorrected; nil where nothing is shown either way.
  public var isBetter: Bool? {
    guard let isMore = metric.higherIsBetter, let interval = statistics?.interval,
      let statistics, statistics.clusters >= Decision.fewestClusters, !interval.contains(0)
    else { return nil }
    return (statistics.estimate > 0) == isMore
  }
}

/// Two arms on all metrics.
public struct ArmComparison: Hashable, Sendable {
  /// What is compared with.
  public let baseline: ComparedSide
  /// What is compared.
  public let candidate: ComparedSide
  /// What differs beside the declared factor, by name.
  public let differing: [String]
  /// The cases.
  public let cases: SharedCases
  /// Whether both showed the model the same bytes throughout the cases in common.
  public let viewsAreEqual: Bool
  /// Requests at which either arm edited its view.
  public let edited: Int
  /// Requests of both, counted once.
  public let requests: Int
  /// The metrics, the primary one first.
  public internal(set) var metrics: [MetricComparison]

  /// The comparison on a metric.
  public subscript(metric: String) -> MetricComparison? {
    metrics.first { $0.metric.key == metric }
  }
}

extension ArmComparison {
  /// What can be told of two sides before any metric.
  init(
    _ baseline: ComparedSide, _ candidate: ComparedSide, in runs: [MeasuredRun],
    varying factor: ComparisonFactor
  ) {
    self.baseline = baseline
    self.candidate = candidate
    let (old, new) = (runs[baseline.run], runs[candidate.run])
    cases = SharedCases(baseline: old.cases, candidate: new.cases)
    differing = ComparisonBasis.differences(
      old, baseline.arm, new, candidate.arm, varying: factor)
    var isEqual = !cases.common.isEmpty
    var (edited, requests) = (0, 0)
    for id in cases.common {
      let before = old.views[MeasuredRun.Cell(caseID: id, arm: baseline.arm.key)]
      let after = new.views[MeasuredRun.Cell(caseID: id, arm: candidate.arm.key)]
      if before?.digest != after?.digest || before == nil { isEqual = false }
      requests += max(before?.requests ?? 0, after?.requests ?? 0)
      edited += max(before?.edited ?? 0, after?.edited ?? 0)
    }
    viewsAreEqual = isEqual
    self.edited = edited
    self.requests = requests
    metrics = []
  }
}

extension ComparisonBasis {
  /// What sets two arms of runs apart besides a factor, by name.
  static func differences(
    _ old: MeasuredRun, _ baseline: ArmIdentity, _ new: MeasuredRun, _ candidate: ArmIdentity,
    varying factor: ComparisonFactor
  ) -> [String] {
    // What a control shows does not depend on the size of the window.
    let hasNoWindow = baseline.hasNoWindow || candidate.hasNoWindow
    func basis(_ run: MeasuredRun, _ arm: ArmIdentity) -> ComparisonBasis {
      ComparisonBasis(
        judge: run.judge.digest, model: "\(arm.model) \(run.spec.models[arm.model] ?? "")",
        tokenizer: "\(run.spec.tokenizer) \(run.spec.renderer)",
        context: hasNoWindow ? "" : arm.context,
        reserve: hasNoWindow ? 0 : run.reference(of: arm)?.reserve ?? 0)
    }
    return basis(old, baseline).differences(from: basis(new, candidate), varying: factor)
  }
}
