public import EvalKit

/// Keeps the last whole turns that fit a size; past turns fall as a unit, the oldest first.
///
/// - Keeps: the turn in flight always, and before it as many whole turns as fit. Sizes in tokens or
///   `%` (a share of the context size) include the head; `entries` and `turns` do not, and count
///   the turn in flight. With `anchor: true` the first turn stays, too, and counts first.
/// - Drops: older turns whole, so no call loses its output and no response its prompt. What stands
///   before the first prompt falls first.
/// - Costs: no call. Once saturated the front moves at every turn, so the cache ends at the head, or
///   behind the first turn where that is the anchor.
/// - Leaves alone: a history that fits.
/// - Fails: a turn in flight larger than the size is kept and may overflow, with an anchor sooner; a
///   large old turn takes small ones before it along; a fact said once and early is the first to go.
public struct WholeTurnWindow: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "whole-turn-window",
    summary: "Keeps the last whole turns that fit a size, the turn in flight always.",
    parameters: [
      StrategyParameter(
        "tokens", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "The size in tokens or as a share of the context size, the head included."),
      StrategyParameter(
        "entries", .count([.entries]), isOptional: true, minimum: 1,
        summary: "The size in entries, the head left out."),
      StrategyParameter(
        "turns", .count([.turns]), isOptional: true, minimum: 1,
        summary: "The size in turns, the one in flight included."),
      StrategyParameter(
        "anchor", .flag, default: .word("false"),
        summary: "Whether the first turn always stays; it counts like the others."),
    ])

  private let size: Target
  private let anchors: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    let given = ["tokens", "entries", "turns"].filter { arguments[$0] != nil }
    guard given.count == 1 else {
      throw ArgumentError(
        parameter: given.count > 1 ? given[1] : "tokens",
        problem: "'whole-turn-window' takes exactly one of tokens, entries and turns")
    }
    size = try arguments.target(given[0])
    anchors = try arguments.flag("anchor")
  }

  /// Drops the oldest turns until the rest fits.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let structure = HistoryStructure(history.items)
    let head = context.ledger.count(history.head)
    let start = size.tailStart(
      of: history, structure: structure, boundary: .turn, keepingFrom: structure.inFlightStart,
      reserved: head, in: context)
    var history = history
    guard anchors, structure.turnStarts.count > 1, start > structure.turnStarts[0] else {
      history.keep(start..<history.count)
      return history
    }
    let anchor = structure.turnStarts[0]..<structure.turnStarts[1]
    let first = history.items[anchor]
    let rest = size.beside(first).tailStart(
      of: history, structure: structure, boundary: .turn, keepingFrom: structure.inFlightStart,
      reserved: head + size.measure(first, in: context), in: context)
    history.keep(at: Array(anchor) + Array(max(rest, anchor.upperBound)..<history.count))
    return history
  }

  /// What it brings a history down to.
  public var target: Target? { size }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    switch size {
    case .turns(let n): before.limited(turns: anchors ? max(n, 2) : n)
    // The turn in flight is a single entry only when its prompt has just landed.
    case .entries(let n) where moment == .prompt && !anchors: before.limited(entries: n)
    case .entries, .tokens, .share: before
    }
  }
}
