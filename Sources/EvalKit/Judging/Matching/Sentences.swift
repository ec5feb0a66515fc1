extension MatchText {
  /// A sentence of a text.
  struct Sentence: Sendable {
    /// Its atoms.
    let range: Range<Int>
    let isQuestion: Bool
  }

  /// The text cut into sentences, at full stops, marks, line ends and the ends of its pieces.
  var sentences: [Sentence] {
    var found: [Sentence] = []
    var start = 0
    for index in atoms.indices {
      let next = index + 1
      let isLast = next == atoms.count
      let after = isLast ? bytes[Int(atoms[index].end)...] : between(before: next)
      guard isLast || atoms[next].gap == .piece || Self.isEnd(after) else { continue }
      let isQuestion =
        after.contains(UInt8(ascii: "?")) || atoms[index].hash == AssertionWords.questionMark
      found.append(Sentence(range: start..<next, isQuestion: isQuestion))
      start = next
    }
    return found
  }

  /// Whether what stands between two atoms ends a sentence.
  private static func isEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.count == 1, bytes.first == UInt8(ascii: ".") { return false }
    return bytes.contains { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!")
        || byte == 0x0A
    } || bytes.elementsEqual("。".utf8)
  }

  /// The words of some atoms that tell what they are about: no short ones, no function words, no
  /// numbers, and none of some values.
  func topic(of range: Range<Int>, apartFrom values: [Range<Int>]) -> Set<UInt64> {
    Set(
      range.filter { index in
        atoms[index].kind == .letters && atoms[index].count >= 3
          && !values.contains { $0.contains(index) }
      }.map { atoms[$0].hash }
    ).subtracting(AssertionWords.function)
  }
}
