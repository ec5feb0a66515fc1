/// A provider's protocol, as far as it decides what a history must look like.
public enum Dialect: String, Hashable, Sendable, CaseIterable {
  /// OpenAI chat completions and responses.
  case openai
  /// Anthropic messages.
  case anthropic
  /// Gemini contents.
  case gemini
  /// Apple's FoundationModels transcripts.
  case apple

  /// Whether nothing may stand between the calls of a round and their outputs.
  public var demandsAdjacency: Bool { self != .apple }

  /// Whether prompts and responses must take turns.
  public var demandsAlternation: Bool { self == .anthropic || self == .gemini }

  /// Whether reasoning carries a signature over what stands before it.
  public var signsReasoning: Bool { self == .anthropic || self == .gemini }
}
