/// What a signature looks at: one checkpoint as an arm met it, beside the reference and the oracle.
public struct ConfusionScene: Sendable {
  /// One reply of the checkpoint, with what it was given on.
  public struct Step: Sendable {
    /// What was said and called.
    public let reply: Reply
    /// The view it was given on.
    let shown: ShownItems
    /// How many entries the log had at the request.
    public let count: Int

    /// Whether it declines: the model says so, or its words do.
    public var declines: Bool { Declining.isMade(by: reply) }
  }

  /// A call that the arm made.
  public struct Made: Sendable {
    /// The call.
    public let call: ToolCall
    /// The reply it was made in.
    public let step: Int
  }

  /// An earlier call of the record, with the output that answered it.
  public struct Past: Sendable {
    /// The call.
    public let call: ToolCall
    /// The entry it stands in.
    public let entry: EntryID
    /// The entry of its output; nil where none came.
    public let output: EntryID?

    /// The entries of the exchange.
    public var entries: [EntryID] { [entry] + (output.map { [$0] } ?? []) }
  }

  /// The case.
  public let judged: JudgedCase
  /// What is expected.
  public let expectation: TrajectoryExpectation
  /// The arm's replies, in order.
  public let steps: [Step]
  /// The oracle's replies to the same requests.
  public let oracle: [Step]
  /// How the arm's calls compare with those expected.
  public let result: TrajectoryResult
  /// The calls that were made.
  public let made: [Made]
  /// The calls recorded before the last reply of the checkpoint, in order.
  public let past: [Past]
  /// The recorded calls that the checkpoint's replies stand in the place of.
  public let recorded: [ToolCall]
  /// The expected calls that were not made.
  let unmet: [CallRule]

  init(
    _ judged: JudgedCase, _ expectation: TrajectoryExpectation, questions: [Question],
    steps: [Step], oracle: [Step]
  ) {
    self.judged = judged
    self.expectation = expectation
    self.steps = steps
    self.oracle = oracle
    made = steps.enumerated().flatMap { step, value in
      value.reply.calls.map { Made(call: $0, step: step) }
    }
    let result = judged.trajectoryJudge(expectation).judge(made.map(\.call))
    self.result = result
    let met = Set(result.alignment.map(\.expected))
    unmet = (expectation.ordered + expectation.unordered).enumerated()
      .filter { !met.contains($0.offset) }
      .map { CallRule($0.element, facts: judged.facts) }
    recorded = questions.flatMap(judged.recordedCalls)
    let structure = judged.evalCase.structure
    let end = steps.last?.count ?? 0
    past = judged.evalCase.transcript.entries[..<end].enumerated().flatMap { index, entry in
      entry.calls.enumerated().map { place, call in
        let output = structure.outputs[index][place]
        return Past(
          call: call, entry: EntryID(index), output: output.flatMap { $0.index < end ? $0 : nil })
      }
    }
  }

  /// The calls that are neither expected nor optional.
  public var unexpected: [Made] { result.unexpected.map { made[$0] } }

  /// The calls that must not be made here.
  public var refused: [Made] { result.refused.map { made[$0] } }

  /// The expected calls that nothing was called for, where nothing else was called in their place.
  var omitted: [CallRule] { result.unexpected.isEmpty ? unmet : [] }

  /// The tools of the omitted calls.
  var omittedTools: Set<String> { Set(omitted.map(\.expected.tool)) }

  /// What the last reply says, in short.
  var lastWords: String {
    let text = steps.last?.reply.text ?? ""
    return text.isEmpty ? "nothing" : "'\(text.count <= 60 ? text : text.prefix(57) + "…")'"
  }

  /// The earlier calls of some tools.
  func past(of tools: Set<String>) -> [Past] { past.filter { tools.contains($0.call.name) } }

  /// What shows some tools in use and a view does not show whole: the earlier calls, their outputs and
  /// the prompts that led to them.
  func lostExchanges(of tools: Set<String>, step: Int) -> [EntryID] {
    let structure = judged.evalCase.structure
    return past(of: tools).flatMap { past -> [EntryID] in
      let turn = structure.turns[past.entry.index]
      return past.entries + (turn < 0 ? [] : [structure.turnStarts[turn]])
    }.filter { !isWhole($0, step: step) && $0.index < count(step) }
  }

  /// How many entries the log had at a step's request.
  func count(_ step: Int) -> Int { steps.indices.contains(step) ? steps[step].count : 0 }

  /// Whether a step's view shows an entry as it was recorded.
  func isWhole(_ entry: EntryID, step: Int) -> Bool {
    steps.indices.contains(step) && steps[step].shown.showsWhole(entry.index)
  }

  /// Whether a step's view shows an entry, in whatever form.
  func shows(_ entry: EntryID, step: Int) -> Bool {
    steps.indices.contains(step) && steps[step].shown.shows(entry.index)
  }

  /// Whether a step's view shows a call of an entry; of a round it may show some only.
  func shows(_ past: Past, step: Int) -> Bool {
    guard steps.indices.contains(step), let place = steps[step].shown.place(of: past.entry.index)
    else { return false }
    let item = steps[step].shown.items[place]
    return !item.isPartial
      || item.entry.calls.contains { $0.id == past.call.id && $0.name == past.call.name }
  }

  /// The tools that a step's request defines.
  func tools(_ step: Int) -> [ToolDefinition] {
    steps.indices.contains(step) ? steps[step].shown.head.tools : []
  }

  /// The entries before a step's request that hold a value.
  func holders(of value: ValueMatcher, step: Int) -> [Int] {
    judged.index.texts(with: value).filter { $0 < count(step) }
  }

  /// Whether a step's view holds a value: in an entry shown whole, or in what a stage made of one.
  func holds(_ value: ValueMatcher, step: Int) -> Bool {
    guard steps.indices.contains(step) else { return false }
    let shown = steps[step].shown
    return holders(of: value, step: step).contains(where: shown.showsWhole)
      || shown.made.contains { value.isIn(shown.items[$0].entry.matchText) }
  }

  /// A name for an entry in messages.
  func label(_ entry: EntryID) -> String { judged.evalCase.transcript.name(of: entry) }

  /// Names for entries in messages, the first few.
  func labels(_ entries: [EntryID]) -> String {
    let shown = entries.prefix(4).map(label).joined(separator: ", ")
    return entries.count > 4 ? "\(shown) and \(entries.count - 4) more" : shown
  }
}
