import EvalKit

/// Scores the passages of a view against a query: BM25 in whole numbers, with context.
struct Retrieval: Sendable {
  /// What a passage came to.
  struct Score: Hashable, Sendable {
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

  /// Scores every passage.
  ///
  /// - Complexity: O(entries × terms + passages + occurrences of the terms).
  init(_ query: Query, _ view: PassageReader) {
    let terms = query.terms
    let hits = TermHits(terms, in: view)
    let count = view.passages.count
    // A small view counts as one of a hundred passages, so that its few words keep their weight.
    let size = max(count, 100)
    let weights = terms.indices.map { term in
      IntegerLog.log2(2 * size + 2, over: 2 * hits.frequency[term] + 1) * terms[term].weight / 16
    }
    let average = terms.isEmpty ? 4 : max(4, view.wordCount / max(1, count))
    let whole = max(1, weights.reduce(0, +))
    var scores = [Score](repeating: Score(), count: count)
    for part in view.parts where hits.mayScore(part.item, view.turns) {
      for place in part.first..<part.first + part.entry.passages.count {
        let passage = view.passages[place]
        var score = Score()
        let own = hits.passages[place]
        if own != 0 {
          let damping = 614 + 614 * min(passage.words.count, 8 * average) / average
          for term in Bits(own) {
            let count = hits.count(term: term, passage: place)
            // count · (k + 1) ÷ (count + k · length factor), k = 1.2.
            score.value += weights[term] * (count * 2252) / (count * 1024 + damping)
            score.ownCoverage += weights[term]
          }
        }
        score.coverage = score.ownCoverage
        hits.lend(to: passage, at: place, view) { terms, sixteenths in
          for term in Bits(terms) {
            let near = weights[term] * sixteenths / 16
            score.value += near
            score.coverage += near
          }
        }
        score.coverage = score.coverage * 1024 / whole
        score.ownCoverage = score.ownCoverage * 1024 / whole
        scores[place] = score
      }
    }
    self.weights = weights
    self.scores = scores
  }
}

/// Where the terms of a query stand in a view: in passages, in what is around them. A set of terms is
/// a word, a bit a term; a query has no more.
private struct TermHits {
  /// How many passages have each term.
  private(set) var frequency: [Int]
  private let terms: Int
  /// How often a term stands in a passage, row by row.
  private var counts: [UInt8]
  /// What stands in each passage.
  private(set) var passages: [UInt64]
  /// The same of each item, each object, each turn's prompt; items and turns begin at -1.
  private var items: [UInt64]
  private var objects: [UInt64]
  private var prompts: [UInt64]

  init(_ terms: [Query.Term], in view: PassageReader) {
    self.terms = terms.count
    frequency = [Int](repeating: 0, count: terms.count)
    counts = [UInt8](repeating: 0, count: view.passages.count * terms.count)
    passages = [UInt64](repeating: 0, count: view.passages.count)
    items = [UInt64](repeating: 0, count: view.turns.count + 1)
    objects = [UInt64](repeating: 0, count: view.objects + 1)
    prompts = [UInt64](repeating: 0, count: (view.turns.last ?? -1) + 2)
    for part in view.parts {
      for (term, wanted) in terms.enumerated() {
        let found = part.entry.occurrences(of: wanted.key)
        frequency[term] += found.count
        for occurrence in found {
          let place = part.first + Int(occurrence.passage)
          counts[place * terms.count + term] = occurrence.count
          passages[place] |= 1 << UInt64(term)
          add(term, view.passages[place], view.turns)
        }
      }
    }
  }

  private mutating func add(_ term: Int, _ passage: Passage, _ turns: [Int]) {
    let bit: UInt64 = 1 << UInt64(term)
    items[passage.item + 1] |= bit
    if passage.isLeaf { objects[passage.object] |= bit }
    if passage.item >= 0, passage.kind == .prompt { prompts[turns[passage.item] + 1] |= bit }
  }

  func count(term: Int, passage: Int) -> Int { Int(counts[passage * terms + term]) }

  /// Whether a passage of an item can score.
  func mayScore(_ item: Int, _ turns: [Int]) -> Bool {
    items[item + 1] != 0 || (item >= 0 && prompts[turns[item] + 1] != 0)
  }

  /// Gives the terms that stand not in a passage but around it, each once, with how much of them that
  /// lends it in sixteenths: in its neighbours, its object, its entry, the prompt of its turn.
  func lend(
    to passage: Passage, at place: Int, _ view: PassageReader,
    _ take: (_ terms: UInt64, _ sixteenths: Int) -> Void
  ) {
    var seen = passages[place]
    func lend(_ terms: UInt64, _ sixteenths: Int) {
      let new = terms & ~seen
      guard new != 0 else { return }
      take(new, sixteenths)
      seen |= new
    }
    if passage.isLeaf {
      lend(objects[passage.object], 10)
      if passage.parent >= 0 { lend(objects[passage.parent], 6) }
    } else {
      for (distance, sixteenths) in [(-1, 8), (-2, 5), (1, 4)] {
        let near = place + distance
        guard passages.indices.contains(near), passages[near] & ~seen != 0,
          view.passages[near].item == passage.item
        else { continue }
        lend(passages[near], sixteenths)
      }
    }
    lend(items[passage.item + 1], 3)
    if passage.item >= 0, passage.kind != .prompt {
      lend(prompts[view.turns[passage.item] + 1], 4)
    }
  }
}

/// The bits of a word that are set, from the lowest.
private struct Bits: Sequence, IteratorProtocol {
  private var left: UInt64

  init(_ word: UInt64) { left = word }

  mutating func next() -> Int? {
    guard left != 0 else { return nil }
    defer { left &= left - 1 }
    return left.trailingZeroBitCount
  }
}
