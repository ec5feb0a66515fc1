public import EvalKit

/// Puts a summary with fixed sections in the place of everything but the first entries and the tail.
///
/// - Keeps: the first `first` entries, the last ones as `keep` says, and by default the turn in
///   flight.
/// - Drops: what stands between, once the trigger is met. The summary must have every section; one
///   that lacks some is a fault and meets the ladder like an empty one.
/// - Costs: one call a firing, two with `verify`. The cache breaks at the summary, then grows again.
/// - Leaves alone: a history whose trigger is not met or that the tail holds whole; everything where
///   no summary comes and no rung helps.
/// - Fails: what fits no section is lost first; a summariser that does not keep to the form fails
///   each time; with `fallback: [empty]` or `[unread]` that leaves nothing of the past.
public struct StructuredSummary: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "structured-summary",
    summary:
      "Puts a summary with fixed sections in the place of all but the first and last entries.",
    parameters: [
      StrategyParameter(
        "sections", .strings, default: .list(defaultSections.map { .string($0) }),
        summary: "The sections a summary must have."),
      StrategyParameter(
        "verify", .flag, default: .word("false"),
        summary: "Whether the summariser is asked a second time, to check its summary."),
      StrategyParameter(
        "earlier", .word(["summarised", "handed"]), default: .word("summarised"),
        summary: "An earlier summary: it is summarised like any text, or handed over to be gone on "
          + "with."),
    ] + FoldRange.parameters() + SummaryForm.parameters() + SummaryFeed.parameters
      + Summarising.parameters(),
    persistence: .stored, callsModel: true)

  /// The sections unless the spec says otherwise.
  public static let defaultSections = ["goal", "facts", "decisions", "artifacts", "open"]

  private let fold: Fold
  private let sections: Sections
  private let verifies: Bool
  private let earlier: Fold.Earlier

  /// Reads the arguments.
  ///
  /// - Throws: ``ArgumentError`` for a list without sections, or one that names a section twice.
  public init(_ arguments: StrategyArguments) throws {
    fold = try Fold(arguments)
    sections = Sections(names: try arguments.texts("sections"))
    verifies = try arguments.flag("verify")
    earlier = arguments["earlier"] == .word("handed") ? .handed : .summarised
    let names = sections.names.map { $0.lowercased() }
    guard !names.isEmpty, Set(names).count == names.count,
      names.allSatisfy({ $0.contains { !$0.isWhitespace } && !$0.contains(where: \.isNewline) })
    else {
      throw ArgumentError(
        parameter: "sections",
        problem: "'sections' is a list of names on one line each, none twice, such as [goal, open]")
    }
  }

  /// Asks for a summary, checks it if it is to be, and puts it in the place.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    try await fold.folded(
      history, in: context, earlier: earlier, sections: sections, verifies: verifies)
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
