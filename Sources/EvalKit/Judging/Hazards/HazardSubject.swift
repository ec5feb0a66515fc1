/// What hazard rules may know beside the views: the session, its case, the policy and its window.
///
/// What is missing makes rules that need it not applicable, never silent.
public struct HazardSubject: Sendable {
  /// The session as recorded.
  public var transcript: Transcript
  /// Its structure.
  public var structure: TranscriptStructure
  /// What tools do, with what the transcript states.
  public var effects: ToolEffects
  /// The case, where there is one: its facts, constraints and secrets.
  public var evalCase: EvalCase?
  /// The policy, where it is known.
  public var pipeline: Pipeline?
  /// The window and what history may use of it, where it is known.
  public var budget: ContextBudget?
  /// What entries cost, where they are counted.
  public var ledger: TokenLedger?
  /// What tokens cost, for the rules about the cache.
  public var prices: Prices
  /// The provider whose rules hold too; nil: no provider's.
  public var dialect: Dialect?
  /// Whether the arm is a control: rules about the policy do not apply.
  public var isControl: Bool
  /// What was read of the session's text; subjects of one session may share it.
  public var texts: HazardTexts

  /// Makes a subject of a session alone; the rest is set where it is known.
  public init(
    _ transcript: Transcript, structure: TranscriptStructure? = nil,
    effects: ToolEffects = Judge.default.effects, isControl: Bool = false
  ) {
    self.transcript = transcript
    self.structure = structure ?? TranscriptStructure(transcript.entries)
    self.effects = effects.stating(transcript)
    prices = .default
    texts = HazardTexts(transcript)
    self.isControl = isControl
  }

  /// Whether the session defines a tool anywhere; else what is defined is unknown.
  public var definesTools: Bool {
    !transcript.head.tools.isEmpty || transcript.changes.contains { $0.tools?.isEmpty == false }
  }

  /// Why a rule does not apply to it; nil where it does.
  func reason(against rule: any HazardRule) -> String? {
    if isControl, rule.isAboutPolicy { return "the arm is a control" }
    if let dialects = rule.dialects {
      guard let dialect else { return "no dialect was named" }
      if !dialects.contains(dialect) { return "\(dialect.rawValue) does not demand it" }
    }
    for need in rule.needs {
      switch need {
      case .toolDefinitions where !definesTools: return "the session defines no tools"
      case .evalCase where evalCase == nil: return "there is no case with facts"
      case .pipeline where pipeline == nil: return "the policy is not known"
      case .budget where budget == nil: return "the window is not known"
      case .ledger where ledger == nil: return "tokens are not counted"
      default: continue
      }
    }
    return nil
  }
}

/// What a rule cannot do without.
public enum HazardNeed: Hashable, Sendable {
  /// Tool definitions somewhere in the session: with none at all they are unknown.
  case toolDefinitions
  /// A case with facts, constraints or secrets.
  case evalCase
  /// The policy's stages.
  case pipeline
  /// The window.
  case budget
  /// Token counts of entries.
  case ledger
}
