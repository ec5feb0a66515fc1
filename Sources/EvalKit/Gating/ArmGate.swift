/// Holds a policy of a run against the same of the baseline.
struct ArmGate {
  let gate: Gate
  let old: Baseline.Arm
  let new: Baseline.Arm
  let pairs: ArmPairs
  /// The cases that are the same on both sides.
  let common: Set<String>
  /// Whether both sides have these cases and no others, so that values over all of them compare.
  let isWhole: Bool

  /// How far apart two numbers may be that count as equal.
  static let tolerance = 1e-9
  /// The rate of cache hits under which a cache is hardly used.
  static let lowCacheHits = 0.5

  /// Whether identical runs come out differently.
  private var isSampled: Bool { old.isSampled || new.isSampled }

  func checks() throws(GateError) -> [GateCheck] {
    var checks: [GateCheck] = []
    for rule in gate.rules where rule.applies(to: old.name) {
      checks += try self.checks(of: rule)
    }
    return checks + [must, hazards, cache, coverage]
  }

  // MARK: Rules

  /// What a metric is on both sides.
  private struct Figures {
    var before: Double
    var after: Double
    var questions: Int
    var pairs: [ArmPairs.Pair]
  }

  private func checks(of rule: GateRule) throws(GateError) -> [GateCheck] {
    guard let metric = Metric[rule.metric] else { return [] }
    var checks: [GateCheck] = []
    if rule.comparesChange { checks.append(GateCheck(try mode(of: rule), metric: metric.key)) }
    if rule.floor != nil { checks.append(GateCheck(.floor, metric: metric.key)) }
    if rule.ceiling != nil { checks.append(GateCheck(.ceiling, metric: metric.key)) }
    let figures: Figures
    switch self.figures(metric) {
    case .failure(let reason):
      for place in checks.indices { checks[place].status = reason.status }
      return checks
    case .success(let found): figures = found
    }
    for place in checks.indices {
      checks[place].before = figures.before
      checks[place].after = figures.after
      checks[place].questions = figures.questions
      checks[place].isOfCases = figures.pairs.first?.old.question.isEmpty ?? false
      switch checks[place].kind {
      case .floor: bound(&checks[place], rule.floor) { $0 < $1 - Self.tolerance }
      case .ceiling: bound(&checks[place], rule.ceiling) { $0 > $1 + Self.tolerance }
      default: try change(&checks[place], rule, metric, figures)
      }
    }
    return checks
  }

  private func mode(of rule: GateRule) throws(GateError) -> GateCheck.Kind {
    switch rule.mode {
    case .drift: return .drift
    case .generalises: return .generalises
    case nil where !isSampled: return .drift
    case .sampled, nil:
      guard gate.run.repeats >= rule.repeats else {
        throw .fewRepeats(
          metric: rule.metric, arm: old.name, gate.run.repeats, of: rule.repeats)
      }
      return .sampled
    }
  }

  private func bound(
    _ check: inout GateCheck, _ bound: Double?, _ isBeyond: (Double, Double) -> Bool
  ) {
    check.threshold = bound
    if let bound, let after = check.after, isBeyond(after, bound) { check.status = .failed }
  }

  private func change(
    _ check: inout GateCheck, _ rule: GateRule, _ metric: Metric, _ figures: Figures
  ) throws(GateError) {
    let isOfQuestions = !check.isOfCases && metric.unit == .share
    check.threshold = rule.threshold(
      before: figures.before, questions: isOfQuestions ? figures.questions : nil)
    check.broken = figures.pairs.filter { $0.isWorse(metric) }.map(\.change)
    check.fixed = figures.pairs.filter { $0.before != $0.after && !$0.isWorse(metric) }
      .map(\.change)
    let sign = metric.higherIsBetter == true ? -1.0 : 1
    let worse = sign * (figures.after - figures.before)
    let comparison = figures.pairs.isEmpty ? nil : comparison(figures.pairs)
    if worse != 0 { check.unseen = unseen(comparison) }
    let threshold = check.threshold ?? 0
    func reaches(_ change: Double) -> Bool {
      change > Self.tolerance && change >= threshold - Self.tolerance
    }
    switch check.kind {
    case .sampled:
      let spread = max(
        old.metrics[metric.key]?.spread ?? 0, new.metrics[metric.key]?.spread ?? 0)
      check.spread = spread
      if reaches(worse), worse > spread + Self.tolerance { check.status = .failed }
      check.isImprovement = reaches(-worse) && -worse > spread + Self.tolerance
    case .generalises:
      try generalise(&check, comparison, reaches, sign)
    default:
      if reaches(worse) { check.status = .failed }
      check.isImprovement = reaches(-worse)
    }
  }

  /// Fails where the change is significant over clusters and large enough.
  private func generalise(
    _ check: inout GateCheck, _ comparison: PairedComparison?, _ reaches: (Double) -> Bool,
    _ sign: Double
  ) throws(GateError) {
    let scored = old.results.filter {
      $0.metric == check.metric && $0.value != nil && common.contains($0.caseID)
    }
    let clusters = Set(scored.compactMap { gate.baseline.cases[$0.caseID]?.cluster }).count
    guard clusters >= Decision.fewestClusters else {
      throw .fewClusters(metric: check.metric ?? "", clusters)
    }
    guard let comparison else { return }
    let worse = sign * comparison.estimate
    let isFound = comparison.pValue <= PairedComparison.Settings().level
    if comparison.clusters < Decision.fewestClusters {
      check.status = .undecided("\(comparison.clusters) clusters are left")
    } else if reaches(worse) {
      check.status =
        isFound ? .failed : .undecided("the change is large enough and not shown to be one")
    }
    check.isImprovement = isFound && reaches(-worse)
  }

