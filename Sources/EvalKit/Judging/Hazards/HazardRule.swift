/// How bad a hazard is.
public enum HazardSeverity: String, Hashable, Sendable, CaseIterable {
  /// Providers reject it, or the model is shown an impossible world.
  case error
  /// It misleads or costs.
  case warning
}

/// What a rule is about.
public enum HazardGroup: String, Hashable, Sendable, CaseIterable {
  /// The shape of the view.
  case structure
  /// Something vanished in silence.
  case coverage
  /// Tools and their effects.
  case tools
  /// Budget and triggers.
  case budget
  /// The prefix cache.
  case cache
}

/// When a rule is run.
public enum HazardScope: Hashable, Sendable {
  /// At requests whose view is other than the log in which entries it shows and in what order: where
  /// all are shown in order there is nothing to find that the record does not have.
  case shape
  /// At requests whose view differs from the one before by more than what was appended.
  case edits
  /// At every request; the rule must do so in the time of what changed.
  case requests
  /// Once, after the last request, on what was remembered of all.
  case session
}

/// One way of editing history that goes wrong, and how to see it in a view.
///
/// Rules see the main line only, and no model. What the record itself has is reported as inherited
/// and never charged to the strategy: a rule says so, since it knows what the record looks like.
public protocol HazardRule: Sendable {
  /// The id, kebab-case; also the SARIF rule id.
  var id: String { get }
  /// What it is about.
  var group: HazardGroup { get }
  /// How bad it is unless the judge says otherwise.
  var severity: HazardSeverity { get }
  /// What is wrong, in one sentence for a user.
  var sentence: String { get }
  /// What breaks in practice.
  var consequence: String { get }
  /// When it is run; ``HazardScope/shape`` unless said.
  var scope: HazardScope { get }
  /// The providers that demand it; nil: it holds whatever the provider.
  var dialects: Set<Dialect>? { get }
  /// What it cannot do without; nothing unless said.
  var needs: [HazardNeed] { get }
  /// Whether it is about the policy and so does not apply to controls: as the group says unless said.
  var isAboutPolicy: Bool { get }
  /// A minimal session that fires, and one that does not.
  var examples: (fires: HazardExample, silent: HazardExample) { get }
  /// Reports every place of the rule in a request's view; with scope `session`, in all of it.
  ///
  /// - Complexity: O(view) or O(calls) with scope `shape`, else O(what changed).
  func check(_ scene: HazardScene, report: (HazardHit) -> Void)
}

extension HazardRule {
  /// Where the view is other than the log.
  public var scope: HazardScope { .shape }
  /// Whatever the provider.
  public var dialects: Set<Dialect>? { nil }
  /// Nothing but the session.
  public var needs: [HazardNeed] { [] }
  /// Rules of the groups budget and cache are.
  public var isAboutPolicy: Bool { group == .budget || group == .cache }
}

/// A place where a rule fires.
public struct HazardHit: Hashable, Sendable {
  /// The entry it is about; nil where it is about the view.
  public var entry: EntryID?
  /// What exactly, in words.
  public var detail: String
  /// Whether the record has it too, so that no strategy is to blame.
  public var isInherited: Bool
  /// The entry whose edit brought it about, where that is another; its stage and request are told.
  public var lost: EntryID?
  /// How bad it is here, where that is not as bad as the rule says.
  public var severity: HazardSeverity?
  /// The requests that show it, with scope `session`; nil: it is about the session as a whole.
  public var requests: ClosedRange<Int>?

  /// Makes a hit.
  public init(
    _ entry: EntryID?, _ detail: String = "", isInherited: Bool = false, lost: EntryID? = nil,
    severity: HazardSeverity? = nil, requests: ClosedRange<Int>? = nil
  ) {
    self.entry = entry
    self.detail = detail
    self.isInherited = isInherited
    self.lost = lost
    self.severity = severity
    self.requests = requests
  }
}

/// The rules there are.
public enum HazardRules {
  /// All rules, in the order of the documentation.
  public static let all: [any HazardRule] = structure + coverage + tools + budget + cache

  static let structure: [any HazardRule] = [
    OrphanOutput(), OrphanCall(), PendingCallRemoved(), SplitBatch(), OutputBeforeCall(),
    OutputNotAdjacent(), DuplicateID(), OrphanResponse(), BadFirstEntry(), BadAlternation(),
    TrailingResponse(), EmptyView(), EmptyEntry(), InstructionsLost(), InstructionsMoved(),
    InstructionsChanged(), PromptLost(), PromptDuplicated(), InFlightEdited(), DuplicateEntry(),
    OrderChanged(), ReasoningOrphaned(), SignedPrefixChanged(),
  ]
  static let coverage: [any HazardRule] = [
    SilentGap(), DoubleCoverage(), MediaLost(), InstructionsUnseen(), SummaryInPrompt(),
    NestedSummary(), SummaryGrowth(), SummaryUnsupported(), SummaryFailed(), CallTextInProse(),
    StaleSurvivor(), ConstraintLost(), SecretLeaked(), DanglingReference(), OpaquePlaceholder(),
  ]
  static let tools: [any HazardRule] = [
    UndefinedTool(), ToolInProseOnly(), LateTool(), ImitationTrap(), EffectForgotten(),
    EffectInvisible(), ToolsChanged(),
  ]
  static let budget: [any HazardRule] = [
    OverBudget(), Inflation(), UnreachableStage(), RunsFirst(), TargetAtTrigger(),
    IncompressibleFloor(), Thrash(), Ratchet(), MidLoopBlindness(), CountsEntries(),
  ]
  static let cache: [any HazardRule] = [
    PrefixBreak(), SlidingEdit(), VolatilePrefix(), UnstableSynthetic(), StrippedReasoning(),
    EarlyConditional(), BreakNotRepaid(),
  ]

  /// The rule with an id.
  public static func rule(_ id: String) -> (any HazardRule)? { all.first { $0.id == id } }
}
