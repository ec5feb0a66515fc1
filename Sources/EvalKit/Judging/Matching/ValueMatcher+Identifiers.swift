extension ValueMatcher {
  /// Whether the value is digits alone, so that it may be read out one by one.
  var isDigits: Bool { compact.count >= 3 && compact.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }

  /// Where the identifier ends that begins at an atom, if it is the value: its bytes may be cut
  /// into atoms in another way, with single characters between.
  func identifier(in text: MatchText, at start: Int) -> Int? {
    var position = 0
    var index = start
    var isSpaced = false
    var isReadOut = true
    while position < compact.count {
      guard index < text.atoms.count else { return nil }
      let atom = text.atoms[index]
      if index > start, !mayJoin(atom) {
        guard atom.gap == .single else { return nil }
        isSpaced = true
      }
      if atom.count > 1 { isReadOut = false }
      guard position + atom.count <= compact.count,
        compact[position..<position + atom.count].elementsEqual(text.bytes[atom.range])
      else { return nil }
      position += atom.count
      index += 1
    }
    // The parts of a short value are joined only where the value itself is written so, or where it
    // is read out character by character.
    if isSpaced, !isReadOut || compact.count < 3 { return nil }
    // 2.4.1 is not 2.41.
    if isVersion, index - start != self.text.atoms.count { return nil }
    guard text.isBoundary(before: index), !goesOn(in: text, start..<index) else { return nil }
    return index
  }

  /// Where digits end that are read out in words, if they are the value's.
  func digitWords(in text: MatchText, at start: Int) -> Int? {
    var index = start
    for digit in compact {
      guard index < text.atoms.count, index == start || text.atoms[index].gap <= .wide,
        NumberWords.digit(text.atoms[index]) == digit
      else { return nil }
      index += 1
    }
    let isLonger =
      (index < text.atoms.count && NumberWords.digit(text.atoms[index]) != nil)
      || (start > 0 && NumberWords.digit(text.atoms[start - 1]) != nil)
    return isLonger ? nil : index
  }

  /// Whether a value may begin at an atom: at a boundary, or after the `v` of a version.
  func mayBegin(in text: MatchText, at index: Int) -> Bool {
    if text.isBoundary(before: index) { return true }
    return isVersion && index > 0 && text.atoms[index - 1].hash == Self.versionMark
      && text.isBoundary(before: index - 1)
  }

  /// Whether it is digits with dots between: 2.4.1.
  private var isVersion: Bool {
    text.atoms.count >= 2 && text.atoms.allSatisfy { $0.kind == .digits }
      && text.atoms.dropFirst().indices.allSatisfy { text.separator(before: $0) == Self.dot }
  }

  /// Whether an identifier may go on over what stands before an atom.
  private func mayJoin(_ atom: MatchText.Atom) -> Bool {
    switch atom.gap {
    case .none: true
    case .piece: false
    case .wide: text.atoms.contains { $0.gap == .wide }
    case .single: compact.count >= 7 || text.atoms.count > 1
    }
  }

  /// Whether what is beside a match makes it part of a longer number or identifier: `7741` in
  /// `7741.50`, in `17,741` or in `7741-2`, a path in one with another ending, a longer address.
  private func goesOn(in text: MatchText, _ match: Range<Int>) -> Bool {
    let before = match.lowerBound - 1
    if before >= 0, let mark = text.separator(before: match.lowerBound) {
      if text.atoms[match.lowerBound].kind == .digits, text.atoms[before].kind == .digits,
        isInNumber(mark, text.atoms[before].count, text.atoms[match.lowerBound].count)
      {
        return true
      }
      if isAddress, [Self.dot, Self.dash, Self.underscore, UInt8(ascii: "+")].contains(mark) {
        return true
      }
    }
    let after = match.upperBound
    guard after < text.atoms.count, let mark = text.separator(before: after) else { return false }
    let next = text.atoms[after]
    if text.atoms[after - 1].kind == .digits, next.kind == .digits {
      return isInNumber(mark, text.atoms[after - 1].count, next.count)
    }
    guard next.kind == .letters else { return false }
    switch mark {
    case Self.dot: return isFile && !isVersion
    case Self.dash, Self.underscore:
      return (next.count <= 2 && isEnd(of: after + 1, in: text))
        || (isVersion && Self.stages.contains(next.hash))
    default: return false
    }
  }

  private func isEnd(of index: Int, in text: MatchText) -> Bool {
    index >= text.atoms.count || text.atoms[index].gap != .none
  }

  private func isInNumber(_ mark: UInt8, _ left: Int, _ right: Int) -> Bool {
    switch mark {
    case Self.dot, Self.dash, Self.underscore: true
    case UInt8(ascii: ","): left <= 3 && right == 3
    default: false
    }
  }

  /// Whether it is a path, a file's name or an address, which another ending makes another.
  private var isFile: Bool {
    text.bytes.contains(UInt8(ascii: "/"))
      || text.atoms.indices.contains { text.separator(before: $0) == Self.dot }
  }

  private var isAddress: Bool { text.bytes.contains(UInt8(ascii: "@")) }

  private static let dot = UInt8(ascii: "."), dash = UInt8(ascii: "-")
  private static let underscore = UInt8(ascii: "_"), versionMark = MatchText.hash("v")
  private static let stages = Set(
    ["alpha", "beta", "rc", "pre", "preview", "dev", "nightly", "snapshot", "canary"]
      .map(MatchText.hash))
}
