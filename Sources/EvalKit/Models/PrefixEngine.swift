/// How an engine wants to be handed a request's tokens.
public enum EngineFeed: String, Hashable, Sendable {
  /// The whole sequence, with how much of it is held.
  case whole
  /// Only what is not held.
  case suffix
}

/// A request's tokens as an engine is handed them.
public enum EngineInput: Hashable, Sendable {
  /// The whole sequence, of which the first `retained` tokens are held.
  case whole([Token], retained: Int)
  /// The tokens after the first `retained`, which are held.
  case suffix([Token], retained: Int)

  /// The tokens that are not held: what there is to process.
  public var fresh: ArraySlice<Token> {
    switch self {
    case .whole(let tokens, let retained): tokens.dropFirst(retained)
    case .suffix(let tokens, _): tokens[...]
    }
  }
}

/// What computes a model's tokens and holds their keys and values, or its running state.
public protocol PrefixEngine {
  /// How it wants to be handed a request's tokens.
  var feed: EngineFeed { get }
  /// Reads tokens on top of those it holds.
  ///
  /// - Throws: ``ModelError/unavailable(_:)`` if it was handed another form than it asks for;
  ///   whatever reading throws: then it may hold anything, and is reset before it is used again.
  mutating func process(_ input: EngineInput) throws
  /// Keeps at most the first `count` tokens.
  ///
  /// - Returns: what was really kept; an engine that cannot go back, or cannot say, resets.
  mutating func trim(to count: Int) -> PrefixCache.Trim
}

extension PrefixEngine {
  /// The whole sequence.
  public var feed: EngineFeed { .whole }

  /// Refuses a form the engine does not ask for: a suffix taken for a whole sequence would be read
  /// as the beginning of the conversation.
  public func check(_ input: EngineInput) throws {
    switch (feed, input) {
    case (.whole, .whole), (.suffix, .suffix): return
    case (.whole, .suffix):
      throw ModelError.unavailable("a suffix was handed to an engine that reads whole sequences")
    case (.suffix, .whole):
      throw ModelError.unavailable("a whole sequence was handed to an engine that reads suffixes")
    }
  }
}
