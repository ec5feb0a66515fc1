extension EvalCase {
  /// The fact with an id.
  public func fact(_ id: String) -> Fact? { facts.first { $0.id == id } }

  /// The entries that a question's answer stands in, as far as is known, by rising position.
  ///
  /// Of a probe, its facts' evidence; of a checkpoint, that of the facts its arguments are to be,
  /// and the first and last earlier mention of every other value expected or recorded there.
  ///
  /// - Parameter folded: The text of each entry.
  /// - Returns: nil where nothing says what the answer is: a decoy without facts.
  package func evidence(
    of question: Question, replies: [EntryID: RecordedReply], folded: [FoldedText]
  ) -> [EntryID]? {
    var found = Set<EntryID>()
    var values: [JSONValue] = []
    switch question.subject {
    case .probe(let index):
      for id in probes[index].facts { found.formUnion(evidence(ofFact: id)) }
      values = probes[index].values
    case .decoy(let index):
      if probes[index].facts.isEmpty { return nil }
      for id in probes[index].facts { found.formUnion(evidence(ofFact: id)) }
    case .trajectory(let index):
      for call in trajectories[index].ordered + trajectories[index].unordered {
        for matcher in call.arguments.values {
          if case .fact(let id) = matcher { found.formUnion(evidence(ofFact: id)) }
          values.append(contentsOf: matcher.values)
        }
      }
      values += recordedArguments(at: question, replies)
    case .fill:
      values = recordedArguments(at: question, replies)
    }
    var leaves: [String] = []
    for value in values { value.appendLeaves(to: &leaves) }
    let start = activeTurnStart(of: question)
    for leaf in Set(leaves) where leaf.utf8.count >= 3 {
      found.formUnion(Self.mentions(of: leaf, in: folded.prefix(start)))
    }
    return found.sorted()
  }

  private func evidence(ofFact id: String) -> [EntryID] {
    fact(id)?.evidence.compactMap(\.entry) ?? []
  }

  private func recordedArguments(at question: Question, _ replies: [EntryID: RecordedReply])
    -> [JSONValue]
  {
    guard case .reply(let start) = question.place, let reply = replies[start] else { return [] }
    return reply.calls(in: transcript).map(\.call.arguments)
  }

  /// Where the turn in flight begins when a question is asked; a probe's is the ask alone.
  func activeTurnStart(of question: Question) -> Int {
    guard case .reply(let start) = question.place else { return question.count }
    let turn = structure.turns[start.index - 1]
    return turn < 0 ? 0 : structure.turnStarts[turn].index
  }

  /// The first and the last entry that says a text.
  private static func mentions(of text: String, in entries: ArraySlice<FoldedText>) -> [EntryID] {
    guard let first = entries.firstIndex(where: { $0.says(text) }),
      let last = entries.lastIndex(where: { $0.says(text) })
    else { return [] }
    return [EntryID(first), EntryID(last)]
  }
}

extension Probe {
  /// The values an answer is expected to have where it is not its facts' values.
  var values: [JSONValue] {
    switch expect {
    case .facts, .abstain, .number: []
    case .answer(let text, _, _): [.string(text)]
    case .list(let texts, _): texts.map { .string($0) }
    }
  }
}

extension ArgumentMatcher {
  /// The values it names.
  var values: [JSONValue] {
    switch self {
    case .exact(let value), .subset(let value): [value]
    case .oneOf(let values): values
    case .contains(let text), .hasPrefix(let text), .hasSuffix(let text): [.string(text)]
    case .number(let number, _): [JSONValue(number)]
    case .keyOnly, .range, .pattern, .naturalLanguage, .fact: []
    }
  }
}
