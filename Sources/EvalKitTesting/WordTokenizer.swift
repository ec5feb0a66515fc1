public import EvalKit

/// A tokenizer for exact arithmetic: a token a word, words separated by white space.
public struct WordTokenizer: Tokenizer {
  /// `words`.
  public let name = "words"

  /// Makes a tokenizer.
  public init() {}

  /// Appends a token a word: a hash of its bytes.
  public func encode(_ text: String, into tokens: inout [Token]) {
    for word in text.utf8.split(whereSeparator: { $0 == 0x20 || (0x09...0x0D).contains($0) }) {
      var hash = StableHash()
      hash.combine(bytes: word)
      let id = UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
      tokens.append(Token(rawValue: id == .max ? 0 : id))
    }
  }
}
