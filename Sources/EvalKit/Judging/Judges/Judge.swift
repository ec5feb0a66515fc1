/// How observations become scores: what a judge file says. It names no model and runs nothing.
public struct Judge: Hashable, Sendable {
  /// When a control arm flags a question.
  public struct FlagBounds: Hashable, Sendable {
    /// The oracle's score under which a question cannot be answered by this model.
    public var oracleFails = 1.0
    /// The same for the evidence alone.
    public var evidenceFails = 1.0
    /// The score without history from which on a question can be guessed.
    public var nullPasses = 1.0
    /// The score on another case's history from which on it is met by coincidence.
    public var foreignPasses = 1.0

    /// Makes the default bounds.
    public init() {}
  }

  /// The id.
  public var id: String
  /// One line.
  public var title: String
  /// What it is for.
  public var summary: String
  /// The metric that verdicts and gates rest on.
  public var primary: String
  /// What is computed, in the order of reports.
  public var metrics: [String]
  /// Groups of hazard rules, or ids of single ones, that are run.
  public var hazardsOn: [String]
  /// Ids of hazard rules that are not run.
  public var hazardsOff: [String]
  /// Severities that differ from the rules' own.
  public var severities: [String: HazardSeverity]
  /// The provider whose dialect rules are run as well.
  public var dialect: Dialect?
  /// What tokens cost, for the metric `cost` and the rules about the cache.
  public var prices: Prices = .default
  /// The effect of tools whose case states none.
  public var effects: ToolEffects
  /// How much an answer may say beside what was asked for.
  public var strictness: Strictness
  /// A metric with less than this between null and ceiling has no range.
  public var noRangeBelow: Double
  /// The fewest traceable leaves that argumentSupport is reported from.
  public var minimumLeaves: Int
  /// The foreign rate from which on argumentSupport measures coincidence.
  public var foreignCeiling: Double
  /// When a control arm flags a question.
  public var flags: FlagBounds
  /// One number of several metrics; nil: none.
  public var composite: Composite?
  /// What gates demand of policies, in order; none: what ``GateRule/standard(primary:)`` says.
  public var gates: [GateRule]
  /// Models that judge answers beside the rules.
  public var modelJudges: [ModelJudge]

  /// The judge that is used unless another is named; equal to `judges/default.json5`.
  public static let `default` = Judge(
    id: "default", title: "Default judge",
    summary:
      "All metrics, recall as the primary one, every hazard rule but those of a provider's dialect.",
    primary: "recall", metrics: Metric.all.map(\.key),
    hazardsOn: HazardGroup.allCases.map(\.rawValue), hazardsOff: [], severities: [:],
    dialect: nil,
    effects: ToolEffects(
      read: ["get_*", "list_*", "search_*", "find_*", "read_*", "lookup_*", "check_*"],
      write: [
        "create_*", "send_*", "update_*", "delete_*", "book_*", "cancel_*", "file_*", "issue_*",
        "apply_*",
      ]),
    strictness: .normal, noRangeBelow: 0.2, minimumLeaves: 30, foreignCeiling: 0.1,
    flags: FlagBounds(), composite: nil, gates: [], modelJudges: [])

  /// What is computed, in the order of reports, with the composite and the model judges last.
  public var reported: [String] {
    metrics + (composite == nil ? [] : [Metric.composite.key]) + modelJudges.map(\.metric)
  }

  /// The hazard rules it runs.
  public var rules: [any HazardRule] {
    HazardRules.all.filter { rule in
      (hazardsOn.contains(rule.group.rawValue) || hazardsOn.contains(rule.id))
        && !hazardsOff.contains(rule.id)
    }
  }

  /// What hazard rules may know of a session by this judge; what else is known is set by the caller.
  public func subject(
    _ transcript: Transcript, structure: TranscriptStructure? = nil, isControl: Bool = false
  ) -> HazardSubject {
    var subject = HazardSubject(
      transcript, structure: structure, effects: effects, isControl: isControl)
    subject.dialect = dialect
    subject.prices = prices
    return subject
  }

  /// A linter by this judge's rules.
  public func linter(of subject: HazardSubject) -> HazardLinter {
    HazardLinter(subject, rules: rules, severities: severities)
  }
}
