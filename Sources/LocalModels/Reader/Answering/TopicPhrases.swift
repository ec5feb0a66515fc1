/// Finds what a Japanese sentence says of its topic: what stands between は and です.
enum TopicPhrases {
  /// The predicates of a passage, particles and copulas off their ends.
  static func phrases(_ passage: Passage) -> [Span] {
    let folded = passage.reading.folded
    var spans: [Span] = []
    var start: Int?
    func close(_ end: Int) {
      if let lower = start, let range = trimmed(lower..<end, passage.reading) {
        spans.append(Span(kind: .phrase, range: range))
      }
      start = nil
    }
    for index in passage.range {
      switch folded[index] {
      // は after a character that it marks; a comma or full stop ends what is said.
      case 0x306F where index > passage.range.lowerBound: start = index + 1
      case 0x3001, 0x3002: close(index)
      default: break
      }
    }
    close(passage.range.upperBound)
    return spans
  }

  private static func trimmed(_ range: Range<Int>, _ reading: Reading) -> Range<Int>? {
    var range = range
    for ending in endings where range.count > ending.count {
      if reading.folded[(range.upperBound - ending.count)..<range.upperBound]
        .elementsEqual(ending)
      {
        range = range.lowerBound..<(range.upperBound - ending.count)
        break
      }
    }
    let isWord = range.contains { !ScalarClass.isHiragana(reading.folded[$0]) }
    return range.count > 0 && range.count <= 24 && isWord ? range : nil
  }

  // Longest first.
  private static let endings: [[UInt32]] = [
    "になりました", "でございます", "にします", "と言います", "といいます", "でした", "です", "だ", "。",
  ].map { $0.unicodeScalars.map(\.value) }
}
