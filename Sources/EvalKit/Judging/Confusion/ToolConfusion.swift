/// A way in which tool use goes wrong because of what a history shows, or no longer shows.
///
/// The order of the cases is the order of precedence: a checkpoint has at most one confusion, the
/// first whose signature fits, so that the shares of the kinds add up. Calls that were made come before
/// calls that were not, since a call acts; among calls those that fail or do harm whatever their
/// arguments come first, then what repeats the record, then what gets the right tool wrong, and the
/// wrong tool last because nothing else is known of it. Of the omissions those that the view explains
/// come before the one that it does not.
public enum ToolConfusion: String, Hashable, Sendable, CaseIterable {
  /// A call of a tool that is not defined.
  case ghostTool = "ghost-tool"
  /// A completed write made again.
  case repeatedSideEffect = "repeated-side-effect"
  /// A call that failed before the model's eyes made again.
  case errorLoop = "error-loop"
  /// A read made again whose output the whole log still shows.
  case redundantCall = "redundant-call"
  /// The right tool with a wrong argument, its value nowhere in view.
  case wrongArgumentLost = "wrong-argument-lost"
  /// The right tool with a replaced value, the one that replaced it not in view.
  case wrongArgumentStale = "wrong-argument-stale"
  /// The right tool with another topic's value, the right one in view.
  case crossTopicBleed = "cross-topic-bleed"
  /// The right tool with a wrong argument, the right value in view.
  case wrongArgumentPresent = "wrong-argument-present"
  /// A defined tool that is not the expected one, or none was expected.
  case wrongTool = "wrong-tool"
  /// The model declines as it did before, after failures that are over.
  case learnedRefusal = "learned-refusal"
  /// Prose as in earlier turns alike that were answered in prose.
  case omittedByImitation = "omitted-by-imitation"
  /// The model declines though a tool would fetch what it misses.
  case retrievalNotAttempted = "retrieval-not-attempted"
  /// Prose where a call was expected, and no habit to explain it.
  case answeredWithoutTool = "answered-without-tool"

  /// What it looks like, what brings it about, and what to do.
  public var signature: any ConfusionSignature {
    switch self {
    case .ghostTool: GhostTool()
    case .repeatedSideEffect: RepeatedSideEffect()
    case .errorLoop: ErrorLoop()
    case .redundantCall: RedundantCall()
    case .wrongArgumentLost: WrongArgumentLost()
    case .wrongArgumentStale: WrongArgumentStale()
    case .crossTopicBleed: CrossTopicBleed()
    case .wrongArgumentPresent: WrongArgumentPresent()
    case .wrongTool: WrongTool()
    case .learnedRefusal: LearnedRefusal()
    case .omittedByImitation: OmittedByImitation()
    case .retrievalNotAttempted: RetrievalNotAttempted()
    case .answeredWithoutTool: AnsweredWithoutTool()
    }
  }
}
