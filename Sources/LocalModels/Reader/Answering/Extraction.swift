import EvalKit

/// Draws the values that may answer out of the best passages.
struct Extraction {
  let question: Question
  let passages: [Passage]
  let retrieval: Retrieval

  /// The places of the passages that fit best, best first; the later one where they tie.
  func ranking(limit: Int) -> [Int] {
    let floor = (retrieval.scores.map(\.value).max() ?? 0) / 3
    guard floor > 0 else { return [] }
    var ranked: [(score: Int, place: Int)] = []
    for place in passages.indices where retrieval.scores[place].value >= floor {
      ranked.append((adjusted(place), place))
    }
    ranked.sort { $0.score != $1.score ? $0.score > $1.score : $0.place > $1.place }
    // Whether a value of the kind is there costs a scan, so only the best are asked.
    var best = ranked.prefix(limit * 3).map { entry -> (score: Int, place: Int) in
      guard question.kinds.isTyped, !holdsKind(entry.place) else { return entry }
      return (entry.score * 9 / 16, entry.place)
    }
    best.sort { $0.score != $1.score ? $0.score > $1.score : $0.place > $1.place }
    return best.prefix(limit).map(\.place)
  }

  private func adjusted(_ place: Int) -> Int {
    let passage = passages[place]
    var score = retrieval.scores[place].value
    if passage.isQuestion { score = score * 12 / 16 }
    switch passage.kind {
    case .toolCalls: score = score * 12 / 16
    case .reasoning: score = score * 14 / 16
    default: break
    }
    return score
  }

  private func holdsKind(_ place: Int) -> Bool {
    passages[place].spans
      .contains { question.kinds[$0.kind] >= 9 && $0.quality >= 6 && !isAsked($0, place) }
  }

  /// The candidates of a passage.
  func candidates(in place: Int) -> [Candidate] {
    let passage = passages[place]
    let chunks = ChunkScanner.chunks(passage.reading, passage.range)
    var spans = passage.spans
      .filter { question.kinds[$0.kind] > 0 }
    if question.kinds[.phrase] > 0 {
      let topics = TopicPhrases.phrases(passage)
      spans +=
        topics.isEmpty
        ? Phrases.phrases(chunks, passage.reading) { isAsked($0, passage) } : topics
    }
    let base = adjusted(place)
    let anchors = anchors(place)
    let clauses = clauses(passage, chunks)
    return spans.compactMap { span in
      guard !isAsked(span, place),
        !Corrections.isTakenBack(span.range, in: passage.content, chunks: chunks)
      else { return nil }
      var fit = question.kinds[span.kind] * span.quality
      if question.isPlace, isAfterPlacePreposition(span, chunks) { fit += 64 }
      if let preposition = question.preposition, before(span, chunks) == preposition { fit += 48 }
      let near = nearness(span, place, anchors, clauses)
      let score = (base + near) * (fit + 192) / 448
      return Candidate(
        passage: place, span: span, score: score, coverage: retrieval.scores[place].coverage,
        normal: passage.reading.foldedText(span.range))
    }
  }

  private func isAfterPlacePreposition(_ span: Span, _ chunks: [Chunk]) -> Bool {
    ["in", "at", "to", "from", "near", "on", "under", "behind"].contains(before(span, chunks))
  }

  /// The word before a span, articles left out.
  private func before(_ span: Span, _ chunks: [Chunk]) -> String {
    guard let first = chunks.firstIndex(where: { $0.range.upperBound > span.range.lowerBound }),
      first > 0
    else { return "" }
    let isArticle = ["the", "a", "an"].contains(chunks[first - 1].text)
    return chunks[isArticle && first > 1 ? first - 2 : first - 1].text
  }

  /// How near each chunk that is news stands to the words of the question; 0 for others.
  func news(in place: Int, chunks: [Chunk]) -> [Int] {
    let passage = passages[place]
    let anchors = anchors(place)
    return chunks.map { chunk in
      let words = passage.reading.wordRange(chunk.range)
      let isNews = passage.reading.words[words].contains {
        !question.keys.contains($0.key) && !$0.isFunctionWord
      }
      guard isNews else { return 0 }
      return anchors.reduce(0) { sum, anchor in
        let distance = abs(anchor.word - words.lowerBound)
        return sum + anchor.weight * 4 / (3 + distance)
      }
    }
  }

  /// Whether a value is made of words of the question.
  private func isAsked(_ span: Span, _ place: Int) -> Bool {
    let reading = passages[place].reading
    let words = reading.words[reading.wordRange(span.range)]
    return words.allSatisfy { question.keys.contains($0.key) || $0.isFunctionWord }
      && !words.isEmpty
  }

  private func isAsked(_ chunk: Chunk, _ passage: Passage) -> Bool {
    let words = passage.reading.words[passage.reading.wordRange(chunk.range)]
    return !words.isEmpty
      && words.allSatisfy { question.query.index(of: $0.key) != nil }
  }

  /// The words of the question in a passage: where, how heavy, whether what is asked for.
  private func anchors(_ place: Int) -> [(word: Int, weight: Int, isFocus: Bool)] {
    let passage = passages[place]
    return passage.words.compactMap { index in
      let key = passage.reading.words[index].key
      guard let term = question.query.index(of: key) else { return nil }
      return (index, retrieval.weights[term], question.focus.contains(key))
    }
  }

  /// For each word of a passage the clause it is in: a mark begins another, a colon does not.
  private func clauses(_ passage: Passage, _ chunks: [Chunk]) -> [Int] {
    var clauses: [Int] = []
    var clause = 0
    var next = 0
    for index in passage.words {
      let start = Int(passage.reading.words[index].start)
      while next < chunks.count, chunks[next].range.upperBound <= start {
        let end = chunks[next].range.upperBound
        let isColon = end < passage.range.upperBound && passage.reading.folded[end] == 0x3A
        if chunks[next].closes, !isColon { clause += 1 }
        next += 1
      }
      clauses.append(clause)
    }
    return clauses
  }

  /// How near a value stands to the words of the question.
  private func nearness(
    _ span: Span, _ place: Int, _ anchors: [(word: Int, weight: Int, isFocus: Bool)],
    _ clauses: [Int]
  ) -> Int {
    let passage = passages[place]
    let words = passage.reading.wordRange(span.range)
    var near = 0
    for anchor in anchors {
      if words.contains(anchor.word) {
        if anchor.isFocus { near += anchor.weight / 2 }
        continue
      }
      var distance =
        anchor.word < words.lowerBound
        ? words.lowerBound - anchor.word : max(1, anchor.word - words.upperBound + 1)
      if !words.isEmpty {
        let here = clauses[words.lowerBound - passage.words.lowerBound]
        distance += 3 * abs(here - clauses[anchor.word - passage.words.lowerBound])
      }
      near += anchor.weight * 4 / (3 + distance) / 2
      if anchor.isFocus, distance <= 4 { near += anchor.weight / (1 + distance) }
    }
    for key in passage.pathKeys.suffix(4) {
      guard let term = question.query.index(of: key) else { continue }
      near += retrieval.weights[term] / 2
      if question.focus.contains(key) { near += retrieval.weights[term] / 2 }
    }
    return near
  }
}
