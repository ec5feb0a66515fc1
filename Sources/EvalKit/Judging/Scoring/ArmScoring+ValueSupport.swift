extension ArmScoring {
  /// The least support of the evidence, in nats, that a share of it is taken of.
  static let leastEvidenceSupport = 1.0

  /// How much likelier a view makes the right value than a view without the conversation: `support`;
  /// what that is of the evidence's: `share`; by how much it is more than that of a value that was
  /// replaced: `margin`. Only of models that say how likely a value is.
  mutating func addValueSupport() {
    let isWeighed = [asked, null, evidence].contains { questions in
      questions.values.contains { !$0.likelihoods.isEmpty }
    }
    guard isWeighed else { return }
    for question in judged.questions {
      guard case .probe(let index) = question.subject,
        let values = judged.evalCase.values(of: judged.evalCase.probes[index])
      else { continue }
      addValueSupport(question, hasRival: values.contains { $0.role == .superseded })
    }
  }

  private mutating func addValueSupport(_ question: Question, hasRival: Bool) {
    func all(_ outcome: Outcome) {
      add("support", question.id, group: question.group, outcome)
      add("share", question.id, group: question.group, outcome)
      if hasRival { add("margin", question.id, group: question.group, outcome) }
    }
    let observed: QuestionObservation
    switch status(question) {
    case .failure(let unjudged): return all(unjudged.outcome)
    case .success(let found) where found.status == .overflow:
      return all(.notApplicable(overflow(found)))
    case .success(let found): observed = found
    }
    guard let right = observed.likelihoods.total(.right) else {
      return all(.notApplicable("the model was not asked how likely the value is"))
    }
    guard let none = null[question.id], let base = none.likelihoods.total(.right) else {
      return all(.notApplicable("there is no 'null' to compare with"))
    }
    let support = right - base
    add(
      "support", question.id, group: question.group, .scored(support),
      reason:
        "ln P is \(right.rounded(places: 2)) here, \(base.rounded(places: 2)) without the conversation"
    )
    add("share", question.id, group: question.group, share(support, question))
    guard hasRival else { return }
    add(
      "margin", question.id, group: question.group, margin(support, observed, none),
      verdict: isContested(question) ? "contested" : "")
  }

  private func share(_ support: Double, _ question: Question) -> Outcome {
    guard let most = evidence[question.id]?.likelihoods.total(.right),
      let least = null[question.id]?.likelihoods.total(.right)
    else { return .notApplicable("there is no 'evidence' to compare with") }
    guard most - least > Self.leastEvidenceSupport else {
      return .notApplicable("no range: the evidence supports the value by no more than 1 nat")
    }
    return .scored(support / (most - least))
  }

  private func margin(
    _ support: Double, _ observed: QuestionObservation, _ none: QuestionObservation
  ) -> Outcome {
    // Each value against its own null: a common word is likely anywhere.
    let bases = Dictionary(
      none.likelihoods.map { ($0.text, $0.logLikelihood) }, uniquingKeysWith: { first, _ in first })
    let rivals = observed.likelihoods.filter { $0.role == .superseded }.compactMap { rival in
      bases[rival.text].map { rival.logLikelihood - $0 }
    }
    guard let rival = rivals.max() else {
      return .notApplicable("the model was not asked how likely the replaced value is")
    }
    return .scored(support - rival)
  }

  /// Whether a replaced value is in view beside the right one.
  private func isContested(_ question: Question) -> Bool {
    list.contains { score in
      score.metric == "survival" && score.question.hasPrefix(question.id + "/")
        && score.fact?.isContested == true
    }
  }
}

extension Double {
  fileprivate func rounded(places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
