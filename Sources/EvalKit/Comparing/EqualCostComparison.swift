/// Curves of policies compared where they cost the same.
public struct EqualCostComparison: Sendable {
  /// A curve against the one it is compared with.
  public struct Row: Sendable {
    /// The curve, with what it is at the cost.
    public let entry: EqualCost.Entry
    /// Its value of the metric there.
    public let value: Double?
    /// What the pairs show; nil where there are none.
    public let statistics: PairedComparison?
    /// The p-value corrected for the rows.
    public let adjustedP: Double?
    /// The verdict.
    public let decision: Decision
  }

  /// The model.
  public let model: String
  /// The context size.
  public let context: String
  /// The metric.
  public let metric: Metric
  /// Where, and who reaches it.
  public let cost: EqualCost
  /// What the others are compared with.
  public let reference: EqualCost.Entry
  /// Its value of the metric.
  public let referenceValue: Double?
  /// The others, in the order of the curves.
  public let rows: [Row]

  /// Compares the curves of a model and a context.
  ///
  /// The value of a mix of two arms is theirs weighted, question by question, so the pairs are those of any
  /// comparison.
  /// - Parameters:
  ///   - run: The run.
  ///   - summary: Its scores pooled.
  ///   - curves: The curves.
  ///   - metric: A metric with scores of its own.
  ///   - reference: The arm the others are compared with; nil: the best curve at the cost is.
  ///   - tokens: The cost; nil: as ``EqualCost`` chooses.
  /// - Returns: nil where not two curves reach the cost.
  /// - Throws: ``EqualCostError`` where no cost is common.
  public init?(
    of run: MeasuredRun, summary: Summary, curves: [Curve], metric: Metric,
    reference: ArmIdentity? = nil, tokens: Double? = nil,
    settings: ComparisonSettings = ComparisonSettings()
  ) throws(EqualCostError) {
    let cost = try EqualCost(curves: curves, reference: reference, tokens: tokens)
    let isMore = metric.higherIsBetter ?? true
    func value(_ entry: EqualCost.Entry) -> Double? {
      let values = entry.mix.values { [summary[arm: $0.key]?.metrics[metric.key]?.value] }
      return values.first ?? nil
    }
    func isReference(_ entry: EqualCost.Entry) -> Bool {
      entry.curve.points.contains { $0.arm == reference }
    }
    let ranked = cost.entries.compactMap { entry in value(entry).map { (entry, $0) } }
    let best = ranked.max { isMore ? $0.1 < $1.1 : $0.1 > $1.1 }?.0
    guard let against = cost.entries.first(where: isReference) ?? best, cost.entries.count > 1
    else { return nil }
    let table = MetricTable(runs: [run], metric: metric)
    func values(_ entry: EqualCost.Entry) -> [Double?] {
      entry.mix.values { table.values(of: $0) }
    }
    func hasRange(_ entry: EqualCost.Entry) -> Bool {
      ![entry.mix.lower, entry.mix.upper].contains { arm in
        arm.flatMap { summary[arm: $0.key] }?.noRange.contains(metric.key) ?? false
      }
    }
    let others = cost.entries.filter { $0 != against }
    let base = values(against)
    let samples = others.map { table.layout.pair(baseline: base, candidate: values($0)) }
    let statistics = settings.statistics(
      margin: settings.margin(of: metric, baseline: value(against)))
    let found = PairedComparison.all(samples.compactMap { $0 }, settings: statistics)
    var next = found.makeIterator()
    let compared = samples.map { $0 == nil ? nil : next.next() }
    let evidence = zip(others, compared).map { entry, comparison in
      var evidence = DecisionEvidence(
        comparison: comparison, commonCases: run.cases.count, allCases: run.cases.count)
      evidence.hasRange = hasRange(entry) && hasRange(against)
      evidence.higherIsBetter = isMore
      return evidence
    }
    let decisions = Decision.all(evidence, level: settings.level)
    let adjusted = Decision.adjusted(evidence)
    rows = others.indices.map { place in
      Row(
        entry: others[place], value: value(others[place]), statistics: compared[place],
        adjustedP: adjusted[place], decision: decisions[place])
    }
    model = against.curve.model
    context = against.curve.context
    self.metric = metric
    self.cost = cost
    self.reference = against
    referenceValue = value(against)
  }

  /// The comparison as JSON.
  public var json: JSONValue {
    .sorted([
      "against": .string(reference.mix.name), "context": .string(context),
      "metric": .string(metric.key), "model": .string(model),
      "outOfReach": .array(
        cost.outOfReach.map { ["curve": .string($0.name), "reaches": .string($0.reach)] }),
      "rows": .array(
        rows.map { row in
          .sorted([
            "adjustedP": row.adjustedP.map { JSONValue($0) },
            "curve": .string(row.entry.curve.name),
            "mix": row.entry.mix.json, "reason": .string(row.decision.reason.description),
            "statistics": row.statistics?.json, "value": row.value.map { JSONValue($0) },
            "verdict": .string(row.decision.verdict.rawValue),
          ])
        }), "tokensPerTask": JSONValue(cost.tokens),
      "value": referenceValue.map { JSONValue($0) },
    ])
  }
}
