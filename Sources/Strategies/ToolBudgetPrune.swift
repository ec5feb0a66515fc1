public import EvalKit

/// Replaces old tool outputs once those beyond the newest so many tokens are worth a batch.
///
/// Outputs are gone through from the newest to the oldest. The first `protect` tokens of them stay;
/// what lies beyond is masked, all at once, if it comes to at least `minimum` tokens.
///
/// - Keeps: all entries; the newest `protect` tokens of outputs, and the newest turns, whole.
/// - Drops: the content of older outputs.
/// - Costs: no call. Stored, the cache breaks once a batch; as a view the edge moves with every
///   output once the first batch was due.
/// - Leaves alone: everything until a batch is due; outputs that are masked already, and of
///   excluded tools, which count for nothing.
/// - Fails: an output larger than what is left of `protect` goes though it is among the newest; a
///   session of small outputs is never pruned; `skip-last-messages` is no turn: earlier rounds of
///   the turn in flight are pruned.
public struct ToolBudgetPrune: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "tool-budget-prune",
    summary: "Replaces tool outputs beyond the newest so many tokens once they make a batch.",
    parameters: [
      StrategyParameter(
        "protect", .count([.tokens, .percent]), default: .count(40_000, .tokens),
        summary: "How many tokens of the newest outputs stay, or a share of the context size."),
      StrategyParameter(
        "minimum", .count([.tokens, .percent]), default: .count(20_000, .tokens),
        summary: "How many tokens of older outputs make a batch."),
      StrategyParameter(
        "skip-last", .count([.turns]), default: .count(2, .turns),
        summary: "The newest turns left alone, the one in flight included."),
      StrategyParameter(
        "skip-last-messages", .count([]), default: .number(0),
        summary: "The newest messages left alone; the outputs of a round count as one."),
      .excludeTools,
      StrategyParameter(
        "crossing", .word(["masked", "kept"]), default: .word("masked"),
        summary: "What becomes of the output that crosses the edge of `protect`."),
      .placeholder("[Old tool result content cleared]"),
      StrategyParameter(
        "longer", .word(["allowed", "refused"]), default: .word("allowed"),
        summary: "`refused`: an output with no more tokens than its placeholder stays."),
    ],
    persistence: .stored)

  private let protected: Target
  private let minimum: Target
  private let turns: Int
  private let messages: Int
  private let excluded: Set<String>
  private let masksCrossing: Bool
  private let placeholder: Placeholder
  private let refusesLonger: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    protected = try arguments.target("protect")
    minimum = try arguments.target("minimum")
    turns = try arguments.count("skip-last")
    messages = try arguments.count("skip-last-messages")
    excluded = Set(try arguments.texts("exclude-tools"))
    masksCrossing = try arguments.text("crossing") == "masked"
    placeholder = try arguments.placeholder()
    refusesLonger = try arguments.text("longer") == "refused"
  }

  /// Masks a batch, if one is due.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    let limit = protected.tokens(in: context.budget) ?? 0
    let batch = minimum.tokens(in: context.budget) ?? 0
    var finder = CallFinder(items)
    var spent = 0
    var freed = 0
    var old: [Int] = []
    for position in items.indices[..<end(of: items)].reversed() {
      guard items[position].kind == .toolOutput, items[position].form != .masked else { continue }
      if !excluded.isEmpty, finder.tool(ofOutputAt: position).map(excluded.contains) ?? false {
        continue
      }
      let tokens = context.tokens(items[position])
      let crosses = spent <= limit
      spent += tokens
      guard spent > limit, masksCrossing || !crosses else { continue }
      freed += tokens
      old.append(position)
    }
    guard !old.isEmpty, freed >= batch else { return history }
    old.reverse()
    var pruned = history
    pruned.mask(old, with: placeholder, by: "tool-budget-prune", in: context)
    guard refusesLonger else { return pruned }
    let shorter = old.filter {
      context.tokens(pruned.items[$0]) < context.tokens(items[$0])
    }
    if shorter.count == old.count { return pruned }
    guard !shorter.isEmpty else { return history }
    pruned = history
    pruned.mask(shorter, with: placeholder, by: "tool-budget-prune", in: context)
    return pruned
  }

  /// Where what is left alone begins.
  private func end(of items: [Item]) -> Int {
    if turns == 0, messages == 0 { return items.count }
    let structure = HistoryStructure(items)
    let starts = structure.turnStarts
    let turn = turns == 0 ? items.count : starts.count < turns ? 0 : starts[starts.count - turns]
    return min(turn, structure.start(ofLast: messages))
  }

  /// As before, but that placeholders may be longer than what they replace.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.withoutTokens }

  /// What it leaves alone: of outputs the newest.
  public var protection: Protection? { Protection(last: protected, inFlight: false) }
}
