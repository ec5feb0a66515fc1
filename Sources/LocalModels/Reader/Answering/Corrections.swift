/// The words that take a value back, and those that put another in its place.
enum Corrections {
  /// Whether folded text says so.
  static func hasCue(_ text: String) -> Bool {
    let text = ByteText(" " + text)
    return cues.contains(where: text.contains)
  }

  /// Whether the value at a range of chunks is one that the passage takes back.
  static func isTakenBack(_ range: Range<Int>, in passage: PassageContent, chunks: [Chunk]) -> Bool
  {
    guard let first = chunks.firstIndex(where: { $0.range.upperBound > range.lowerBound }) else {
      return false
    }
    if isFollowedByDenial(range, passage) { return true }
    for (steps, index) in chunks[..<first].indices.reversed().prefix(4).enumerated() {
      let chunk = chunks[index]
      if chunk.closes { return false }
      if negations.contains(chunk.text) { return true }
      if index > 0, pairs.contains(chunks[index - 1].text + " " + chunk.text) { return true }
      if steps > 0, !transparent.contains(chunk.text) { return false }
    }
    return false
  }

  private static func isFollowedByDenial(_ range: Range<Int>, _ passage: PassageContent) -> Bool {
    let end = min(range.upperBound + 7, passage.range.upperBound)
    guard range.upperBound < end else { return false }
    let after = passage.reading.foldedText(range.upperBound..<end)
    return denials.contains { after.hasPrefix($0) }
  }

  private static let cues = [
    " sorry", " actually", " instead", " correct", " mistake", " wrong", " change", " now ",
    " moved", " no longer", " update", " replaced", " rather than", " not ", " new ", " revised",
    " i meant", " scratch that", " typo", " rescheduled", " turns out", " renamed", " became",
    " continues as", " supersede", " switched", " was moved", " from now on", " amended",
    "訂正", "変更", "間違", "ではなく", "じゃなく", "更正", "改为", "改成", "不是", "修正", "정정", "변경", "아니라",
  ]

  private static let negations: Set<String> = [
    "not", "isn't", "wasn't", "never", "formerly", "previously", "nicht", "unlike",
    "except",
  ]

  private static let pairs: Set<String> = [
    "instead of", "rather than", "no longer", "used to", "changed from", "moved from",
    "replaces the", "used be", "opposed to", "not the", "switched from", "not at", "not on",
    "not in", "not for",
  ]

  private static let transparent: Set<String> = [
    "the", "a", "an", "on", "at", "in", "to", "be", "is", "of", "number", "code", "room", "gate",
  ]

  private static let denials = ["ではなく", "じゃなく", "でなく", "が間違", "は間違", "아니라", "이 아니"]
}
