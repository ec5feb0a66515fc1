import EvalKit
import EvalKitTesting
import Testing

@testable import LocalModels

/// Retrieval finds by an index what a plain count over all words finds.
@Suite struct RetrievalTests {
  @Test(arguments: 0..<60)
  func `scores as the plain way does`(seed: UInt64) {
    var generator = TranscriptGenerator(seed: seed)
    var random = SplitMix64(seed: seed)
    let transcript = generator.transcript(turns: 10)
    let items = transcript.entries.enumerated().map {
      Item(recorded: EntryID($0.offset), entry: $0.element)
    }
    let view = PassageReader(instructions: transcript.head.instructions, items: items)
    for _ in 0..<4 {
      var query = Query()
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let word = "w\(Int.random(in: 0..<500, using: &random))"
        query.add(Lexicon.key(word), weight: Int.random(in: 1...16, using: &random))
      }
      for word in ["query", "amount", "kg", "output"] { query.add(Lexicon.key(word)) }
      let found = Retrieval(query, view)
      let plain = PlainRetrieval(query, view.passages, turns: view.turns)
      #expect(found.weights == plain.weights)
      #expect(found.scores == plain.scores)
    }
  }

  @Test func `leaves lend each other what their object says`() {
    let entry = Entry(
      kind: .toolOutput,
      segments: [
        .structure([
          "guests": [
            ["name": "Ada Ek", "room": "W14", "stay": ["from": "12 May", "nights": 3]],
            ["name": "Bo Ito", "room": "K20", "stay": ["from": "14 May", "nights": 2]],
          ], "house": "the ivy",
        ])
      ])
    let items = [
      Item(recorded: EntryID(0), entry: .prompt("Who sleeps in W14? Ada does.")),
      Item(recorded: EntryID(1), entry: entry),
    ]
    let view = PassageReader(
      instructions: [.prompt("Ada keeps the house."), .prompt("Bo keeps nights.")], items: items)
    for words in [
      ["ada", "room"], ["nights", "house"], ["guest", "stay", "from"], ["zebra"], [],
    ] {
      var query = Query()
      for word in words { query.add(Lexicon.key(word)) }
      let plain = PlainRetrieval(query, view.passages, turns: view.turns)
      #expect(Retrieval(query, view).scores == plain.scores, "\(words)")
    }
  }
}

/// What was read before is read from memory, and changes nothing.
@Suite struct ReadingMemoryTests {
  @Test func `an entry is read once, whoever shows it`() {
    let memory = ReadingMemory()
    let entry = Entry.prompt("The code is W14.")
    let first = memory.entry(entry, tool: nil)
    #expect(memory.entry(.prompt("The code is W14."), tool: nil) === first)
    #expect(memory.entry(entry, tool: "list_codes") !== first)
    #expect(memory.entry(.prompt("The code is W15."), tool: nil) !== first)
  }

  @Test func `entries that only their ends tell apart are read apart`() {
    let memory = ReadingMemory()
    let start = String(repeating: "The lamp hums and the kettle sings. ", count: 20)
    let first = memory.entry(.prompt(start + "W14"), tool: nil)
    let second = memory.entry(.prompt(start + "W15"), tool: nil)
    #expect(first.passages.last?.text.contains("W14") == true)
    #expect(second.passages.last?.text.contains("W15") == true)
  }

  @Test func `what is let go is read again, the same`() async throws {
    let reader = Reader()
    let executor = Reader.Executor(configuration: reader.executorConfiguration)
    let entry = Entry.prompt("The gate code is W14.")
    func answer() async throws -> Reply {
      let items = [entry, .prompt("What is the gate code?")].enumerated().map {
        Item(recorded: EntryID($0.offset), entry: $0.element)
      }
      return try await executor.respond(
        to: ModelRequest(head: Head(), items: items, task: .answer), model: reader)
    }
    let before = try await answer()
    let first = reader.memory.entry(entry, tool: nil)
    let filler = String(repeating: "a ", count: 1 << 21)
    for place in 0..<3 { _ = reader.memory.entry(.prompt("\(place) \(filler)"), tool: nil) }
    #expect(reader.memory.entry(entry, tool: nil) !== first)
    let after = try await answer()
    #expect(before.text == "W14")
    #expect(after.text == before.text)
  }
}

/// The scores counted word by word: what the index must agree with.
private struct PlainRetrieval {
  var weights: [Int] = []
  var scores: [Retrieval.Score] = []
  private var counts: [[Int]] = []
  private let passages: [Passage]
  private let turns: [Int]

  init(_ query: Query, _ passages: [Passage], turns: [Int]) {
    self.passages = passages
    self.turns = turns
    let terms = query.terms
    counts = passages.map { passage in
      let keys = passage.words.map { passage.reading.words[$0].key } + passage.pathKeys
      return terms.map { term in min(15, keys.count { $0 == term.key }) }
    }
    weights = terms.indices.map { term in
      let frequency = counts.count { $0[term] > 0 }
      return IntegerLog.log2(2 * max(passages.count, 100) + 2, over: 2 * frequency + 1)
        * terms[term].weight / 16
    }
    let length = terms.isEmpty ? 0 : passages.reduce(0) { $0 + $1.words.count }
    let average = max(4, length / max(1, passages.count))
    let whole = max(1, weights.reduce(0, +))
    for (place, passage) in passages.enumerated() {
      var score = Retrieval.Score()
      let damping = 614 + 614 * min(passage.words.count, 8 * average) / average
      for term in terms.indices {
        let count = counts[place][term]
        if count > 0 {
          score.value += weights[term] * (count * 2252) / (count * 1024 + damping)
          score.coverage += weights[term]
          score.ownCoverage += weights[term]
        } else {
          let near = weights[term] * share(term, place) / 16
          score.value += near
          score.coverage += near
        }
      }
      score.coverage = score.coverage * 1024 / whole
      score.ownCoverage = score.ownCoverage * 1024 / whole
      scores.append(score)
    }
  }

  private func share(_ term: Int, _ place: Int) -> Int {
    let passage = passages[place]
    func isIn(_ fits: (Passage) -> Bool) -> Bool {
      passages.indices.contains { counts[$0][term] > 0 && fits(passages[$0]) }
    }
    func isNear(_ near: Int) -> Bool {
      passages.indices.contains(near) && passages[near].item == passage.item
        && counts[near][term] > 0
    }
    if passage.isLeaf {
      if isIn({ $0.isLeaf && $0.object == passage.object }) { return 10 }
      if passage.parent >= 0, isIn({ $0.isLeaf && $0.object == passage.parent }) { return 6 }
    } else {
      if isNear(place - 1) { return 8 }
      if isNear(place - 2) { return 5 }
      if isNear(place + 1) { return 4 }
    }
    if isIn({ $0.item == passage.item }) { return 3 }
    guard passage.item >= 0, passage.kind != .prompt else { return 0 }
    let turn = turns[passage.item]
    return isIn { $0.kind == .prompt && $0.item >= 0 && turns[$0.item] == turn } ? 4 : 0
  }
}
