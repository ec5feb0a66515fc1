extension ValueMatcher {
  /// Where the identifier ends that begins at an atom, if it is the value: its bytes may be cut
  /// into atoms in another way, with single characters between.
  func identifier(in text: MatchText, at start: Int) -> Int? {
    var position = 0
    var index = start
    while position < compact.count {
      guard index < text.atoms.count else { return nil }
      let atom = text.atoms[index]
      if index > start, !mayJoin(atom, in: text, at: index) { return nil }
      guard position + atom.count <= compact.count,
        compact[position..<position + atom.count].elementsEqual(text.bytes[atom.range])
      else { return nil }
      position += atom.count
      index += 1
    }
    guard text.isBoundary(before: index), !goesOn(in: text, start..<index) else { return nil }
    return index
  }

  /// Whether an identifier may go on over what stands before an atom.
  private func mayJoin(_ atom: MatchText.Atom, in text: MatchText, at index: Int) -> Bool {
    switch atom.gap {
    case .none: return true
    case .piece: return false
    case .wide: return self.text.atoms.contains { $0.gap == .wide }
    case .single:
      // The parts of a short value are joined only where the value itself is written so.
      if compact.count >= 7 || self.text.atoms.count > 1 { return true }
      return false
    }
  }

  /// Whether what is beside a match makes it part of a longer number or identifier: `7741` in
  /// `7741.50`, in `17,741` or in `7741-2`.
  private func goesOn(in text: MatchText, _ match: Range<Int>) -> Bool {
    let before = match.lowerBound - 1
    if before >= 0, text.atoms[match.lowerBound].kind == .digits,
      text.atoms[before].kind == .digits, let mark = text.separator(before: match.lowerBound),
      isInNumber(mark, text.atoms[before].count, text.atoms[match.lowerBound].count)
    {
      return true
    }
    let after = match.upperBound
    guard after < text.atoms.count, let mark = text.separator(before: after) else { return false }
    let next = text.atoms[after]
    if text.atoms[after - 1].kind == .digits, next.kind == .digits {
      return isInNumber(mark, text.atoms[after - 1].count, next.count)
    }
    return (mark == UInt8(ascii: "-") || mark == UInt8(ascii: "_")) && next.kind == .letters
      && next.count <= 2 && isEnd(of: after + 1, in: text)
  }

  private func isEnd(of index: Int, in text: MatchText) -> Bool {
    index >= text.atoms.count || text.atoms[index].gap != .none
  }

  private func isInNumber(_ mark: UInt8, _ left: Int, _ right: Int) -> Bool {
    switch mark {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    case UInt8(ascii: ","): left <= 3 && right == 3
    default: false
    }
  }
}
