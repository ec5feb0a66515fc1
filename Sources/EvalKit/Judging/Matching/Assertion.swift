extension MatchText {
  /// Whether what stands at a match is denied: "not BA4711", "BA4711 is wrong", "BA4711ではない".
  func isNegated(_ match: Range<Int>) -> Bool {
    precedes(match.lowerBound, within: 4) { index in
      Self.negations.contains(atoms[index].hash)
        || (atoms[index].hash == Self.of && index > 0
          && Self.instead.contains(atoms[index - 1].hash))
        || (atoms[index].hash == Self.than && index > 0 && atoms[index - 1].hash == Self.rather)
    } || isDeniedAfter(match.upperBound)
  }

  /// Whether what stands at a match is told as what used to hold: "was BA4117", "the old tag".
  func isRetired(_ match: Range<Int>) -> Bool {
    precedes(match.lowerBound, within: 4) { Self.retired.contains(atoms[$0].hash) }
  }

  /// Whether the words before a match, within its clause, hold one that satisfies a condition.
  private func precedes(_ start: Int, within count: Int, _ condition: (Int) -> Bool) -> Bool {
    var index = start
    while index > 0, start - index < count {
      if atoms[index].gap == .piece || isClauseBreak(before: index) { return false }
      index -= 1
      if Self.turns.contains(atoms[index].hash) { return false }
      if condition(index) { return true }
    }
    return false
  }

  private func isClauseBreak(before index: Int) -> Bool {
    bytes[Int(atoms[index - 1].end)..<Int(atoms[index].start)].contains { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
        || byte == UInt8(ascii: ":") || byte == 0x0A || byte == UInt8(ascii: "?")
        || byte == UInt8(ascii: "!") || byte >= 0x80
    }
  }

  private func isDeniedAfter(_ end: Int) -> Bool {
    guard end < atoms.count, atoms[end].gap < .piece, !isClauseBreak(before: end) else {
      return false
    }
    if atoms[end].kind == .ideograph {
      let next = atoms[end..<min(end + 4, atoms.count)].map(\.hash)
      return Self.deniedInJapanese.contains { next.starts(with: $0) }
    }
    guard Self.copulas.contains(atoms[end].hash) else { return false }
    for index in end + 1..<min(end + 3, atoms.count) where index < atoms.count {
      if atoms[index].gap == .piece || isClauseBreak(before: index) { return false }
      if Self.denials.contains(atoms[index].hash) { return true }
    }
    return false
  }
}

extension MatchText {
  private static func words(_ text: String) -> Set<UInt64> {
    Set(text.split(separator: " ").map { hash(String($0)) })
  }
  private static let negations = words(
    "not no never neither nor without isn wasn aren weren doesn don didn cannot except nicht kein "
      + "keine ni pas")
  private static let turns = words("but only because")
  private static let retired = words(
    "was were previously formerly old older earlier originally original former from replaced "
      + "replaces superseded outdated initially instead than used")
  private static let copulas = words("is was are were isn wasn")
  private static let denials = words(
    "not no wrong incorrect outdated invalid obsolete superseded t")
  private static let of = hash("of"), than = hash("than"), rather = hash("rather")
  private static let instead = words("instead")
  private static let deniedInJapanese = ["ではな", "じゃな", "でな", "ではあ"].map { text in
    text.map { hash(String($0)) }
  }
}
