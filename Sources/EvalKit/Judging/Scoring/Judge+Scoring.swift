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
  /// - Complexity: O(views + text that stages made) an arm.
  public func scores(
    of judged: JudgedCase, arms: [ArmIdentity], observations: [Observation]
  ) -> [Score] {
    let byArm = Dictionary(
      observations.lazy.filter { $0.caseID == judged.evalCase.id }.map { ($0.arm, $0) },
      uniquingKeysWith: { $1 })
    let oracles = arms.filter { $0.control == .oracle }
    return arms.flatMap { arm in
      let own = oracles.filter { $0.model == arm.model }
      let oracle = own.first { $0.context == arm.context } ?? own.first
      var scoring = ArmScoring(
        self, judged, arm, byArm[arm.key], oracle: oracle.flatMap { byArm[$0.key] })
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
