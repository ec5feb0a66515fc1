public import EvalKit

/// Keeps the first entries and the last ones, and drops what stands between.
///
/// - Keeps: the first `first` and the last `last` entries, each once where the two meet.
/// - Drops: the middle, without a marker.
/// - Costs: no call. The first entries stay in the cache; behind them it breaks on every request.
/// - Leaves alone: a history of at most `first` + `last` entries.
/// - Fails: both edges may cut a turn or a round; the model sees the end follow the beginning.
public struct KeepFirstLast: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "keep-first-last",
    summary: "Keeps the first and the last entries and drops the middle.",
    parameters: [
      StrategyParameter(
        "first", .count([.entries]), summary: "How many entries to keep from the beginning."),
      StrategyParameter(
        "last", .count([.entries]), summary: "How many entries to keep from the end."),
    ])

  private let first: Int
  private let last: Int

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    first = try arguments.count("first")
    last = try arguments.count("last")
  }

  /// Drops the middle.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard history.count > first + last else { return history }
    var history = history
    history.keep(at: Array(0..<first) + Array(history.count - last..<history.count))
    return history
  }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.limited(entries: first + last) }
}
