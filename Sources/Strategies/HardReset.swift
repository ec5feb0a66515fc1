public import EvalKit

/// Starts over: keeps the head and the last prompt, and nothing else.
///
/// - Keeps: the last prompt; with `in-flight: true` the whole turn it began.
/// - Drops: everything else, without a trace.
/// - Costs: no call. The cache ends at the head once, then grows again.
/// - Leaves alone: everything until the trigger is met, and a history without a prompt.
/// - Fails: the model knows nothing of what was agreed; in a tool loop it begins its turn again and
///   repeats calls that took effect; a prompt that refers to anything before it hangs in the air.
public struct HardReset: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "hard-reset",
    summary: "Drops everything but the last prompt once a trigger is met: a last resort.",
    parameters: [.when(.word("overflow")), .inFlight(false)],
    persistence: .stored)

  private let trigger: Trigger
  private let keepsTurn: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    keepsTurn = try arguments.flag("in-flight")
  }

  /// Drops everything but what is in flight.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard trigger.isMet(by: history, in: context),
      let prompt = HistoryStructure(history.items).turnStarts.last
    else { return history }
    var history = history
    history.keep(prompt..<(keepsTurn ? history.count : prompt + 1))
    return history
  }

  /// When it acts.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// What it leaves at most: at `prompt` the history ends on one, which alone is left.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    guard moment == .prompt else { return before }
    switch trigger {
    case .always, .prompt: return before.limited(entries: 1, turns: 1)
    case .entries(let n): return before.limited(entries: max(n, 1))
    case .turns(let n): return before.limited(turns: max(n, 1))
    default: return before
    }
  }
}
