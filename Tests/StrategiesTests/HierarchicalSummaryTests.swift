import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct HierarchicalSummaryTests {
  /// Five turns of two entries of three words, and a prompt.
  private let transcript = Transcript("p1 r1 p2 r2 p3 r3 p4 r4 p5 r5 p6", tokens: 3)
  private let spec = "hierarchical-summary(when: always, keep: 1 turn, chunk: 6 tokens"

  private func left(_ bench: Bench, _ spec: String) async throws -> History {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    return try await bench.edited(bench.history(transcript), by: stage, transcript)
  }

  // N27: five chunks whose summaries fit in one pass.
  @Test func `A call a chunk, each with the summary before, and one for a pass`() async throws {
    let bench = Bench()
    let left = try await left(bench, "\(spec))")
    #expect(Shorthand.text(left) == "S p6")
    let prompts = bench.summariser.requests.map { $0.prompt ?? "" }
    #expect(prompts.count == 6)
    #expect(!prompts[0].contains("summary so far"))
    for chunk in 1..<5 {
      #expect(prompts[chunk].hasPrefix("The summary so far:\nS\(chunk)\n"))
      #expect(prompts[chunk].contains("User: p\(chunk + 1).0"))
    }
    #expect(prompts[5] == (1...5).map { "Part \($0):\nS\($0)" }.joined(separator: "\n\n"))
    #expect(left.items[0].entry.segments.last == .text("S6"))
    #expect(left.items[0].standsFor == (0..<10).map { EntryID($0) })
    #expect(bench.summariser.requests.allSatisfy { $0.session == nil })
  }

  // N27: what does not fit in one pass takes another.
  @Test func `Summaries that are over the window together take another pass`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, number in "S\(number) more" })
    let left = try await left(bench, "\(spec))")
    let prompts = bench.summariser.requests.map { $0.prompt ?? "" }
    #expect(prompts.count == 7)
    #expect(prompts[5].contains("S3") && !prompts[5].contains("S4"))
    #expect(prompts[6] == "Part 1:\nS6 more\n\nPart 2:\nS4 more\n\nPart 3:\nS5 more")
    #expect(left.items[0].entry.segments.last == .text("S7 more"))
  }

  @Test func `It is summarised again until the target is met`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, number in
        number < 7 ? "a b c" : "short"
      })
    let left = try await left(bench, "\(spec), summary: 2 tokens)")
    #expect(left.items[0].entry.segments.last == .text("short"))
    #expect(bench.summariser.requests.count > 6)
  }

  @Test func `Where the target is never met the history stays`() async throws {
    let bench = Bench(summariser: ScriptedSummariser(name: "reader", ["a b c"]))
    let left = try await left(bench, "\(spec), summary: 2 tokens, passes: 2)")
    #expect(Shorthand.text(left) == transcript.entries.map(\.label).joined(separator: " "))
  }

  @Test func `One chunk is one call`() async throws {
    let bench = Bench()
    _ = try await left(bench, "hierarchical-summary(when: always, keep: 1 turn)")
    #expect(bench.summariser.requests.count == 1)
  }

  @Test func `Chunks fit the window of the summariser`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader", window: 120) { _, number in "S\(number)" })
    _ = try await left(
      bench, "hierarchical-summary(when: always, keep: 1 turn, instructions: 'Sum up.')")
    #expect(bench.summariser.requests.count == 1)
    let small = Bench(
      summariser: ScriptedSummariser(name: "reader", window: 70) { _, number in "S\(number)" })
    let left = try await left(
      small, "hierarchical-summary(when: always, keep: 1 turn, instructions: 'Sum up.')")
    #expect(small.summariser.requests.count > 2)
    #expect(Shorthand.text(left) == "S p6")
  }

  @Test func `A round is never cut between chunks`() async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 r1 p2")
    let stage = try #require(
      try Strategies.catalog.parse(
        "hierarchical-summary(when: always, keep: 1 turn, chunk: 1 tokens)"
      ).stages.first)
    _ = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(
      bench.summariser.requests.prefix(4).map { $0.items.map(\.entry.label) } == [
        ["p1"], ["c1", "o1"], ["c2", "o2"], ["r1"],
      ])
  }

  // The failure of its page.
  @Test func `A fact of the first chunk is rewritten in every later call`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { request, number in
        number == 1 ? "kept" : "later"
      })
    let left = try await left(bench, "\(spec))")
    #expect(bench.summariser.requests[1].prompt?.contains("kept") == true)
    #expect(left.items[0].entry.segments.last == .text("later"))
  }

  @Test func `Many small chunks take as many passes as they need`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, number in "S\(number) more" })
    let left = try await left(
      bench, "hierarchical-summary(when: always, keep: 1 turn, chunk: 1 tokens)")
    // Ten chunks, and nine passes of two summaries each.
    #expect(bench.summariser.requests.count == 10 + 9)
    #expect(Shorthand.text(left) == "S p6")
  }

  @Test(arguments: [("[]", nil), ("[digest]", nil), ("[drop]", "p6")])
  func `Passes that are used up meet the ladder`(ladder: String, wanted: String?) async throws {
    let bench = Bench(summariser: ScriptedSummariser(name: "reader", ["a b c"]))
    let left = try await left(bench, "\(spec), summary: 2 tokens, passes: 2, fallback: \(ladder))")
    let whole = transcript.entries.map(\.label).joined(separator: " ")
    #expect(bench.summariser.requests.count >= 7)
    // A digest of so few tokens has no room for a line.
    #expect(Shorthand.text(left) == wanted ?? whole)
  }

  @Test func `A pass that is dropped is not a failure`() async throws {
    // The first pass over summaries fails, and what it was of is dropped.
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, number in
        number == 6 ? "" : "S\(number) x"
      })
    let left = try await left(bench, "\(spec), fallback: [drop])")
    #expect(Shorthand.text(left) == "S p6")
  }

  @Test func `After a failure it rests until there is twice as much to fold`() async throws {
    let bench = Bench(contextSize: 100_000, summariser: ScriptedSummariser(name: "reader", [""]))
    let stage = try #require(
      try Strategies.catalog.parse(
        "hierarchical-summary(when: always, keep: 1 turn, fallback: [])"
      ).stages.first)
    var memory = JSONValue.null
    var asked: [Int] = []
    for turns in 2...9 {
      let transcript = Shorthand.turns(turns)
      var history = bench.history(transcript)
      history.stage = "hierarchical-summary@0"
      let before = bench.summariser.requests.count
      _ = try await stage.strategy.edit(history, in: bench.context(transcript), memory: &memory)
      if bench.summariser.requests.count > before { asked.append(turns) }
    }
    #expect(asked == [2, 3, 5, 9])
  }
}
