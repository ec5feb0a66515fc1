/// How runs are compared.
public struct ComparisonSettings: Hashable, Sendable {
  /// What the sides are meant to differ in.
  public var factor = ComparisonFactor.strategy
  /// The level of every test.
  public var level = 0.05
  /// The largest difference that does not matter: of a share in points of 1, of anything else as a share
  /// of the baseline's value.
  public var margin = 0.02
  /// The seed of random assignments of signs.
  public var seed: UInt64 = 0
  /// Whether the bootstrap and Miller's standard error are worked out as well.
  public var wantsAllIntervals = false

  /// Makes the default settings.
  public init() {}

  /// The margin in a metric's unit.
  func margin(of metric: Metric, baseline: Double?) -> Double {
    metric.unit == .share ? margin : margin * abs(baseline ?? 0)
  }

  /// The settings of the statistics.
  ///
  /// - Parameter margin: The largest difference that does not matter, in the metric's unit; 0 for none.
  public func statistics(margin: Double = 0) -> PairedComparison.Settings {
    var settings = PairedComparison.Settings()
    settings.level = level
    settings.margin = margin
    settings.seed = seed
    return settings
  }
}

/// One side of a comparison: an arm of a run.
public struct ComparedSide: Hashable, Sendable {
  /// The run, by place among those compared.
  public let run: Int
  /// The arm.
  public let arm: ArmIdentity

  /// Names a side.
  public init(run: Int, arm: ArmIdentity) {
    self.run = run
    self.arm = arm
  }
}

/// The cases of both sides, matched by id and content.
public struct SharedCases: Hashable, Sendable {
  /// Cases that both sides have, with the same content.
  public let common: [String]
  /// Cases that only the baseline has.
  public let onlyBaseline: [String]
  /// Cases that only the candidate has.
  public let onlyCandidate: [String]
  /// Cases whose content differs: left out, as those are that one side lacks.
  public let changed: [String]

  /// Matches the cases of two runs.
  public init(baseline: [MeasuredRun.CaseIdentity], candidate: [MeasuredRun.CaseIdentity]) {
    let other = Dictionary(
      candidate.map { ($0.id, $0.digest) }, uniquingKeysWith: { first, _ in first })
    let ids = Set(baseline.map(\.id))
    common = baseline.filter { other[$0.id] == $0.digest }.map(\.id)
    changed = baseline.filter { other[$0.id].map { [digest = $0.digest] in $0 != digest } ?? false }
      .map(\.id)
    onlyBaseline = baseline.filter { other[$0.id] == nil }.map(\.id)
    onlyCandidate = candidate.filter { !ids.contains($0.id) }.map(\.id)
  }

  /// All cases of either side.
  public var all: Int {
    common.count + changed.count + onlyBaseline.count + onlyCandidate.count
  }
}
