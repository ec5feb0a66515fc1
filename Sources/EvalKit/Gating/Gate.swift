/// Why a gate's rules cannot be decided on what it was given.
public enum GateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A rule that asks for significance has too few clusters to ever fail.
  case fewClusters(metric: String, Int)
  /// A policy that differs between identical runs has too few repeats.
  case fewRepeats(metric: String, arm: String, Int, of: Int)

  /// The message: what is wrong and what to do.
  public var description: String {
    switch self {
    case .fewClusters(let metric, let count):
      "the gate on '\(metric)' asks for a change that generalises, which never fails on \(count) "
        + "cluster\(count == 1 ? "" : "s"); it takes \(Decision.fewestClusters), or the mode drift"
    case .fewRepeats(let metric, let arm, let count, let wanted):
      "the gate on '\(metric)' wants \(wanted) repeats of '\(arm)', which differs between identical "
        + "runs, and has \(count); run it again into further folders and name them all"
    }
  }
}

/// Holds a run against a baseline, on the baseline's own questions.
///
/// Both sides are compared case by case where the case is the same to the byte, question by question
/// where both scored it. What was scored and is not any more is a loss of coverage, never a smaller
/// denominator, and never a reason to fail: an error of the infrastructure is no regression.
public struct Gate: Sendable {
  /// What is held against the run.
  public let baseline: Baseline
  /// The run, as if it were to be blessed.
  public let run: Baseline
  /// What is demanded.
  public let rules: [GateRule]
  /// What may differ.
  public let factor: ComparisonFactor

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - baseline: What is held against the run.
  ///   - run: The run, or its repeats.
  ///   - rules: What is demanded, beside must questions, hazards, coverage and cache, which always are;
  ///     empty: ``GateRule/standard(primary:)`` of the run's judge.
  ///   - factor: What may differ: the policy unless said.
  public init(
    baseline: Baseline, run: Baseline, rules: [GateRule] = [], factor: ComparisonFactor = .strategy
  ) {
    self.baseline = baseline
    self.run = run
    self.rules = rules.isEmpty ? GateRule.standard(primary: run.primary) : rules
    self.factor = factor
  }

  /// Compares.
  ///
  /// - Throws: ``GateError`` where a rule could not be decided whatever the run did.
  /// - Complexity: O(results), and a test for each rule of each policy.
  public func report() throws(GateError) -> GateReport {
    var report = GateReport(blessing: baseline.blessing, factor: factor, repeats: run.repeats)
    let common = Set(baseline.cases.keys.filter { baseline.cases[$0] == run.cases[$0] })
    let gone = Set(baseline.cases.keys.filter { run.cases[$0] == nil })
    report.commonCases = common.count
    report.changedCases = baseline.cases.keys
      .filter { !common.contains($0) && !gone.contains($0) }.sorted()
    report.goneCases = gone.sorted()
    report.newCases = run.cases.keys.filter { baseline.cases[$0] == nil }.sorted()
    report.differing = differences
    report.controls = controlChanges
    report.unpinned = Set(baseline.unpinned + run.unpinned).sorted()
    report.idleRules = rules.filter { rule in
      !baseline.policies.contains { rule.applies(to: $0.name) }
    }.map { "\($0.metric) of '\($0.arms)'" }
    var taken = Set<String>()
    for old in baseline.policies {
      let others = counterparts(of: old)
      taken.formUnion(others.map(\.key))
      if others.isEmpty {
        report.arms.append(Self.missing(old))
      }
      for new in others {
        report.arms.append(try compare(old, new, common: common, gone: gone))
      }
    }
    report.newArms = run.policies.filter { !taken.contains($0.key) }.map(\.identity)
    return report
  }

  // MARK: What is compared with what

  /// The run's arms that stand for an arm of the baseline.
  private func counterparts(of old: Baseline.Arm) -> [Baseline.Arm] {
    let named = run.policies.filter { $0.name == old.name && $0.context == old.context }
    if let same = named.first(where: { $0.model == old.model }) { return [same] }
    return factor == .model ? named : []
  }

  /// What differs between the sides as a whole though it should not.
  private var differences: [String] {
    var names: [String] = []
    if factor != .judge, baseline.judgeDigest != run.judgeDigest {
      names.append(
        baseline.judge == run.judge
          ? "the judge '\(run.judge)'" : "the judge (\(baseline.judge), now \(run.judge))")
    }
    if factor != .tokenizer, baseline.tokenizer != run.tokenizer {
      names.append("the tokenizer (\(baseline.tokenizer), now \(run.tokenizer))")
    }
    if factor != .tokenizer, baseline.renderer != run.renderer {
      names.append("the renderer (\(baseline.renderer), now \(run.renderer))")
    }
    return names
  }

  private func differences(_ old: Baseline.Arm, _ new: Baseline.Arm) -> [String] {
    var names: [String] = []
    if factor != .model, baseline.models[old.model] != run.models[new.model] {
      names.append("the model '\(old.model)'")
    }
    if old.reserve != new.reserve {
      names.append("the reserve (\(old.reserve), now \(new.reserve))")
    }
    return names
  }

  private static func missing(_ old: Baseline.Arm) -> GateReport.Arm {
    var arm = GateReport.Arm(old.identity)
    var check = GateCheck(.coverage)
    check.status = .incomplete
    var seen = Set<[String]>()
    let results = old.results.filter { $0.value != nil }
    for result in results where seen.insert([result.caseID, result.question]).inserted {
      check.lost.append(
        GateLoss(
          caseID: result.caseID, question: result.question, metrics: [result.metric],
          reason: "the policy is gone"))
    }
    arm.checks = [check]
    return arm
  }

  private func compare(
    _ old: Baseline.Arm, _ new: Baseline.Arm, common: Set<String>, gone: Set<String>
  ) throws(GateError) -> GateReport.Arm {
    var arm = GateReport.Arm(old.identity)
    arm.counterpart = new.identity
    if old.spec != new.spec { arm.specs = [old.spec, new.spec] }
    arm.differing = differences(old, new)
    guard arm.differing.isEmpty, differences.isEmpty else { return arm }
    let metrics = Set(old.results.map(\.metric))
    let judged = factor == .judge ? metrics.intersection(new.results.map(\.metric)) : metrics
    let pairs = ArmPairs(old, new, common: common, gone: gone, metrics: judged)
    arm.hasSameViews =
      !common.isEmpty
      && common.allSatisfy { old.views[$0] != nil && old.views[$0] == new.views[$0] }
    arm.added = pairs.added
    let gate = ArmGate(
      gate: self, old: old, new: new, pairs: pairs, common: common,
      isWhole: common.count == baseline.cases.count && common.count == run.cases.count)
    arm.checks = try gate.checks()
    if factor == .model { arm.flips = gate.flips() }
    return arm
  }

  /// The controls whose value of the primary metric moved, in words.
  private var controlChanges: [String] {
    guard baseline.cases == run.cases, differences.isEmpty else { return [] }
    return baseline.arms.compactMap { old in
      guard old.isControl, old.identity.control?.isPlacebo == false,
        let before = old.metrics[run.primary]?.metric.value,
        let after = run[arm: old.key]?.metrics[run.primary]?.metric.value, before != after
      else { return nil }
      return "\(run.primary) of the control '\(old.name)' (\(old.model), \(old.context)) moved, "
        + "\(GateText.value(before, run.primary)) → \(GateText.value(after, run.primary)): "
        + "the model moved, not the policy"
    }
  }
}

extension Control {
  fileprivate var isPlacebo: Bool { if case .placebo = self { true } else { false } }
}
