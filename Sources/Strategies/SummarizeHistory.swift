public import EvalKit

/// Replaces the whole history by a summary and, unless told otherwise, the current prompt.
///
/// - Keeps: the current prompt: verbatim behind the summary in the same entry, or after it as an
///   entry of its own; or not at all.
/// - Drops: everything else, once the trigger is met: more than `entries` entries, or `when`.
/// - Costs: one call of the summariser a firing, fed the whole history. The cache ends at the head
///   once, then grows again.
/// - Leaves alone: a history whose trigger is not met; with `current: merged` any that does not end
///   on a prompt; its own summary while nothing new stands behind it.
/// - Fails: the current prompt is summarised too, so it stands twice; the summary reads as the
///   user's words; the next summary is a summary of this one. With `entries` alone, as the product
///   it comes from: a tool loop is never summarised however long it gets; segments that are not text
///   reach neither summary nor history; entries are counted, not tokens; the summariser never sees
///   the instructions; an empty summary is stored as it is, and an error of the summariser is the
///   stage's. With anything that says how to ask (`when`, `summary`, `session`, `fallback`) a failed
///   summary meets the ladder and non-text is named in the log.
public struct SummarizeHistory: Strategy {
  /// What becomes of the current prompt.
  private enum Current: String, CaseIterable {
    /// It stands behind the summary, in the same entry.
    case merged
    /// It stands after the summary; what followed it is gone.
    case after
    /// As `after`, with its text only.
    case text
    /// It is gone like the rest.
    case dropped
  }

  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "summarize-history",
    summary: "Replaces the whole history by a summary and the current prompt.",
    parameters: [
      StrategyParameter(
        "entries", .count([.entries]), isOptional: true,
        summary: "It acts when there are more entries than this; or say `when`."),
      StrategyParameter(
        "instructions", .string, isOptional: true,
        summary: "What the summariser is told; by default what to preserve and in what voice."),
      StrategyParameter(
        "postamble", .string, isOptional: true,
        summary: "What follows the summary; by default how to use it, '' for nothing."),
      StrategyParameter(
        "by", .name, default: .string("reader"),
        summary: "Who summarises: reader, arm, scripted or a model."),
      .when(nil, optional: true),
      StrategyParameter(
        "current", .word(Current.allCases.map(\.rawValue)), default: .word("merged"),
        summary:
          "The current prompt: `merged` into the entry of the summary, `after` it, its `text` "
          + "only after it, or `dropped`."),
    ] + SummaryForm.parameters().filter { $0.name != "heading" }
      + Summarising.parameters().compactMap { parameter in
        guard ["summary", "session", "fallback"].contains(parameter.name) else { return nil }
        var parameter = parameter
        parameter.defaultValue = parameter.name == "session" ? parameter.defaultValue : nil
        parameter.isOptional = parameter.name != "session"
        return parameter
      },
    persistence: .stored, moments: [.prompt], callsModel: true)

  /// What the summariser is told unless the spec says otherwise.
  public static let defaultInstructions = """
    Write a short summary of the conversation for someone who must carry it on without having \
    seen it. Preserve, in this order: facts that were established; what is being worked on and \
    how far it has come; what the user brought up last; what is still open. Use the third person \
    and short sentences. Report content only, not the course of the conversation.
    """

  /// What follows the summary unless the spec says otherwise.
  public static let defaultPostamble = """
    Treat the above as what you already know of this conversation. Do not mention the summary, \
    and do not open an answer by referring to it.
    """

  private let trigger: Trigger
  private let isCounted: Bool
  private let postamble: String
  private let current: Current
  private let form: SummaryForm
  private var asking: Summarising
  /// Whether a summary is checked, and a failed one meets the ladder.
  private let isChecked: Bool

  /// Reads the arguments.
  ///
  /// - Throws: ``ArgumentError`` for none or both of `entries` and `when`, or a summary in another
  ///   role that is to hold the current prompt.
  public init(_ arguments: StrategyArguments) throws {
    isCounted = arguments["entries"] != nil
    guard isCounted != (arguments["when"] != nil) else {
      throw ArgumentError(
        parameter: isCounted ? "when" : "entries",
        problem: "'summarize-history' takes exactly one of entries and when, such as entries: 50")
    }
    trigger = try arguments.trigger(isCounted ? "entries" : "when")
    postamble =
      try arguments["postamble"] == nil ? Self.defaultPostamble : arguments.text("postamble")
    current = Current(rawValue: try arguments.text("current")) ?? .merged
    form = try SummaryForm(arguments)
    guard current != .merged || (form.kind == .prompt && form.frame == nil) else {
      throw ArgumentError(
        parameter: form.kind == .prompt ? "frame" : "role",
        problem: "a summary merged with the current prompt is a prompt and has nothing beside it; "
          + "add current: after")
    }
    asking = try Summarising(arguments)
    isChecked =
      !isCounted || arguments["summary"] != nil || arguments["fallback"] != nil
      || asking.sharesPrefix
    if arguments["fallback"] == nil { asking.ladder = [.shrink] }
  }

  /// Asks for a summary and puts it in the place of everything.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard trigger.isMet(by: history, in: context), let last = history.items.last,
      current != .merged || last.kind == .prompt
    else { return history }
    let kept = current == .merged ? nil : prompt(of: history)
    let isNew = history.items.indices.contains {
      $0 != kept && !history.items[$0].isSynthesised(by: history.stage)
    }
    guard current == .merged || isNew else { return history }
    guard isChecked else {
      return replaced(
        history,
        by: try await context.summary(
          by: asking.summariser,
          of: SummaryRequest(
            items: history.items, prompt: Self.prompt(ChatLog.text(of: history.items)),
            instructions: told.isEmpty ? nil : told)))
    }
    let result = try await asking.summary(
      of: history.items, in: history, told: told,
      prompt: { Self.prompt(ChatLog.whole(of: $0)) }, context: context)
    switch result {
    case .none: return history
    case .summary(let text): return replaced(history, by: text)
    case .dropped:
      var history = history
      history.keep(at: prompt(of: history).map { [$0] } ?? [])
      return history
    }
  }

  /// Where the current prompt stands: the last that is not a summary of this stage.
  private func prompt(of history: History) -> Int? {
    history.items.lastIndex { $0.kind == .prompt && !$0.isSynthesised(by: history.stage) }
  }

  private var told: String { asking.instructions ?? Self.defaultInstructions }

  private static func prompt(_ log: String) -> String { "Summarize this conversation:\n\n\(log)" }

  /// The history with a summary in the place of everything.
  private func replaced(_ history: History, by summary: String) -> History {
    var history = history
    let opening = Segment.text(opening(with: summary))
    if current == .merged, let last = history.items.last {
      var entry = last.entry
      entry.segments.insert(opening, at: 0)
      history.replace(history.items.indices, with: entry, carrying: last.carried)
      return history
    }
    let entry = Entry(kind: form.kind, segments: [opening])
    let prompt = current == .dropped ? nil : prompt(of: history)
    history.fold(history.items.indices.filter { $0 != prompt }, into: entry)
    if prompt == 0, history.count == 2 { history.move(0, to: 1) }
    form.addFrame(to: &history, at: 0)
    if current == .text, let place = history.items.lastIndex(where: { !$0.isSynthesised }) {
      let texts = history.items[place].entry.segments.filter { $0.text != nil }
      if texts.count < history.items[place].entry.segments.count {
        history.truncate(place, to: texts)
      }
    }
    return history
  }

  private func opening(with summary: String) -> String {
    let after = postamble.isEmpty ? "" : "\(postamble)\n\n"
    return "Summary of the conversation so far:\n\(summary)\n\n\(after)"
  }

  /// How it asks for summaries.
  public var summarising: Summarising? { asking }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach {
    guard current == .merged else { return .when(trigger) }
    return switch moment {
    case .prompt, .overflow: .when(trigger)
    case .toolOutput, .toolCalls, .response: .never("the history does not end on a prompt")
    }
  }

  /// What it leaves at most: a checked summary may fail, so no less than there was.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    guard current == .merged else { return form.bounds(after: before) }
    // One prompt stands in the place of a history that ends on one; its tokens are not known.
    let after = HistoryBounds(entries: before.entries, turns: before.turns)
    guard !isChecked, moment == .prompt, case .entries(let entries) = trigger else { return after }
    return after.limited(entries: max(1, entries))
  }
}

extension Item {
  /// The entries whose text it holds verbatim.
  var carried: [EntryID] {
    switch source {
    case .recorded(let id): [id]
    case .synthesised(_, _, let carries): carries
    }
  }
}
