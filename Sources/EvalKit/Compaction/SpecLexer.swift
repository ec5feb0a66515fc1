/// A piece of a spec, with where it stands.
struct SpecToken: Hashable {
  enum Kind: Hashable {
    case word(String)
    /// Digits with an optional fraction and an optional `k`; the value is nil where it is no whole
    /// number or is too large.
    case number(Int?)
    case string(String)
    /// One of `| ( ) [ ] , : = % @`.
    case symbol(Character)
    case end
  }

  var kind: Kind
  /// Its place among the scalars of the source.
  var range: Range<Int>
  /// Whether white space stands before it.
  var isSpaced: Bool

  func isSymbol(_ symbol: Character) -> Bool { kind == .symbol(symbol) }
}

/// Splits a spec into tokens.
struct SpecLexer {
  /// The largest number a spec may hold: far over any window, and safe to multiply.
  static let largest = 1_000_000_000

  let source: String
  let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ source: String) {
    self.source = source
    scalars = Array(source.unicodeScalars)
  }

  /// The tokens of a source, the end last.
  static func tokens(_ source: String) throws -> [SpecToken] {
    var lexer = SpecLexer(source)
    var tokens: [SpecToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  /// Whether a text is one bare word, so that it may be printed without quotes.
  static func isWord(_ text: String) -> Bool {
    guard let tokens = try? tokens(text) else { return false }
    return tokens.count == 2 && tokens[0].kind == .word(text)
  }

  private mutating func next() throws -> SpecToken {
    let before = position
    while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
    let start = position
    let spaced = start > before
    guard start < scalars.count else {
      return SpecToken(kind: .end, range: start..<start, isSpaced: spaced)
    }
    let kind: SpecToken.Kind
    let scalar = scalars[start]
    if scalar == "'" || scalar == "\"" {
      kind = .string(try string(closedBy: scalar))
    } else if Self.isWordScalar(scalar) {
      while position < scalars.count, Self.isWordScalar(scalars[position]) { position += 1 }
      kind = try wordOrNumber(from: start)
    } else if "|()[],:=%@".unicodeScalars.contains(scalar) {
      position += 1
      kind = .symbol(Character(scalar))
    } else {
      throw SpecError(
        "unexpected '\(Character(scalar))'", source: source, column: column(of: start))
    }
    return SpecToken(kind: kind, range: start..<position, isSpaced: spaced)
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || (scalar.isASCII && ("0"..."9").contains(scalar))
      || scalar == "-" || scalar == "_" || scalar == "." || scalar == "/" || scalar == "+"
  }

  /// Reads `10`, `-1`, `1.5k` as numbers, splits `10entries`, and leaves `4o-mini` a word.
  private mutating func wordOrNumber(from start: Int) throws -> SpecToken.Kind {
    let text = String(String.UnicodeScalarView(scalars[start..<position]))
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    guard digits.contains(where: \.isNumber) else { return .word(text) }
    let rest = text.dropFirst(digits.count)
    let hasK = rest.first == "k" && !CountUnit.allCases.contains { $0.rawValue == rest }
    let tail = hasK ? rest.dropFirst() : rest
    guard tail.isEmpty || CountUnit(spelling: String(tail)) != nil else { return .word(text) }
    guard digits.dropFirst().allSatisfy({ $0 != "-" }), digits.count(where: { $0 == "." }) < 2
    else { return .word(text) }
    position = start + text.unicodeScalars.count - tail.unicodeScalars.count
    return .number(Self.value(digits, thousands: hasK))
  }

  private static func value(_ digits: Substring, thousands: Bool) -> Int? {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = Int(parts[0]), abs(whole) <= largest else { return nil }
    let fraction = parts.count > 1 ? parts[1] : ""
    guard thousands else { return fraction.allSatisfy { $0 == "0" } ? whole : nil }
    guard fraction.count <= 3, abs(whole) <= largest / 1000,
      let thousandths = Int(fraction + String(repeating: "0", count: 3 - fraction.count))
    else { return nil }
    return whole * 1000 + (digits.hasPrefix("-") ? -thousandths : thousandths)
  }

  private mutating func string(closedBy quote: Unicode.Scalar) throws -> String {
    let start = position
    var text = String.UnicodeScalarView()
    position += 1
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == quote { return String(text) }
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      guard position < scalars.count, let meant = Self.escapes[scalars[position]] else {
        throw SpecError(
          "unknown escape; a text takes \\n, \\r, \\t, \\\\, \\' and \\\"", source: source,
          column: column(of: position - 1), length: 2)
      }
      text.append(meant)
      position += 1
    }
    throw SpecError(
      "the text that begins here has no closing \(Character(quote))", source: source,
      column: column(of: start))
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", "\"": "\"",
  ]

  private func column(of offset: Int) -> Int { Self.column(of: offset, in: scalars) }

  /// The column of a scalar, in characters.
  static func column(of offset: Int, in scalars: [Unicode.Scalar]) -> Int {
    String(String.UnicodeScalarView(scalars.prefix(offset))).count
  }
}

extension CountUnit {
  /// The unit a word names, singular or plural.
  init?(spelling word: String) {
    switch word {
    case "entry", "entries": self = .entries
    case "turn", "turns": self = .turns
    case "token", "tokens": self = .tokens
    case "use", "uses": self = .uses
    case "char", "chars": self = .chars
    default: return nil
    }
  }

  /// How specs write a number of it.
  func spelled(_ number: Int) -> String {
    switch self {
    case .percent: "\(number)%"
    case .entries: number == 1 ? "1 entry" : "\(number) entries"
    case .turns, .tokens, .uses, .chars:
      number == 1 ? "1 \(rawValue.dropLast())" : "\(number) \(rawValue)"
    }
  }
}
