import EvalKit

/// Scores the passages of a view against a query: BM25 in whole numbers, with context.
struct Retrieval: Sendable {
  /// What a passage came to.
  struct Score: Sendable {
    /// The sum over the terms.
    var value = 0
    /// The share of the query's weight that is in the passage or near it, in 1/1024ths.
    var coverage = 0
    /// The share that is in the passage itself.
    var ownCoverage = 0
  }

  /// The terms' weights: inverse document frequency by share, in 1/1024ths.
  let weights: [Int]
  /// The scores, one a passage.
  let scores: [Score]
  /// How often a term stands in a passage, row by row.
  private let counts: [UInt8]
  private let termCount: Int

  /// How often a term stands in a passage itself.
  func count(term: Int, passage: Int) -> Int { Int(counts[passage * termCount + term]) }

  /// Scores every passage.
  ///
  /// - Complexity: O(words of the view + passages × terms).
  init(_ query: Query, _ passages: [Passage], turns: [Int]) {
    let terms = query.terms
    termCount = terms.count
    let counter = TermCounter(terms.map(\.key))
    var counts = [UInt8](repeating: 0, count: passages.count * terms.count)
    var frequency = [Int](repeating: 0, count: terms.count)
    var length = 0
    for (place, passage) in passages.enumerated() where !terms.isEmpty {
      length += passage.words.count
      counter.count(passage, into: &counts, at: place * terms.count)
      for term in terms.indices where counts[place * terms.count + term] > 0 {
        frequency[term] += 1
      }
    }
    // A small view counts as one of a hundred passages, so that its few words keep their weight.
    let size = max(passages.count, 100)
    let weights = terms.indices.map { term in
      IntegerLog.log2(2 * size + 2, over: 2 * frequency[term] + 1) * terms[term].weight / 16
    }
    let average = max(4, length / max(1, passages.count))
    let context = ContextHits(passages, turns: turns, counts: counts, terms: terms.count)
    let whole = max(1, weights.reduce(0, +))
    var scores: [Score] = []
    scores.reserveCapacity(passages.count)
    for (place, passage) in passages.enumerated() {
      var score = Score()
      let damping = 614 + 614 * min(passage.words.count, 8 * average) / average
      for term in terms.indices {
        let count = Int(counts[place * terms.count + term])
        if count > 0 {
          // count · (k + 1) ÷ (count + k · length factor), k = 1.2.
          score.value += weights[term] * (count * 2252) / (count * 1024 + damping)
          score.coverage += weights[term]
          score.ownCoverage += weights[term]
        } else {
          let near = weights[term] * context.share(term: term, passage: place) / 16
          score.value += near * 2252 / 2252
          score.coverage += near
        }
      }
      score.coverage = score.coverage * 1024 / whole
      score.ownCoverage = score.ownCoverage * 1024 / whole
      scores.append(score)
    }
    self.counts = counts
    self.weights = weights
    self.scores = scores
  }
}

/// Counts the terms of a query in passages.
private struct TermCounter {
  private var table: [UInt64: Int]

  init(_ keys: [UInt64]) {
    table = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func count(_ passage: Passage, into counts: inout [UInt8], at base: Int) {
    for index in passage.words {
      if let term = table[passage.reading.words[index].key] { increment(&counts[base + term]) }
    }
    for key in passage.pathKeys {
      if let term = table[key] { increment(&counts[base + term]) }
    }
  }

  private func increment(_ count: inout UInt8) { if count < 15 { count += 1 } }
}

/// What stands near a passage: in its neighbours, its object, its entry, the prompt of its turn.
private struct ContextHits {
  private let passages: [Passage]
  private let counts: [UInt8]
  private let terms: Int
  private var items: [Int: [Bool]] = [:]
  private var objects: [Int: [Bool]] = [:]
  private var prompts: [Int: [Bool]] = [:]
  private let turns: [Int]
  private let mentioned: [Bool]

  init(_ passages: [Passage], turns: [Int], counts: [UInt8], terms: Int) {
    self.passages = passages
    self.turns = turns
    self.counts = counts
    self.terms = terms
    var mentioned = [Bool](repeating: false, count: terms)
    for (place, passage) in passages.enumerated() {
      for term in 0..<terms where counts[place * terms + term] > 0 {
        mentioned[term] = true
        items[passage.item, default: Self.none(terms)][term] = true
        if passage.isLeaf { objects[passage.object, default: Self.none(terms)][term] = true }
        if passage.kind == .prompt, passage.item >= 0 {
          prompts[turns[passage.item], default: Self.none(terms)][term] = true
        }
      }
    }
    self.mentioned = mentioned
  }

  private static func none(_ terms: Int) -> [Bool] { [Bool](repeating: false, count: terms) }

  /// How much of a term its surroundings lend a passage, in sixteenths.
  func share(term: Int, passage place: Int) -> Int {
    guard mentioned[term] else { return 0 }
    let passage = passages[place]
    if passage.isLeaf {
      if objects[passage.object]?[term] == true { return 10 }
      if passage.parent >= 0, objects[passage.parent]?[term] == true { return 6 }
    } else {
      if isNear(term, place - 1, passage.item) { return 8 }
      if isNear(term, place - 2, passage.item) { return 5 }
      if isNear(term, place + 1, passage.item) { return 4 }
    }
    if items[passage.item]?[term] == true { return 3 }
    guard passage.item >= 0, passage.kind != .prompt else { return 0 }
    return prompts[turns[passage.item]]?[term] == true ? 4 : 0
  }

  private func isNear(_ term: Int, _ place: Int, _ item: Int) -> Bool {
    passages.indices.contains(place) && passages[place].item == item
      && counts[place * terms + term] > 0
  }
}
