extension Summary {
  /// Pools scores: unweighted over groups of questions, or over cases.
  ///
  /// - Parameters:
  ///   - scores: Of all cases and arms, controls included.
  ///   - judge: The judge they were made by.
  ///   - evalSets: The sets that were run.
  ///   - filter: Which questions count; the others are excluded, and counted as such.
  ///   - leftOut: Questions the user's own filter left out before anything was asked.
  ///   - agreements: How far model judges agree with the deterministic verdicts.
  /// - Complexity: O(scores).
  public init(
    _ scores: [Score], judge: Judge = .default, evalSets: [SetIdentity] = [],
    filter: QuestionFilter = .all, leftOut: [Exclusion] = [], agreements: [JudgeAgreement] = []
  ) {
    let flagged = Summary.flags(in: ScoreTable(scores), judge)
    let counted = filter == .all ? scores : Summary.answerable(scores, flagged)
    let table = ScoreTable(counted)
    var present = Set(counted.map(\.metric))
    if present.contains("recall"), table.arms.contains(where: { $0.control == .null }) {
      present.insert("normalizedRecall")
    }
    if present.contains("stale") { present.insert("staleShare") }
    if present.contains("recall") { present.insert("precision") }
    if present.isSuperset(of: ["recall", "survival"]) { present.insert("confabulation") }
    if judge.composite != nil { present.insert(Metric.composite.key) }
    let metrics = judge.reported.compactMap { Metric[$0] }.filter { present.contains($0.key) }
    let pooling = ScorePooling(table: table, judge: judge)
    arms = table.arms.map { pooling.summary(of: $0, metrics) }
    strata = pooling.strata()
    survivalByAnswer = table.arms.compactMap { table.survivalByAnswer($0, table.fates($0)) }
    compactionsSurvived = table.arms.compactMap(pooling.compactions)
    ages = pooling.ages()
    halfLife = table.arms.compactMap(table.halfLife)
    self.metrics = metrics
    self.evalSets = evalSets
    self.flagged = flagged
    primary = judge.primary
    self.judge = judge.id
    judgeDigest = judge.digest
    self.agreements = agreements
    excluded = leftOut + Self.exclusions(in: counted)
  }

  private static func exclusions(in scores: [Score]) -> [Exclusion] {
    let asked: Set = [
      "recall", "abstentionRight", "falseAbstention", "trajectoryInOrder", "argumentFill",
    ]
    var questions: [String: Set<[String]>] = [:]
    for score in scores where asked.contains(score.metric) {
      if case .excluded(let reason) = score.outcome {
        questions[reason, default: []].insert([score.caseID, score.metric, score.question])
      }
    }
    return questions.map { Exclusion(reason: $0.key, count: $0.value.count) }
      .sorted { $0.reason < $1.reason }
  }
}

/// Pools the scores of arms.
struct ScorePooling {
  let table: ScoreTable
  let judge: Judge

  func summary(of arm: ArmIdentity, _ metrics: [Metric]) -> ArmSummary {
    var summary = ArmSummary(arm)
    for metric in metrics where metric.key != Metric.composite.key {
      let value =
        switch metric.key {
        case "normalizedRecall": normalizedRecall(arm)
        case "staleShare": staleShare(arm)
        case "precision": precision(arm)
        case "confabulation": confabulation(arm)
        case "argumentSupport": support(arm)
        default: value(arm, metric)
        }
      summary.metrics[metric.key] = value
    }
    summary.noRange = metrics.map(\.key).filter { !hasRange($0, for: arm) }
    if let composite = judge.composite {
      summary.metrics[Metric.composite.key] = composite.value(
        of: summary.metrics, noRange: summary.noRange)
    }
    let cells = table.cells(arm, "neverCompacted")
    summary.cases = cells.count
    summary.neverCompacted = cells.count { $0.mean(worst: nil) == 1 }
    summary.floor = table.cells(arm, "floor").count { $0.mean(worst: nil) == 1 }
    if arm.control == nil || arm.control == .oracle { summary.confusions = confusions(of: arm) }
    if arm.control == nil, let recall = Metric["recall"],
      let placebo = table.arms.first(where: {
        $0.name == arm.placeboName && $0.model == arm.model && $0.context == arm.context
      })
    {
      summary.placeboRecall = value(placebo, recall).value
    }
    return summary
  }

  private func value(_ arm: ArmIdentity, _ metric: Metric) -> MetricValue {
    pooled(table.cells(arm, metric.key), metric)
  }

