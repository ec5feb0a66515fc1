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
    let strata = judged.strata(of: question, facts: probe.facts)
    func all(
      _ recall: Outcome, stale: Outcome, contradiction: Outcome, _ verdict: String, _ reason: String
    ) {
      add(
        "recall", question.id, group: question.group, recall, verdict: verdict, reason: reason,
        strata: strata)
      if canBeStale {
        add("stale", question.id, group: question.group, stale, verdict: verdict, reason: reason)
      }
      add(
        "contradiction", question.id, group: question.group, contradiction, verdict: verdict,
        reason: reason)
    }
    func none(_ outcome: Outcome) {
      all(outcome, stale: outcome, contradiction: outcome, "", "")
    }
    switch status(question) {
    case .failure(let unjudged): none(unjudged.outcome)
    case .success(let observed) where observed.status == .overflow:
      all(
        .scored(0), stale: .scored(1), contradiction: .scored(1),
        AnswerVerdict.overflow.rawValue, overflow(observed))
    case .success(let observed):
      guard let reply = observed.reply else { return none(.errored("no reply was recorded")) }
      let judgement = answerJudge(index).judgement(of: reply)
      let contradicted = judged.contradiction(in: judgement, ask: probe.ask)
      all(
        .scored(judgement.verdict == .correct ? 1 : 0),
        stale: .scored(judgement.verdict == .stale ? 1 : 0),
        contradiction: .scored(contradicted == nil ? 0 : 1), judgement.verdict.rawValue,
        judgement.reason + (contradicted.map { "; \($0)" } ?? ""))
    }
  }

  /// - Parameter right: Whether declining is right.
  private mutating func addAbstention(
    _ metric: String, _ question: Question, of index: Int, right: Bool
  ) {
    func all(
      _ outcome: Outcome, contradiction: Outcome, _ verdict: String = "", _ reason: String = ""
    ) {
      add(metric, question.id, group: question.group, outcome, verdict: verdict, reason: reason)
      if right {
        add(
          "contradiction", question.id, group: question.group, contradiction, verdict: verdict,
          reason: reason)
      }
    }
    switch status(question) {
    case .failure(let unjudged): all(unjudged.outcome, contradiction: unjudged.outcome)
    case .success(let observed) where observed.status == .overflow:
      all(
        .scored(right ? 0 : 1), contradiction: .scored(1), AnswerVerdict.overflow.rawValue,
        overflow(observed))
    case .success(let observed):
      guard let reply = observed.reply else {
        let outcome = Outcome.errored("no reply was recorded")
        return all(outcome, contradiction: outcome)
      }
      let declined = Abstention.isMade(by: reply, text: MatchText(reply.answerText))
      let contradicted =
        right
        ? judged.contradiction(
          in: answerJudge(index).judgement(of: reply), ask: judged.evalCase.probes[index].ask)
        : nil
      all(
        .scored(declined ? 1 : 0), contradiction: .scored(contradicted == nil ? 0 : 1),
        declined ? AnswerVerdict.abstained.rawValue : "answered",
        declined
          ? "it declines"
          : "it answers '\(reply.text.prefix(60))'" + (contradicted.map { "; \($0)" } ?? ""))
    }
  }

  func overflow(_ observed: QuestionObservation) -> String {
    "the view has \(observed.tokens) tokens, over the context size"
  }
}
