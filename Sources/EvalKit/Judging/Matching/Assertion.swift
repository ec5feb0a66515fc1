extension MatchText {
  /// Whether what stands at a match is denied: "not BA4711", "BA4711 is wrong", "BA4711ではない".
  func isNegated(_ match: Range<Int>) -> Bool {
    if let comparison = comparison(before: match.lowerBound) { return comparison == .other }
    return precedes(match.lowerBound, within: 4, isDenial) || isDeniedAfter(match.upperBound)
  }

  /// Whether what stands at a match is told as what used to hold: "was BA4117", "the old tag",
  /// "BA4117 was corrected".
  func isRetired(_ match: Range<Int>) -> Bool {
    precedes(match.lowerBound, within: 4, overColons: true) { index in
      // "from A to B" retires A alone.
      if atoms[index].hash == AssertionWords.from {
        return !(index..<match.lowerBound).contains {
          AssertionWords.become.contains(atoms[$0].hash)
        }
      }
      return AssertionWords.retired.contains(atoms[index].hash)
    }
      || follows(match.upperBound, within: 4) {
        AssertionWords.retiredAfter.contains(atoms[$0].hash)
      }
  }

  /// What a comparison before a match makes of it.
  enum Comparison {
    /// "more than 5": another value is meant.
    case bound
    /// "rather than 5": this one is not meant.
    case other
    /// "no later than Friday": it is the bound itself.
    case inclusive
  }

  /// The comparison that ends right before an atom.
  func comparison(before start: Int) -> Comparison? {
    guard start >= 2, atoms[start].gap < .piece, !isClauseBreak(before: start) else { return nil }
    // Between the word and the value an article may stand.
    var index = start - 1
    if AssertionWords.articles.contains(atoms[index].hash), index > 0 { index -= 1 }
    guard index > 0, !isClauseBreak(before: index) else { return nil }
    let word = atoms[index - 1].hash
    if atoms[index].hash == AssertionWords.but {
      return AssertionWords.everything.contains(word) ? .other : nil
    }
    guard atoms[index].hash == AssertionWords.than else { return nil }
    if AssertionWords.rather.contains(word) { return .other }
    guard AssertionWords.comparatives.contains(word) else { return nil }
    let isInclusive = index > 1 && AssertionWords.negations.contains(atoms[index - 2].hash)
    return isInclusive ? .inclusive : .bound
  }

  /// Whether the word at an atom, which is not the last, denies what follows it.
  private func isDenial(_ index: Int) -> Bool {
    let hash = atoms[index].hash
    if AssertionWords.negations.contains(hash) || isContractedNot(index) {
      // "don't forget X" gives X; "not sure it is X" doubts it.
      let next = atoms[index + 1].hash
      return !AssertionWords.forgetting.contains(next) && !AssertionWords.sure.contains(next)
    }
    guard index > 0 else { return AssertionWords.forgetting.contains(hash) }
    if AssertionWords.forgetting.contains(hash) {
      return !AssertionWords.negations.contains(atoms[index - 1].hash)
        && !isContractedNot(index - 1)
    }
    let before = atoms[index - 1].hash
    return (hash == AssertionWords.of && before == AssertionWords.instead)
      || (hash == AssertionWords.chineseIs && AssertionWords.chineseNot.contains(before)
        && atoms[index].gap == .none)
  }

  /// Whether an atom is the `t` of `isn't`.
  func isContractedNot(_ index: Int) -> Bool {
    atoms[index].hash == AssertionWords.t && separator(before: index) == UInt8(ascii: "'")
      && bytes[Int(atoms[index - 1].end) - 1] == UInt8(ascii: "n")
  }

  /// Whether the words before a match, within its clause, hold one that satisfies a condition.
  func precedes(
    _ start: Int, within count: Int, overColons: Bool = false, _ condition: (Int) -> Bool
  ) -> Bool {
    var index = start
    while index > 0, start - index < count {
      if atoms[index].gap == .piece || isClauseBreak(before: index, colons: !overColons) {
        return false
      }
      index -= 1
      if AssertionWords.turns.contains(atoms[index].hash) { return false }
      if condition(index) { return true }
    }
    return false
  }

  /// Whether the words after a match, within its clause, hold one that satisfies a condition.
  func follows(_ end: Int, within count: Int, _ condition: (Int) -> Bool) -> Bool {
    for index in end..<min(end + count, atoms.count) {
      if atoms[index].gap == .piece || isClauseBreak(before: index) { return false }
      if AssertionWords.turns.contains(atoms[index].hash) { return false }
      if condition(index) { return true }
    }
    return false
  }

  /// The bytes between an atom and the one before it.
  func between(before index: Int) -> ArraySlice<UInt8> {
    guard index > 0 else { return [] }
    return bytes[Int(atoms[index - 1].end)..<Int(atoms[index].start)]
  }

  /// Whether a clause ends before an atom.
  func isClauseBreak(before index: Int, colons: Bool = true) -> Bool {
    let bytes = between(before: index)
    // A lone mark between letters or digits is part of a name, a number or a time.
    if bytes.count == 1, let mark = bytes.first {
      if mark == UInt8(ascii: ".") { return false }
      if mark == UInt8(ascii: ",") || mark == UInt8(ascii: ":"), atoms[index].kind == .digits,
        atoms[index - 1].kind == .digits
      {
        return false
      }
    }
    return bytes.contains { byte in
      switch byte {
      case UInt8(ascii: ":"): colons
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), 0x0A, UInt8(ascii: "?"),
        UInt8(ascii: "!"):
        true
      default: byte >= 0x80
      }
    }
  }

  private func isDeniedAfter(_ end: Int) -> Bool {
    guard end < atoms.count, atoms[end].gap < .piece, !isClauseBreak(before: end) else {
      return false
    }
    if atoms[end].kind == .ideograph { return AssertionWords.deniedAfter.isNext(in: self, at: end) }
    guard AssertionWords.copulas.contains(atoms[end].hash) else { return false }
    return follows(end + 1, within: 3) { index in
      AssertionWords.denials.contains(atoms[index].hash) || isContractedNot(index)
    }
  }
}
