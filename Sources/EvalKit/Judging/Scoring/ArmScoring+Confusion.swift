extension ArmScoring {
  /// What confused the arm at each trajectory checkpoint: one score a checkpoint.
  ///
  /// The score is 1 where the arm is confused in a way the same model's oracle is not; the verdict is
  /// the kind, also where the oracle shows it too and the score is 0. The oracle itself is scored with
  /// what it shows: that is its own rate.
  mutating func addConfusions() {
    for (index, expectation) in judged.evalCase.trajectories.enumerated() {
      let questions = judged.questions.filter { $0.subject == .trajectory(index) }
      if questions.isEmpty { continue }
      let result = confusion(at: expectation, questions)
      add(
        "toolConfusion", expectation.id, result.outcome, verdict: result.verdict,
        reason: result.reason)
    }
  }

  private typealias Result = (outcome: Outcome, verdict: String, reason: String)

  private func confusion(at expectation: TrajectoryExpectation, _ questions: [Question]) -> Result {
    var steps: [ConfusionScene.Step] = []
    var overflowing: QuestionObservation?
    for question in questions {
      switch status(question) {
      case .failure(let unjudged): return (unjudged.outcome, "", "")
      case .success(let observed) where observed.foreignCase != nil:
        return (.notApplicable("the view is another case's"), "", "")
      case .success(let observed) where observed.status == .overflow:
        overflowing = overflowing ?? observed
      case .success(let observed):
        guard let reply = observed.reply else { return (.errored("no reply was recorded"), "", "") }
        steps.append(.init(reply: reply, view: observed.view, count: question.count))
      }
    }
    if let overflowing {
      return (.scored(1), AnswerVerdict.overflow.rawValue, overflow(overflowing))
    }
    if let undecided = judged.trajectoryJudge(expectation)
      .judge(steps.flatMap(\.reply.calls)).undecided
    {
      return (.notApplicable(undecided), "", "")
    }
    switch oracleSteps(questions) {
    case .failure(let unjudged): return (unjudged.outcome, "", "")
    case .success(let oracle):
      return result(
        ConfusionVerdict(
          judged, expectation, questions: questions, steps: steps, oracle: oracle), steps)
    }
  }

  /// What the model's oracle replied to the same requests.
  private func oracleSteps(_ questions: [Question]) -> Swift.Result<[ConfusionScene.Step], Unjudged>
  {
    var steps: [ConfusionScene.Step] = []
    for question in questions {
      guard let observed = oracle[question.id], observed.status == .answered,
        let reply = observed.reply
      else {
        return .failure(
          Unjudged(outcome: .notApplicable("the model's oracle has no reply to compare with")))
      }
      steps.append(.init(reply: reply, view: observed.view, count: question.count))
    }
    return .success(steps)
  }

  private func result(_ verdict: ConfusionVerdict, _ steps: [ConfusionScene.Step]) -> Result {
    switch verdict {
    case .none: (.scored(0), "none", "")
    case .own(let hit): (.scored(1), hit.kind.rawValue, reason(hit, steps))
    case .shared(let hit) where arm.control == .oracle:
      (.scored(1), hit.kind.rawValue, hit.detail)
    case .shared(let hit):
      (.scored(0), hit.kind.rawValue, "\(hit.detail); so does the oracle")
    }
  }

  /// What was found, with the edits that explain it.
  private func reason(_ hit: ConfusionHit, _ steps: [ConfusionScene.Step]) -> String {
    guard arm.control == nil, let observation, steps.indices.contains(hit.step),
      let request = observation.request(at: steps[hit.step].count)
    else { return hit.detail }
    let causes = EditHistory(observation).causes(of: hit, at: request).map { cause in
      let names = cause.entries.prefix(4).map(judged.evalCase.transcript.name).joined(
        separator: ", ")
      let more = cause.entries.count > 4 ? " and \(cause.entries.count - 4) more" : ""
      return "\(names)\(more): \(cause.edit.description)"
    }
    guard !causes.isEmpty else {
      return "\(hit.detail); cause: \(hit.lost.isEmpty ? "nothing it needed was lost" : "unknown")"
    }
    let more = causes.count > 2 ? "; and \(causes.count - 2) more edits" : ""
    return "\(hit.detail); cause: \(causes.prefix(2).joined(separator: "; "))\(more)"
  }
}

extension ConfusionScene.Step {
  init(reply: Reply, view: View, count: Int) {
    self.init(reply: reply, shown: ShownItems(view), count: count)
  }
}
