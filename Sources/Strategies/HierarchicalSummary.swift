public import EvalKit

/// Summarises in chunks that fit the summariser, and the summaries again until one is left.
///
/// - Keeps: the first `first` entries, the last ones as `keep` says, and by default the turn in
///   flight.
/// - Drops: what stands between, once the trigger is met. Each chunk is summarised in a session of its
///   own whose prompt begins with the summary of the chunk before; the summaries, as many as fit, are
///   then summarised in a pass, and so on until one is left and within `summary`.
/// - Costs: a call a chunk and one a pass, each with nothing cached; each entry is fed once, however
///   small the summariser's window is. The cache of the session breaks at the summary.
/// - Leaves alone: a history whose trigger is not met or that the tail holds whole; everything where a
///   chunk or pass brings no summary and no rung helps. After such a failure it rests until there are
///   twice as many entries to be folded.
/// - Fails: a fact of the first chunk is rewritten in every later call, and each may lose it; one entry
///   that is larger than the window is cut.
public struct HierarchicalSummary: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "hierarchical-summary",
    summary: "Summarises in chunks that fit the summariser, then the summaries, until one is left.",
    parameters: FoldRange.parameters() + [
      StrategyParameter(
        "chunk", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "The most tokens of entries a chunk; by default what the summariser's window, or "
          + "else the context size, has room for."),
      StrategyParameter(
        "passes", .count([]), isOptional: true, minimum: 1,
        summary: "The most passes over the summaries of chunks; the last takes all that are left. "
          + "By default as many as shorten them."),
    ] + SummaryForm.parameters() + SummaryFeed.parameters.filter { $0.name != "overlap" }
      + Summarising.parameters().filter { !["session", "input", "no-input"].contains($0.name) },
    persistence: .stored, callsModel: true)

  /// A summary with the entries it stands for.
  private struct Part {
    let text: String
    let item: Item
  }

  private let fold: Fold
  private let chunk: Target?
  private let passes: Int?
  /// Asks for summaries of parts, which have no limit of their own.
  private let asking: Summarising

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    fold = try Fold(arguments)
    chunk = arguments["chunk"] == nil ? nil : try arguments.target("chunk")
    passes = arguments["passes"] == nil ? nil : try arguments.count("passes")
    var asking = fold.summarising
    asking.limit = nil
    self.asking = asking
  }

  /// Asks for the summaries and puts the last one in the place.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let positions = fold.range.positions(in: history, context)
    guard !positions.isEmpty else { return history }
    if let failed = memory["failed"]?.intValue {
      // What failed is not asked for again before there is as much again to tell.
      if positions.count >= failed, positions.count < 2 * failed { return history }
    }
    memory = .null
    var result = Summarising.Result.none
    if let parts = try await parts(positions, of: history, context) {
      result = try await merged(parts, in: history, context)
    }
    switch result {
    case .summary(let text): return fold.put(text, "", positions, history)
    case .dropped:
      var history = history
      history.drop(at: positions)
      return history
    case .none:
      memory = ["failed": JSONValue(positions.count)]
      return history
    }
  }

  /// The summaries of the chunks; nil where one is not to be had.
  private func parts(_ positions: [Int], of history: History, _ context: MomentContext)
    async throws -> [Part]?
  {
    var parts: [Part] = []
    var rest = units(positions, of: history)[...]
    while !rest.isEmpty {
      let previous = parts.last?.text
      let chunk = next(&rest, of: history, previous: previous, context)
      let items = fold.feed.items(chunk, of: history)
      let isOnly = parts.isEmpty && rest.isEmpty
      let result = try await (isOnly ? fold.summarising : asking).summary(
        of: items, in: history,
        told: previous == nil ? SummaryPrompt.instructions : SummaryPrompt.update,
        previous: previous, prompt: { SummaryPrompt.text(of: $0, after: previous) },
        isFirm: false, context: context)
      switch result {
      case .none: return nil
      case .dropped: continue
      case .summary(let text): parts.append(part(text, chunk, history))
      }
    }
    return parts
  }

  /// The summary of all parts.
  ///
  /// Each pass makes fewer parts, or one part shorter. Where one part does not get shorter, or no pass
  /// is left, all that is left is asked for once more, firmly: what is too long then is a fault, and
  /// meets the ladder.
  private func merged(_ parts: [Part], in history: History, _ context: MomentContext)
    async throws -> Summarising.Result
  {
    var parts = parts
    var left = passes ?? .max
    var isStuck = false
    let limit = fold.summarising.limit?.tokens(in: context.budget) ?? .max
    while let first = parts.first {
      let size = context.tokens(first.text)
      if parts.count == 1, size <= limit { return .summary(first.text) }
      left -= 1
      let isFirm = left <= 0 || isStuck
      let count = isFirm ? parts.count : fitting(parts, context)
      let items = parts[..<count].map(\.item)
      let isLast = count == parts.count
      let result = try await (isLast ? fold.summarising : asking).summary(
        of: items, in: history, told: SummaryPrompt.merge,
        prompt: { items in
          items.enumerated().map { "Part \($0 + 1):\n\($1.entry.text)" }
            .joined(separator: "\n\n")
        }, isFirm: isFirm, context: context)
      if isFirm { return result }
      switch result {
      case .none: return .none
      case .dropped: parts.removeFirst(count)
      case .summary(let text):
        isStuck = count == 1 && context.tokens(text) >= size
        parts.replaceSubrange(
          ..<count, with: [part(text, covering: items.flatMap(\.standsFor), history)])
      }
    }
    return .dropped
  }

  /// How many of the first parts a pass has room for: two at least, where there are two.
  private func fitting(_ parts: [Part], _ context: MomentContext) -> Int {
    let room = room(nil, context)
    var count = 0
    var tokens = 0
    for part in parts {
      tokens += context.tokens(part.text)
      if count >= 2, tokens > room { break }
      count += 1
    }
    return count
  }

  private func part(_ text: String, _ positions: [Int], _ history: History) -> Part {
    part(text, covering: positions.flatMap { history.items[$0].standsFor }, history)
  }

  private func part(_ text: String, covering ids: [EntryID], _ history: History) -> Part {
    var made = History(stage: history.stage)
    made.replace(
      0..<0, with: Entry(kind: .instructions, segments: [.text(text)]), covering: ids)
    return Part(text: text, item: made.items[0])
  }

  // MARK: chunks

  /// The positions in units that no chunk cuts.
  private func units(_ positions: [Int], of history: History) -> [[Int]] {
    let boundary: Boundary = fold.range.boundary == .entry ? .entry : .round
    let starts = Set(HistoryStructure(history.items).units(boundary).map(\.lowerBound))
    var units: [[Int]] = []
    for position in positions {
      if units.isEmpty || starts.contains(position) {
        units.append([position])
      } else {
        units[units.count - 1].append(position)
      }
    }
    return units
  }

  /// Takes the next units that fit; at least one.
  private func next(
    _ rest: inout ArraySlice<[Int]>, of history: History, previous: String?,
    _ context: MomentContext
  ) -> [Int] {
    let room = room(previous, context)
    var taken: [Int] = []
    var tokens = 0
    while let unit = rest.first {
      // A line of the log says who spoke, too.
      tokens += unit.reduce(0) {
        $0 + context.tokens(history.items[$1]) + (chunk == nil ? 4 : 0)
      }
      guard taken.isEmpty || tokens <= room else { break }
      taken += unit
      rest.removeFirst()
    }
    return taken
  }

  /// The tokens of entries a call has room for.
  private func room(_ previous: String?, _ context: MomentContext) -> Int {
    if let size = chunk?.tokens(in: context.budget) { return size }
    let window = context.window(of: fold.summarising.summariser) ?? context.budget.contextSize
    let told = context.tokens(fold.summarising.instructions ?? SummaryPrompt.update) + 32
    return max(1, (window - told - (previous.map { context.tokens($0) } ?? 0)) * 9 / 10)
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(fold.range.trigger) }

  /// What it leaves at most: a summary may fail, so no less than there was.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { fold.form.bounds(after: before) }

  /// What it brings a history down to.
  public var target: Target? { fold.target }
}
