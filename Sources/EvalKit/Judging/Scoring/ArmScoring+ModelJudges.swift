extension ArmScoring {
  /// What model judges say of the answers, each in a metric of its own.
  mutating func addModelJudgements() {
    for modelJudge in judge.modelJudges {
      for question in judged.questions {
        guard case .probe(let index) = question.subject,
          !judged.evalCase.probes[index].expectsAbstention
        else { continue }
        add(modelJudge, question)
      }
    }
  }

  private mutating func add(_ modelJudge: ModelJudge, _ question: Question) {
    func add(_ outcome: Outcome, _ verdict: String = "", _ reason: String = "") {
      self.add(
        modelJudge.metric, question.id, group: question.group, outcome, verdict: verdict,
        reason: reason)
    }
    switch status(question) {
    case .failure(let unjudged): return add(unjudged.outcome)
    case .success(let observed) where observed.status == .overflow:
      return add(.scored(0), AnswerVerdict.overflow.rawValue, overflow(observed))
    case .success: break
    }
    let verdict = modelVerdicts.verdict(
      modelJudge.id, judged.evalCase.id, question.id, arm.key)
    switch verdict {
    case .label(let label):
      add(.scored(modelJudge.scale.value(of: label)), label, "\(modelJudge.model) says so")
    case .unreadable(let text):
      add(.errored("\(modelJudge.model) gave no label of the scale, but '\(text.prefix(60))'"))
    case .failed(let reason): add(.errored("\(modelJudge.model) did not judge: \(reason)"))
    case .missing: add(.errored("not judged yet by \(modelJudge.model)"))
    case nil: add(.errored("no reply was recorded"))
    }
  }
}
