public import EvalKit

/// Defines only the named tools: sending less to begin with.
///
/// - Keeps: the definitions of the named tools, in their order; the whole history.
/// - Drops: the other definitions. Calls of those tools, past ones included, stay in the history.
/// - Costs: no call, and no break of the cache where the tools stay the same.
/// - Leaves alone: the history, and a head that defines no other tool.
/// - Fails: a session that needs one of the others cannot call it; past calls of tools that are no
///   longer defined stay in view.
public struct KeepTools: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "keep-tools", summary: "Leaves out the definitions of all tools but the named ones.",
    parameters: [
      StrategyParameter(
        "names", .strings, summary: "The tools that stay defined; [] defines none.")
    ])

  private let names: Set<String>

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    names = Set(try arguments.texts("names"))
  }

  /// Takes the other tools out of the head.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard history.head.tools.contains(where: { !names.contains($0.name) }) else { return history }
    var history = history
    history.editHead { head in head.tools.removeAll { !names.contains($0.name) } }
    return history
  }
}