  // MARK: Numbers

  private struct Missing: Error { let status: GateCheck.Status }

  /// The metric on both sides: over what both scored; of a derived one over everything, which has to be
  /// the same.
  private func figures(_ metric: Metric) -> Result<Figures, Missing> {
    func none(_ status: GateCheck.Status) -> Result<Figures, Missing> {
      .failure(Missing(status: status))
    }
    guard let value = old.metrics[metric.key] else {
      return none(.skipped("the baseline's set has no question for it"))
    }
    if old.noRange.contains(metric.key) || new.noRange.contains(metric.key) {
      return none(.undecided("no range on this set"))
    }
    guard let before = value.metric.value else {
      return none(.skipped(value.metric.reason ?? "the baseline has no value for it"))
    }
    if metric.pooling == .derived {
      guard isWhole else { return none(.undecided("it is of other cases than the baseline's")) }
      guard let other = new.metrics[metric.key], other.metric.errored == 0,
        let after = other.metric.value
      else { return none(.undecided("the run has no whole value for it")) }
      return .success(
        Figures(before: before, after: after, questions: value.metric.scored, pairs: []))
    }
    let pairs = pairs.pairs[metric.key] ?? []
    guard !pairs.isEmpty else { return none(.undecided("nothing of it was scored on both sides")) }
    func pooled(_ values: [Double]) -> Double {
      let sum = values.reduce(0, +)
      return switch metric.pooling {
      case .sum: sum
      case .maximum: values.max() ?? 0
      case .mean, .derived: sum / Double(values.count)
      }
    }
    return .success(
      Figures(
        before: pooled(pairs.map(\.before)), after: pooled(pairs.map(\.after)),
        questions: pairs.count, pairs: pairs))
  }

  private func comparison(_ pairs: [ArmPairs.Pair]) -> PairedComparison? {
    let layout = ClusterLayout(
      pairs.map { pair in
        ClusterLayout.Asking(
          cluster: gate.baseline.cases[pair.old.caseID]?.cluster ?? pair.old.caseID,
          caseID: pair.old.caseID, question: pair.old.question)
      })
    return layout.pair(baseline: pairs.map(\.before), candidate: pairs.map(\.after))
      .flatMap { PairedComparison.all([$0]).first }
  }

  private func unseen(_ comparison: PairedComparison?) -> GateCheck.Unseen? {
    guard let comparison else { return nil }
    if comparison.clusters < Decision.fewestClusters { return .few(comparison.clusters) }
    return comparison.pValue <= PairedComparison.Settings().level ? .holds : .noSign
  }

  // MARK: What is always looked at

  /// Must questions that newly fail: any of whose instances does, of sampled policies most.
  private var must: GateCheck {
    var check = GateCheck(.must)
    let asked = Metric.all.flatMap { pairs.pairs[$0.key] ?? [] }.filter(\.old.isMust)
    check.questions = asked.count
    func fails(_ pair: ArmPairs.Pair) -> Bool {
      isSampled
        ? pair.before >= 0.5 && pair.after < 0.5 : pair.after < pair.before - Self.tolerance
    }
    check.broken = asked.filter(fails).map(\.change)
    if !check.broken.isEmpty { check.status = .failed }
    if !old.results.contains(where: \.isMust) {
      check.status = .skipped("the set has no must question")
    }
    return check
  }

  private var hazards: GateCheck {
    var check = GateCheck(.hazards)
    check.isOfCases = true
    let cases = common.filter { new.views[$0] != nil }.sorted()
    check.questions = cases.count
    for id in cases {
      let known = old.hazards[id] ?? [:]
      for (rule, count) in (new.hazards[id] ?? [:]).sorted(by: { $0.key < $1.key })
      where known[rule] == nil {
        check.hazards.append("\(id): \(rule) × \(count)")
      }
    }
    if !check.hazards.isEmpty { check.status = .failed }
    return check
  }

  private var cache: GateCheck {
    var check = GateCheck(.cache, metric: "cacheHitRate")
    let pairs = pairs.pairs["cacheHitRate"] ?? []
    guard !pairs.isEmpty else {
      check.status = .skipped("no case has a rate of cache hits")
      return check
    }
    let before = pairs.reduce(0) { $0 + $1.before } / Double(pairs.count)
    let after = pairs.reduce(0) { $0 + $1.after } / Double(pairs.count)
    check.before = before
    check.after = after
    check.threshold = Self.lowCacheHits
    check.questions = pairs.count
    check.isOfCases = true
    if before >= Self.lowCacheHits, after < Self.lowCacheHits { check.status = .failed }
    return check
  }

  private var coverage: GateCheck {
    var check = GateCheck(.coverage)
    check.lost = pairs.lost
    var seen = Set<[String]>()
    for result in old.results where result.value != nil {
      seen.insert([result.caseID, result.question])
    }
    check.questions = pairs.pairs.isEmpty ? 0 : seen.count
    if !pairs.lost.isEmpty { check.status = .incomplete }
    return check
  }

  // MARK: Flips

  /// Recall that flipped: the model's where the question's facts survived alike on both sides.
  func flips() -> [GateChange] {
    var survival: [[String]: [(before: Double, after: Double)]] = [:]
    for pair in pairs.pairs["survival"] ?? [] {
      let question = pair.old.question.split(separator: "/").first.map(String.init) ?? ""
      survival[[pair.old.caseID, question], default: []].append((pair.before, pair.after))
    }
    return (pairs.pairs["recall"] ?? []).filter { $0.before != $0.after }.map { pair in
      var change = pair.change
      if let facts = survival[[pair.old.caseID, pair.old.question]] {
        change.cause = facts.allSatisfy { $0.before == $0.after } ? .model : .compaction
      }
      return change
    }
  }
}
