public import EvalKit

/// Leaves everything as it is: what a policy is compared with.
///
/// - Keeps: everything. Drops: nothing. Costs: nothing, and the cache is never broken.
/// - Fails: where the session outgrows the window.
public struct Identity: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "identity", summary: "Leaves everything as it is.")

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {}

  /// Returns the history as it is.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History { history }
}
