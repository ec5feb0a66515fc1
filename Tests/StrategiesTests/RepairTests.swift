import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct RepairTests {
  @Test(arguments: [
    ("p1 c1 o1 r1 p2 c2 o2", "", "p1 c1 o1 r1 p2 c2 o2"),
    // Outputs without a call.
    ("o1 r1 p2", "", "r1 p2"), ("p1 o1 c2 o2", "", "p1 c2 o2"),
    ("o1 o2 p1 o3", "orphan-output: leading", "p1 o3"),
    ("p1 o1 r1", "orphan-output: keep", "p1 o1 r1"),
    ("o1 p1", "orphan-output: text", "S p1"), ("p1 o1 r1", "orphan-output: stub", "p1 S o1 r1"),
    // Calls without an output.
    ("p1 c1 r1 p2", "", "p1 r1 p2"), ("p1 c1 p2", "", "p1 p2"),
    ("p1 t1 c1 p2", "", "p1 p2"), ("p1 c1 r1", "orphan-call: keep", "p1 c1 r1"),
    ("p1 c1 r1 p2", "orphan-call: synthetic-result", "p1 c1 S r1 p2"),
    // A call that nothing but outputs follow may still wait.
    ("p1 c1", "", "p1 c1"), ("p1 r1 c1", "", "p1 r1 c1"),
    // Empty histories, and what it does not look at.
    ("", "", ""), ("r1 r2", "", "r1 r2"),
    ("p1 p2 r1 r2 p3", "merge-roles: true", "S S p3"),
    ("p1 c1 p2", "merge-roles: true", "S"),
  ])
  func `Rounds are dropped or mended`(session: String, arguments: String, left: String)
    async throws
  {
    let spec = arguments.isEmpty ? "repair" : "repair(\(arguments))"
    #expect(try await Bench().left(of: session, by: spec) == left)
  }

  /// A turn of one round with calls a, b, c, of which some are answered.
  private func batch(answered: [String], isLast: Bool = false) -> Transcript {
    let calls = ["a", "b", "c"].map { (id: String) in
      ToolCall(id: id, name: "look-\(id)", arguments: [:])
    }
    return Transcript(
      entries: [.prompt("p1", label: "p1"), .calls(calls, label: "c1")]
        + answered.map { (id: String) in .output("of \(id)", callID: id, label: "o\(id)") }
        + (isLast ? [] : [.response("r1", label: "r1"), .prompt("p2", label: "p2")]))
  }

  private func repaired(_ transcript: Transcript, _ spec: String) async throws -> History {
    let bench = Bench()
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    let once = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let twice = try await bench.edited(once, by: stage, transcript)
    #expect(History.areSame(once, twice))
    return once
  }

  @Test func `A round that lost a part falls whole, or only its open calls`() async throws {
    let whole = try await repaired(batch(answered: ["a", "c"]), "repair")
    #expect(Shorthand.text(whole) == "p1 r1 p2")
    let part = try await repaired(batch(answered: ["a", "c"]), "repair(whole-rounds: false)")
    #expect(Shorthand.text(part) == "p1 c1 oa oc r1 p2")
    #expect(part.items[1].entry.calls.map(\.id) == ["a", "c"])
    #expect(part.items[1].isPartial)
    let waiting = try await repaired(batch(answered: ["a"], isLast: true), "repair")
    #expect(Shorthand.text(waiting) == "p1 c1 oa")
  }

  @Test func `A round that another stage took calls from falls whole, too`() async throws {
    let bench = Bench()
    let transcript = batch(answered: ["a", "b", "c"])
    var history = bench.history(transcript)
    history.dropCalls(at: 1) { $0.id == "b" }
    history.keep(at: [0, 1, 2, 4, 5, 6])
    let stage = try #require(try Strategies.catalog.parse("repair").stages.first)
    let left = try await bench.edited(history, by: stage, transcript)
    #expect(Shorthand.text(left) == "p1 r1 p2")
  }

  @Test func `Results that stand in come after those there are, each with an id of its own`()
    async throws
  {
    let spec = "repair(orphan-call: synthetic-result, result: aborted)"
    let left = try await repaired(batch(answered: ["b"]), spec)
    #expect(Shorthand.text(left) == "p1 c1 ob S S r1 p2")
    let made = left.items.filter(\.isSynthesised)
    #expect(made.map(\.entry.text) == ["aborted (call 1)", "aborted (call 3)"])
    #expect(made.map(\.entry.callID) == ["a", "c"])
    #expect(made.map(\.entry.toolName) == ["look-a", "look-c"])
    #expect(Set(made.map(\.entry.label)).count == 2)
    #expect(HistoryStructure(left.items).pairs().outputs[1].allSatisfy { $0 != nil })
  }

  @Test func `A stub makes a pair of an output, a text carries it`() async throws {
    let stub = try await repaired(Shorthand.transcript("o1 o2 p1"), "repair(orphan-output: stub)")
    #expect(Shorthand.text(stub) == "S o1 S o2 p1")
    #expect(stub.items[0].entry.calls.map(\.name) == ["search"])
    #expect(stub.items[0].entry.label != stub.items[2].entry.label)
    let text = try await repaired(Shorthand.transcript("o1 p1"), "repair(orphan-output: text)")
    #expect(text.items[0].entry.text == "Output of search:\no1")
    #expect(EntryFate.fates(of: 2, in: text.items).map(\.fate) == [.kept, .kept])
  }

  @Test func `Entries that stand twice stand once, empty ones fall, but not outputs`() async throws
  {
    let bench = Bench()
    var transcript = Shorthand.transcript("p1 c1 o1 r1 t1 p2")
    for index in [2, 3, 4] { transcript.entries[index].segments = [.text("")] }
    var history = bench.history(transcript)
    history.arrange([0, 0, 1, 2, 3, 4, 5, 5])
    func left(_ spec: String) async throws -> String {
      let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
      return Shorthand.text(try await bench.edited(history, by: stage, transcript))
    }
    #expect(try await left("repair") == "p1 c1 o1 p2")
    #expect(try await left("repair(dedup-ids: false)") == "p1 p1 c1 o1 p2 p2")
    #expect(try await left("repair(non-empty: false)") == "p1 c1 o1 r1 t1 p2")
    transcript.entries[5].segments = []
    history = bench.history(transcript)
    #expect(try await left("repair") == "p1 c1 o1 p2")
  }

  @Test func `Merged entries carry what they are made of, masks only stand for it`() async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 p2 p3")
    var history = bench.history(transcript)
    history.mask(1, with: "gone")
    let stage = try #require(try Strategies.catalog.parse("repair(merge-roles: true)").stages.first)
    let left = try await bench.edited(history, by: stage, transcript)
    #expect(left.items.map(\.entry.text) == ["p1\ngone\np3"])
    let fates = EntryFate.fates(of: 3, in: left.items)
    #expect(fates.map(\.fate) == [.kept, .summarised, .kept])
  }

  private let rules = [
    "orphan-output", "orphan-call", "split-batch", "output-before-call", "duplicate-id",
  ]

  @Test(arguments: [1, 2, 4, 5, 7])
  func `Behind a window it leaves no orphan, no half of a round, and nothing twice`(size: Int)
    async throws
  {
    for seed in 0..<60 {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      let transcript = generator.transcript(turns: 8)
      let found = try await Bench().hazards(transcript, "rolling-window(\(size)) | repair")
      #expect(found.filter(rules.contains) == [], "seed \(seed)")
    }
  }

  @Test(arguments: [
    "repair", "repair(whole-rounds: false)", "repair(merge-roles: true)",
    "repair(orphan-output: stub, orphan-call: synthetic-result)",
    "repair(orphan-output: text, orphan-call: synthetic-result, merge-roles: true)",
    "repair(orphan-output: leading, orphan-call: keep)",
  ])
  func `Any part of any session is in order after once, and stays so`(spec: String) async throws {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    var changed = 0
    for (seed, sample) in LawSample.generated.prefix(160).enumerated() {
      var random = SplitMix64(seed: UInt64(seed))
      let bench = sample.bench()
      var history = bench.history(sample.transcript)
      history.keep(
        at: history.items.indices.filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
      let once = try await bench.edited(history, by: stage, sample.transcript)
      let twice = try await bench.edited(once, by: stage, sample.transcript)
      #expect(History.areSame(once, twice), "\(sample)")
      if !History.areSame(once, history) { changed += 1 }
      if spec.contains("leading") { continue }
      let pairs = HistoryStructure(once.items).pairs()
      let last = once.items.lastIndex { $0.kind != .toolOutput } ?? 0
      for (position, item) in once.items.enumerated() {
        #expect(item.kind != .toolOutput || pairs.answers[position] != nil, "\(sample)")
        #expect(position == last || !pairs.outputs[position].contains(nil), "\(sample)")
      }
    }
    #expect(changed > 0)
  }

  @Test func `Where ids are unique it mends both edges of a gap`() async throws {
    let transcript = Transcript(
      entries: (1...9).flatMap { turn -> [Entry] in
        let calls = ["a", "b"].map { ToolCall(id: "\(turn)\($0)", name: "look", arguments: [:]) }
        let outputs = calls.map { Entry.output("found", callID: $0.id, label: "o\($0.id ?? "")") }
        return [.p(turn), .calls(calls, label: "c\(turn)")] + outputs + [.r(turn)]
      })
    for (first, last) in [(1, 4), (2, 3), (3, 3), (2, 6), (7, 8)] {
      let gap = "keep-first-last(first: \(first), last: \(last), overlap: repeat)"
      #expect(try await Bench().hazards(transcript, gap).contains(where: rules.contains))
      let found = try await Bench().hazards(transcript, "\(gap) | repair")
      #expect(found.filter(rules.contains) == [], "\(first), \(last)")
    }
  }

  // When it fails: without ids a call in the head takes the output of another for its own.
  @Test func `Without ids a call is taken for answered by what follows the gap`() async throws {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 r2")
    let views = try await Bench().replay(
      transcript, "keep-first-last(first: 2, last: 1) | repair"
    ).views
    #expect(views.last == "p1 c1 o2")
  }

  // When it fails: what was done is forgotten with the round.
  @Test func `The part of a round that was in view falls with the rest`() async throws {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 r2 p3 r3")
    let views = try await Bench().replay(transcript, "rolling-window(3) | repair").views
    #expect(views.last == "r2 p3")
  }
}
