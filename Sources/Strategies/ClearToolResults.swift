public import EvalKit

/// Replaces old tool outputs by a placeholder once a trigger is met; the calls stay.
///
/// - Keeps: all entries, and the newest `keep` outputs whole.
/// - Drops: the content of older outputs. The placeholder says what it replaced, that it is intact
///   in the record, and how to get it back.
/// - Costs: no call. As a view the trigger is read off the history with its outputs in place, so it
///   stays met; the edge moves, and the cache breaks there, with every new output.
/// - Leaves alone: everything until the trigger is met; outputs that are masked already.
/// - Fails: an output shorter than its placeholder grows; outputs of the turn in flight are cleared
///   like any other; the model may call a tool again to see what it has seen.
public struct ClearToolResults: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "clear-tool-results",
    summary: "Replaces all but the newest tool outputs by a placeholder once a trigger is met.",
    parameters: [
      StrategyParameter(
        "when", .trigger, default: .count(50, .percent), summary: "When it acts."),
      StrategyParameter(
        "keep", .count([.uses]), default: .count(3, .uses),
        summary: "How many of the newest outputs stay whole."),
    ])

  private let trigger: Trigger
  private let keep: Int

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    keep = try arguments.count("keep")
  }

  /// Masks all but the newest outputs.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    let outputs = items.indices.filter { items[$0].kind == .toolOutput }.dropLast(keep)
    let old = outputs.filter { items[$0].form != .masked }
    guard !old.isEmpty, trigger.isMet(by: history, in: context) else { return history }
    var history = history
    history.mask(old, with: .explained, by: "clear-tool-results", in: context)
    return history
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }
}
