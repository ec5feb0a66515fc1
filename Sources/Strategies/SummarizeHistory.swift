public import EvalKit

/// Replaces the whole history by one prompt: a summary, followed by the current prompt.
///
/// - Keeps: the current prompt, verbatim, behind the summary in the same entry.
/// - Drops: everything, once the history has more than `entries` entries and ends on a prompt.
/// - Costs: one call of the summariser a firing, fed the whole history. The cache ends at the head
///   once, then grows again.
/// - Leaves alone: a history of at most `entries` entries, and any that does not end on a prompt.
/// - Fails: the current prompt is summarised too, so it stands twice; the summary reads as the
///   user's words; the next summary is a summary of this one; a tool loop is never summarised
///   however long it gets; segments that are not text reach neither summary nor history; entries
///   are counted, not tokens; the summariser never sees the instructions; an empty summary is
///   stored as it is. An error of the summariser is the stage's.
public struct SummarizeHistory: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "summarize-history",
    summary: "Replaces a history of too many entries by one prompt: a summary and the prompt.",
    parameters: [
      StrategyParameter(
        "entries", .count([.entries]), summary: "It acts when there are more entries than this."),
      StrategyParameter(
        "instructions", .string, isOptional: true,
        summary: "What the summariser is told; by default what to preserve and in what voice."),
      StrategyParameter(
        "postamble", .string, isOptional: true,
        summary: "What follows the summary; by default how to use it, '' for nothing."),
      StrategyParameter(
        "by", .name, default: .string("reader"),
        summary: "Who summarises: reader, arm, scripted or a model."),
    ],
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
  private let instructions: String
  private let postamble: String
  private let summariser: String

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("entries")
    instructions =
      try arguments["instructions"] == nil
      ? Self.defaultInstructions : arguments.text("instructions")
    postamble =
      try arguments["postamble"] == nil ? Self.defaultPostamble : arguments.text("postamble")
    summariser = try arguments.text("by")
  }

  /// Asks for a summary and puts it before the current prompt, in place of everything.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard trigger.isMet(by: history, in: context), let current = history.items.last,
      current.kind == .prompt
    else {
      return history
    }
    let summary = try await context.summary(
      by: summariser,
      of: SummaryRequest(
        items: history.items,
        prompt: "Summarize this conversation:\n\n\(ChatLog.text(of: history.items))",
        instructions: instructions.isEmpty ? nil : instructions))
    var entry = current.entry
    entry.segments.insert(.text(opening(with: summary)), at: 0)
    var history = history
    history.replace(
      history.items.indices, with: entry, carrying: current.carried)
    return history
  }

  private func opening(with summary: String) -> String {
    let after = postamble.isEmpty ? "" : "\(postamble)\n\n"
    return "Summary of the conversation so far:\n\(summary)\n\n\(after)"
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach {
    switch moment {
    case .prompt, .overflow: .when(trigger)
    case .toolOutput, .toolCalls, .response: .never("the history does not end on a prompt")
    }
  }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    guard moment == .prompt, case .entries(let entries) = trigger else { return before }
    return before.limited(entries: max(1, entries))
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
