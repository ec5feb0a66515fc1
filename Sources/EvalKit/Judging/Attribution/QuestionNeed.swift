/// Something a question needs from its view, and what became of it there.
struct QuestionNeed {
  enum State: Hashable {
    /// It is in view as it was recorded.
    case intact
    /// It can be read elsewhere or in other words only.
    case altered
    /// It cannot be read.
    case lost
  }

  let name: String
  let state: State
  let reason: String
  /// What established it, then later mentions.
  let entries: [EntryID]
}

/// Reads off a question's view what of its needs is left.
struct QuestionNeeds {
  let judged: JudgedCase
  private var survival: SurvivalReader
  private var texts = MadeTexts()

  init(_ judged: JudgedCase) {
    self.judged = judged
    survival = SurvivalReader(judged)
  }

  /// The needs: of every question the facts it asks for; of one about calls the arguments the model got
  /// wrong, then the turn's own prompt, then the earlier calls of the tools.
  ///
  /// - Complexity: O(facts and values × their mentions + text of the items that stages made).
  mutating func needs(of question: Question, in observed: QuestionObservation) -> [QuestionNeed] {
    let shown = ShownItems(observed.view, below: question.count)
    let fates = EntryFate.fates(of: question.count, in: observed.view.items)
    var needs: [QuestionNeed] = []
    var values = Set<[UInt8]>()
    for id in judged.factIDs(of: question) {
      guard let fact = judged.facts[id], fact.firstEvidence < question.count else { continue }
      values.formUnion(fact.values.map(\.compact))
      needs.append(need(of: fact, before: question.count, shown))
    }
    guard case .reply(let start) = question.place else { return needs }
    for value in wrongValues(question, observed) where values.insert(value.compact).inserted {
      if let need = need(of: value, fates, shown) { needs.append(need) }
    }
    let turn = judged.evalCase.structure.turns[start.index - 1]
    if turn >= 0 {
      let prompt = judged.evalCase.structure.turnStarts[turn]
      needs.append(
        QuestionNeed(
          name: "the turn's prompt", state: fates[prompt.index].isReadable ? .intact : .lost,
          reason: "it is not in view as it was said", entries: [prompt]))
    }
    return needs + tools(question).compactMap { earlierCalls($0, fates) }
  }

  private mutating func need(of fact: PreparedFact, before count: Int, _ shown: ShownItems)
    -> QuestionNeed
  {
    let fate = survival.fate(of: fact, in: shown)
    let evidence = fact.evidence.compactMap(\.entry)
    let later = fact.mentions.filter { $0 < count && !evidence.contains($0) }
    return QuestionNeed(
      name: fact.fact.id,
      state: fate.survival == .verbatim ? .intact : fate.survival.isSurvival ? .altered : .lost,
      reason: "\(fate.survival.rawValue), \(fate.reason)",
      entries: (evidence + later).map { EntryID($0) })
  }

  /// A value of arguments; nil where nothing before says it, so that no view could.
  private mutating func need(of value: ValueMatcher, _ fates: [EntryFate], _ shown: ShownItems)
    -> QuestionNeed?
  {
    let holders = judged.index.texts(with: value).filter { $0 < fates.count }
    if holders.isEmpty { return nil }
    let state: QuestionNeed.State
    if holders.contains(where: { fates[$0].isReadable }) {
      state = .intact
    } else if shown.made.contains(where: { value.isIn(texts.text(of: shown.items[$0])) })
      || value.isIn(texts.text(of: shown.head, withTools: true))
    {
      state = .altered
    } else {
      state = .lost
    }
    return QuestionNeed(
      name: "'\(value.value)'", state: state,
      reason: state == .lost ? "nothing in view says it" : "in what a stage made",
      // The nearest mention is the likeliest to be copied.
      entries: holders.reversed().map { EntryID($0) })
  }

  // MARK: Calls

  /// The recorded arguments that the model did not give, as values that can be looked for.
  private func wrongValues(_ question: Question, _ observed: QuestionObservation)
    -> [ValueMatcher]
  {
    let recorded = judged.recordedCalls(at: question)
    var found: [ValueMatcher] = []
    if question.subject == .fill || observed.filled.count == recorded.count {
      for (call, made) in zip(recorded, observed.filled) {
        Self.wrong(call.arguments, made.name == call.name ? made.arguments : nil, &found)
      }
    }
    var made = observed.reply?.calls ?? []
    if question.subject != .fill {
      for call in recorded {
        let place = made.firstIndex { $0.name == call.name }
        Self.wrong(call.arguments, place.map { made[$0].arguments }, &found)
        if let place { made.remove(at: place) }
      }
    }
    return found
  }

  private static func wrong(
    _ recorded: JSONValue, _ made: JSONValue?, _ found: inout [ValueMatcher]
  ) {
    switch recorded {
    case .object(let object):
      for member in object.members { wrong(member.value, made?[member.key], &found) }
    case .array(let values):
      for (place, value) in values.enumerated() {
        wrong(
          value, made?.arrayValue.flatMap { place < $0.count ? $0[place] : nil }, &found)
      }
    case .null, .bool: return
    case .number, .string:
      if let made, ValueEquality.areEqual(made, recorded) { return }
      let text = recorded.stringValue ?? recorded.serialised()
      guard ArgumentFill.words(text) <= 4 else { return }
      let isWord = recorded.stringValue != nil && !text.contains(where: \.isWhitespace)
      let value = ValueMatcher(
        text, kind: recorded.stringValue == nil ? .number : isWord ? .identifier : .text)
      if !value.isWeak, !value.compact.isEmpty { found.append(value) }
    }
  }

  /// The tools that are to be called.
  private func tools(_ question: Question) -> [String] {
    var tools = judged.recordedCalls(at: question).map(\.name)
    if case .trajectory(let index) = question.subject {
      let expectation = judged.evalCase.trajectories[index]
      tools = (expectation.ordered + expectation.unordered).map(\.tool) + tools
    }
    return tools.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The exchanges that showed the model how a tool is used; nil where there was none.
  private func earlierCalls(_ tool: String, _ fates: [EntryFate]) -> QuestionNeed? {
    let entries = judged.evalCase.transcript.entries
    let calls = fates.indices.filter { place in
      entries[place].calls.contains { $0.name == tool }
    }
    if calls.isEmpty { return nil }
    let kept = calls.count { fates[$0].isReadable }
    return QuestionNeed(
      name: "earlier calls of \(tool)", state: kept == calls.count ? .intact : .lost,
      reason: "\(kept) of \(calls.count) are in view",
      entries: calls.reversed().map { EntryID($0) })
  }
}

extension EntryFate {
  /// Whether the entry can be read as it was recorded, in its place or carried word by word.
  fileprivate var isReadable: Bool { fate == .kept && !partial }
}
