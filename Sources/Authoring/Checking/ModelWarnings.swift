public import EvalKit

/// What asking a model tells of a set: which questions its controls speak against, and how large a
/// difference the set can detect.
public struct ModelFindings: Sendable {
  /// The smallest differences of the primary metric that pairs of policies are told apart by.
  public struct Detectable: Hashable, Sendable {
    /// The median over the pairs.
    public var median: Double
    /// The smallest and the largest.
    public var range: ClosedRange<Double>
    /// The pairs; those of which nothing is known are left out.
    public var pairs: [Pair]
  }

  /// What one pair of policies is told apart by.
  public struct Pair: Hashable, Sendable {
    /// The names of the two.
    public var names: [String]
    /// Their context.
    public var context: String
    /// The smallest difference.
    public var effect: Double
  }

  /// The metric that verdicts rest on.
  public let primary: String
  /// What can be detected; nil where no pair of policies tells.
  public let detectable: Detectable?
  let flagged: [FlaggedQuestion]

  /// Runs a set with a model and its controls.
  ///
  /// - Parameters:
  ///   - set: The set.
  ///   - strategies: The policies whose differences it is to detect.
  ///   - model: The model.
  ///   - width: How many (case, policy) at a time.
  /// - Throws: ``EvaluationError`` for what cannot be run; `CancellationError`.
  public init(
    _ set: EvalSet, strategies: [ArmSpec], model: EvaluatedModel, width: Int = 4
  ) async throws {
    let report = try await Evaluation(set: set, strategies: strategies, model: model)
      .run(width: width)
    primary = report.summary.primary
    flagged = report.summary.flagged
    detectable = Self.detectable(report.measured(as: set.id))
  }

  private static func detectable(_ run: MeasuredRun) -> Detectable? {
    var pairs: [(baseline: ComparedSide, candidate: ComparedSide)] = []
    for (place, left) in run.policies.enumerated() {
      for right in run.policies[(place + 1)...]
      where left.context == right.context && left.model == right.model {
        pairs.append((ComparedSide(run: 0, arm: left), ComparedSide(run: 0, arm: right)))
      }
    }
    let compared = Comparison(pairs, of: [run], metrics: [])
    // A difference larger than there can be is not found at all.
    let isShare = Metric[compared.primary]?.unit == .share
    var found: [Pair] = []
    for (sides, pair) in zip(pairs, compared.pairs) {
      guard let effect = pair.metrics.first?.statistics?.minimumDetectableEffect else { continue }
      found.append(
        Pair(
          names: [sides.baseline.arm.name, sides.candidate.arm.name],
          context: sides.baseline.arm.context,
          effect: isShare ? min(effect.value, 1) : effect.value))
    }
    let effects = found.map(\.effect).sorted()
    guard let first = effects.first, let last = effects.last else { return nil }
    let middle = effects.count / 2
    let median =
      effects.count.isMultiple(of: 2)
      ? (effects[middle - 1] + effects[middle]) / 2 : effects[middle]
    return Detectable(median: median, range: first...last, pairs: found)
  }

  // MARK: Findings

  /// The questions that the controls speak against, at their places.
  func warnings(_ cases: [LoadedCase]) -> [CheckFinding] {
    let known = Dictionary(
      cases.map { ($0.value.id, $0) }, uniquingKeysWith: { first, _ in first })
    return flagged.flatMap { question -> [CheckFinding] in
      guard let loaded = known[question.caseID],
        let (part, expects) = Self.part(named: question.group, in: loaded.value)
      else { return [] }
      var found: [(CheckRule, String)] = []
      if question.flags.contains(.oracleFails), question.flags.contains(.evidenceFails) {
        found.append(
          (.unanswerable, "fails on the whole history and on its evidence alone"))
      }
      // Where nothing is to be said or called, being right without history is what is asked.
      if expects, question.flags.contains(.nullPasses) {
        found.append((.guessable, "is right without any history"))
      }
      if expects, question.flags.contains(.foreignPasses) {
        found.append((.coincident, "is right on another case's history"))
      }
      let place = loaded.places[part]
      return found.map { rule, what in
        CheckFinding(
          rule: rule,
          diagnostic: Diagnostic(
            severity: .warning, file: loaded.places.file, position: place.position,
            path: place.path,
            message: "\(loaded.value.name(of: part)) \(what), says the model '\(question.model)'"),
          caseID: question.caseID, part: question.group)
      }
    }
  }

  /// The probe or expectation with an id, and whether a value or a call is what is right.
  private static func part(named id: String, in value: EvalCase) -> (CasePlaces.Part, Bool)? {
    let id = id.hasSuffix(".decoy") ? String(id.dropLast(6)) : id
    if let index = value.probes.firstIndex(where: { $0.id == id }) {
      return (.probe(index), value.probes[index].expect != .abstain)
    }
    if let index = value.trajectories.firstIndex(where: { $0.id == id }) {
      let trajectory = value.trajectories[index]
      return (.trajectory(index), !(trajectory.ordered + trajectory.unordered).isEmpty)
    }
    return nil
  }
}
