extension ArmScoring {
  /// Survival of each fact in each question's view that asks for it, and once at the end.
  mutating func addSurvival(last: View?) {
    for question in judged.questions {
      for id in judged.factIDs(of: question) {
        guard let fact = judged.facts[id] else { continue }
        add(fact, at: question.id, group: question.group, limit: question.count) { scoring in
          scoring.view(of: question)
        }
      }
    }
    let count = judged.evalCase.transcript.entries.count
    for fact in judged.evalCase.facts.compactMap({ judged.facts[$0.id] }) {
      add(fact, at: "end", group: "end", limit: count) { $0.endView(last: last, count: count) }
    }
  }

  private enum Seen {
    case view(QuestionObservation)
    case main(View)
    case none(Outcome)
  }

  private mutating func add(
    _ fact: PreparedFact, at question: String, group: String, limit: Int,
    _ seen: (ArmScoring) -> Seen
  ) {
    let id = "\(question)/\(fact.fact.id)"
    let group = "\(group)/\(fact.fact.id)"
    func both(_ outcome: Outcome) {
      add("survival", id, group: group, outcome)
      add("gone", id, group: group, outcome)
    }
    guard wholeCell == nil else { return both(.notApplicable("")) }
    if fact.firstEvidence >= limit { return both(.notApplicable("it was not said yet")) }
    let fate: FactFate
    switch seen(self) {
    case .none(let outcome): return both(outcome)
    case .main(let view): fate = survival.fate(of: fact, in: ShownItems(view))
    case .view(let observed) where observed.foreignCase != nil:
      fate = FactFate(
        survival: .gone, isCoincident: strangers.hold(fact.values, in: observed),
        reason: "the view is another case's")
    case .view(let observed):
      fate = survival.fate(of: fact, in: ShownItems(observed.view, below: limit))
    }
    var verdict = fate.survival.rawValue
    if fate.isCoincident { verdict += " coincident" }
    if fate.isContested { verdict += " contested" }
    add(
      "survival", id, group: group, .scored(fate.survival.isSurvival ? 1 : 0), verdict: verdict,
      reason: fate.reason)
    add(
      "gone", id, group: group, .scored(fate.survival == .gone ? 1 : 0), verdict: verdict,
      reason: fate.reason)
  }

  /// The view a question was, or would have been, asked on: no model is needed to look at it.
  private func view(of question: Question) -> Seen {
    guard let observed = asked[question.id] else {
      return .none(.errored("the question was not asked"))
    }
    switch observed.status {
    case .answered, .overflow, .unanswered: return .view(observed)
    case .errored(let reason): return .none(.errored(reason))
    case .notApplicable(let reason):
      return observed.view.items.isEmpty ? .none(.notApplicable(reason)) : .view(observed)
    }
  }

  /// What is left in the end: in the view of a question asked there, else in the last request's.
  private func endView(last: View?, count: Int) -> Seen {
    if let control = arm.control, control != .oracle {
      return .none(.notApplicable("what this control shows depends on the question"))
    }
    let question = judged.questions.first {
      $0.place == .boundary(count) && asked[$0.id] != nil
    }
    if let question { return view(of: question) }
    if let failed = observation?.requests.last?.error { return .none(.errored(failed)) }
    return last.map { .main($0) } ?? .none(.notApplicable("it has no main line"))
  }
}

extension JudgedCase {
  /// The facts a question asks for: a probe's, or those that expected arguments name.
  func factIDs(of question: Question) -> [String] {
    switch question.subject {
    case .probe(let index):
      let probe = evalCase.probes[index]
      return probe.expect == .abstain || probe.kind == "abstention" ? [] : probe.facts
    case .trajectory(let index):
      let trajectory = evalCase.trajectories[index]
      var ids: [String] = []
      for call in trajectory.ordered + trajectory.unordered {
        for matcher in call.arguments.sorted(by: { $0.key < $1.key }).map(\.value) {
          if case .fact(let id) = matcher, !ids.contains(id) { ids.append(id) }
        }
      }
      return ids
    case .decoy, .fill: return []
    }
  }
}
