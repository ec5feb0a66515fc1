public import EvalKit

/// Keeps the oldest that fits, and drops the newest past first: what a cache would choose.
///
/// - Keeps: from the beginning on what fits a budget, then what is in flight: with `keep-turn` the
///   whole turn, with `keep-prompt` its prompt alone, so that its rounds fall with the newest.
/// - Drops: the newest whole units of `boundary` that stand before what is in flight.
/// - Costs: no call. The prefix is never touched: once full, a request re-reads what is in flight
///   and nothing else.
/// - Leaves alone: a history that fits.
/// - Fails: the model never learns how the last turns went; a correction falls before what it
///   corrects; with `keep-prompt` a tool loop loses what it has just fetched.
public struct DropNewest: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "drop-newest",
    summary:
      "Keeps the oldest entries that fit and what is in flight; the newest past falls first.",
    parameters: [
      StrategyParameter(
        "keep", .word(["keep-turn", "keep-prompt"]), default: .word("keep-turn"),
        summary: "What stays beside the oldest: the turn in flight, or its prompt alone."),
      StrategyParameter(
        "budget", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "The most tokens left, the head included, or a share of the context size; "
          + "by default the context size less the reserve."),
      .boundary(.round),
    ])

  private let keepsTurn: Bool
  private let budget: Target?
  private let boundary: Boundary

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    keepsTurn = try arguments.text("keep") == "keep-turn"
    budget = arguments["budget"] == nil ? nil : try arguments.target("budget")
    boundary = try arguments.boundary()
  }

  /// Drops the newest past until the rest fits.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let limit = (budget ?? .budget(of: context)).limit(in: context.budget)
    var excess = context.tokens(history) - limit
    guard excess > 0 else { return history }
    let structure = HistoryStructure(history.items)
    var kept = Array(repeating: true, count: history.count)
    for unit in units(of: structure).reversed() {
      if excess <= 0 { break }
      excess -= context.tokens(history.items[unit])
      for position in unit { kept[position] = false }
    }
    var history = history
    history.keep(at: history.items.indices.filter { kept[$0] })
    return history
  }

  /// What may fall, in order.
  private func units(of structure: HistoryStructure) -> [Range<Int>] {
    let units = structure.units(boundary)
    guard let prompt = structure.turnStarts.last else { return keepsTurn ? [] : units }
    let past = units.filter { $0.upperBound <= prompt }
    if keepsTurn { return past }
    // Within the turn in flight, turns are too coarse.
    let inner = boundary == .turn ? structure.units(.round) : units
    return past + inner.filter { $0.lowerBound > prompt }
  }
}
