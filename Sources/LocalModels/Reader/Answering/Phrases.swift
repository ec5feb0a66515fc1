/// Finds the short phrases of a passage that may answer a question about its other words.
enum Phrases {
  /// Runs of chunks between marks and words of the question, function words off their ends.
  static func phrases(
    _ chunks: [Chunk], _ reading: Reading, isAsked: (Chunk) -> Bool
  ) -> [Span] {
    var spans: [Span] = []
    var start = 0
    func close(_ end: Int) {
      if let span = span(chunks, start, end, reading) { spans.append(span) }
      start = end
    }
    for index in chunks.indices {
      if isAsked(chunks[index]) {
        close(index)
        start = index + 1
      } else {
        if isCopula(chunks[index]) || isJoint(chunks[index]) {
          close(index)
          start = index + 1
        }
        if chunks[index].closes { close(index + 1) }
      }
    }
    close(chunks.count)
    return spans
  }

  static func isCopula(_ chunk: Chunk) -> Bool { copulas.contains(chunk.text) }

  private static func isJoint(_ chunk: Chunk) -> Bool { joints.contains(chunk.text) }

  private static func span(_ chunks: [Chunk], _ start: Int, _ end: Int, _ reading: Reading) -> Span?
  {
    var first = start
    var last = end - 1
    while first <= last, isEmpty(chunks[first]) { first += 1 }
    while last >= first, isEmpty(chunks[last]) { last -= 1 }
    guard first <= last else { return nil }
    last = min(last, first + 7)
    let follows =
      first > 0 && (start..<first).contains { isCopula(chunks[$0]) }
      || start > 0 && isCopula(chunks[start - 1])
    return Span(
      kind: .phrase, range: chunks[first].range.lowerBound..<chunks[last].range.upperBound,
      quality: follows ? 16 : 12)
  }

  private static func isEmpty(_ chunk: Chunk) -> Bool {
    !chunk.isCJK
      && Lexicon.isFunctionWord(chunk.bytes)
  }

  private static let copulas: Set<String> = [
    "is", "are", "was", "were", "called", "named", "namely", "be", "it's", "that's", "becomes",
    "means", "being", "i'm", "equals", "includes", "like",
  ]

  private static let joints: Set<String> = [
    "but", "because", "which", "who", "so", "while", "although", "where", "when", "if", "since",
    "though", "before", "until",
  ]
}
