extension Choice {
  /// What a rule says of a run: a choice for each model and context, in the order they were run.
  ///
  /// A policy is within a bound by its value in the summary. The choice is decided where there are 8
  /// clusters or more, no policy that cannot be judged might be better, the best one's intervals lie within
  /// their bounds, and its difference from the next is significant.
  /// - Parameters:
  ///   - run: The run.
  ///   - rule: What is to be shipped.
  ///   - settings: How comparisons are made; their margin plays no part.
  /// - Complexity: O(scores + policies × bounds × assignments × clusters).
  public static func all(
    of run: MeasuredRun, rule: ChoiceRule,
    settings: PairedComparison.Settings = PairedComparison.Settings()
  ) -> [Choice] {
    let work = ChoiceWork(run: run, rule: rule, settings: settings)
    var groups: [[ArmIdentity]] = []
    for arm in run.policies {
      let place = groups.firstIndex {
        $0[0].model == arm.model && $0[0].context == arm.context
      }
      if let place { groups[place].append(arm) } else { groups.append([arm]) }
    }
    return groups.map { Choice($0, by: work) }
  }

  private init(_ arms: [ArmIdentity], by work: ChoiceWork) {
    let rule = work.rule
    let policies = work.policies(arms)
    let ranked = rule.ranked(policies.filter { $0.qualifies == true })
    var reasons: [Reason] = []
    var runnerUp: RunnerUp?
    for policy in policies where policy.qualifies == nil {
      if let mine = policy.objective, let best = ranked.first?.objective, !rule.isBetter(mine, best)
      {
        continue
      }
      let fault = policy.fault ?? policy.findings.lazy.compactMap(\.fault).first
      reasons.append(.unknown(policy.arm, fault ?? "a value is missing"))
    }
    if let best = ranked.first {
      var clusters = work.clusters
      for finding in best.findings where finding.isUncertain {
        reasons.append(.uncertainBound(finding.constraint))
      }
      if let next = ranked.dropFirst().first {
        let compared = work.runnerUp(next, after: best)
        runnerUp = compared
        if let comparison = compared.comparison {
          clusters = min(clusters, comparison.clusters)
          if comparison.pValue > work.settings.level {
            reasons.append(.closeRunnerUp(next.arm, comparison.pValue))
          }
        } else {
          reasons.append(.untestable(rule.objective))
        }
      }
      if clusters < Decision.fewestClusters { reasons.insert(.fewClusters(clusters), at: 0) }
    }
    model = arms[0].model
    context = arms[0].context
    self.rule = rule
    self.policies = policies
    self.reasons = reasons
    self.runnerUp = runnerUp
    best = ranked.first?.arm
    alternatives = rule.alternatives(policies, to: ranked.first)
    verdict =
      reasons.isEmpty ? (ranked.isEmpty ? .nothingQualifies : .ship) : .cannotDecide
    nearest = ranked.isEmpty ? rule.nearest(policies)?.arm : nil
  }
}

/// The values and tests that choices of a run rest on.
private struct ChoiceWork {
  let run: MeasuredRun
  let rule: ChoiceRule
  let settings: PairedComparison.Settings
  let summary: Summary
  /// How many clusters the run's cases are of.
  let clusters: Int
  private let tables: [String: MetricTable]

  init(run: MeasuredRun, rule: ChoiceRule, settings: PairedComparison.Settings) {
    self.run = run
    self.rule = rule
    var settings = settings
    settings.margin = 0
    self.settings = settings
    summary = run.summary()
    clusters = Set(run.cases.map(\.cluster)).count
    var tables: [String: MetricTable] = [:]
    for key in [rule.objective] + rule.constraints.map(\.metric) where tables[key] == nil {
      if let metric = Metric[key], metric.pooling == .mean {
        tables[key] = MetricTable(runs: [run], metric: metric)
      }
    }
    self.tables = tables
  }

  /// How policies stand to the bounds, all tests made at once.
  func policies(_ arms: [ArmIdentity]) -> [Choice.Policy] {
    var policies: [Choice.Policy] = []
    var samples: [(policy: Int, finding: Int, sample: PairedSample)] = []
    for arm in arms {
      let fault = whyUnknown(rule.objective, arm)
      var policy = Choice.Policy(
        arm: arm, objective: fault == nil ? value(rule.objective, arm) : nil, fault: fault,
        findings: [])
      for constraint in rule.constraints {
        let start = constraint.bound.term.flatMap { control($0, constraint.metric, arm) }
        let finding = finding(constraint, arm, control: start)
        if finding.isMet != nil, let sample = sample(constraint.metric, arm, less: start) {
          samples.append((policies.count, policy.findings.count, sample))
        }
        policy.findings.append(finding)
      }
      policies.append(policy)
    }
    let tests = PairedComparison.all(samples.map(\.sample), settings: settings)
    for (place, test) in zip(samples, tests) {
      policies[place.policy].findings[place.finding].judge(by: test, spread: place.sample.spread)
    }
    return policies
  }

