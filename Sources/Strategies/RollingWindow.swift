public import EvalKit

/// Keeps the last entries, whatever they are.
///
/// - Keeps: the last `entries` entries and the head. It knows nothing of turns or rounds.
/// - Drops: everything older, without a trace.
/// - Costs: no call. Once saturated the front moves on every request, so the cache ends at the head.
/// - Leaves alone: a history of at most `entries` entries.
/// - Fails: in plain chat an even window starts on a response whose prompt is gone; a call may lose
///   its outputs; a window of 0 loses the prompt itself; one long entry weighs as much as a short one.
public struct RollingWindow: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "rolling-window",
    summary: "Keeps the last entries and drops the older ones, cutting turns and rounds anywhere.",
    parameters: [
      StrategyParameter(
        "entries", .count([.entries]), summary: "How many entries to keep; 0 keeps none."),
      StrategyParameter(
        "head", .word(["kept", "counted"]), default: .word("kept"),
        summary: "`counted`: instructions count as entries and fall like the oldest of them."),
    ])

  private let entries: Int
  private let countsHead: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    entries = try arguments.count("entries")
    countsHead = try arguments.text("head") == "counted"
  }

  /// Keeps the last entries.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var history = history
    if countsHead {
      let instructions = history.head.instructions.count
      let left = max(0, entries - history.count)
      if instructions > 0, left == 0 {
        history.dropHead()
      } else if instructions > left {
        history.editHead { $0.instructions.removeFirst(instructions - left) }
      }
    }
    history.keepLast(entries)
    return history
  }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.limited(entries: entries) }
}
