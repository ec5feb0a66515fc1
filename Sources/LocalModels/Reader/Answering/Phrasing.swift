/// Puts a value found into a short answer.
struct Phrasing {
  let extraction: Extraction
  let place: Int

  private var question: Question { extraction.question }
  private var passage: Passage { extraction.passages[place] }

  static let longest = 12

  /// The answer: the value, with its unit or the words beside it, at most twelve words.
  func text(_ span: Span) -> String {
    let reading = passage.reading
    switch span.kind {
    case .time where question.wantsPaddedTime:
      return paddedTime(reading.foldedText(span.range)) ?? reading.text(span.range)
    case .number, .time, .money: return reading.text(withUnit(span.range))
    case .phrase where !ScalarClass.isCJK(reading.folded[span.range.lowerBound]):
      return reading.text(window(span.range))
    default: return reading.text(span.range)
    }
  }

  /// The value and up to two words that belong to it.
  private func withUnit(_ range: Range<Int>) -> Range<Int> {
    let chunks = ChunkScanner.chunks(passage.reading, passage.range)
    guard var last = chunks.lastIndex(where: { $0.range.lowerBound < range.upperBound }) else {
      return range
    }
    var upper = range.upperBound
    for _ in 0..<2 {
      guard !chunks[last].closes, last + 1 < chunks.count, chunks[last + 1].letters > 0,
        !chunks[last + 1].isCJK,
        !Lexicon.isFunctionWord(chunks[last + 1].bytes)
      else { break }
      last += 1
      upper = chunks[last].range.upperBound
    }
    return range.lowerBound..<upper
  }

  /// The window of at most twelve words around a phrase that holds most news.
  private func window(_ range: Range<Int>) -> Range<Int> {
    let chunks = ChunkScanner.chunks(passage.reading, passage.range)
    guard let first = chunks.firstIndex(where: { $0.range.upperBound > range.lowerBound }),
      let last = chunks.lastIndex(where: { $0.range.lowerBound < range.upperBound })
    else { return range }
    let news = extraction.news(in: place, chunks: chunks)
    var best = (value: -1, start: first)
    for start in max(0, last - Self.longest + 1)...first {
      let end = min(start + Self.longest, chunks.count)
      let value = news[start..<end].reduce(0, +)
      if value > best.value { best = (value, start) }
    }
    var lower = best.start
    var upper = min(best.start + Self.longest, chunks.count) - 1
    while lower < first, news[lower] == 0 { lower += 1 }
    while upper > last, news[upper] == 0 { upper -= 1 }
    return chunks[lower].range.lowerBound..<chunks[upper].range.upperBound
  }

  /// 5:30 am as 05:30 AM.
  private func paddedTime(_ text: String) -> String? {
    let digits = text.split { !($0.isASCII && $0.isNumber) }.map(String.init)
    guard let hour = digits.first.flatMap({ Int($0) }) else { return nil }
    let minute = digits.count > 1 ? digits[1] : "00"
    let isAfternoon = text.contains("p") || hour > 12
    let shown = hour > 12 ? hour - 12 : hour
    return "\(shown < 10 ? "0" : "")\(shown):\(minute) \(isAfternoon ? "PM" : "AM")"
  }
}
