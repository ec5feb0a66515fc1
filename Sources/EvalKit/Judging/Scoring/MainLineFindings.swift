/// What one pass over an observation's main line finds: hazards, support of arguments, last view.
struct MainLineFindings {
  var hazards: HazardReport?
  var support: ArgumentSupport
  /// The last request's view.
  var last: View?
  /// Why the main line has no judgement.
  var outcome: Outcome?
  /// Whether no view ever differed from the log.
  var isNeverCompacted = true
  /// When something was compacted.
  var compactions: Compactions

  init(
    _ judge: Judge, _ judged: JudgedCase, _ observation: Observation?,
    asked: [String: QuestionObservation], pipeline: Pipeline?
  ) {
    support = ArgumentSupport(judged.trace)
    compactions = Compactions(judged.questions, asked: asked)
    guard let observation, !observation.requests.isEmpty else {
      outcome = .notApplicable("it has no main line")
      isNeverCompacted = false
      return
    }
    if let failed = observation.requests.first(where: { $0.error != nil }) {
      outcome = .errored("request \(failed.number): \(failed.error ?? "")")
    }
    let transcript = judged.evalCase.transcript
    var builder = ViewBuilder(transcript, log: judged.log)
    for (record, change) in zip(observation.requests, observation.changes) {
      compactions.ask(before: record.entry.index + 1, builder)
      guard let view = builder.next(change, at: record.entry.index + 1) else {
        outcome = .errored("request \(record.number): the recorded change does not fit the case")
        return
      }
      if !change.isEmpty { isNeverCompacted = false }
      compactions.observe(change, at: record.entry.index + 1)
      support.observe(record, view: view, change: change)
      last = view
    }
    compactions.ask(before: .max, builder)
    hazards = judge.hazards(of: judged, in: observation, pipeline: pipeline)
  }
}

/// The texts of another case's view, indexed once as long as the case stays the same.
struct ForeignTexts {
  private var known: (caseID: String, count: Int, index: ValueIndex)?

  /// Whether a value is met in what a foreign view shows of the other case.
  mutating func hold(_ values: [ValueMatcher], in observed: QuestionObservation) -> Bool {
    let items = observed.view.items.filter(\.isSynthesised)
    let id = observed.foreignCase ?? ""
    if known?.caseID != id || known?.count != items.count {
      known = (id, items.count, ValueIndex(items.map(\.entry.matchText)))
    }
    return values.contains { known?.index.texts(with: $0, limit: 1).isEmpty == false }
  }
}
