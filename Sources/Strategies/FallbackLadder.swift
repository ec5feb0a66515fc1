public import EvalKit

/// Tries one pipeline after the other until the history fits: each rung harder than the last.
///
/// Every rung works on what the one before it left. A rung that throws, or that leaves no fewer
/// tokens than it found, is passed over and leaves no trace but a note in the stage's memory.
///
/// - Keeps: what the rungs keep.
/// - Drops: what the rungs drop; once the history fits, the rungs that follow are not asked.
/// - Costs: the calls of the rungs that were tried, those of failed ones included; the cache breaks
///   where the rungs edit.
/// - Leaves alone: everything until the trigger is met, and a history that fits.
/// - Fails: if no rung is hard enough the history stays too large; after `no-progress-limit` firings
///   in a row that freed too little it rests until the history fits again; a rung's own trigger
///   still holds, so a rung with a higher one never acts.
public struct FallbackLadder: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "fallback-ladder",
    summary: "Tries pipelines in turn, each on what the last left, until the history fits.",
    parameters: [
      StrategyParameter(
        "stages", .pipelines, summary: "The rungs: pipelines, the mildest first."),
      .when(.word("overflow")),
      .size(
        "target", nil, optional: true,
        summary: "What must be reached; by default that the trigger is no longer met, and for one "
          + "that measures nothing the context size less the reserve."),
      StrategyParameter(
        "max-iterations", .count([]), default: .number(3), minimum: 1,
        summary: "How often all rungs are gone through at most."),
      StrategyParameter(
        "min-progress", .count([.percent]), default: .count(10, .percent),
        summary: "The share of the tokens that a round of all rungs must free to be followed by "
          + "another."),
      StrategyParameter(
        "no-progress-limit", .count([]), default: .number(3), minimum: 1,
        summary: "After so many firings in a row that freed less than that, it rests until the "
          + "history fits."),
    ], persistence: .stored, callsModel: true, readsLog: true)

  private let rungs: [Pipeline]
  private let trigger: Trigger
  private let goal: Target?
  private let iterations: Int
  private let progress: Int
  private let patience: Int

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    rungs = try arguments.pipelines("stages")
    guard !rungs.isEmpty, rungs.allSatisfy({ !$0.stages.isEmpty }) else {
      throw ArgumentError(
        parameter: "stages", problem: "expected at least one pipeline, each of at least one stage")
    }
    trigger = try arguments.trigger("when")
    goal = arguments["target"] == nil ? nil : try arguments.target("target")
    iterations = try arguments.count("max-iterations")
    progress = try arguments.count("min-progress")
    patience = try arguments.count("no-progress-limit")
  }

  /// Goes through the rungs until the history fits.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var state = State(memory, rungs)
    if fits(history, in: context) {
      if state.fruitless > 0 {
        state.fruitless = 0
        memory = state.json
      }
      return history
    }
    guard trigger.isMet(by: history, in: context), state.fruitless < patience else {
      return history
    }
    state.begin()
    var current = history
    let before = context.tokens(history)
    for _ in 0..<iterations {
      let start = context.tokens(current)
      let isDone = try await climb(&current, &state, in: context)
      if isDone || !isProgress(from: start, to: context.tokens(current)) { break }
    }
    state.end(madeProgress: isProgress(from: before, to: context.tokens(current)))
    memory = state.json
    current.stage = history.stage
    return current
  }

  /// Tries every rung once.
  ///
  /// - Returns: whether the history fits.
  private func climb(
    _ current: inout History, _ state: inout State, in context: MomentContext
  ) async throws -> Bool {
    let name = current.stage
    for (place, rung) in rungs.enumerated() {
      do {
        var memories = state.memories[place]
        var tried = current
        for (step, stage) in rung.stages.enumerated() {
          tried.stage = "\(name)/\(stage.definition.name)@\(place).\(step)"
          tried = try await stage.strategy.edit(tried, in: context, memory: &memories[step])
        }
        tried.stage = name
        guard context.tokens(tried) < context.tokens(current) else { continue }
        current = tried
        state.memories[place] = memories
        state.rung = place
        if fits(current, in: context) { return true }
      } catch {
        if error is CancellationError || error as? ModelError == .cancelled || Task.isCancelled {
          throw CancellationError()
        }
        state.skipped.append("\(rung): \(error)")
      }
    }
    return false
  }

  private func fits(_ history: History, in context: MomentContext) -> Bool {
    if let goal { return goal.measure(history, in: context) <= goal.limit(in: context.budget) }
    let measures = trigger.alternatives.filter { trigger in
      switch trigger {
      case .entries, .turns, .uses, .tokens, .share: true
      case .always, .prompt, .overflow, .live, .any: false
      }
    }
    // A trigger that says when, not how much, tells nothing of what is enough.
    if measures.count < trigger.alternatives.count,
      context.tokens(history) > context.budget.tokens
    {
      return false
    }
    return !measures.contains { $0.isMet(by: history, in: context) }
  }

  private func isProgress(from before: Int, to after: Int) -> Bool {
    after < before && (before - after) * 100 >= progress * before
  }

  /// Whether a rung may ask a model.
  public var asksModel: Bool {
    rungs.contains { $0.stages.contains { $0.strategy.asksModel } }
  }

  /// When it acts.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// What it brings a history down to.
  public var target: Target? { goal }

  /// What it leaves at most: never more tokens; entries a rung may add.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { HistoryBounds(tokens: before.tokens) }
}

extension FallbackLadder {
  /// The memory: those of the rungs' stages, and how the latest firing went.
  private struct State {
    var memories: [[JSONValue]]
    /// Firings in a row that freed too little.
    var fruitless: Int
    /// The rung that acted last in the latest firing.
    var rung: Int?
    /// The rungs of the latest firing that threw, and what.
    var skipped: [String]

    init(_ json: JSONValue, _ rungs: [Pipeline]) {
      let known = json["memories"]?.arrayValue ?? []
      memories = rungs.enumerated().map { place, rung in
        let stages = place < known.count ? known[place].arrayValue ?? [] : []
        return rung.stages.indices.map { $0 < stages.count ? stages[$0] : .null }
      }
      fruitless = json["fruitless"]?.intValue ?? 0
      rung = json["rung"]?.intValue
      skipped = json["skipped"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    mutating func begin() {
      rung = nil
      skipped = []
    }

    mutating func end(madeProgress: Bool) { fruitless = madeProgress ? 0 : fruitless + 1 }

    var json: JSONValue {
      .object(
        JSONObject([
          ("memories", .array(memories.map { .array($0) })), ("fruitless", JSONValue(fruitless)),
          ("rung", rung.map { JSONValue($0) } ?? .null),
          ("skipped", .array(skipped.map { .string($0) })),
        ]))
    }
  }
}
