import Synchronization

/// What happened in a run, ready to be judged: by the judge it was made with, or by another.
///
/// Judging asks no model, so that the same observations and the same judge always give the same
/// scores.
public struct RecordedRun: Sendable {
  private struct Case: Sendable {
    let value: EvalCase
    /// What its entries cost.
    let ledger: TokenLedger
  }

  /// The arms, in the run's order.
  public let arms: [ArmIdentity]
  /// What happened, in the order of the plan.
  public let observations: [Observation]
  private let cases: [Case]
  /// The policies, by the arm's key.
  private let pipelines: [String: Pipeline]
  private let evalSets: [Summary.SetIdentity]
  private let leftOut: [Summary.Exclusion]

  /// A run whose plan is at hand.
  ///
  /// - Parameter spec: What the run is made from.
  public init(_ plan: Plan, spec: RunSpec, observations: [Observation]) {
    arms = plan.arms.map { ArmIdentity($0) }
    cases = plan.cases.map { Case(value: $0.value, ledger: $0.ledger) }
    pipelines = Dictionary(
      plan.arms.compactMap { arm in
        if case .pipeline(let pipeline) = arm.policy { (arm.key, pipeline) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
    self.observations = observations
    evalSets = spec.sets.map { Summary.SetIdentity(id: $0.id, digest: $0.digest) }
    leftOut = spec.leftOut
  }

  /// Reads a run's folder.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - renderer: The run's, as ``RunSpec/renderer`` names it.
  ///   - tokenizer: The run's, as ``RunSpec/tokenizer`` names it.
  ///   - pipeline: Reads an arm's spec; nil where it cannot: rules that look at the policy itself then
  ///     do not apply to the arm.
  /// - Throws: ``RunDirectoryError``.
  public init(
    _ directory: RunDirectory, renderer: any Renderer, tokenizer: any Tokenizer,
    pipeline: (_ spec: String) -> Pipeline?
  ) throws {
    let values = try directory.cases()
    arms = directory.spec.arms.map { ArmIdentity(key: $0.key) }
    cases = values.map { value in
      Case(
        value: value,
        ledger: TokenLedger(
          entries: value.transcript.entries, renderer: renderer, tokenizer: tokenizer))
    }
    pipelines = Dictionary(
      directory.spec.arms.compactMap { arm in
        arm.isControl ? nil : pipeline(arm.spec).map { (arm.key, $0) }
      }, uniquingKeysWith: { first, _ in first })
    observations = try directory.observations(of: values)
    evalSets = directory.spec.sets.map { Summary.SetIdentity(id: $0.id, digest: $0.digest) }
    leftOut = directory.spec.leftOut
  }

  /// The cases, in the run's order.
  public var values: [EvalCase] { cases.map(\.value) }

  /// The cases, each prepared for a judge when it comes to it, in the run's order.
  public func judgedCases(by judge: Judge) -> some Sequence<JudgedCase> {
    cases.lazy.map { judge.prepare($0.value, ledger: $0.ledger) }
  }

  /// Judges it.
  ///
  /// - Parameter judgements: What model judges said, as far as it is recorded.
  /// - Complexity: O(views + text that stages made) a (case, arm).
  public func judged(by judge: Judge, judgements: Judgements = Judgements()) -> JudgedRun {
    let byCase = Dictionary(grouping: observations, by: \.caseID)
    var scores: [Score] = []
    var requests = judge.modelJudges.map { JudgementRequests($0) }
    // A case at a time: what is prepared is let go before the next.
    for judged in judgedCases(by: judge) {
      let mine = byCase[judged.evalCase.id] ?? []
      for place in requests.indices {
        requests[place].add(judged, mine, strictness: judge.strictness)
      }
      scores += judge.scores(
        of: judged, arms: arms, observations: mine, pipelines: pipelines,
        modelVerdicts: ModelVerdicts(requests: requests, judgements: judgements))
    }
    return JudgedRun(
      judge: judge, scores: scores,
      modelVerdicts: ModelVerdicts(requests: requests, judgements: judgements),
      evalSets: evalSets, leftOut: leftOut)
  }

  /// Judges it, `width` cases at a time; what comes out is the same.
  ///
  /// - Parameter judgements: What model judges said, as far as it is recorded.
  /// - Throws: never what a case is the reason of; `CancellationError`.
  public func judged(
    by judge: Judge, judgements: Judgements = Judgements(), width: Int
  ) async throws -> JudgedRun {
    // What model judges are asked is collected case by case.
    guard judge.modelJudges.isEmpty else { return judged(by: judge, judgements: judgements) }
    let byCase = Dictionary(grouping: observations, by: \.caseID)
    let verdicts = ModelVerdicts(requests: [], judgements: judgements)
    let scores = try await cases.mapped(width: width) { [arms, pipelines] value in
      try Task.checkCancellation()
      let judged = judge.prepare(value.value, ledger: value.ledger)
      return judge.scores(
        of: judged, arms: arms, observations: byCase[judged.evalCase.id] ?? [],
        pipelines: pipelines, modelVerdicts: verdicts)
    }
    return JudgedRun(
      judge: judge, scores: scores.flatMap { $0 }, modelVerdicts: verdicts, evalSets: evalSets,
      leftOut: leftOut)
  }

  /// What the judge's hazard rules find in the main line of every policy, by case, then by arm.
  ///
  /// - Returns: no report for a cell whose recorded changes do not fit its case.
  public func hazards(by judge: Judge)
    -> [(caseID: String, arm: ArmIdentity, report: HazardReport?)]
  {
    let byCase = Dictionary(grouping: observations, by: \.caseID)
    return judgedCases(by: judge).flatMap { judged in
      (byCase[judged.evalCase.id] ?? []).compactMap { observation in
        let arm = ArmIdentity(key: observation.arm)
        guard arm.control == nil, !observation.requests.isEmpty else { return nil }
        let report = judge.hazards(
          of: judged, in: observation, pipeline: pipelines[observation.arm])
        return (judged.evalCase.id, arm, report)
      }
    }
  }

  /// The flips between two of its arms, by cause.
  ///
  /// - Parameters:
  ///   - arm: The arm that is explained.
  ///   - reference: The one it is compared with.
  ///   - judged: The run as it was judged.
  public func flips(of arm: ArmIdentity, against reference: ArmIdentity, in judged: JudgedRun)
    -> FlipReport
  {
    FlipReport(
      of: arm, against: reference, cases: judgedCases(by: judged.judge), scores: judged.scores,
      observations: observations)
  }
}

/// A run with what a judge makes of it.
public struct JudgedRun: Sendable {
  /// The judge.
  public let judge: Judge
  /// The scores: by case, by arm, then by metric.
  public let scores: [Score]
  /// What model judges say of the answers.
  public let modelVerdicts: ModelVerdicts
  private let evalSets: [Summary.SetIdentity]
  private let leftOut: [Summary.Exclusion]
  private let whole = Pooled()

  /// All scores pooled, once they were: copies share it.
  private final class Pooled: Sendable {
    let summary = Mutex<Summary?>(nil)
  }

  fileprivate init(
    judge: Judge, scores: [Score], modelVerdicts: ModelVerdicts,
    evalSets: [Summary.SetIdentity], leftOut: [Summary.Exclusion]
  ) {
    self.judge = judge
    self.scores = scores
    self.modelVerdicts = modelVerdicts
    self.evalSets = evalSets
    self.leftOut = leftOut
  }

  /// The scores pooled.
  ///
  /// - Parameter filter: Which questions count.
  public func summary(filter: QuestionFilter = .all) -> Summary {
    guard filter == .all else { return pooled(filter) }
    if let known = whole.summary.withLock({ $0 }) { return known }
    let made = pooled(.all)
    whole.summary.withLock { $0 = made }
    return made
  }

  private func pooled(_ filter: QuestionFilter) -> Summary {
    Summary(
      scores, judge: judge, evalSets: evalSets, filter: filter, leftOut: leftOut,
      agreements: agreements)
  }

  /// How far each model judge agrees with the deterministic verdicts, in the judge's order.
  public var agreements: [JudgeAgreement] {
    modelVerdicts.requests.map { $0.agreement(in: modelVerdicts.judgements) }
  }

  /// The answers that a model judge has not been heard on.
  public var missing: [JudgementRequest] {
    modelVerdicts.requests.flatMap { $0.missing(in: modelVerdicts.judgements) }
  }
}
