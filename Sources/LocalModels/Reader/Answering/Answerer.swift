import EvalKit

/// Answers a question from what is in view, or abstains.
struct Answerer {
  /// What was found.
  struct Answer: Sendable {
    /// The answer, at most twelve words; empty where it abstained.
    var text = ""
    /// The value alone.
    var value = ""
    /// Whether nothing in view answers.
    var abstained = true
    /// Whether a value and the one that replaced it tied.
    var contested = false
    /// The items it was read in.
    var items: [Int] = []
  }

  let configuration: Reader.Configuration
  let reader: PassageReader
  private let memory: ReadingMemory

  /// Reads a view.
  init(
    configuration: Reader.Configuration, instructions: [Entry], items: some Sequence<Item>,
    memory: ReadingMemory = ReadingMemory()
  ) {
    self.configuration = configuration
    self.memory = memory
    reader = PassageReader(instructions: instructions, items: items, memory: memory)
  }

  /// Answers.
  func answer(_ text: String) -> Answer {
    let question = memory.question(text)
    let extraction = extraction(question)
    let ranking = extraction.ranking(limit: configuration.passagesRead)
    guard let first = ranking.first,
      extraction.retrieval.scores[first].coverage >= configuration.minimumCoverage
    else { return Answer() }
    if let option = option(question, extraction, ranking) { return option }
    if question.isYesNo { return yes(extraction, first) }
    let candidates = ranking.flatMap { extraction.candidates(in: $0) }
      .filter { $0.coverage >= configuration.minimumCoverage }
    guard let choice = Choice(candidates, extraction, margin: configuration.tieMargin) else {
      return Answer()
    }
    let passage = reader.passages[choice.best.passage]
    let phrasing = Phrasing(extraction: extraction, place: choice.best.passage)
    return Answer(
      text: phrasing.text(choice.best.span), value: passage.reading.text(choice.best.span.range),
      abstained: false, contested: choice.isContested, items: items([choice.best.passage]))
  }

  /// The sentences that speak to a question, best first.
  func evidence(_ text: String, limit: Int) -> [String] {
    let extraction = extraction(memory.question(text))
    return extraction.ranking(limit: max(limit, 4)).prefix(limit).map { reader.passages[$0].text }
  }

  private func extraction(_ question: Question) -> Extraction {
    Extraction(
      question: question, passages: reader.passages,
      retrieval: Retrieval(question.query, reader))
  }

  private func items(_ places: [Int]) -> [Int] {
    places.map { reader.passages[$0].item }.filter { $0 >= 0 }
  }

  private func option(_ question: Question, _ extraction: Extraction, _ ranking: [Int]) -> Answer? {
    guard !question.options.isEmpty else { return nil }
    for place in ranking {
      let words = Set(
        reader.passages[place].words.map { reader.passages[place].reading.words[$0].key })
      let found = question.options.filter { option in
        let keys = Reading(option).words.filter { !$0.isFunctionWord }.map(\.key)
        return !keys.isEmpty && keys.allSatisfy(words.contains)
      }
      if let option = found.last {
        return Answer(text: option, value: option, abstained: false, items: items([place]))
      }
    }
    return nil
  }

  private func yes(_ extraction: Extraction, _ place: Int) -> Answer {
    let passage = reader.passages[place]
    let chunks = ChunkScanner.chunks(passage.reading, passage.range)
    let denies = chunks.contains {
      ["not", "no", "never", "cannot"].contains($0.text) || $0.text.hasSuffix("n't")
    }
    let text = denies ? "No" : "Yes"
    return Answer(text: text, value: text, abstained: false, items: items([place]))
  }
}