  /// Pools groups of scores of a metric.
  func pooled(_ cells: [ScoreTable.Cell], _ metric: Metric) -> MetricValue {
    var result = Self.counts(cells.flatMap(\.scores))
    result.isIncomplete = metric.worst == nil && result.errored > 0
    guard result.scored > 0 else { return result }
    let means = cells.compactMap { $0.mean(worst: metric.worst) }
    switch metric.pooling {
    case .sum: result.value = means.reduce(0, +)
    case .maximum: result.value = means.max()
    case .mean, .derived: result.value = Self.mean(means)
    }
    return result
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  private static func counts(_ scores: [Score]) -> MetricValue {
    var result = MetricValue()
    for score in scores {
      switch score.outcome {
      case .scored: result.scored += 1
      case .errored: result.errored += 1
      case .notApplicable: result.notApplicable += 1
      case .excluded: result.excluded += 1
      }
    }
    return result
  }

  // MARK: Derived metrics

  /// The ceiling and the floor of a metric for an arm's model over questions both were asked.
  private func range(_ metric: Metric, for arm: ArmIdentity) -> (ceiling: Double, null: Double)? {
    guard let null = table.control(Control.null.name, for: arm),
      let bottom = value(null, metric).value
    else { return nil }
    let tops = [Control.oracle, .evidence].compactMap { control in
      table.control(control.name, for: arm).flatMap { value($0, metric).value }
    }
    return tops.max().map { ($0, bottom) }
  }

  private static let ranged: Set = [
    "survival", "recall", "trajectoryInOrder", "argumentFill", "argumentSupport",
  ]

  private func hasRange(_ key: String, for arm: ArmIdentity) -> Bool {
    let base = key == "normalizedRecall" ? "recall" : key
    guard Self.ranged.contains(base), let metric = Metric[base] else { return true }
    if key == "argumentSupport", let foreign = table.control(Control.foreign.name, for: arm),
      let rate = value(foreign, metric).value, rate >= judge.foreignCeiling
    {
      return false
    }
    guard let range = range(metric, for: arm) else { return true }
    return range.ceiling - range.null >= judge.noRangeBelow
  }

  /// (recall − null) ÷ (ceiling − null) over the questions all of them were asked.
  private func normalizedRecall(_ arm: ArmIdentity) -> MetricValue {
    var result = Self.counts(table.cells(arm, "recall").flatMap(\.scores))
    guard let null = table.control(Control.null.name, for: arm), result.scored > 0 else {
      return result
    }
    func values(_ arm: ArmIdentity) -> [ScoreTable.Group: Double] {
      var values: [ScoreTable.Group: Double] = [:]
      for cell in table.cells(arm, "recall") {
        if let mean = cell.mean(worst: 0) { values[cell.group] = mean }
      }
      return values
    }
    let mine = values(arm)
    let bottom = values(null)
    var best: (range: Double, share: Double)?
    for control in [Control.oracle, .evidence] {
      guard let top = table.control(control.name, for: arm).map(values) else { continue }
      let shared = mine.keys.filter { top[$0] != nil && bottom[$0] != nil }
        .sorted { ($0.caseID, $0.name) < ($1.caseID, $1.name) }
      func total(_ values: [ScoreTable.Group: Double]) -> Double {
        shared.reduce(0) { $0 + (values[$1] ?? 0) }
      }
      let range = (total(top) - total(bottom)) / Double(max(1, shared.count))
      if range > best?.range ?? 0, !shared.isEmpty {
        best = (range, (total(mine) - total(bottom)) / (range * Double(shared.count)))
      }
    }
    if let best, best.range >= judge.noRangeBelow {
      result.value = best.share
    } else {
      // No range: nothing to normalise by, so nothing is scored.
      result.notApplicable += result.scored
      result.scored = 0
    }
    return result
  }

  /// stale ÷ (stale + correct); an error or an overflow counts as stale, other answers as neither.
  private func staleShare(_ arm: ArmIdentity) -> MetricValue {
    share(table.cells(arm, "stale"), worst: 1) { score in
      guard case .scored(let value) = score.outcome, value == 0,
        score.verdict != AnswerVerdict.correct.rawValue
      else { return score.outcome }
      return .notApplicable("neither stale nor correct")
    }
  }

  /// correct ÷ answered: what is declined or was not asked is neither.
  private func precision(_ arm: ArmIdentity) -> MetricValue {
    share(table.cells(arm, "recall"), worst: 0) { score in
      guard case .scored = score.outcome else { return score.outcome }
      switch AnswerVerdict(rawValue: score.verdict) {
      case .correct: return .scored(1)
      case .stale, .wrong, .ambiguous: return .scored(0)
      case .abstained, .overflow, nil: return .notApplicable("it was not answered")
      }
    }
  }

  /// wrong ÷ (wrong + abstained) over questions of which a fact is gone; stale and ambiguous answers
  /// are wrong ones there. What is right all the same was guessed, and is neither.
  private func confabulation(_ arm: ArmIdentity) -> MetricValue {
    let fates = table.fates(arm)
    return share(table.cells(arm, "recall"), worst: 1) { score in
      guard case .scored = score.outcome else { return score.outcome }
      let key = ScoreTable.QuestionKey(caseID: score.caseID, question: score.question)
      guard fates[key]?.survival == .gone else { return .notApplicable("the fact is not gone") }
      switch AnswerVerdict(rawValue: score.verdict) {
      case .stale, .wrong, .ambiguous: return .scored(1)
      case .abstained: return .scored(0)
      case .correct, .overflow, nil: return .notApplicable("neither wrong nor declined")
      }
    }
  }

  /// The mean over groups of scores that count otherwise than they do by themselves.
  private func share(
    _ cells: [ScoreTable.Cell], worst: Double, _ outcome: (Score) -> Outcome
  ) -> MetricValue {
    var means: [Double] = []
    var result = MetricValue()
    for cell in cells {
      var kept = cell
      kept.scores = cell.scores.map { score in
        var other = score
        other.outcome = outcome(score)
        return other
      }
      let counts = Self.counts(kept.scores)
      result.scored += counts.scored
      result.errored += counts.errored
      result.notApplicable += counts.notApplicable
      result.excluded += counts.excluded
      if let mean = kept.mean(worst: worst) { means.append(mean) }
    }
    if result.scored > 0 { result.value = Self.mean(means) }
    return result
  }

  /// Support of arguments; not applicable under the judge's least number of leaves.
  private func support(_ arm: ArmIdentity) -> MetricValue {
    guard let metric = Metric["argumentSupport"] else { return MetricValue() }
    var result = value(arm, metric)
    let leaves = table.cells(arm, "argumentSupport").count { $0.mean(worst: 0) != nil }
    if leaves < judge.minimumLeaves {
      result.notApplicable += result.scored + result.errored
      result.scored = 0
      result.errored = 0
      result.value = nil
    }
    return result
  }
}
