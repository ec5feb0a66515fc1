public import EvalKit

/// Drops tool calls and their outputs once the model has said or called something after them.
///
/// The cut is the last response or round of calls; before it every toolCalls and toolOutput entry
/// goes, after it nothing does.
///
/// - Keeps: prompts, responses, reasoning; the newest round if nothing followed it.
/// - Drops: every older round, those of the turn in flight too.
/// - Costs: no call. The cache breaks at the oldest round each time a new one completes.
/// - Leaves alone: a history without a response or calls after its tool entries.
/// - Fails: in a tool loop the model loses what it fetched a moment ago; a response that only
///   announces a call moves the cut; the answers that stay show answering without tools; reasoning
///   that led to a call stays without it.
public struct DropCompletedToolCalls: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "drop-completed-tool-calls",
    summary: "Drops tool calls and outputs that stand before the last response or calls.")

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {}

  /// Drops tool entries before the last response or calls.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    let cut = items.lastIndex { $0.kind == .response || $0.kind == .toolCalls } ?? 0
    func isTool(_ item: Item) -> Bool { item.kind == .toolCalls || item.kind == .toolOutput }
    guard items[..<cut].contains(where: isTool) else { return history }
    var history = history
    history.keep(at: items.indices.filter { $0 >= cut || !isTool(items[$0]) })
    return history
  }
}
