public import EvalKit

/// Goes on with one summary: the summariser is handed the last one and shown only what was folded
/// since.
///
/// - Keeps: the first `first` entries, the last ones as `keep` says, and by default the turn in
///   flight.
/// - Drops: what stands between, once the trigger is met. One summary stands for all of it, from the
///   first fold on.
/// - Costs: one call a firing, fed the last summary and what is new: it does not grow with the
///   session. The cache breaks at the summary; with `flatten: false` behind its old lines.
/// - Leaves alone: a history whose trigger is not met or that the tail holds whole; everything where
///   no summary comes and no rung helps.
/// - Fails: what one fold leaves out no later fold can bring back, and nothing says so; with
///   `flatten: false` the summary grows with every fold.
public struct AnchoredIncrementalSummary: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "anchored-incremental-summary",
    summary: "Goes on with one summary, fed only what was folded since the last.",
    parameters: FoldRange.parameters() + [
      StrategyParameter(
        "flatten", .flag, default: .word("true"),
        summary:
          "Whether the last summary is written anew with what is new; else it stays word for "
          + "word and what is new is put behind it.")
    ] + SummaryForm.parameters() + SummaryFeed.parameters + Fold.parameters
      + Summarising.parameters(),
    persistence: .stored, callsModel: true)

  private let fold: Fold
  private let earlier: Fold.Earlier

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    fold = try Fold(arguments)
    earlier = try arguments.flag("flatten") ? .handed : .kept
  }

  /// Asks for the next summary and puts it in the place of the last and of what is folded.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    try await fold.folded(history, in: context, earlier: earlier)
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
