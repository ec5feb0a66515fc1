public import EvalKit

/// Drops calls and outputs of tools that the head in force no longer defines.
///
/// - Keeps: everything else; of a round of which some tools are still defined, those calls.
/// - Drops: calls of tools that are not defined, with the outputs that answer them.
/// - Costs: no call. The cache breaks at the oldest such call when a tool is taken away, where the
///   change of the head breaks it anyhow.
/// - Leaves alone: a session whose head defines no tools, unless told otherwise: nothing is known
///   then. The turn in flight, unless told otherwise. Outputs that answer no call and do not say
///   their tool.
/// - Fails: what a tool had found out goes with it; an answer that came from it stays and shows
///   answering without a tool.
public struct ForgetTools: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "forget-tools",
    summary: "Drops calls and outputs of tools that are no longer defined.",
    parameters: [
      .inFlight(true), .excludeTools,
      StrategyParameter(
        "without-tools", .word(["kept", "dropped"]), default: .word("kept"),
        summary: "What becomes of all calls where the head defines no tools at all."),
    ])

  private let protectsInFlight: Bool
  private let excluded: Set<String>
  private let dropsWithoutTools: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    protectsInFlight = try arguments.flag("in-flight")
    excluded = Set(try arguments.texts("exclude-tools"))
    dropsWithoutTools = try arguments.text("without-tools") == "dropped"
  }

  /// Drops what belongs to tools that are gone.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    // As earlier stages left the head, so that tools taken out of it are forgotten too.
    let defined = Set(history.head.tools.map(\.name))
    guard dropsWithoutTools || !defined.isEmpty else { return history }
    let items = history.items
    func isForgotten(_ tool: String?) -> Bool {
      tool.map { !defined.contains($0) && !excluded.contains($0) } ?? false
    }
    let hasForgotten = items.contains { item in
      switch item.kind {
      case .toolCalls: item.entry.calls.contains { isForgotten($0.name) }
      case .toolOutput: isForgotten(item.entry.toolName)
      default: false
      }
    }
    guard hasForgotten else { return history }
    let end = protectsInFlight ? HistoryStructure(items).inFlightStart : items.count
    let exchanges = Exchanges(items)
    var history = history
    history.drop(exchanges) { position in
      position < end && isForgotten(items[position].entry.toolName)
    } where: { round, index in
      round.calls < end && (round.outputs[index] ?? 0) < end
        && isForgotten(items[round.calls].entry.calls[index].name)
    }
    return history
  }
}
