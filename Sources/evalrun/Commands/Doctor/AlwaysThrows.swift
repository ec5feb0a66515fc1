import EvalKit

/// A policy that fails every time it is run: whatever it scores, it must look bad.
struct AlwaysThrows: Strategy {
  static let definition = StrategyDefinition(
    name: "always-throws", summary: "Fails every time it runs; a self-test's.")

  /// What it throws.
  struct Failed: Error, CustomStringConvertible {
    var description: String { "failed on purpose" }
  }

  init(_ arguments: StrategyArguments = StrategyArguments()) {}

  func edit(_ history: History, in context: MomentContext, memory: inout JSONValue) async throws
    -> History
  {
    throw Failed()
  }
}
