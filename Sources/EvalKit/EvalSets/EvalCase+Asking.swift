extension Question {
  /// How many entries were appended when it is asked, its ask left out.
  public var count: Int {
    switch place {
    case .boundary(let count): count
    case .reply(let id): id.index
    }
  }
}

extension EvalCase {
  /// What is appended as a prompt to ask a question; nil where the recorded request itself asks.
  public func ask(_ question: Question) -> Entry? {
    switch question.subject {
    case .probe(let index): .prompt(probes[index].ask, label: "ask")
    case .decoy(let index): probes[index].decoy.map { .prompt($0, label: "ask") }
    case .trajectory, .fill: nil
    }
  }

  /// A question asked of another case's view: the other's instructions and whole log, which stand
  /// for nothing of this one, then the ask, or the active turn under this case's own tools.
  public func foreignView(of question: Question, in other: EvalCase, log: [Item]) -> View {
    let end = other.transcript.entries.count
    var head = other.transcript.head(at: end)
    let items = other.transcript.entries.enumerated().map { place, entry in
      Item(
        source: .synthesised(
          SynthesisedID(digest: UInt64(place), stage: "foreign"), covers: [], carries: []),
        form: .whole, entry: entry)
    }
    let asking: [Item]
    if let ask = ask(question) {
      asking = [Item(recorded: EntryID(question.count), entry: ask)]
    } else {
      head.tools = transcript.head(at: question.count).tools
      asking = Array(log[View.activeTurnStart(Array(log[..<question.count]))..<question.count])
    }
    return View.foreign(view: View(head: head, items: items), asking: asking)
  }
}
