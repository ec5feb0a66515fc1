/// What a model really read of a request it was shown.
public struct Prefill: Hashable, Sendable {
  /// Tokens of the request.
  public var tokens: Int
  /// Of these, tokens whose keys and values were held.
  public var reused: Int

  /// Makes a figure.
  public init(tokens: Int, reused: Int) {
    self.tokens = tokens
    self.reused = reused
  }
}

/// An executor that can read a request and hold it, without replying.
public protocol PrefillExecutor: ModelExecutor {
  /// Reads a request, and then what was replied to it on record as if it had written that: afterwards it
  /// holds the request and the reply but its last token.
  ///
  /// - Parameters:
  ///   - request: The request's tokens, of the model's own tokenizer.
  ///   - reply: The reply's; empty where none followed.
  /// - Throws: ``ModelError/contextSizeExceeded(contextSize:tokens:)`` before any work; whatever reading
  ///   throws.
  func prefill(_ request: [Token], reply: [Token]) async throws -> Prefill
}
