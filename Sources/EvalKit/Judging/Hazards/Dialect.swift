/// A provider whose rules for a conversation's shape are stricter than the common ones.
public enum Dialect: String, Hashable, Sendable, CaseIterable, StrictDecodable {
  /// OpenAI's chat completions.
  case openai
  /// Anthropic's messages.
  case anthropic
  /// Gemini's contents.
  case gemini
  /// Apple's FoundationModels.
  case apple
}
