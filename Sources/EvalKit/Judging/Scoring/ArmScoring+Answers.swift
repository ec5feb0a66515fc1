extension ArmScoring {
  /// Recall and staleness of probes, and the two sides of abstention.
  mutating func addAnswers() {
    for question in judged.questions {
      switch question.subject {
      case .probe(let index):
        if judged.evalCase.probes[index].expectsAbstention {
          addAbstention("abstentionRight", question, of: index, right: true)
        } else {
          addRecall(question, of: index)
        }
      case .decoy(let index):
        addAbstention("falseAbstention", question, of: index, right: false)
      case .trajectory, .fill: continue
      }
    }
  }

  private mutating func answerJudge(_ index: Int) -> AnswerJudge {
    if let known = answers[index] { return known }
    let made = AnswerJudge(
      judged.evalCase.probes[index], facts: judged.facts, strictness: judge.strictness)
    answers[index] = made
    return made
  }

  private mutating func addRecall(_ question: Question, of index: Int) {
    let probe = judged.evalCase.probes[index]
    let canBeStale = probe.facts.contains { judged.facts[$0]?.superseded.isEmpty == false }
    func both(_ outcome: Outcome, stale: Outcome, _ verdict: String, _ reason: String) {
      add(
        "recall", question.id, group: question.group, outcome, verdict: verdict, reason: reason)
      if canBeStale {
        add("stale", question.id, group: question.group, stale, verdict: verdict, reason: reason)
      }
    }
    guard wholeCell == nil else { return both(.scored(0), stale: .scored(0), "", "") }
    switch status(question) {
    case .failure(let unjudged): both(unjudged.outcome, stale: unjudged.outcome, "", "")
    case .success(let observed) where observed.status == .overflow:
      both(.scored(0), stale: .scored(1), AnswerVerdict.overflow.rawValue, overflow(observed))
    case .success(let observed):
      guard let reply = observed.reply else {
        return both(
          .errored("no reply was recorded"), stale: .errored("no reply was recorded"), "", "")
      }
      let (verdict, reason) = answerJudge(index).verdict(of: reply)
      both(
        .scored(verdict == .correct ? 1 : 0), stale: .scored(verdict == .stale ? 1 : 0),
        verdict.rawValue, reason)
    }
  }

  /// - Parameter right: Whether declining is right.
  private mutating func addAbstention(
    _ metric: String, _ question: Question, of index: Int, right: Bool
  ) {
    guard wholeCell == nil else {
      return add(metric, question.id, group: question.group, .scored(0))
    }
    switch status(question) {
    case .failure(let unjudged):
      add(metric, question.id, group: question.group, unjudged.outcome)
    case .success(let observed) where observed.status == .overflow:
      add(
        metric, question.id, group: question.group, .scored(right ? 0 : 1),
        verdict: AnswerVerdict.overflow.rawValue, reason: overflow(observed))
    case .success(let observed):
      guard let reply = observed.reply else {
        return add(metric, question.id, group: question.group, .errored("no reply was recorded"))
      }
      let declined = Abstention.isMade(by: reply, text: MatchText(reply.text))
      add(
        metric, question.id, group: question.group, .scored(declined ? 1 : 0),
        verdict: declined ? AnswerVerdict.abstained.rawValue : "answered",
        reason: declined ? "it declines" : "it answers '\(reply.text.prefix(60))'")
    }
  }

  func overflow(_ observed: QuestionObservation) -> String {
    "the view has \(observed.tokens) tokens, over the context size"
  }
}

extension Probe {
  /// Whether declining is the right answer.
  var expectsAbstention: Bool { expect == .abstain || kind == "abstention" }
}
