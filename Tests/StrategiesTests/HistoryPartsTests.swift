import EvalKit
import EvalKitTesting
import Testing

struct HistoryPartsTests {
  private func structure(_ notation: String) -> HistoryStructure {
    HistoryStructure(Bench().history(Shorthand.transcript(notation)).items)
  }

  @Test func `A turn completes only when the next prompt lands`() {
    #expect(structure("p1 r1 p2 c2 o2 r2").inFlight == 2..<6)
    #expect(structure("r1 c1 o1").inFlight == 0..<3)
    #expect(structure("").inFlight == 0..<0)
  }

  @Test(arguments: [
    ("r0 p1 t1 c1 o1 r1 p2", Boundary.turn, [0..<1, 1..<6, 6..<7]),
    ("r0 p1 t1 c1 o1 r1 p2", .round, [0..<1, 1..<2, 2..<5, 5..<6, 6..<7]),
    ("p1 c1 o1 c2 o2", .round, [0..<1, 1..<3, 3..<5]),
    ("p1 r1", .entry, [0..<1, 1..<2]),
    ("", .turn, []), ("", .entry, []), ("o1 r1", .round, [0..<1, 1..<2]),
  ])
  func `Units cut a history without gaps`(
    session: String, boundary: Boundary, units: [Range<Int>]
  ) {
    #expect(structure(session).units(boundary) == units)
  }

  @Test func `Units cover any history, and rounds hold their outputs`() {
    for seed in 0..<300 {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      let items = Bench().history(generator.transcript()).items
      let structure = HistoryStructure(items)
      for boundary in Boundary.allCases {
        let units = structure.units(boundary)
        #expect(units.flatMap { Array($0) } == Array(items.indices))
      }
      let pairs = structure.pairs()
      let rounds = structure.units(.round)
      for (position, answer) in pairs.answers.enumerated() {
        guard let answer else { continue }
        #expect(rounds.contains { $0.contains(position) && $0.contains(answer.entry.index) })
      }
    }
  }

  @Test func `Rounds told without pairing are those that pairs tell`() {
    var whole = 0
    for seed in 0..<400 {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      let items = Bench().history(generator.transcript(turns: 1 + seed % 6)).items
      let structure = HistoryStructure(items)
      let pairs = structure.pairs()
      var expected: [Range<Int>] = []
      for position in items.indices where items[position].kind == .toolCalls {
        var start = position
        while start > (expected.last?.upperBound ?? 0), items[start - 1].kind == .reasoning {
          start -= 1
        }
        let last = pairs.outputs[position].compactMap { $0?.index }.max() ?? position
        expected.append(start..<last + 1)
      }
      #expect(structure.rounds() == expected, "seed \(seed)")
      guard structure.hasOnlyWholeRounds else { continue }
      whole += 1
      let last = items.lastIndex { $0.kind != .toolOutput } ?? 0
      for (position, item) in items.enumerated() {
        #expect(item.kind != .toolOutput || pairs.answers[position] != nil)
        #expect(position == last || !pairs.outputs[position].contains(nil))
      }
    }
    #expect(whole > 100 && whole < 390)
  }

  @Test(arguments: [
    ("p1 c1 o1 r1 p2 c2", true), ("p1 c1 o1 c2 o2", true), ("p1 r1", true), ("", true),
    ("o1 r1", false), ("p1 c1 p2", false), ("p1 c1 o1 o2", false), ("p1 c1 r1 o1", false),
  ])
  func `Whole rounds are told at a glance`(session: String, isWhole: Bool) {
    #expect(structure(session).hasOnlyWholeRounds == isWhole)
  }

  @Test(arguments: [
    (Target.entries(3), Boundary.turn, 2), (.entries(3), .entry, 2), (.entries(2), .turn, 4),
    (.turns(2), .turn, 2), (.turns(1), .turn, 4), (.tokens(4), .turn, 2), (.tokens(4), .entry, 1),
    (.share(30), .entry, 2), (.entries(0), .entry, 5), (.entries(99), .turn, 0),
  ])
  func `A size says where the tail begins`(size: Target, boundary: Boundary, start: Int) {
    let transcript = Shorthand.transcript("p1 r1 p2 r2 p3")
    let bench = Bench(contextSize: 10)
    let history = bench.history(transcript)
    let found = size.tailStart(
      of: history, structure: HistoryStructure(history.items), boundary: boundary,
      in: bench.context(transcript))
    #expect(found == start)
  }

  @Test func `Protection covers ends, the turn in flight and named tools`() {
    let transcript = Shorthand.transcript("p1 c1 o1 r1 p2 r2 p3 c3 o3")
    let bench = Bench()
    let history = bench.history(transcript)
    func protected(_ protection: Protection) -> [Int] {
      let mask = protection.mask(
        of: history, structure: HistoryStructure(history.items), in: bench.context(transcript))
      return mask.indices.filter { mask[$0] }
    }
    #expect(protected(Protection()) == [6, 7, 8])
    #expect(protected(Protection(inFlight: false)) == [])
    #expect(protected(Protection(first: 1, inFlight: false)) == [0])
    #expect(protected(Protection(last: .turns(2), inFlight: false)) == [4, 5, 6, 7, 8])
    #expect(protected(Protection(last: .entries(1), inFlight: false)) == [8])
    #expect(protected(Protection(inFlight: false, tools: ["search"])) == [1, 2, 7, 8])
    #expect(protected(Protection(tools: ["send"])) == [6, 7, 8])
  }
}
