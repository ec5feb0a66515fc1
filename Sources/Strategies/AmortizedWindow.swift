public import EvalKit

/// Once a trigger is met, drops much at a time, so that it rests for long: a window with hysteresis.
///
/// - Keeps: the first `first` entries, and as many of the last as bring the history down to
///   `target`, the first ones included; or, with `drop`, all but a share of what stands behind the
///   first ones.
/// - Drops: what stands between, whole units of `boundary`, without a marker.
/// - Costs: no call. Stored, the cache breaks once a firing and grows again until the next; as a
///   view the trigger stays met once it is, and the edge moves on every request.
/// - Leaves alone: everything until the trigger is met.
/// - Fails: at `boundary: entry` it cuts turns and rounds anywhere; what was said long ago goes in
///   one stroke; with `drop` the history may still meet the trigger, and it acts again at once.
public struct AmortizedWindow: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "amortized-window",
    summary: "Drops down to a target once a trigger is met, then rests until it is met again.",
    parameters: [
      .when(.count(100, .entries)),
      .size(
        "target", nil, optional: true,
        summary: "What is left once it acts, the first entries included; "
          + "by default half of the trigger."),
      StrategyParameter(
        "drop", .count([.percent]), isOptional: true, minimum: 1,
        summary: "Instead of a target: the share dropped of the entries behind the first ones, "
          + "the oldest first."),
      StrategyParameter(
        "multiple", .count([]), isOptional: true, minimum: 1,
        summary: "With drop: the number dropped is rounded down to a multiple of this."),
      StrategyParameter(
        "rounding", .word(["down", "up"]), default: .word("down"),
        summary: "With drop: how the number dropped is rounded; up, one entry always stays."),
      StrategyParameter(
        "leading-outputs", .word(["kept", "dropped"]), default: .word("kept"),
        summary: "Whether tool outputs that what is left behind the first entries begins with fall."
      ),
      .first(1),
      .boundary(.entry),
      StrategyParameter(
        "edge", .word(["within", "beyond"]), default: .word("within"),
        summary: "`beyond`: the unit in which a target ends stays whole, over the target."),
    ], persistence: .stored)

  private enum Goal {
    case target(Target)
    case drop(percent: Int, multiple: Int, roundsUp: Bool)
  }

  private let trigger: Trigger
  private let goal: Goal
  private let first: Int
  private let boundary: Boundary
  private let goesBeyond: Bool
  private let stripsOutputs: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    first = try arguments.count("first")
    boundary = try arguments.boundary()
    goesBeyond = try arguments.text("edge") == "beyond"
    stripsOutputs = try arguments.text("leading-outputs") == "dropped"
    let roundsUp = try arguments.text("rounding") == "up"
    if arguments["drop"] != nil {
      guard arguments["target"] == nil else {
        throw ArgumentError(
          parameter: "target", problem: "'amortized-window' takes one of target and drop, not both")
      }
      let multiple = arguments["multiple"] == nil ? 1 : try arguments.count("multiple")
      goal = .drop(
        percent: try arguments.count("drop"), multiple: multiple, roundsUp: roundsUp)
      return
    }
    guard arguments["multiple"] == nil else {
      throw ArgumentError(
        parameter: "multiple", problem: "'multiple' goes with drop: drop: 50%, multiple: 2")
    }
    guard !roundsUp else {
      throw ArgumentError(
        parameter: "rounding", problem: "'rounding' goes with drop: drop: 50%, rounding: up")
    }
    if arguments["target"] != nil {
      goal = .target(try arguments.target("target"))
    } else if let half = Self.half(of: trigger) {
      goal = .target(half)
    } else {
      throw ArgumentError(
        parameter: "when",
        problem: "half of '\(trigger)' is no size; say what is left, such as target: 50%, "
          + "or what falls, such as drop: 50%")
    }
  }

  private static func half(of trigger: Trigger) -> Target? {
    switch trigger {
    case .entries(let n): .entries(n / 2)
    case .turns(let n): .turns(n / 2)
    case .tokens(let n): .tokens(n / 2)
    case .share(let n): .share(n / 2)
    case .always, .prompt, .uses, .overflow, .live, .any: nil
    }
  }

  /// Drops down to the target once the trigger is met.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard trigger.isMet(by: history, in: context) else { return history }
    let first = min(self.first, history.count)
    var start = max(first, tailStart(of: history, behind: first, in: context))
    guard start > first else { return history }
    if stripsOutputs {
      while start < history.count, history.items[start].kind == .toolOutput { start += 1 }
    }
    var history = history
    history.keep(at: Array(0..<first) + Array(start..<history.count))
    return history
  }

  private func tailStart(of history: History, behind first: Int, in context: MomentContext) -> Int {
    let structure = HistoryStructure(history.items)
    let cut: Int
    switch goal {
    case .target(let target):
      let kept = history.items[..<first]
      cut = target.beside(kept).tailStart(
        of: history, structure: structure, boundary: goesBeyond ? .entry : boundary,
        reserved: target.measure(history.head, in: context) + target.measure(kept, in: context),
        in: context)
      if !goesBeyond { return cut }
    case .drop(let percent, let multiple, let roundsUp):
      let count = history.count - first
      let quota =
        roundsUp
        ? min((count * percent + 99) / 100, max(0, count - 1)) : count * percent / 100
      cut = first + quota - quota % multiple
    }
    if boundary == .entry { return cut }
    return structure.units(boundary).last { $0.lowerBound <= cut }?.lowerBound ?? 0
  }

  /// When it acts.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// What it brings a history down to.
  public var target: Target? {
    if case .target(let target) = goal { target } else { nil }
  }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    guard !goesBeyond else { return before }
    switch (trigger, target) {
    case (.entries(let n), .entries(let left)?): return before.limited(entries: max(n, left, first))
    case (.turns(let n), .turns(let left)?): return before.limited(turns: max(n, left, first))
    case (.always, .entries(let left)?): return before.limited(entries: max(left, first))
    case (.always, .turns(let left)?): return before.limited(turns: max(left, first))
    default: return before
    }
  }
}
