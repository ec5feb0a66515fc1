public import EvalKit

/// Keeps what the user said, as far as a budget goes, and puts a summary of everything at the end.
///
/// - Keeps: the newest prompts within `user-budget`, word for word; of the oldest that fits only in
///   part its beginning and end.
/// - Drops: every response, call, output and reasoning, those of the turn in flight too, and older
///   prompts. One summary of the whole history stands at the end.
/// - Costs: one call a firing, fed the whole history. The cache breaks at the first response.
/// - Leaves alone: a history whose trigger is not met, or that holds prompts and its own summary
///   only; everything where no summary comes and no rung helps.
/// - Fails: prompts that were answered stand without their answers and read as if they were not; the
///   summary is the last thing the user seems to have said; kept prompts are summarised, too.
public struct UserMessagesPlusSummary: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "user-messages-plus-summary",
    summary: "Keeps the newest prompts within a budget and puts a summary of everything last.",
    parameters: [
      .when(.count(90, .percent)),
      StrategyParameter(
        "user-budget", .count([.tokens, .percent]), default: .count(20_000, .tokens),
        summary: "The most tokens of prompts that are kept word for word, the newest first."),
    ] + SummaryForm.parameters() + SummaryFeed.parameters.filter { $0.name != "overlap" }
      + Summarising.parameters(),
    persistence: .stored, callsModel: true)

  private let trigger: Trigger
  private let budget: Target
  private let form: SummaryForm
  private let feed: SummaryFeed
  private let asking: Summarising

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    budget = try arguments.target("user-budget")
    form = try SummaryForm(arguments)
    feed = try SummaryFeed(arguments)
    asking = try Summarising(arguments)
  }

  /// Asks for a summary, keeps the prompts that fit, and puts it behind them.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let stage = history.stage
    let hasMore = history.items.contains { $0.kind != .prompt && !$0.isSynthesised(by: stage) }
    guard hasMore, trigger.isMet(by: history, in: context) else { return history }
    let result = try await asking.summary(
      of: feed.items(Array(history.items.indices), of: history), in: history,
      told: SummaryPrompt.instructions, prompt: { SummaryPrompt.text(of: $0) }, context: context)
    if case .none = result { return history }
    var history = history
    let kept = keptPrompts(of: &history, in: context)
    let isKept = Set(kept)
    let dropped = history.items.indices.filter { !isKept.contains($0) }
    let covered = dropped.flatMap { history.items[$0].standsFor }
    history.keep(at: kept)
    if case .summary(let text) = result {
      let end = history.count
      history.replace(end..<end, with: form.entry(text), covering: covered)
      form.addFrame(to: &history, at: end)
    }
    return history
  }

  /// The positions of the newest prompts within the budget; the oldest of them cut to what is left.
  private func keptPrompts(of history: inout History, in context: MomentContext) -> [Int] {
    var left = budget.tokens(in: context.budget) ?? 0
    var kept: [Int] = []
    for position in history.items.indices.reversed() where left > 0 {
      let item = history.items[position]
      guard item.kind == .prompt, !item.isSynthesised(by: history.stage) else { continue }
      let tokens = context.tokens(item)
      if tokens <= left {
        kept.append(position)
        left -= tokens
        continue
      }
      if let text = Self.cut(item.entry.text, to: left, context) {
        history.truncate(position, to: [.text(text)])
        kept.append(position)
      }
      break
    }
    return kept.reversed()
  }

  /// The beginning and the end of a text within so many tokens; nil where not even a little fits.
  private static func cut(_ text: String, to tokens: Int, _ context: MomentContext) -> String? {
    var half = text.count / 2
    while half > 0 {
      let cut = "\(text.prefix(half))…\(text.suffix(half))"
      let count = context.tokens(cut)
      if count <= tokens { return cut }
      half = min(half - 1, half * tokens / max(1, count))
    }
    return nil
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// What it leaves at most: a summary may fail, so no less than there was.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { form.bounds(after: before) }

  /// What it brings a history down to, the summary left out.
  public var target: Target? { budget }

  /// How it asks for summaries.
  public var summarising: Summarising? { asking }
}
