/// When an arm's views left something out that the ones before them had.
///
/// A compaction is a main-line request whose view, compared with the one before it and everything
/// appended since, lacks an item or shows another in its place; or the asking of a question, where its
/// copy's view does.
struct Compactions {
  /// How many entries had been appended at each compacting request, rising.
  private(set) var counts: [Int] = []
  /// Questions on whose copy something more was compacted.
  private var copies: Set<String> = []
  /// Questions between turns, last first.
  private var waiting: [(count: Int, id: String, view: View)]

  /// Makes what has seen no request.
  ///
  /// - Parameter questions: Of the case, with what was observed of them.
  init(_ questions: [Question], asked: [String: QuestionObservation]) {
    waiting = questions.compactMap { question in
      guard case .boundary(let count) = question.place, let observed = asked[question.id],
        observed.foreignCase == nil, !observed.view.items.isEmpty
      else { return nil }
      return (count, question.id, observed.view)
    }
    // Stable, so that questions of one place stay in order.
    waiting = waiting.enumerated().sorted {
      ($1.element.count, $1.offset) < ($0.element.count, $0.offset)
    }
    .map(\.element)
  }

  /// Takes the questions that were asked before a request with this many entries.
  mutating func ask(before count: Int, _ builder: ViewBuilder) {
    while let next = waiting.last, next.count < count {
      waiting.removeLast()
      let base = builder.base(at: next.count)
      let shown = next.view.items.filter { $0.id.map { $0.index < next.count } ?? true }
      if ViewChange(from: base, to: shown).removes { copies.insert(next.id) }
    }
  }

  /// Takes a request.
  mutating func observe(_ change: ViewChange, at count: Int) {
    if change.removes { counts.append(count) }
  }

  /// How many compactions a value had been through at a question.
  ///
  /// - Parameters:
  ///   - entry: The entry that established it; -1 for the head.
  ///   - count: How many entries had been appended.
  ///   - question: The question, if it was asked on a copy.
  func number(since entry: Int, until count: Int, question: String? = nil) -> Int {
    counts.count { $0 > entry && $0 <= count } + (question.map(copies.contains) == true ? 1 : 0)
  }
}

extension ViewChange {
  /// Whether something of the view before is left out or replaced.
  var removes: Bool { splices.contains { $0.remove > 0 } }
}
