/// Compares pairs metric by metric; what several metrics need is worked out once.
struct ComparisonWork {
  private let runs: [MeasuredRun]
  private let settings: ComparisonSettings
  private let pairs: [ArmComparison]
  /// For each pair, the summaries of both runs over the cases in common.
  private let summaries: [(baseline: Summary, candidate: Summary)]
  private let must: [String: Set<String>]

  init(runs: [MeasuredRun], settings: ComparisonSettings, pairs: [ArmComparison]) {
    self.runs = runs
    self.settings = settings
    self.pairs = pairs
    var known: [[String]: Summary] = [:]
    func summary(_ run: Int, _ cases: SharedCases) -> Summary {
      let isWhole = cases.common.count == runs[run].cases.count
      let key = ["\(run)"] + (isWhole ? [] : cases.common)
      if let found = known[key] { return found }
      let made = runs[run].summary(of: isWhole ? nil : Set(cases.common))
      known[key] = made
      return made
    }
    summaries = pairs.map {
      (summary($0.baseline.run, $0.cases), summary($0.candidate.run, $0.cases))
    }
    must = Dictionary(
      runs.flatMap(\.cases).map { ($0.id, $0.must) }, uniquingKeysWith: { $0.union($1) })
  }

  /// Compares all pairs on a metric; nil for a pair of which neither side has it.
  func compare(_ metric: Metric, isPrimary: Bool) -> [MetricComparison?] {
    var results = pairs.indices.map { place in
      // A verdict there always is, if only that nothing can be compared.
      result(place, metric)
        ?? (isPrimary
          ? MetricComparison(metric, baseline: MetricValue(), candidate: MetricValue()) : nil)
    }
    let tables = tables(of: metric)
    var samples: [(pair: Int, sample: PairedSample)] = []
    for (place, pair) in pairs.enumerated() {
      guard results[place] != nil, let table = tables[pair.cases.common] else { continue }
      let before = table.scores(of: pair.baseline.arm, in: pair.baseline.run)
      let after = table.scores(of: pair.candidate.arm, in: pair.candidate.run)
      results[place]?.changes = QuestionChange.changes(
        table, baseline: before, candidate: after, must: must)
      if let reason = whyNone(metric, place) {
        results[place]?.whyNone = reason
        continue
      }
      let sample = table.layout.pair(
        baseline: before.map { $0.flatMap(table.value) },
        candidate: after.map { $0.flatMap(table.value) })
      if let sample {
        samples.append((place, sample))
      } else {
        results[place]?.whyNone = "no question in common"
      }
    }
    var known: [Int: PairedSample] = [:]
    for (place, found) in statistics(samples, metric) {
      known[place] = found.sample
      results[place]?.statistics = found.comparison
      results[place]?.detectable = Self.possible(
        found.comparison.minimumDetectableEffect?.value, metric)
      results[place]?.clustersToFind = found.sample.spread.flatMap {
        MinimumDetectableEffect.clusters(
          toFind: found.comparison.estimate, spread: $0, level: settings.level)
      }
      if settings.wantsAllIntervals {
        results[place]?.bootstrap =
          ClusterBootstrap(
            found.sample, confidence: 1 - settings.level, seed: settings.seed
          ).interval
        results[place]?.standardError = ClusteredStandardError(found.sample)
      }
    }
    if isPrimary { decide(&results, metric, tables, known) }
    return results
  }

  /// The values of both sides; nil where neither has the metric.
  private func result(_ place: Int, _ metric: Metric) -> MetricComparison? {
    let pair = pairs[place]
    let before = summaries[place].baseline[arm: pair.baseline.arm.key]?.metrics[metric.key]
    let after = summaries[place].candidate[arm: pair.candidate.arm.key]?.metrics[metric.key]
    if before == nil, after == nil { return nil }
    return MetricComparison(
      metric, baseline: before ?? MetricValue(), candidate: after ?? MetricValue())
  }

  /// One table for each selection of cases.
  private func tables(of metric: Metric) -> [[String]: MetricTable] {
    var tables: [[String]: MetricTable] = [:]
    for pair in pairs where tables[pair.cases.common] == nil {
      tables[pair.cases.common] = MetricTable(
        runs: runs, metric: metric, cases: Set(pair.cases.common))
    }
    return tables
  }

  /// Why a metric has no statistics, whatever its scores.
  private func whyNone(_ metric: Metric, _ place: Int) -> String? {
    switch metric.pooling {
    case .mean: break
    case .derived: return "worked out of other metrics: no pairs"
    case .sum: return "a count over the whole set: no pairs"
    case .maximum: return "the largest of the whole set: no pairs"
    }
    return incomplete(metric, place).isEmpty
      ? nil : "errors, and no worst value to count them as"
  }

