extension Judge {
  /// Makes a case ready for judging.
  ///
  /// - Parameter entryTokens: Tokens of each entry, for the price of fetching lost values again.
  public func prepare(_ evalCase: EvalCase, entryTokens: [Int] = []) -> JudgedCase {
    JudgedCase(evalCase, effects: effects, entryTokens: entryTokens)
  }

  /// The scores of all arms of a case, by arm, then by metric, then by question.
  ///
  /// Every (question, arm) of every metric comes out once: scored, errored, not applicable or
  /// excluded. An arm without an observation is errored.
  ///
  /// - Parameter modelVerdicts: What model judges say; their metrics are errored where it says nothing.
  /// - Complexity: O(views + text that stages made) an arm.
  public func scores(
    of judged: JudgedCase, arms: [ArmIdentity], observations: [Observation],
    modelVerdicts: ModelVerdicts = ModelVerdicts()
  ) -> [Score] {
    let byArm = Dictionary(
      observations.lazy.filter { $0.caseID == judged.evalCase.id }.map { ($0.arm, $0) },
      uniquingKeysWith: { $1 })
    return arms.flatMap { arm in
      var scoring = ArmScoring(
        self, judged, arm, byArm[arm.key], modelVerdicts: modelVerdicts)
      return scoring.scores()
    }
  }

  /// What model judges say of a run's answers, as far as it is known.
  ///
  /// - Parameters:
  ///   - cases: The cases, prepared by this judge.
  ///   - observations: Of all cases and arms, in the run's order.
  ///   - judgements: What is recorded.
  public func modelVerdicts(
    of cases: [JudgedCase], observations: [Observation], judgements: Judgements
  ) -> ModelVerdicts {
    if modelJudges.isEmpty { return ModelVerdicts() }
    let byCase = Dictionary(grouping: observations, by: \.caseID)
    return ModelVerdicts(
      requests: modelJudges.map { modelJudge in
        var requests = JudgementRequests(modelJudge)
        for judged in cases {
          requests.add(judged, byCase[judged.evalCase.id] ?? [], strictness: strictness)
        }
        return requests
      }, judgements: judgements)
  }

  /// The scores of all arms that a case has observations of.
  public func scores(of judged: JudgedCase, observations: [Observation]) -> [Score] {
    let mine = observations.filter { $0.caseID == judged.evalCase.id }
    return scores(of: judged, arms: mine.map { ArmIdentity(key: $0.arm) }, observations: mine)
  }

  /// What a linter finds in an observation's main line.
  ///
  /// - Returns: nil if its changes do not fit the case.
  public func hazards(of judged: JudgedCase, in observation: Observation) -> HazardReport? {
    var linter = self.linter(
      of: judged.evalCase.transcript, structure: judged.evalCase.structure,
      isControl: ArmIdentity(key: observation.arm).control != nil)
    var builder = ViewBuilder(judged.evalCase.transcript)
    for (record, change) in zip(observation.requests, observation.changes) {
      guard let view = builder.next(change, at: record.entry.index + 1) else { return nil }
      linter.observe(record, view: view, change: change)
    }
    return linter.report
  }
}
