public import EvalKit

/// Keeps the last `keep` entries after an answer, once there are more than `threshold`.
///
/// For tests: the amortised trim that applications write by hand (100 → 50).
public struct TrimAtResponse: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "trim-at-response",
    summary: "Keeps the last entries after an answer, once there are too many.",
    parameters: [
      StrategyParameter(
        "threshold", .count([.entries]), default: .count(100, .entries),
        summary: "It acts when there are more entries than this."),
      StrategyParameter(
        "keep", .count([.entries]), default: .count(50, .entries),
        summary: "How many entries to keep."),
    ],
    persistence: .stored, moments: [.response])

  private let threshold: Int
  private let keep: Int

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    threshold = try arguments.count("threshold")
    keep = try arguments.count("keep")
  }

  /// Keeps the last entries.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var history = history
    if history.count > threshold { history.keepLast(keep) }
    return history
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(.entries(threshold)) }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.limited(entries: max(threshold, keep)) }

  /// What it brings a history down to.
  public var target: Target? { .entries(keep) }
}
