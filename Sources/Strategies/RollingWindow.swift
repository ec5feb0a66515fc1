public import EvalKit

/// Keeps the last entries, whatever they are: so many, as many as fit, or so many turns.
///
/// - Keeps: the last `entries` entries, the most last entries that fit `tokens` (the head counted
///   among the tokens), or the last `turns` turns; and the head. With `entries` and `tokens` it knows
///   nothing of turns or rounds.
/// - Drops: everything older, without a trace; with `start-on: prompt` also what then stands before
///   the first prompt.
/// - Costs: no call. Once saturated the front moves on every request, so the cache ends at the head.
/// - Leaves alone: a history that fits, if it starts as it must.
/// - Fails: in plain chat an even window starts on a response whose prompt is gone; a call may lose
///   its outputs; a window of 0, or one smaller than the latest entry, loses the prompt itself; with
///   `entries` a long one weighs as much as a short one; with `start-on: prompt` a long tool loop
///   leaves nothing.
public struct RollingWindow: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "rolling-window",
    summary: "Keeps the last entries and drops the older ones, cutting turns and rounds anywhere.",
    parameters: [
      StrategyParameter(
        "entries", .count([.entries]), isOptional: true,
        summary: "How many entries to keep; 0 keeps none."),
      StrategyParameter(
        "tokens", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "The size in tokens or as a share of the context size, the head included."),
      StrategyParameter(
        "turns", .count([.turns]), isOptional: true, minimum: 1,
        summary: "How many turns to keep, the one in flight included."),
      StrategyParameter(
        "start-on", .word(["any", "prompt"]), default: .word("any"),
        summary: "`prompt`: what is kept starts on a prompt; what stands before it falls, too."),
      StrategyParameter(
        "head", .word(["kept", "counted"]), default: .word("kept"),
        summary: "`counted`: instructions count as entries and fall like the oldest of them."),
    ])

  private let size: Target
  private let startsOnPrompt: Bool
  private let countsHead: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    let given = ["entries", "tokens", "turns"].filter { arguments[$0] != nil }
    guard given.count == 1 else {
      throw ArgumentError(
        parameter: given.count > 1 ? given[1] : "entries",
        problem: "'rolling-window' takes exactly one of entries, tokens and turns")
    }
    size = try arguments.target(given[0])
    startsOnPrompt = try arguments.text("start-on") == "prompt"
    countsHead = try arguments.text("head") == "counted"
    guard given == ["entries"] || !countsHead else {
      throw ArgumentError(
        parameter: "head", problem: "'head: counted' counts entries; give the size in entries")
    }
  }

  /// Keeps the last entries.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var history = history
    if countsHead { countHead(of: &history) }
    var start = firstKept(of: history, in: context)
    if startsOnPrompt {
      start = history.items[start...].firstIndex { $0.kind == .prompt } ?? history.count
    }
    history.keep(start..<history.count)
    return history
  }

  private func firstKept(of history: History, in context: MomentContext) -> Int {
    if case .entries(let entries) = size { return max(0, history.count - entries) }
    let head = context.ledger.count(history.head)
    let boundary: Boundary = if case .turns = size { .turn } else { .entry }
    return size.tailStart(
      of: history, structure: HistoryStructure(history.items), boundary: boundary,
      // A head over the size leaves no room, but not less than none.
      reserved: min(head, size.tokens(in: context.budget) ?? 0), in: context)
  }

  private func countHead(of history: inout History) {
    guard case .entries(let entries) = size else { return }
    let instructions = history.head.instructions.count
    let left = max(0, entries - history.count)
    if instructions > 0, left == 0 {
      history.dropHead()
    } else if instructions > left {
      history.editHead { $0.instructions.removeFirst(instructions - left) }
    }
  }

  /// What it brings a history down to.
  public var target: Target? { size }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    switch size {
    case .entries(let n): before.limited(entries: n)
    case .turns(let n): before.limited(turns: n)
    // A head that is over the size stays.
    case .tokens, .share: before
    }
  }
}
