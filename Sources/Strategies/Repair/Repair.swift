public import EvalKit

/// Makes a history one that providers take: no compaction, a mender for what others left.
///
/// Passes are made until nothing changes any more, so that it may run twice. Pairs are found as
/// everywhere: an output answers the nearest earlier call with its id that has no output yet.
///
/// - Keeps: whatever is in order.
/// - Drops: outputs without a call, calls without an output, rounds of which only a part is left
///   (with the reasoning that led to them), entries that stand twice, empty entries; or mends them.
///   A call that only outputs follow still waits for its own and is left alone.
/// - Costs: no call. What is mended stays the same from request to request, so the cache breaks where
///   the history was broken, and not again.
/// - Leaves alone: a history in order, and the output of every tool, empty ones too.
/// - Fails: it drops what a stage before it has left of a round, so what was done is forgotten; what
///   stands for a missing output says nothing of what the call did; without ids it pairs by position
///   and may take the wrong call for answered.
public struct Repair: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "repair",
    summary: "Drops or mends outputs without calls, calls without outputs and broken rounds.",
    parameters: [
      StrategyParameter(
        "orphan-output", .word(OrphanOutput.allCases.map(\.rawValue)), default: .word("drop"),
        summary:
          "An output without its call: dropped; given a stub of a call; turned into a prompt's "
          + "text; dropped only where the history begins with it; kept."),
      StrategyParameter(
        "orphan-call", .word(OrphanCall.allCases.map(\.rawValue)), default: .word("drop"),
        summary: "A call without its output: dropped; given a result that says so; kept."),
      StrategyParameter(
        "result", .string, default: .string("No output was recorded."),
        summary: "With orphan-call: synthetic-result, what the result says."),
      StrategyParameter(
        "whole-rounds", .flag, default: .word("true"),
        summary: "Whether a round that lost some of its calls falls whole."),
      StrategyParameter(
        "merge-roles", .flag, default: .word("false"),
        summary: "Whether prompts in a row, and responses in a row, become one entry."),
      StrategyParameter(
        "non-empty", .flag, default: .word("true"),
        summary: "Whether entries without content fall; outputs and the last prompt stay."),
      StrategyParameter(
        "dedup-ids", .flag, default: .word("true"),
        summary: "Whether an entry that stands twice stands once."),
    ])

  /// What becomes of an output without its call.
  enum OrphanOutput: String, CaseIterable { case drop, stub, text, leading, keep }
  /// What becomes of a call without its output.
  enum OrphanCall: String, CaseIterable {
    case drop
    case result = "synthetic-result"
    case keep
  }

  let outputs: OrphanOutput
  let calls: OrphanCall
  let result: String
  let wholeRounds: Bool
  private let mergesRoles: Bool
  private let dropsEmpty: Bool
  private let dropsRepeated: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    outputs = OrphanOutput(rawValue: try arguments.text("orphan-output")) ?? .drop
    calls = OrphanCall(rawValue: try arguments.text("orphan-call")) ?? .drop
    result = try arguments.text("result")
    wholeRounds = try arguments.flag("whole-rounds")
    mergesRoles = try arguments.flag("merge-roles")
    dropsEmpty = try arguments.flag("non-empty")
    dropsRepeated = try arguments.flag("dedup-ids")
  }

  /// Mends until nothing changes.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var history = history
    if dropsRepeated { history.dropRepeated() }
    if dropsEmpty { history.dropEmpty() }
    // Every pass that drops or mends leaves less to drop or mend.
    while repairRounds(of: &history) {
      if dropsEmpty { history.dropEmpty() }
    }
    if mergesRoles { history.mergeRoles() }
    return history
  }

  /// What it leaves at most: what it makes may add entries and turns.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    let adds = outputs == .stub || outputs == .text || calls == .result
    return adds ? .none : before
  }
}
