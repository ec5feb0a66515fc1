public import EvalKit

/// Replaces old rounds of calls and outputs by one line each.
///
/// - Keeps: prompts and responses; the newest `last` groups, where a prompt, a response and a whole
///   round each are a group; rounds with an unanswered call.
/// - Drops: older rounds, the reasoning that led to them included; a line of the model's says what
///   was called and, unless `format: names`, the beginning of what came back.
/// - Costs: no call. The cache breaks at the oldest round that is not collapsed yet, each time the
///   edge moves; with a `target` just under the trigger at every request.
/// - Leaves alone: everything until the trigger is met; rounds in which an excluded tool was
///   called.
/// - Fails: a past call reads as prose, which models imitate instead of calling; what stood behind
///   the first characters of an output is gone; a line may be longer than a short round.
public struct CollapseToolPairs: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "collapse-tool-pairs",
    summary: "Replaces old rounds of calls and outputs by one line each.",
    parameters: [
      .when(.word("always")),
      StrategyParameter(
        "last", .count([]), default: .number(16),
        summary: "The newest groups left alone: prompts, responses, rounds."),
      .size(
        "target", nil, optional: true,
        summary: "Rounds are collapsed, the oldest first, until this is met; by default all are."),
      StrategyParameter(
        "format", .word(["one-line", "names", "yaml"]), default: .word("one-line"),
        summary: "How a round is told."),
      StrategyParameter(
        "result", .count([.chars]), default: .count(120, .chars),
        summary: "How much of arguments, and of an output, is told."),
      .inFlight(true), .excludeTools,
    ])

  private let trigger: Trigger
  private let last: Int
  /// What it brings a history down to.
  public let target: Target?
  private let format: String
  private let clip: Int
  private let protectsInFlight: Bool
  private let excluded: Set<String>

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    last = try arguments.count("last")
    target = arguments["target"] == nil ? nil : try arguments.target("target")
    format = try arguments.text("format")
    clip = try arguments.count("result")
    protectsInFlight = try arguments.flag("in-flight")
    excluded = Set(try arguments.texts("exclude-tools"))
  }

  /// Collapses the old rounds.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard history.items.contains(where: { $0.kind == .toolCalls }),
      trigger.isMet(by: history, in: context)
    else { return history }
    let groups = groups(in: history.items)
    guard !groups.isEmpty else { return history }
    guard let target else { return collapsing(groups, in: history) }
    if isMet(target, by: history, context) { return history }
    return collapsing(groups.prefix(needed(groups, history, target, context)), in: history)
  }

  /// The rounds that may go, oldest first.
  private func groups(in items: [Item]) -> [[Int]] {
    let exchanges = Exchanges(items)
    var isMember = items.map { $0.kind == .reasoning }
    for round in exchanges.rounds {
      for output in round.outputs { if let output { isMember[output] = true } }
    }
    var edge = items.count
    var groups = 0
    while edge > 0, groups < last {
      edge -= 1
      if !isMember[edge] { groups += 1 }
    }
    if last == 0 { edge = items.count }
    if protectsInFlight { edge = min(edge, HistoryStructure(items).inFlightStart) }
    return exchanges.rounds.filter { round in
      round.calls < edge && round.isComplete && !round.outputs.isEmpty
        && !items[round.calls].entry.calls.contains { excluded.contains($0.name) }
    }.map(\.positions)
  }

  private func collapsing(_ groups: some Collection<[Int]>, in history: History) -> History {
    var history = history
    history.collapse(Array(groups), by: "collapse/\(format)/\(clip)") { .response(text(of: $0)) }
    return history
  }

  /// How many rounds must be collapsed for a target, or all.
  private func needed(
    _ groups: [[Int]], _ history: History, _ target: Target, _ context: MomentContext
  ) -> Int {
    let made = collapsing(groups, in: history).items.filter(\.isSynthesised)
    let firsts = Set(groups.compactMap(\.first))
    // What was made before is in the history too, and stands where it stood.
    var left = history.count
    var tokens = context.tokens(history)
    let limit = target.tokens(in: context.budget)
    let before = history.items.enumerated().filter { $1.isSynthesised || firsts.contains($0) }
    let places = Dictionary(
      zip(before.map(\.offset), made), uniquingKeysWith: { first, _ in first })
    for (count, group) in groups.enumerated() {
      if let limit, tokens <= limit { return count }
      if case .entries(let n) = target, left <= n { return count }
      left -= group.count - 1
      for position in group { tokens -= context.tokens(history.items[position]) }
      if let first = group.first, let item = places[first] { tokens += context.tokens(item) }
    }
    return groups.count
  }

  private func isMet(_ target: Target, by history: History, _ context: MomentContext) -> Bool {
    switch target {
    case .entries(let n): history.count <= n
    // Collapsing leaves turns as they are.
    case .turns: true
    case .tokens, .share: context.tokens(history) <= target.tokens(in: context.budget) ?? 0
    }
  }

  // MARK: text

  private func text(of members: [Item]) -> String {
    let rounds = Exchanges(members).rounds
    let calls = rounds.flatMap { round in
      zip(members[round.calls].entry.calls, round.outputs).map { call, output in
        (call: call, output: output.map { members[$0].entry.shownText })
      }
    }
    switch format {
    case "names": return "[Tool calls: \(calls.map(\.call.name).joined(separator: ", "))]"
    case "yaml":
      let lines = calls.map { "\($0.call.name):\n  - \($0.output.map(clipped) ?? "")" }
      return "[Tool Calls]\n\(lines.joined(separator: "\n"))"
    default:
      let lines = calls.map { call, output in
        "\(call.name) \(clipped(call.arguments.serialised()))"
          + (output.map { " gave: \(clipped($0))" } ?? "")
      }
      return "[Called \(lines.joined(separator: "; "))]"
    }
  }

  /// The beginning of a text on one line.
  private func clipped(_ text: String) -> String {
    let head = text.prefix(clip)
    let line = head.split(whereSeparator: \.isNewline).joined(separator: " ")
    return head.endIndex < text.endIndex ? "\(line)…" : line
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// As before, but that lines may be longer than what they replace.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.withoutTokens }
}
