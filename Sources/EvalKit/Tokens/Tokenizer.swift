/// A unit of text as a model reads it.
public struct Token: RawRepresentable, Hashable, Sendable {
  /// The id.
  public let rawValue: UInt32

  /// Makes a token from its id.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Turns text into tokens, the same way every time.
public protocol Tokenizer: Sendable {
  /// The name every token figure is printed with.
  var name: String { get }
  /// Appends the tokens of a text.
  func encode(_ text: String, into tokens: inout [Token])
}

extension Tokenizer {
  /// The tokens of a text.
  public func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    encode(text, into: &tokens)
    return tokens
  }
}
