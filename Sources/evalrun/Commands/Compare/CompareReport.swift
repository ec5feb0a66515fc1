import EvalKit

/// What `evalrun compare` found, before it is written in any form.
struct CompareReport: Sendable {
  /// What was compared.
  let comparison: Comparison
  /// What is printed beside the primary metric.
  let metrics: [String]
  /// Comparisons within strata, as they were asked for.
  let strata: [(breakdown: ComparisonBreakdown, found: [StratumComparison])]
  /// Quality against cost, of one run: a plane for each model and context.
  let planes: [CostPlane]
  /// Curves where they cost the same, as they were asked for.
  let equalCosts: [EqualCostComparison]
  /// Why curves of a model and context could not be put at one cost.
  let unequal: [String]
  /// What the judge would ship, where it was asked.
  let choices: [Choice]
  /// Whether all intervals are printed.
  let showsAllIntervals: Bool

  /// The metrics beside the primary one where none are named: what is lost, and what it costs.
  private static let usual = [
    "survival", "recall", "abstentionRight", "trajectoryInOrder", "hazardsPer100", "tokensPerTask",
  ]

  /// Reads the runs and compares.
  ///
  /// - Throws: ``Failure``, ``UsageError``.
  init(_ options: CompareOptions, console: Console) throws {
    let runs = try options.runs.map {
      try MeasuredRuns.read($0, judge: options.judge, console: console)
    }
    var settings = ComparisonSettings()
    settings.factor = options.factor ?? .strategy
    settings.level = options.level?.value ?? settings.level
    settings.margin = options.margin?.value ?? settings.margin
    settings.wantsAllIntervals = options.wantsAllIntervals
    guard settings.level > 0 else { throw UsageError.conflict("--alpha is above 0") }
    let reported = runs.first?.judge.reported ?? []
    let primary = runs.first?.judge.primary ?? "recall"
    let pairs = try Self.pairs(of: runs, options, settings)
    let shown = try Self.metrics(options.metrics, reported: reported).filter { $0 != primary }
    metrics = shown
    // All metrics for JSON; else what is printed, and what the conclusion is made from.
    comparison = Comparison(
      pairs, of: runs, primary: primary,
      metrics: options.isJSON
        ? nil : shown + Self.usual.filter { reported.contains($0) && !shown.contains($0) },
      settings: settings)
    let keys = ([primary] + (options.metrics.isEmpty ? ["survival"] : shown))
      .filter(reported.contains)
    strata = Self.strata(comparison, options.breakdowns, of: keys)
    let run = runs.count == 1 ? runs.first : nil
    if run == nil, options.equalCost != nil || options.wantsChoice {
      throw UsageError.conflict("--at-equal and --choose are for the arms of one run")
    }
    let summary = run?.summary()
    let curves = run.flatMap { run in summary.map { Curve.all(of: run, summary: $0) } } ?? []
    // Of some arms alone a plane would hide what they stand against.
    planes =
      !options.arms.isEmpty
      ? []
      : Metric[primary].flatMap { metric in
        summary.map { CostPlane.all(summary: $0, curves: curves, metric: metric) }
      }?.filter { $0.points.count > 1 } ?? []
    (equalCosts, unequal) = try Self.equalCosts(options, run, summary, curves, primary, settings)
    choices = try options.wantsChoice ? Self.choices(of: run, settings) : []
    showsAllIntervals = options.wantsAllIntervals
  }

  /// Whether something that was asked has no answer: which policy to ship, where that was asked.
  var isUndecided: Bool {
    if !choices.isEmpty { return choices.contains { $0.verdict != .ship } }
    return comparison.pairs.contains { pair in
      let verdict = pair[comparison.primary]?.decision?.verdict
      return verdict == nil || verdict == .inconclusive || verdict == .incomparable
    }
  }

  /// Whether something errored in what was compared.
  var hasErrors: Bool {
    comparison.pairs.contains { pair in
      pair.metrics.contains { $0.baseline.errored + $0.candidate.errored > 0 }
    }
  }

  /// Everything as JSON.
  var json: JSONValue {
    guard case .object(var object) = comparison.json else { return comparison.json }
    if !strata.isEmpty {
      object["strata"] = .array(
        strata.map { breakdown, found in
          ["by": .string(breakdown.rawValue), "strata": .array(found.map(\.json))]
        })
    }
    if !planes.isEmpty { object["planes"] = .array(planes.map(\.json)) }
    if !equalCosts.isEmpty || !unequal.isEmpty {
      object["atEqualCost"] = .array(
        equalCosts.map(\.json) + unequal.map { ["error": .string($0)] })
    }
    if !choices.isEmpty { object["choices"] = .array(choices.map(\.json)) }
    object["conclusion"] = .string(Conclusion(comparison: comparison).text)
    return .object(object)
  }

