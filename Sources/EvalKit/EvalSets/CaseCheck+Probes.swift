extension CaseCheck {
  func checkProbes() {
    for (index, probe) in value.probes.enumerated() {
      let part = CasePlaces.Part.probe(index)
      let facts = probe.facts.compactMap { id -> Fact? in
        if let fact = value.fact(id) { return fact }
        error("there is no fact '\(id)'", at: part)
        return nil
      }
      if probe.expect == .facts, probe.facts.isEmpty {
        error("the probe '\(probe.id)' has no facts and expects nothing else", at: part)
      }
      checkGivenAway(probe, facts, part)
      checkTwins(probe, facts, part)
      checkPlace(probe, facts, part)
    }
  }

  // MARK: Answers given away

  /// The ways to say the answer.
  private func answers(_ probe: Probe, _ facts: [Fact]) -> [String] {
    switch probe.expect {
    case .facts: facts.flatMap { [$0.value] + $0.aliases }
    case .answer(let text, let aliases, _): [text] + aliases
    case .list(let texts, _): texts
    case .number(let number, _): [JSONValue(number).serialised()]
    case .abstain: []
    }
  }

  private func checkGivenAway(_ probe: Probe, _ facts: [Fact], _ part: CasePlaces.Part) {
    let ask = FoldedText([probe.ask])
    let cloze = FoldedText([probe.cloze ?? ""])
    let title = FoldedText([value.title])
    let turn = lastTurn(of: probe)
    let evidence = Set(
      facts.flatMap { $0.evidence.map(\.entry) + $0.supersedes.flatMap(\.evidence).map(\.entry) })
    for answer in answers(probe, facts) {
      if ask.says(answer) { error("the question says the answer, '\(answer)'", at: part) }
      if cloze.says(answer) {
        error("the cloze says the answer, '\(answer)'", at: part, fix: clozeFix(part))
      }
      // One or two letters are met everywhere by chance.
      guard answer.utf8.count > 2 else { continue }
      if title.says(answer) {
        error("the case's title says the answer of '\(probe.id)', '\(answer)'", at: .title)
      }
      if tools.says(answer) {
        error("a tool's definition says the answer, '\(answer)'", at: part)
      }
      for entry in turn where folded[entry].says(answer) && !evidence.contains(EntryID(entry)) {
        error(
          "\(name(EntryID(entry))) says the answer, '\(answer)', in the last turn before the "
            + "question: nothing could be lost", at: part)
      }
    }
  }

  /// The entries of the last turn before a probe's place.
  private func lastTurn(of probe: Probe) -> Range<Int> {
    let count = place(of: probe)
    guard count > 0 else { return 0..<0 }
    let turn = value.structure.turns[count - 1]
    return turn < 0 ? 0..<0 : value.structure.turnStarts[turn].index..<count
  }

  /// How many entries stand before a probe; of one asked at several places, the last.
  private func place(of probe: Probe) -> Int {
    switch probe.at {
    case .end, .every: value.transcript.entries.count
    case .before(let id): id.index
    case .after(let id), .turn(let id): id.index + 1
    }
  }

  // MARK: Facts that cannot be told apart

  private func checkTwins(_ probe: Probe, _ facts: [Fact], _ part: CasePlaces.Part) {
    guard probe.expect == .facts else { return }
    for fact in facts {
      for other in value.facts where other.id != fact.id {
        // Two of the facts asked for are reported once.
        if probe.facts.contains(other.id), other.id < fact.id { continue }
        if Self.fold(other.value) == Self.fold(fact.value) {
          error(
            "the facts '\(fact.id)' and '\(other.id)' both have the value '\(fact.value)', so the "
              + "answer does not tell which was meant", at: part)
        }
      }
    }
  }

  // MARK: Places

  private func checkPlace(_ probe: Probe, _ facts: [Fact], _ part: CasePlaces.Part) {
    let count = place(of: probe)
    let late = facts.filter { fact in
      let entries = fact.evidence.map { $0.entry?.index ?? -1 }
      // A derived value needs every part of its evidence, a plain one any.
      let needed = fact.isDerived ? entries.max() : entries.min()
      return needed.map { $0 >= count } ?? false
    }
    if late.isEmpty || (probe.anyOf && late.count < facts.count) { return }
    for fact in late {
      let said = fact.evidence.compactMap(\.entry).min()
      error(
        "the probe '\(probe.id)' is asked before '\(fact.id)' was said, in \(name(said))",
        at: part, fix: placeFix(facts, part))
    }
  }
}