  func runnerUp(_ next: Choice.Policy, after best: Choice.Policy) -> Choice.RunnerUp {
    let sample = sample(rule.objective, best.arm, less: next.arm)
    return Choice.RunnerUp(
      arm: next.arm, difference: (best.objective ?? 0) - (next.objective ?? 0),
      comparison: sample.flatMap { PairedComparison.all([$0], settings: settings).first })
  }

  private func finding(
    _ constraint: ChoiceRule.Constraint, _ arm: ArmIdentity, control: ArmIdentity?
  ) -> Choice.Finding {
    let key = constraint.metric
    var fault = whyUnknown(key, arm)
    var start = 0.0
    if let term = constraint.bound.term {
      if let control {
        start = value(key, control) ?? 0
        if fault == nil { fault = whyUnknown(key, control).map { "\(control.name): \($0)" } }
      } else if fault == nil {
        fault = "no \(term.rawValue) in the run has a value of \(key)"
      }
    }
    let known = fault == nil ? value(key, arm) : nil
    return Choice.Finding(
      constraint: constraint, value: known,
      bound: known == nil ? nil : start + constraint.bound.offset,
      slack: known.map { constraint.bound.slack(of: $0, from: start) }, fault: fault,
      certainty: .valueOnly)
  }

  private func whyUnknown(_ key: String, _ arm: ArmIdentity) -> String? {
    guard let values = summary[arm: arm.key] else { return "\(key) was not measured" }
    return values.whyUnknown(key)
  }

  private func value(_ key: String, _ arm: ArmIdentity) -> Double? {
    summary[arm: arm.key]?.metrics[key]?.value
  }

  /// The arm a bound starts from: of the policy's context, else of any; with a value.
  private func control(_ term: ChoiceRule.Bound.Term, _ key: String, _ arm: ArmIdentity)
    -> ArmIdentity?
  {
    func named(_ name: String) -> ArmIdentity? {
      let found = run.arms.filter {
        $0.name == name && $0.model == arm.model && value(key, $0) != nil
      }
      return found.first { $0.context == arm.context } ?? found.first
    }
    switch term {
    case .oracle: return named(Control.oracle.name)
    case .null: return named(Control.null.name)
    case .placebo:
      return named(arm.placeboName).flatMap { $0.context == arm.context ? $0 : nil }
    case .ceiling:
      let tops = [Control.oracle, .evidence].compactMap { named($0.name) }
      let sign = Metric[key]?.higherIsBetter == false ? -1.0 : 1.0
      guard let first = tops.first, let last = tops.last else { return nil }
      return sign * (value(key, last) ?? 0) > sign * (value(key, first) ?? 0) ? last : first
    }
  }

  /// What an arm has over another, or over 0, asking by asking; nil for a metric that is no mean.
  private func sample(_ key: String, _ arm: ArmIdentity, less other: ArmIdentity?) -> PairedSample?
  {
    guard let table = tables[key] else { return nil }
    let mine = table.values(of: arm)
    let theirs = other.map { table.values(of: $0) } ?? Array(repeating: 0, count: mine.count)
    return table.layout.pair(baseline: theirs, candidate: mine)
  }
}

extension Choice.Finding {
  fileprivate var isUncertain: Bool {
    if case .uncertain = certainty { true } else { false }
  }

  /// Sets what is certain.
  fileprivate mutating func judge(by test: PairedComparison, spread: Double?) {
    // Nothing is known of how much other clusters would differ.
    if spread == 0 { return }
    guard let interval = test.interval, let isMet else {
      certainty = .uncertain(nil)
      return
    }
    let offset = constraint.bound.offset
    let isAtLeast = constraint.bound.relation == .atLeast
    let worst = isAtLeast == isMet ? interval.lower : interval.upper
    let isOnSide =
      abs(worst - offset) <= interval.tolerance
      ? isMet : (isAtLeast == isMet ? worst > offset : worst < offset)
    certainty = isOnSide ? .certain(interval) : .uncertain(interval)
  }
}
