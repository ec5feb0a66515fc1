extension Judge {
  /// Makes a case ready for judging.
  ///
  /// - Parameter ledger: What its entries cost; without one nothing is priced.
  public func prepare(_ evalCase: EvalCase, ledger: TokenLedger? = nil) -> JudgedCase {
    JudgedCase(evalCase, effects: effects, ledger: ledger)
  }

  /// The scores of all arms of a case, by arm, then by metric, then by question.
  ///
  /// Every (question, arm) of every metric comes out once: scored, errored, not applicable or
  /// excluded. An arm without an observation is errored.
  ///
  /// - Parameters:
  ///   - judged: The case, prepared by this judge.
  ///   - arms: The arms, in the run's order.
  ///   - observations: What happened.
  ///   - pipelines: The policies of the arms, by key, for the rules that look at them.
  ///   - modelVerdicts: What model judges say; their metrics are errored where it says nothing.
  /// - Complexity: O(views + text that stages made) an arm.
  public func scores(
    of judged: JudgedCase, arms: [ArmIdentity], observations: [Observation],
    pipelines: [String: Pipeline] = [:], modelVerdicts: ModelVerdicts = ModelVerdicts()
  ) -> [Score] {
    let byArm = Dictionary(
      observations.lazy.filter { $0.caseID == judged.evalCase.id }.map { ($0.arm, $0) },
      uniquingKeysWith: { $1 })
    func control(_ control: Control, of arm: ArmIdentity) -> Observation? {
      let own = arms.filter { $0.control == control && $0.model == arm.model }
      return (own.first { $0.context == arm.context } ?? own.first).flatMap { byArm[$0.key] }
    }
    return arms.flatMap { arm in
      var scoring = ArmScoring(
        self, judged, arm, byArm[arm.key], oracle: control(.oracle, of: arm),
        null: control(.null, of: arm), evidence: control(.evidence, of: arm),
        pipeline: pipelines[arm.key], modelVerdicts: modelVerdicts)
      return scoring.scores()
    }
  }

  /// The scores of all arms that a case has observations of.
  public func scores(of judged: JudgedCase, observations: [Observation]) -> [Score] {
    let mine = observations.filter { $0.caseID == judged.evalCase.id }
    return scores(of: judged, arms: mine.map { ArmIdentity(key: $0.arm) }, observations: mine)
  }

  /// What a linter finds in an observation's main line.
  ///
  /// - Parameter pipeline: The arm's policy, where it is known.
  /// - Returns: nil if its changes do not fit the case.
  public func hazards(
    of judged: JudgedCase, in observation: Observation, pipeline: Pipeline? = nil
  ) -> HazardReport? {
    var linter = self.linter(
      of: subject(judged, observation, ArmIdentity(key: observation.arm), pipeline))
    var builder = ViewBuilder(judged.evalCase.transcript, log: judged.log)
    var summaries = observation.summaries[...]
    var told: [SummaryCall] = []
    for (record, change) in zip(observation.requests, observation.changes) {
      guard let view = builder.next(change, at: record.entry.index + 1) else { return nil }
      while let next = summaries.first, next.isMade(before: record) {
        told.append(next)
        summaries.removeFirst()
      }
      linter.observe(record, view: view, change: change, summaries: told)
    }
    linter.finish(stages: observation.stages)
    return linter.report
  }

  /// What rules may know of an observed arm.
  func subject(
    _ judged: JudgedCase, _ observation: Observation, _ arm: ArmIdentity, _ pipeline: Pipeline?
  ) -> HazardSubject {
    var subject = subject(
      judged.evalCase.transcript, structure: judged.evalCase.structure,
      isControl: arm.control != nil)
    subject.evalCase = judged.evalCase
    subject.ledger = judged.ledger
    subject.texts = HazardTexts(judged)
    subject.pipeline = pipeline
    subject.budget = ContextBudget(
      contextSize: observation.contextSize, reserve: observation.reserve)
    return subject
  }
}

extension SummaryCall {
  /// Whether it was made by the time of a request: what ran after the reply to one belongs to the next.
  func isMade(before record: RequestRecord) -> Bool {
    request < record.number || (request == record.number && !moment.isAfterReply)
  }
}