  /// Curves at one cost, model by model and context by context.
  private static func equalCosts(
    _ options: CompareOptions, _ run: MeasuredRun?, _ summary: Summary?, _ curves: [Curve],
    _ primary: String, _ settings: ComparisonSettings
  ) throws -> (found: [EqualCostComparison], unequal: [String]) {
    guard let asked = options.equalCost, let run, let summary, let metric = Metric[primary] else {
      return ([], [])
    }
    let reference = try options.against.map { try ArmPattern.all(run.policies, $0, "--against") }
    var found: [EqualCostComparison] = []
    var unequal: [String] = []
    var groups: [[Curve]] = []
    for curve in curves {
      let place = groups.firstIndex {
        $0[0].model == curve.model && $0[0].context == curve.context
      }
      if let place { groups[place].append(curve) } else { groups.append([curve]) }
    }
    for group in groups {
      let own = reference?.first { arm in
        group.contains { curve in curve.points.contains { $0.arm == arm } }
      }
      let title = "\(group[0].model), context \(group[0].context)"
      do throws(EqualCostError) {
        let comparison = try EqualCostComparison(
          of: run, summary: summary, curves: group, metric: metric, reference: own,
          tokens: asked.tokens.map { Double($0) }, settings: settings)
        if let comparison {
          found.append(comparison)
        } else {
          unequal.append("\(title): not two policies reach the same cost")
        }
      } catch {
        unequal.append("\(title): \(error)")
      }
    }
    return (found, unequal)
  }

  private static func choices(of run: MeasuredRun?, _ settings: ComparisonSettings) throws
    -> [Choice]
  {
    guard let run else { return [] }
    guard let rule = run.judge.choose else {
      throw Failure(
        .usage,
        "--choose: the judge '\(run.judge.id)' has no 'choose'; add one to its file and name it with "
          + "--judge, such as choose: { minimise: \"tokensPerTask\", subject: { recall: \"≥ ceiling − "
          + "0.05\" } }")
    }
    return Choice.all(of: run, rule: rule, settings: settings.statistics())
  }

  private static func strata(
    _ comparison: Comparison, _ breakdowns: [ComparisonBreakdown], of keys: [String]
  ) -> [(breakdown: ComparisonBreakdown, found: [StratumComparison])] {
    let keys = keys.enumerated().filter { !keys[..<$0.offset].contains($0.element) }
      .map(\.element)
    return breakdowns.map { breakdown in
      (breakdown, keys.flatMap { comparison.strata(by: breakdown.dimension, metric: $0) })
    }
  }

  // MARK: What is compared

  private static func metrics(_ named: [String], reported: [String]) throws -> [String] {
    if named.isEmpty { return usual.filter(reported.contains) }
    if named.contains("all") { return reported }
    for key in named where !reported.contains(key) {
      throw Failure(
        .usage,
        "--metric: the judge reports no '\(key)'" + EditDistance.suggestion(for: key, in: reported)
          + "\nthere is: \(reported.joined(separator: ", "))")
    }
    return named
  }

  private static func pairs(
    of runs: [MeasuredRun], _ options: CompareOptions, _ settings: ComparisonSettings
  ) throws -> [(baseline: ComparedSide, candidate: ComparedSide)] {
    let arms = runs.flatMap(\.arms)
    let candidates = try options.arms.flatMap { try ArmPattern.all(arms, $0, "--arm") }
    let references = try options.against.map { try ArmPattern.all(runs[0].arms, $0, "--against") }
    func isCandidate(_ arm: ArmIdentity) -> Bool {
      candidates.isEmpty ? arm.control == nil : candidates.contains(arm)
    }
    var pairs: [(baseline: ComparedSide, candidate: ComparedSide)]
    if runs.count > 1, let references {
      // An arm of a later run with another arm of the first.
      guard references.count == 1 else {
        throw Failure(
          .usage,
          "--against: \(references.count) arms of \(runs[0].label) fit; name one by its key\n"
            + "there is: \(references.map(\.key).joined(separator: ", "))")
      }
      pairs = runs.indices.dropFirst().flatMap { run in
        runs[run].arms.filter(isCandidate).map {
          (ComparedSide(run: 0, arm: references[0]), ComparedSide(run: run, arm: $0))
        }
      }
    } else {
      pairs = Comparison.pairs(
        of: runs, varying: settings.factor, candidate: isCandidate,
        reference: { arm in references?.contains(arm) ?? (arm.control == nil) })
    }
    if pairs.isEmpty {
      let why =
        runs.count > 1
        ? "no arm of a later run has its like in \(runs[0].label)"
          + (settings.factor == .model ? "" : "; where the model is another, add --vary model")
        : "there are no two arms of one model and context"
      throw Failure(
        .usage, "nothing to compare: \(why)\nthere is: \(arms.map(\.key).joined(separator: ", "))")
    }
    return pairs
  }
}
