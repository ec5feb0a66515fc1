/// Everything known of one pair of arms on one metric.
public struct PairedComparison: Hashable, Sendable {
  /// How comparisons are made.
  public struct Settings: Hashable, Sendable {
    /// The level of every test.
    public var level = 0.05
    /// The largest difference that does not matter, in the metric's unit; 0 for none.
    public var margin = 0.0
    /// How often the printed effect is found.
    public var power = 0.8
    /// How many assignments of signs where not all are tried, the observed one included.
    public var assignments = SignFlipTest.defaultAssignments
    /// The seed of the random ones.
    public var seed: UInt64 = 0

    /// Makes the default settings.
    public init() {}
  }

  /// The mean over clusters of the cluster's mean difference, candidate less baseline.
  public let estimate: Double
  /// How many clusters there are.
  public let clusters: Int
  /// How many questions there are.
  public let questions: Int
  /// The two-sided p-value of "no difference".
  public let pValue: Double
  /// The differences that the same test does not refuse; nil under 6 clusters (at 0.95).
  public let interval: ConfidenceInterval?
  /// Whether every assignment of signs was tried.
  public let isExact: Bool
  /// Whether the arms differ by less than the margin; nil without a margin.
  public let equivalence: EquivalenceTest?
  /// What this comparison can find; nil where the clusters do not differ among themselves.
  public let minimumDetectableEffect: MinimumDetectableEffect?
  /// On how many questions the arms differ.
  public let discordance: Discordance
  /// How alike the questions of a cluster are; nil where it cannot be told.
  public let correlation: IntraclusterCorrelation?

  /// Compares many pairs at once, in the order given: all arms and metrics of a run. The result of a
  /// sample does not depend on the others.
  ///
  /// - Complexity: that of `SignFlipTest.all`.
  public static func all(
    _ samples: [PairedSample], settings: Settings = Settings()
  ) -> [PairedComparison] {
    let tests = SignFlipTest.all(
      samples, assignments: settings.assignments, seed: settings.seed)
    var perSpread: [Int: MinimumDetectableEffect] = [:]
    return zip(samples, tests).map { sample, test in
      // What depends on the number of clusters alone is worked out once for each.
      let clusters = sample.sizes.count
      let unit =
        perSpread[clusters]
        ?? MinimumDetectableEffect(
          spread: 1, clusters: clusters, level: settings.level, power: settings.power)
      perSpread[clusters] = unit
      return PairedComparison(
        sample, test, settings, unit.flatMap { $0.scaled(by: sample.spread ?? 0) })
    }
  }

  private init(
    _ sample: PairedSample, _ test: SignFlipTest, _ settings: Settings,
    _ effect: MinimumDetectableEffect?
  ) {
    estimate = test.mean
    clusters = test.clusters
    questions = sample.differences.count
    pValue = test.pValue()
    interval = test.interval(confidence: 1 - settings.level)
    isExact = test.isExact
    equivalence = EquivalenceTest(test, margin: settings.margin)
    minimumDetectableEffect = effect
    discordance = Discordance(sample)
    correlation = IntraclusterCorrelation(sample)
  }
}
