extension ArmScoring {
  /// What confused the arm at each trajectory checkpoint: one score a checkpoint.
  ///
  /// The score is 1 where the arm is confused in a way the same model's oracle is not; the verdict is
  /// the kind, also where it is the oracle's too and the score 0. The oracle itself is charged with what
  /// it shows: that is its own rate.
  mutating func addConfusions() {
    for (index, expectation) in judged.evalCase.trajectories.enumerated() {
      let questions = judged.questions.filter { $0.subject == .trajectory(index) }
      if questions.isEmpty { continue }
      let (outcome, verdict, reason) = confusion(at: expectation, questions)
      add("toolConfusion", expectation.id, outcome, verdict: verdict, reason: reason)
    }
  }

  private typealias Judged = (outcome: Outcome, verdict: String, reason: String)

  private func confusion(at expectation: TrajectoryExpectation, _ questions: [Question]) -> Judged {
    if wholeCell != nil { return (.scored(0), "", "") }
    var overflowing: QuestionObservation?
    for question in questions {
      switch status(question) {
      case .failure(let unjudged): return (unjudged.outcome, "", "")
      case .success(let observed) where observed.status == .overflow:
        overflowing = overflowing ?? observed
      case .success(let observed) where observed.foreignCase != nil:
        return (.notApplicable("the view is another case's"), "", "")
      case .success(let observed) where observed.reply == nil:
        return (.errored("no reply was recorded"), "", "")
      case .success: continue
      }
    }
    if let overflowing {
      return (.scored(1), AnswerVerdict.overflow.rawValue, overflow(overflowing))
    }
    switch ConfusionVerdict.judge(
      expectation, questions, judged, arm: observation, oracle: oracle ?? observation)
    {
    case .failure(let unjudged): return (unjudged.outcome, "", "")
    case .success(let verdict): return score(of: verdict)
    }
  }

  private func score(of verdict: ConfusionVerdict) -> Judged {
    switch verdict {
    case .none: (.scored(0), "none", "")
    case .own(let hit): (.scored(1), hit.kind.rawValue, hit.detail)
    case .shared(let hit) where arm.control == .oracle:
      (.scored(1), hit.kind.rawValue, hit.detail)
    case .shared(let hit):
      (.scored(0), hit.kind.rawValue, "\(hit.detail); so does the oracle")
    }
  }
}
