/// Finds a value in texts, however it is written there.
///
/// Four kinds: an *identifier* is found on token boundaries, whatever stands between its parts
/// (`BA4711`, `BA 4711`, but not `7741` in `17741`); a *number* by amount and unit; a *date* (or time)
/// by what it names; a *text* word by word. All fold case, width, accents and punctuation.
public struct ValueMatcher: Sendable {
  /// How a value is compared.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Character by character, on token boundaries.
    case identifier
    /// By amount and unit.
    case number
    /// By day, month and, where both give it, year; times by minute.
    case date
    /// Word by word.
    case text

    /// The kind that facts of a kind are compared by.
    public init(factKind: String) {
      switch factKind {
      case "identifier", "path", "artifact": self = .identifier
      case "number": self = .number
      case "date": self = .date
      default: self = .text
      }
    }
  }

  /// How this value is really looked for: a text that is wholly a number or a date is one.
  enum Needle: Sendable {
    case atoms(isIdentifier: Bool)
    case number(NumberMention)
    case moments([MomentMention])
  }

  /// The value as written.
  public let value: String
  /// How it is compared.
  public let kind: Kind
  let text: MatchText
  let needle: Needle
  /// The atoms looked for: without an article in front.
  let atoms: Range<Int>
  /// These atoms' bytes, joined.
  let compact: [UInt8]

  /// Prepares a value.
  public init(_ value: String, kind: Kind) {
    self.value = value
    self.kind = kind
    text = MatchText(value)
    let needle = Self.needle(for: text, kind: kind)
    self.needle = needle
    let start =
      if case .atoms(false) = needle, text.atoms.count > 1,
        Self.articles.contains(text.atoms[0].hash)
      { 1 } else { 0 }
    atoms = start..<text.atoms.count
    compact = text.compact(atoms)
  }

  /// The ways a fact's value is written that are looked for: as it is and, of a name in several
  /// words, with the family name first ("van der Berg, Annelies").
  static func all(of value: String, factKind: String) -> [ValueMatcher] {
    let kind = Kind(factKind: factKind)
    let whole = ValueMatcher(value, kind: kind)
    let words = value.split(separator: " ")
    guard factKind == "name", (2...5).contains(words.count),
      whole.text.atoms.allSatisfy({
        $0.kind == .letters
      })
    else { return [whole] }
    return [whole]
      + (1..<words.count).map { first in
        ValueMatcher(
          words[first...].joined(separator: " ") + ", "
            + words[..<first].joined(separator: " "), kind: kind)
      }
  }

  private static let articles = Set(["a", "an", "the"].map(MatchText.hash))

  private static func needle(for text: MatchText, kind: Kind) -> Needle {
    switch kind {
    case .identifier: return .atoms(isIdentifier: true)
    case .date:
      return text.moments.isEmpty ? fallback(for: text) : .moments(text.moments)
    case .number:
      let written = text.numbers.filter { !$0.isSpelled }
      if let number = written.first, written.count == 1 { return .number(number) }
      if let number = text.numbers.first, text.numbers.count == 1 { return .number(number) }
      return fallback(for: text)
    case .text: return fallback(for: text)
    }
  }

  private static func fallback(for text: MatchText) -> Needle {
    if text.numbers.count == 1, text.moments.isEmpty, let number = text.numbers.first,
      number.range == text.atoms.indices, !number.isSpelled
    {
      return .number(number)
    }
    let covered = text.moments.reduce(0) { $0 + $1.range.count }
    let beside = text.atoms.count - covered
    if covered > 0, beside == 0 { return .moments(text.moments) }
    return .atoms(isIdentifier: false)
  }

  /// Whether the value is so common that meeting it says little: a bare number under 100, a single
  /// letter or digit.
  public var isWeak: Bool {
    switch needle {
    case .number(let number):
      number.unit == nil
        && number.values.allSatisfy { abs($0) < 100 && $0.rounded() == $0 }
    case .atoms: compact.count < 2
    case .moments: false
    }
  }

  /// Whether the value is in a text.
  public func isIn(_ text: MatchText) -> Bool { firstMatch(in: text) != nil }

  /// Whether the value is in a text.
  public func isIn(_ text: String) -> Bool { isIn(MatchText(text)) }

  /// Whether a text says this value and nothing beside it.
  public func isWhole(_ text: MatchText) -> Bool {
    matches(in: text).contains { match in
      match.lowerBound <= (Self.articles.contains(text.atoms.first?.hash ?? 0) ? 1 : 0)
        && match.upperBound == text.atoms.count
    }
  }

  func firstMatch(in text: MatchText) -> Range<Int>? { matches(in: text, limit: 1).first }

  /// The atoms of each place in a text where the value is.
  ///
  /// - Complexity: O(atoms of the text) but for near misses.
  func matches(in text: MatchText, limit: Int = .max) -> [Range<Int>] {
    var found: [Range<Int>] = []
    switch needle {
    case .number(let number):
      for mention in text.numbers where found.count < limit && mention.means(number) {
        found.append(mention.range)
      }
    case .moments(let wanted):
      guard let first = wanted.first,
        wanted.dropFirst().allSatisfy({ moment in
          text.moments.contains(where: moment.means)
        })
      else { return [] }
      for mention in text.moments where found.count < limit && mention.means(first) {
        found.append(mention.range)
      }
    case .atoms(let isIdentifier):
      guard let first = compact.first else { return [] }
      let spoken = isIdentifier && isDigits
      var index = 0
      while index < text.atoms.count, found.count < limit {
        var end: Int?
        if text.bytes[Int(text.atoms[index].start)] == first, mayBegin(in: text, at: index) {
          end = isIdentifier ? identifier(in: text, at: index) : words(in: text, at: index)
        } else if spoken, NumberWords.digit(text.atoms[index]) == first {
          end = digitWords(in: text, at: index)
        }
        if let end { found.append(index..<end) }
        index = end ?? index + 1
      }
    }
    return found
  }

  /// Where the words end that begin at an atom, if they are the value's.
  private func words(in text: MatchText, at start: Int) -> Int? {
    let end = start + atoms.count
    guard end <= text.atoms.count else { return nil }
    for offset in 0..<atoms.count {
      let theirs = text.atoms[start + offset]
      if offset > 0, theirs.gap == .piece { return nil }
      if theirs.hash != self.text.atoms[atoms.lowerBound + offset].hash { return nil }
    }
    return text.isBoundary(before: end) ? end : nil
  }
}
