/// Compares the scores of two arms in one case and traces what differs to edits.
struct FlipFinder {
  enum Comparison {
    case same
    case incomparable(String)
    case flip(Flip)
  }

  /// One of the two arms.
  private struct Arm {
    let observation: Observation
    let history: EditHistory
    let outcomes: [String: QuestionObservation]

    init(_ observation: Observation) {
      self.observation = observation
      history = EditHistory(observation)
      outcomes = Dictionary(
        observation.questions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The number of the request whose view a question is asked on; for one on a copy, that of the
    /// request that comes next.
    func request(of question: Question) -> Int {
      let before = observation.requests.count { $0.entry.index < question.count }
      if case .reply = question.place { return before }
      return before + 1
    }
  }

  private let judged: JudgedCase
  private let arm: Arm?
  private let reference: Arm?
  private var needs: QuestionNeeds

  init(_ judged: JudgedCase, arm: Observation?, reference: Observation?) {
    self.judged = judged
    self.arm = arm.map { Arm($0) }
    self.reference = reference.map { Arm($0) }
    needs = QuestionNeeds(judged)
  }

  /// Compares two scores of one question on one metric.
  mutating func compare(_ mine: Score, _ theirs: Score) -> Comparison {
    let (left, right): (Flip.Side, Flip.Side)
    switch (Self.side(mine), Self.side(theirs)) {
    case (.success(let found), .success(let other)): (left, right) = (found, other)
    case (.failure(let why), _), (_, .failure(let why)): return .incomparable(why.reason)
    }
    if abs(left.value - right.value) < 1e-9 { return .same }
    let direction: Flip.Direction = left.value < right.value ? .broken : .fixed
    let (cause, losses) = explain(mine, in: direction == .broken ? arm : reference)
    return .flip(
      Flip(
        caseID: mine.caseID, metric: mine.metric, question: mine.question, direction: direction,
        arm: left, reference: right, cause: cause, losses: losses))
  }

  private struct NoScore: Error { let reason: String }

  private static func side(_ score: Score) -> Result<Flip.Side, NoScore> {
    switch score.outcome {
    case .scored(let value):
      .success(Flip.Side(value: value, verdict: score.verdict, reason: score.reason))
    case .errored(let reason):
      .success(
        Flip.Side(
          value: Metric[score.metric]?.worst ?? 0, verdict: "errored", reason: reason))
    case .notApplicable(let reason), .excluded(let reason): .failure(NoScore(reason: reason))
    }
  }

  /// Why a question came out worse under an arm.
  private mutating func explain(_ score: Score, in arm: Arm?) -> (FlipCause, [FlipLoss]) {
    guard let arm else { return (.stageError("there is no observation of it"), []) }
    var found: (FlipCause, [FlipLoss])?
    for question in judged.questions
    where question.id == score.question
      || (score.metric == "trajectoryInOrder" && question.group == score.question)
    {
      guard let outcome = arm.outcomes[question.id] else {
        return (.stageError("the question was not asked"), [])
      }
      switch outcome.status {
      case .overflow: return (.overflow, [])
      case .errored(let reason): return (.stageError(reason), [])
      case .unanswered(let reason): return (.modelError(reason), [])
      case .notApplicable(let reason): return (.modelError(reason), [])
      case .answered: break
      }
      let explained = explain(question, outcome, in: arm)
      // Of a trajectory's questions the first with a loss tells.
      if found == nil || (found?.0 == .untouched && explained.0 != .untouched) {
        found = explained
      }
    }
    return found ?? (.untouched, [])
  }

  private mutating func explain(_ question: Question, _ outcome: QuestionObservation, in arm: Arm)
    -> (FlipCause, [FlipLoss])
  {
    let request = arm.request(of: question)
    let entries = judged.evalCase.transcript.entries
    let found = needs.needs(of: question, in: outcome)
    // What is gone explains more than what stands elsewhere.
    let changed = found.filter { $0.state == .lost } + found.filter { $0.state == .altered }
    let losses = changed.map { need in
      FlipLoss(
        name: need.name, isStillInView: need.state == .altered, reason: need.reason,
        sources: need.entries.map { entry in
          FlipLoss.Source(
            entry: entry, label: entries[entry.index].label,
            cause: arm.history.cause(of: entry, at: request, copy: outcome.firings))
        })
    }
    guard !losses.isEmpty else { return (.untouched, []) }
    for loss in losses {
      if let cause = loss.sources.lazy.compactMap(\.cause).first {
        return (
          .edit(
            stage: cause.stage, spec: cause.spec, kind: cause.kind,
            isStillInView: loss.isStillInView), losses
        )
      }
    }
    return (.notShown, losses)
  }
}
