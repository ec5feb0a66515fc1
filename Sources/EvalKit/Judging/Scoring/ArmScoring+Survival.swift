extension ArmScoring {
  /// Survival of each fact in each question's view that asks for it, and once at the end.
  mutating func addSurvival(_ mainLine: MainLineFindings) {
    let isSession = observation?.requests.isEmpty == false
    for question in judged.questions {
      for id in judged.factIDs(of: question) {
        guard let fact = judged.facts[id] else { continue }
        add(
          fact,
          FactPlace(
            question: question.id, group: question.group, count: question.count,
            strata: judged.strata(of: question, facts: [id]),
            compactions: isSession
              ? mainLine.compactions.number(
                since: fact.lastEvidence, until: question.count, question: question.id) : nil)
        ) { scoring in scoring.view(of: question) }
      }
    }
    let count = judged.evalCase.transcript.entries.count
    for fact in judged.evalCase.facts.compactMap({ judged.facts[$0.id] }) {
      let asked = endQuestion(count)?.id
      add(
        fact,
        FactPlace(
          question: "end", group: "end", count: count,
          strata: judged.strata([fact.fact.id], probe: "end", count: count),
          compactions: isSession
            ? mainLine.compactions.number(
              since: fact.lastEvidence, until: count, question: asked) : nil)
      ) { $0.endView(last: mainLine.last, count: count) }
    }
  }

  /// Where a fact is looked for, and what is known of it there without looking.
  private struct FactPlace {
    let question: String
    let group: String
    let count: Int
    let strata: Strata
    let compactions: Int?
  }

  private enum Seen {
    case view(QuestionObservation)
    case main(View)
    case none(Outcome)
  }

  private mutating func add(
    _ fact: PreparedFact, _ place: FactPlace, _ seen: (ArmScoring) -> Seen
  ) {
    func both(_ outcome: Outcome) {
      add(fact, place, survival: outcome, gone: outcome)
    }
    guard wholeCell == nil else { return both(.notApplicable("")) }
    if fact.firstEvidence >= place.count { return both(.notApplicable("it was not said yet")) }
    let fate: FactFate
    switch seen(self) {
    case .none(let outcome): return both(outcome)
    case .main(let view): fate = survival.fate(of: fact, in: ShownItems(view))
    case .view(let observed) where observed.foreignCase != nil:
      fate = FactFate(
        survival: .gone, isCoincident: strangers.hold(fact.values, in: observed),
        reason: "the view is another case's")
    case .view(let observed):
      fate = survival.fate(of: fact, in: ShownItems(observed.view, below: place.count))
    }
    add(
      fact, place, survival: .scored(fate.survival.isSurvival ? 1 : 0),
      gone: .scored(fate.survival == .gone ? 1 : 0), fate)
  }

  private mutating func add(
    _ fact: PreparedFact, _ place: FactPlace, survival: Outcome, gone: Outcome,
    _ fate: FactFate? = nil
  ) {
    let id = "\(place.question)/\(fact.fact.id)"
    let group = "\(place.group)/\(fact.fact.id)"
    let words = [
      fate?.survival.rawValue, fate?.isCoincident == true ? "coincident" : nil,
      fate?.isContested == true ? "contested" : nil,
    ].compactMap { $0 }.joined(separator: " ")
    let details = fate.map {
      FactDetails(
        isCoincident: $0.isCoincident, isContested: $0.isContested,
        compactions: place.compactions, place: $0.place)
    }
    add(
      "survival", id, group: group, survival, verdict: words, reason: fate?.reason ?? "",
      strata: place.strata, fate: details)
    add("gone", id, group: group, gone, verdict: words, reason: fate?.reason ?? "")
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

  /// The question whose view stands for what is left in the end.
  private func endQuestion(_ count: Int) -> Question? {
    judged.questions.first { $0.place == .boundary(count) && asked[$0.id] != nil }
  }

  /// What is left in the end: in the view of a question asked there, else in the last request's.
  private func endView(last: View?, count: Int) -> Seen {
    if let control = arm.control, control != .oracle {
      return .none(.notApplicable("what this control shows depends on the question"))
    }
    if let question = endQuestion(count) { return view(of: question) }
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
