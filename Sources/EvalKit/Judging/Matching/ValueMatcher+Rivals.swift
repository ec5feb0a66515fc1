extension ValueMatcher {
  /// Values of this one's kind in a text, whichever they are: other numbers, days or times, or
  /// identifiers of the same make. Of names and other texts none are told.
  func rivals(in text: MatchText) -> [Range<Int>] {
    switch needle {
    case .number(let number):
      return text.numbers.filter { mention in
        guard let unit = number.unit, let theirs = mention.unit else { return true }
        return unit == theirs || (unit.isCurrency && theirs.isCurrency)
          || (unit.measure != nil && unit.measure == theirs.measure)
      }.map(\.range)
    case .moments(let moments):
      guard let wanted = moments.first?.values.first else { return [] }
      return text.moments.filter { $0.values.contains { $0.isTime == wanted.isTime } }.map(\.range)
    case .atoms(let isIdentifier):
      guard isIdentifier else { return [] }
      let make = IdentifierMake(self.text, atoms)
      return text.identifiers.filter {
        $0.count > 0 && IdentifierMake(text, $0) == make
          && text.compact($0).count >= min(4, compact.count)
      }
    }
  }

  /// Identifiers, numbers and moments that an answer asserts, whatever was asked.
  static func said(in reading: AnswerReading) -> [ValueMatcher] {
    let text = reading.text
    let found: [(Range<Int>, Kind)] =
      text.moments.map { ($0.range, .date) } + text.numbers.map { ($0.range, .number) }
      + text.identifiers.map { ($0, .identifier) }
    return found.filter { reading.stance(of: $0.0) == .asserted }
      .sorted { $0.0.lowerBound < $1.0.lowerBound }
      .map { ValueMatcher(text.text(of: $0.0), kind: $0.1) }
  }
}

/// What an identifier is made of, by which it is told from identifiers of other kinds.
private struct IdentifierMake: Equatable {
  let hasLetters: Bool
  let hasDigits: Bool
  let isAddress: Bool
  let isPath: Bool

  init(_ text: MatchText, _ range: Range<Int>) {
    let atoms = text.atoms[range]
    hasLetters = atoms.contains { $0.kind == .letters }
    hasDigits = atoms.contains { $0.kind == .digits }
    let bytes =
      atoms.isEmpty
      ? [] : text.bytes[Int(atoms[range.lowerBound].start)..<Int(atoms[range.upperBound - 1].end)]
    isAddress = bytes.contains(UInt8(ascii: "@"))
    isPath = bytes.contains(UInt8(ascii: "/"))
  }
}

extension MatchText {
  /// The runs of atoms without a space between that have a digit, an at sign or a slash, but dates and
  /// plain numbers with a word for their unit.
  var identifiers: [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    for index in atoms.indices {
      let next = index + 1
      let goesOn =
        next < atoms.count
        && (atoms[next].gap == .none
          ? atoms[next].kind != .ideograph && atoms[index].kind != .ideograph
          : separator(before: next).map(Self.joining.contains) ?? false)
      if goesOn { continue }
      let range = start..<next
      start = next
      let isOther =
        moments.contains { $0.range.overlaps(range) }
        || atoms[range].allSatisfy { $0.kind == .ideograph }
      let hasDigit = atoms[range].contains { $0.kind == .digits }
      let bytes = bytes[Int(atoms[range.lowerBound].start)..<Int(atoms[index].end)]
      if !isOther,
        hasDigit || bytes.contains(UInt8(ascii: "@")) || bytes.contains(UInt8(ascii: "/"))
      {
        found.append(range)
      }
    }
    return found
  }

  private static let joining = Set("-_./@#".utf8)
}

extension MomentMention.Value {
  /// Whether it is a time of day.
  var isTime: Bool { if case .time = self { true } else { false } }
}
