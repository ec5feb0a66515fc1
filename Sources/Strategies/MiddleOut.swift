public import EvalKit

/// Takes the middle out, one unit after the other, until the rest fits a budget.
///
/// - Keeps: beginning and end, about as many units of each, and the turn in flight unless
///   `in-flight: false`.
/// - Drops: whole units of `boundary` from the middle outwards, without a marker.
/// - Costs: no call. The beginning stays in the cache until the gap grows into it, which it does on
///   every second unit, so the cache breaks in the middle on almost every request.
/// - Leaves alone: a history that fits.
/// - Fails: at `boundary: entry` a call in the middle loses its outputs, an output its call; the
///   middle is where a long task has its results; with `in-flight: false` it pops on until nothing
///   is left, the prompt included.
public struct MiddleOut: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "middle-out",
    summary: "Drops the middle, unit by unit, until the rest fits a budget.",
    parameters: [
      StrategyParameter(
        "budget", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "The most tokens left, the head included, or a share of the context size; "
          + "by default the context size less the reserve."),
      .boundary(.entry),
      .inFlight(true),
    ])

  private let budget: Target?
  private let boundary: Boundary
  private let keepsInFlight: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    budget = arguments["budget"] == nil ? nil : try arguments.target("budget")
    boundary = try arguments.boundary()
    keepsInFlight = try arguments.flag("in-flight")
  }

  /// Drops the middle until the rest fits.
  ///
  /// The middle of what is left is always at the gap: it falls to the left of it and to the right
  /// in turn, so one pass is enough.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let limit = (budget ?? .budget(of: context)).limit(in: context.budget)
    var tokens = context.tokens(history)
    guard tokens > limit else { return history }
    let structure = HistoryStructure(history.items)
    let end = keepsInFlight ? structure.inFlightStart : history.count
    let units = structure.units(boundary).filter { $0.upperBound <= end }
    var gap = units.count / 2..<units.count / 2
    while tokens > limit, gap.count < units.count {
      let middle = (units.count - gap.count) / 2
      let popped = middle < gap.lowerBound ? gap.lowerBound - 1 : gap.upperBound
      tokens -= context.tokens(history.items[units[popped]])
      gap = min(gap.lowerBound, popped)..<max(gap.upperBound, popped + 1)
    }
    guard let first = units[gap].first, let last = units[gap].last else { return history }
    var history = history
    history.keep(at: Array(0..<first.lowerBound) + Array(last.upperBound..<history.count))
    return history
  }
}