  private func incomplete(_ metric: Metric, _ place: Int) -> [String] {
    let pair = pairs[place]
    return [
      (summaries[place].baseline, pair.baseline), (summaries[place].candidate, pair.candidate),
    ].compactMap { summary, side in
      summary[arm: side.arm.key]?.metrics[metric.key]?.isIncomplete == true ? side.arm.name : nil
    }
  }

  /// Compares samples, those with one margin at once.
  private func statistics(_ samples: [(pair: Int, sample: PairedSample)], _ metric: Metric)
    -> [(Int, (sample: PairedSample, comparison: PairedComparison))]
  {
    let margins = samples.map { place, _ in
      settings.margin(
        of: metric,
        baseline: summaries[place].baseline[arm: pairs[place].baseline.arm.key]?
          .metrics[metric.key]?.value)
    }
    var groups: [(margin: Double, members: [Int])] = []
    for (index, margin) in margins.enumerated() {
      if let place = groups.firstIndex(where: { $0.margin == margin }) {
        groups[place].members.append(index)
      } else {
        groups.append((margin, [index]))
      }
    }
    return groups.flatMap { margin, members in
      let found = PairedComparison.all(
        members.map { samples[$0].sample }, settings: settings.statistics(margin: margin))
      return zip(members, found).map { index, comparison in
        (samples[index].pair, (samples[index].sample, comparison))
      }
    }
  }

  // MARK: Verdicts

  /// Decides the primary metric: plainly, and at the ages of each profile.
  private func decide(
    _ results: inout [MetricComparison?], _ metric: Metric, _ tables: [[String]: MetricTable],
    _ samples: [Int: PairedSample]
  ) {
    let present = results.indices.filter { results[$0] != nil }
    let evidence = present.map { place in
      self.evidence(place, metric, results[place]?.statistics, results[place]?.changes ?? [])
    }
    let decisions = Decision.all(evidence, level: settings.level)
    let tested = Decision.adjusted(evidence)
    var byAge: [Int: [ProfileDecision]] = [:]
    for profile in AgeProfile.all {
      var mine: [(pair: Int, sample: PairedSample)] = []
      for place in present where results[place]?.statistics != nil {
        let pair = pairs[place]
        guard let table = tables[pair.cases.common] else { continue }
        let sample = table.sample(
          at: profile, baseline: table.scores(of: pair.baseline.arm, in: pair.baseline.run),
          candidate: table.scores(of: pair.candidate.arm, in: pair.candidate.run))
        if let sample { mine.append((place, sample)) }
      }
      let found = Dictionary(
        statistics(mine, metric).map { ($0.0, $0.1.comparison) },
        uniquingKeysWith: { first, _ in first })
      let aged = present.enumerated().map { index, place in
        var own = evidence[index]
        own.comparison = found[place]
        return own
      }
      for (place, decision) in zip(present, Decision.all(aged, level: settings.level)) {
        guard let found = found[place] else { continue }
        byAge[place, default: []].append(
          ProfileDecision(
            profile: profile.name, estimate: found.estimate, interval: found.interval,
            verdict: decision.verdict))
      }
    }
    // Holm's correction leaves a pair at least this much of the level.
    let level = settings.level / Double(max(1, tested.compactMap { $0 }.count))
    for (index, place) in present.enumerated() {
      let ages = byAge[place] ?? []
      // A profile without questions of its ages says nothing.
      let isTold = ages.count == AgeProfile.all.count
      results[place]?.byAge = ages
      results[place]?.adjustedP = tested[index]
      results[place]?.decision =
        isTold ? decisions[index].held(against: ages) : decisions[index]
      results[place]?.detectable = Self.possible(
        samples[place].flatMap { MinimumDetectableEffect($0, level: level)?.value }, metric)
    }
  }

  /// An effect that is found often enough, if it can be at all: a share cannot differ by more than 1.
  private static func possible(_ effect: Double?, _ metric: Metric) -> Double? {
    guard let effect, metric.unit != .share || effect <= 1 else { return nil }
    return effect
  }

  private func evidence(
    _ place: Int, _ metric: Metric, _ comparison: PairedComparison?, _ changes: [QuestionChange]
  ) -> DecisionEvidence {
    let pair = pairs[place]
    var evidence = DecisionEvidence(
      comparison: comparison, commonCases: pair.cases.common.count, allCases: pair.cases.all)
    evidence.differing = pair.differing
    evidence.incomplete = incomplete(metric, place)
    evidence.hasRange = ![
      summaries[place].baseline[arm: pair.baseline.arm.key],
      summaries[place].candidate[arm: pair.candidate.arm.key],
    ].contains { $0?.noRange.contains(metric.key) ?? false }
    // With another model the same views may well be answered otherwise.
    let isSameModel = settings.factor == .strategy || settings.factor == .tool
    evidence.viewsAreEqual = pair.viewsAreEqual && (isSameModel || changes.isEmpty)
    evidence.changed = pair.edited
    evidence.requests = pair.requests
    evidence.higherIsBetter = metric.higherIsBetter ?? true
    return evidence
  }
}
