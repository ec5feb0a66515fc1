public import EvalKit

/// Replaces the history by one prompt after an answer, once there are more than `threshold` entries.
///
/// For tests: a summary that needs no prompt at the end and asks no model; its text says how many
/// entries it stands for.
public struct SummarizeAtResponse: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "summarize-at-response",
    summary: "Replaces the history by one prompt after an answer, once there are too many entries.",
    parameters: [
      StrategyParameter(
        "threshold", .count([.entries]), summary: "It acts when there are more entries than this.")
    ],
    persistence: .stored, moments: [.response])

  private let threshold: Int

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    threshold = try arguments.count("threshold")
  }

  /// Replaces everything by one prompt.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard history.count > threshold else { return history }
    var history = history
    let entry = Entry.prompt("Summary of \(history.count) entries.")
    history.replace(history.items.indices, with: entry)
    return history
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(.entries(threshold)) }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.limited(entries: max(threshold, 1)) }
}
