internal import EvalKit

/// A model's tokenizer for texts a template wrote: a special token is one only where the template put
/// it, so that content which reads the same is content.
///
/// A marker follows U+10FFF0, which stands for nothing; in content that one is doubled.
struct TemplateTokenizer: Tokenizer {
  static let escape: Unicode.Scalar = "\u{10FFF0}"

  let base: ModelTokenizer

  var name: String { base.name }

  /// The tokens of a text that goes on after others.
  func tokens(continuing text: String) -> [Token] {
    var tokens = [Token(rawValue: 0)]
    encode(text, into: &tokens)
    return Array(tokens.dropFirst())
  }

  /// Appends the tokens of a text.
  func encode(_ text: String, into tokens: inout [Token]) {
    var plain = String.UnicodeScalarView()
    var scalars = Substring(text).unicodeScalars
    var opening = tokens.isEmpty
    func flush() {
      base.encode(plain: String(plain), opening: opening, into: &tokens)
      plain = String.UnicodeScalarView()
      opening = true
    }
    while let scalar = scalars.popFirst() {
      guard scalar == Self.escape else {
        plain.append(scalar)
        continue
      }
      if scalars.first == Self.escape {
        plain.append(scalar)
        scalars.removeFirst()
      } else if let (token, length) = base.special(startOf: scalars) {
        flush()
        tokens.append(token)
        scalars.removeFirst(length)
      }
      // A marker the vocabulary has no token for is text.
    }
    flush()
  }
}
