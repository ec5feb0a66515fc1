public import EvalKit

/// Keeps what scores best for the question at hand, wherever it stands, as far as a budget goes.
///
/// - Keeps: the first and the last entries it is told to, the turn in flight, and of the rest the
///   best units that fit, in their order. A unit that does not fit is passed over for smaller ones.
/// - Drops: the other units, scattered over the history, without a marker. With `unit: pair` only
///   rounds of tools fall: what was said stays.
/// - Costs: with the scorers `terms` and `recency` no call; with `model` one a firing, so that it
///   cannot be a view. The cache breaks at the first unit that falls; as a view it chooses anew for
///   every prompt.
/// - Leaves alone: everything until the trigger is met, and a history within the budget.
/// - Fails: what the next question needs and this one does not is gone for good where it is stored;
///   shared words are no relevance; at `unit: entry` outputs lose their calls and responses their
///   prompts; units that stood apart now follow each other; a model that names nothing usable
///   leaves the history as it was.
public struct ScoreSelect: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "score-select",
    summary: "Keeps the units that score best for the last prompt, as many as fit a budget.",
    parameters: [
      StrategyParameter(
        "scorer", .word(Scorer.allCases.map(\.rawValue)), default: .word("terms"),
        summary: "What scores: terms shared with the last prompt, recency, or a model's choice."),
      .when(.count(75, .percent)),
      .size(
        "budget", .count(50, .percent), summary: "What is left, and what is protected, at most."),
      StrategyParameter(
        "unit", .word(Unit.allCases.map(\.rawValue)), default: .word("round"),
        summary: "What is scored: rounds of tools only, rounds and other entries, turns, entries."),
      .first(0),
      .size("last", nil, optional: true, summary: "How much of the end stays as it is."),
      StrategyParameter(
        "by", .name, default: .string("reader"),
        summary: "With scorer: model, who is asked: arm, scripted or a model."),
    ],
    persistence: .stored, callsModel: true)

  private enum Scorer: String, CaseIterable { case terms, recency, model }
  private enum Unit: String, CaseIterable {
    case pair, round, turn, entry
    var boundary: Boundary {
      switch self {
      case .pair, .round: .round
      case .turn: .turn
      case .entry: .entry
      }
    }
  }

  private let scorer: Scorer
  private let trigger: Trigger
  private let budget: Target
  private let unit: Unit
  private let fixed: Protection
  private let model: ModelScorer

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    scorer = Scorer(rawValue: try arguments.text("scorer")) ?? .terms
    trigger = try arguments.trigger("when")
    budget = try arguments.target("budget")
    unit = Unit(rawValue: try arguments.text("unit")) ?? .round
    fixed = try Protection(arguments)
    model = ModelScorer(name: try arguments.text("by"))
  }

  /// Keeps the best.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard trigger.isMet(by: history, in: context) else { return history }
    let limit = budget.limit(in: context.budget)
    var left = limit - budget.measure(history, in: context)
    guard left < 0 else { return history }

    let structure = HistoryStructure(history.items)
    let isProtected = fixed.mask(of: history, structure: structure, in: context)
    let units = structure.units(unit.boundary).filter { unit in
      !unit.contains { isProtected[$0] }
        && (self.unit != .pair || unit.contains { Self.isTool(history.items[$0]) })
    }
    guard let scores = try await scores(of: units, in: history, context) else { return history }
    var kept = Array(repeating: true, count: history.count)
    for unit in units {
      left += budget.measure(history.items[unit], in: context)
      for position in unit { kept[position] = false }
    }
    // Of equal scores the later is the better.
    for index in units.indices.sorted(by: { (scores[$0], $0) > (scores[$1], $1) }) {
      let size = budget.measure(history.items[units[index]], in: context)
      guard size <= left else { continue }
      left -= size
      for position in units[index] { kept[position] = true }
    }
    var history = history
    history.keep(at: history.items.indices.filter { kept[$0] })
    return history
  }

  private func scores(of units: [Range<Int>], in history: History, _ context: MomentContext)
    async throws -> [Int]?
  {
    if units.isEmpty || scorer == .recency { return units.map { _ in 0 } }
    let question = history.items.last { $0.kind == .prompt }.map(Self.text) ?? ""
    let texts = units.map { unit in
      history.items[unit].map(Self.text).joined(separator: "\n")
    }
    if scorer == .terms { return TermScorer.scores(of: texts, for: question) }
    return try await model.scores(
      of: texts, items: units.flatMap { history.items[$0] }, for: question, in: context)
  }

  private static func isTool(_ item: Item) -> Bool {
    item.kind == .toolCalls || item.kind == .toolOutput
  }

  private static func text(of item: Item) -> String {
    let calls = item.entry.calls.map {
      "\($0.name) \($0.argumentsText ?? $0.arguments.serialised())"
    }
    return (item.entry.segments.map(\.plainText) + calls).joined(separator: " ")
  }

  /// When it acts.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// What it brings a history down to.
  public var target: Target? { budget }

  /// Whether a model scores.
  public var asksModel: Bool { scorer == .model }

  /// What it leaves alone.
  public var protection: Protection? { fixed }
}
