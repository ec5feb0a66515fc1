extension ArmScoring {
  /// How much likelier a view makes what the record does next than a view without the conversation:
  /// `actionSupport`; than a view of everything: `actionShift`; and by how much it is likelier than
  /// what was done before, in prose or by another call: `actionOdds`. Only of models that say how
  /// likely an action is, also of those that cannot be given tools.
  mutating func addActionSupport() {
    let isWeighed = [asked, null, oracle].contains { questions in
      questions.values.contains { $0.likelihoods.contains { $0.role == .action } }
    }
    guard isWeighed else { return }
    for question in judged.questions {
      guard case .trajectory = question.subject else { continue }
      addActionSupport(question)
    }
  }

  private mutating func addActionSupport(_ question: Question) {
    func add(_ metric: String, _ outcome: Outcome, _ reason: String = "") {
      self.add(metric, question.id, group: question.group, outcome, reason: reason)
    }
    func all(_ outcome: Outcome) {
      for metric in ["actionSupport", "actionShift", "actionOdds"] { add(metric, outcome) }
    }
    // A model without tools is not asked for calls, and weighs them all the same.
    let observed: QuestionObservation
    switch status(question) {
    case .success(let found) where found.status == .overflow:
      return all(.notApplicable(overflow(found)))
    case .success(let found): observed = found
    case .failure(let unjudged):
      guard let found = asked[question.id], !found.likelihoods.isEmpty else {
        return all(unjudged.outcome)
      }
      observed = found
    }
    guard let action = observed.likelihoods.best(.action) else {
      return all(.notApplicable("the model was not asked how likely the recorded action is"))
    }
    if let base = null[question.id]?.likelihoods.best(.action) {
      add("actionSupport", .scored(action - base))
    } else {
      add("actionSupport", .notApplicable("there is no 'null' to compare with"))
    }
    if let whole = oracle[question.id]?.likelihoods.best(.action) {
      add("actionShift", .scored(action - whole))
    } else {
      add("actionShift", .notApplicable("there is no 'oracle' to compare with"))
    }
    let rival = observed.likelihoods.filter { $0.role == .prose || $0.role == .call }
      .max { $0.logLikelihood < $1.logLikelihood }
    if let rival {
      add("actionOdds", .scored(action - rival.logLikelihood), "against \(rival.text)")
    } else {
      add("actionOdds", .notApplicable("nothing else was done before"))
    }
  }
}
