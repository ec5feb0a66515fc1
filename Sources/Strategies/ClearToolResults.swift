public import EvalKit

/// Replaces old tool outputs by a placeholder once a trigger is met; the calls stay.
///
/// - Keeps: all entries, and the newest `keep` outputs whole.
/// - Drops: the content of older outputs and, if told to, the arguments of their calls. The default
///   placeholder says what it replaced, that it is intact in the record, and how to get it back.
/// - Costs: no call. As a view the trigger is read off the history with its outputs in place, so it
///   stays met; the edge moves, and the cache breaks there, with every new output.
/// - Leaves alone: everything until the trigger is met, and where less than `clear-at-least` would
///   be freed; outputs that are masked already; those of excluded tools.
/// - Fails: an output shorter than its placeholder grows; outputs of the turn in flight are cleared
///   like any other, `keep: 0` even those the model has not seen; the model may call a tool again
///   to see what it has seen. As a view `clear-at-least` is measured against all that is cleared,
///   so it only delays the first time; stored, it makes batches. `clear: enough` applied to its own
///   view clears more.
public struct ClearToolResults: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "clear-tool-results",
    summary: "Replaces all but the newest tool outputs by a placeholder once a trigger is met.",
    parameters: [
      .when(.count(50, .percent)),
      StrategyParameter(
        "keep", .count([.uses, .tokens]), default: .count(3, .uses),
        summary: "How many of the newest outputs stay whole, or how many tokens of them."),
      StrategyParameter(
        "clear-at-least", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "It does nothing where less would be freed."),
      StrategyParameter(
        "clear", .word(["all", "enough"]), default: .word("all"),
        summary: "`enough`: the oldest first, until `clear-at-least` is freed."),
      .excludeTools,
      StrategyParameter(
        "clear-inputs", .strings, default: .list([.string("none")]),
        summary: "Tools whose arguments are cleared too, `all` or `none`."),
      .placeholder("explained"),
      StrategyParameter(
        "counts", .word(["tokens", "chars"]), default: .word("tokens"),
        summary: "`chars`: takes characters for tokens where `keep` is in tokens."),
    ])

  private let trigger: Trigger
  private let keep: Int
  private let keepsTokens: Bool
  private let least: Target?
  private let stopsAtLeast: Bool
  private let excluded: Set<String>
  private let clearsInputs: Set<String>
  private let placeholder: Placeholder
  private let countsCharacters: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    keep = try arguments.count("keep")
    if case .count(_, .tokens) = arguments["keep"] {
      keepsTokens = true
    } else {
      keepsTokens = false
    }
    least = arguments["clear-at-least"] == nil ? nil : try arguments.target("clear-at-least")
    stopsAtLeast = try arguments.text("clear") == "enough"
    excluded = Set(try arguments.texts("exclude-tools"))
    let inputs = Set(try arguments.texts("clear-inputs"))
    clearsInputs = inputs.contains("none") ? [] : inputs
    placeholder = try arguments.placeholder()
    countsCharacters = try arguments.text("counts") == "chars"
    guard inputs.count == 1 || !(inputs.contains("all") || inputs.contains("none")) else {
      throw ArgumentError(
        parameter: "clear-inputs", problem: "expected 'all' or 'none' alone, or names of tools")
    }
    guard least != nil || !stopsAtLeast else {
      throw ArgumentError(
        parameter: "clear", problem: "'enough' needs clear-at-least: how much is enough")
    }
  }

  /// Masks all but the newest outputs.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let edge = edge(of: history, context)
    guard
      (0..<edge).reversed().contains(where: { isWhole(history.items[$0]) }),
      trigger.isMet(by: history, in: context)
    else { return history }
    let cleared = clearing(0..<edge, in: history, context)
    guard let least = least?.tokens(in: context.budget) else { return cleared }
    guard stopsAtLeast else {
      return context.tokens(history) - context.tokens(cleared) >= least ? cleared : history
    }
    var freed = 0
    for place in 0..<edge {
      freed += context.tokens(history.items[place]) - context.tokens(cleared.items[place])
      if freed >= least { return clearing(0..<place + 1, in: history, context) }
    }
    return cleared
  }

  private func isWhole(_ item: Item) -> Bool { item.kind == .toolOutput && item.form != .masked }

  /// Where outputs begin to stay.
  private func edge(of history: History, _ context: MomentContext) -> Int {
    let items = history.items
    var edge = items.count
    var kept = 0
    var spent = 0
    while edge > 0, keepsTokens || kept < keep {
      if items[edge - 1].kind == .toolOutput {
        if keepsTokens {
          spent += size(of: items[edge - 1], context)
          // The newest stays whatever its size.
          if kept > 0, spent > keep { break }
        }
        kept += 1
      }
      edge -= 1
    }
    return edge
  }

  private func size(of item: Item, _ context: MomentContext) -> Int {
    countsCharacters ? item.entry.shownText.count : context.tokens(item)
  }

  private func clearing(
    _ range: Range<Int>, in history: History, _ context: MomentContext
  ) -> History {
    let items = history.items
    var cleared = history
    cleared.maskOutputs(
      in: range, with: placeholder, by: "clear-tool-results", excluding: excluded, in: context)
    guard !clearsInputs.isEmpty else { return cleared }
    var finder = CallFinder(items)
    var places: [Int: [Int]] = [:]
    for position in range where isWhole(items[position]) && !isWhole(cleared.items[position]) {
      guard let call = finder.call(ofOutputAt: position) else { continue }
      let name = items[call.entry.index].entry.calls[call.index].name
      guard clearsInputs.contains("all") || clearsInputs.contains(name) else { continue }
      places[call.entry.index, default: []].append(call.index)
    }
    for (position, indices) in places.sorted(by: { $0.key < $1.key }) {
      let rule = "clear-inputs/\(indices.sorted())"
      cleared.rewrite(CollectionOfOne(position), to: .masked, by: rule) { _ in
        Rewriting(arguments: Dictionary(uniqueKeysWithValues: indices.map { ($0, [:]) }))
      }
    }
    return cleared
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// As before, but that placeholders may be longer than what they replace.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.withoutTokens }
}
