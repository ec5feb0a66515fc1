public import EvalKit

/// Puts a summary in the place of everything but the first entries and the tail.
///
/// - Keeps: the first `first` entries, the last ones as `keep` says, and by default the turn in
///   flight.
/// - Drops: what stands between, once the trigger is met; one entry stands for it. An earlier summary
///   is summarised like any other text.
/// - Costs: one call a firing, fed all that is folded, an earlier summary with it. The cache breaks at
///   the summary, then grows again.
/// - Leaves alone: a history whose trigger is not met or that the tail holds whole; its own summary
///   while nothing new stands behind it. Where no summary comes and no rung helps, everything.
/// - Fails: the summary of a summary loses what the first one kept; in the role `prompt` it reads as
///   the user's words and counts as a turn; a long turn in flight is left alone unless `current` says
///   otherwise.
public struct Summarize: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "summarize",
    summary: "Puts a summary in the place of all but the first entries and the tail.",
    parameters: FoldRange.parameters() + SummaryForm.parameters() + SummaryFeed.parameters
      + Fold.parameters + Summarising.parameters(),
    persistence: .stored, callsModel: true)

  private let fold: Fold

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws { fold = try Fold(arguments) }

  /// Asks for a summary and puts it in the place.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    try await fold.folded(history, in: context)
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(fold.range.trigger) }

  /// What it leaves at most: a summary may fail, so no less than there was.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { fold.form.bounds(after: before) }

  /// What it brings a history down to.
  public var target: Target? { fold.target }

  /// How it asks for summaries.
  public var summarising: Summarising? { fold.summarising }
}
