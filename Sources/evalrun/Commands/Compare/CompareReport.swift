import EvalKit

/// What `evalrun compare` found, before it is written in any form.
struct CompareReport: Sendable {
  /// What was compared.
  let comparison: Comparison
  /// What is printed beside the primary metric.
  let metrics: [String]
  /// Comparisons within strata, as they were asked for.
  let strata: [(breakdown: ComparisonBreakdown, found: [StratumComparison])]
  /// What has to be known before the report.
  let notes: [String]
  /// Whether all intervals are printed.
  let showsAllIntervals: Bool

  /// The metrics beside the primary one where none are named: what is lost, and what it costs.
  private static let usual = [
    "survival", "recall", "abstentionRight", "trajectoryInOrder", "hazardsPer100", "tokensPerTask",
  ]

  /// Reads the runs and compares.
  ///
  /// - Throws: ``Failure``, ``UsageError``.
  init(_ options: CompareOptions) throws {
    let judge = try Judges.named(options.judge)
    var notes: [String] = []
    var runs: [MeasuredRun] = []
    for path in options.runs {
      let rejudging = try Rejudging(path)
      if rejudging.missingCells > 0 {
        notes.append(
          "\(path): the run is not complete: "
            + "\(Figures.counted(rejudging.missingCells, "cell")) missing")
      }
      let own = try judge ?? rejudging.ownJudge()
      runs.append(
        MeasuredRun(
          rejudging.run, judged: try rejudging.judged(by: own), spec: rejudging.directory.spec,
          label: path))
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
    metrics = try Self.metrics(options.metrics, reported: reported).filter { $0 != primary }
    // All of them in JSON; what is printed otherwise is chosen from them.
    comparison = Comparison(
      pairs, of: runs, primary: primary, metrics: options.isJSON ? nil : metrics,
      settings: settings)
    let keys = ([primary] + (options.metrics.isEmpty ? ["survival"] : metrics))
      .filter(reported.contains)
    strata = Self.strata(comparison, options.breakdowns, of: keys)
    showsAllIntervals = options.wantsAllIntervals
    self.notes = notes
  }

  /// Whether a pair has no conclusion.
  var isUndecided: Bool {
    comparison.pairs.contains { pair in
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
    object["conclusion"] = .string(Conclusion(comparison: comparison).text)
    return .object(object)
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
