/// Replaces personal data and secrets in transcripts by placeholders.
///
/// The same value becomes the same placeholder wherever it stands, and different values different
/// ones. A placeholder has the shape of its value (`maria@example.com` becomes `xxxxx@xxxxxxx.xxa`),
/// and so as many tokens as it by ``PieceTokenizer``.
///
/// What is found is what has a form: e-mail addresses, phone and card numbers, keys and tokens.
/// Names, addresses and numbers of other kinds have none: they are found by a list of words.
public struct Redactor: Sendable {
  /// What is replaced.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// E-mail addresses.
    case email
    /// Phone numbers: with `+` or `0` before them, or as `(555) 555-0100`.
    case phone
    /// Card numbers, told by their check digit.
    case card
    /// Keys, tokens and passwords: by what they begin with, or by what is said before them.
    case token
    /// Words of a list.
    case word
  }

  /// How often a kind was replaced.
  public struct Count: Hashable, Sendable {
    /// How many places.
    public var places = 0
    /// How many different values.
    public var values = 0
  }

  /// What was replaced.
  public private(set) var counts: [Kind: Count] = [:]
  private var finders: [Finder]
  private var placeholders = Placeholders()
  /// Values that were found by what is said before them.
  private var secrets = Set<String>()

  /// A rule that finds values of a kind in a text.
  private struct Finder: Sendable {
    var kind: Kind
    var find: @Sendable (_ text: [UInt8]) -> [Range<Int>]
  }

  /// Makes a redactor that has replaced nothing yet.
  ///
  /// - Parameters:
  ///   - kinds: What is replaced beside the words.
  ///   - words: Words and phrases, found in any case, and not within longer words; those of under
  ///     two characters are left out.
  public init(kinds: Set<Kind> = Set(Kind.allCases), words: [String] = []) {
    let words = ListedWords(words)
    var finders = [
      Finder(kind: .token, find: SecretTokens.ranges), Finder(kind: .email, find: Emails.ranges),
      Finder(kind: .card, find: CardNumbers.ranges),
      Finder(kind: .phone, find: PhoneNumbers.ranges),
    ].filter { kinds.contains($0.kind) }
    if !words.isEmpty { finders.append(Finder(kind: .word, find: words.ranges)) }
    self.finders = finders
  }

  /// Learns of what is said to be a secret somewhere, so that it is found wherever else it stands.
  ///
  /// - Parameter read: Redacts all there is; what comes out is not needed.
  mutating func learn(_ read: (inout Redactor) -> Void) {
    var scout = self
    read(&scout)
    let words = ListedWords(scout.secrets.filter { $0.utf8.count >= 6 })
    if !words.isEmpty { finders.insert(Finder(kind: .token, find: words.ranges), at: 0) }
  }

  // MARK: Texts

  /// A text with what is found in it replaced.
  ///
  /// - Complexity: O(bytes × rules).
  public mutating func redact(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var found: [(range: Range<Int>, kind: Kind)] = []
    for finder in finders {
      for range in finder.find(bytes) where !found.contains(where: { $0.range.overlaps(range) }) {
        found.append((range, finder.kind))
      }
    }
    guard !found.isEmpty else { return text }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var result: [UInt8] = []
    var position = 0
    for (range, kind) in found {
      result += bytes[position..<range.lowerBound]
      result += Array(
        replacement(for: String(decoding: bytes[range], as: UTF8.self), kind).utf8)
      position = range.upperBound
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func replacement(for value: String, _ kind: Kind) -> String {
    let (text, isNew) = placeholders.placeholder(for: value)
    counts[kind, default: Count()].places += 1
    if isNew { counts[kind, default: Count()].values += 1 }
    if kind == .token { secrets.insert(value) }
    return text
  }

  // MARK: JSON

  /// A value with what is found in its strings, keys and numbers replaced.
  public mutating func redact(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .string(let text): return .string(isData(text) ? text : redact(text))
    case .number(let number):
      let literal = redact(number.literal)
      return literal == number.literal ? value : .number(JSONNumber(literal: literal))
    case .array(let values):
      var result: [JSONValue] = []
      for value in values { result.append(redact(value)) }
      return .array(result)
    case .object(let object): return .object(redact(object))
    }
  }

  /// An object with what is found in it replaced; a key such as `password` tells what its value is.
  public mutating func redact(_ object: JSONObject) -> JSONObject {
    var result = JSONObject()
    for member in object.members {
      let key = redact(member.key)
      if case .string(let text) = member.value, finders.contains(where: { $0.kind == .token }),
        SecretTokens.isSecret(text, underKey: member.key)
      {
        result[key] = .string(replacement(for: text, .token))
      } else {
        result[key] = redact(member.value)
      }
    }
    return result
  }

  /// Whether a text is a file's content, in which anything may look like something.
  private func isData(_ text: String) -> Bool {
    text.hasPrefix("data:") && text.utf8.prefix(100).contains(UInt8(ascii: ","))
  }
}
