import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct MiddleOutTests {
  @Test(arguments: [
    ("p1 r1 p2 r2 p3", "budget: 5 tokens", "p1 r1 p2 r2 p3"),
    ("p1 r1 p2 r2 p3", "budget: 4 tokens, in-flight: false", "p1 r1 r2 p3"),
    ("p1 r1 p2 r2 p3", "budget: 3 tokens, in-flight: false", "p1 r1 p3"),
    ("p1 r1 p2 r2 p3", "budget: 2 tokens, in-flight: false", "p1 p3"),
    ("i p1 r1 p2 r2 p3", "budget: 4 tokens, in-flight: false", "i p1 p3"),
    // The middle of what may fall.
    ("p1 r1 p2 r2 p3", "budget: 4 tokens", "p1 r1 r2 p3"),
    ("p1 r1 p2 r2 p3 c3 o3", "budget: 5 tokens", "p1 p3 c3 o3"),
    ("p1 r1 p2 r2 p3 c3 o3", "budget: 1 token", "p3 c3 o3"),
    // The pair-safe variant.
    ("p1 c1 o1 c2 o2 r2 p3", "budget: 6 tokens, boundary: entry", "p1 c1 o2 r2 p3"),
    ("p1 c1 o1 c2 o2 r2 p3", "budget: 6 tokens, boundary: round", "p1 c1 o1 r2 p3"),
    ("p1 r1 p2 r2 p3 r3 p4", "budget: 6 tokens, boundary: turn", "p1 r1 p3 r3 p4"),
  ])
  func `The middle falls until the rest fits`(session: String, arguments: String, left: String)
    async throws
  {
    #expect(try await Bench().left(of: session, by: "middle-out(\(arguments))") == left)
  }

  // When it fails: with nothing protected the prompt is popped like the rest.
  @Test func `With nothing protected it pops on until nothing is left`() async throws {
    let left = try await Bench().left(
      of: "i p1 r1 p2", by: "middle-out(budget: 1 token, in-flight: false)")
    #expect(left == "i")
  }

  // When it fails: entries of a round are popped one by one.
  @Test func `At entries it splits rounds in the middle, at rounds it does not`() async throws {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 c3 o3 c4 o4 r4 p5 r5")
    let spec = "middle-out(budget: 7 tokens"
    let split = try await Bench().hazards(transcript, spec + ")")
    #expect(split.contains("orphan-output") || split.contains("orphan-call"))
    #expect(try await Bench().hazards(transcript, spec + ", boundary: round)") == [])
  }

  /// Popping the middle again and again, as it is said.
  private func popped(_ entries: [Int], _ tokens: [Int], to limit: Int) -> [Int] {
    var left = entries
    while !left.isEmpty, left.reduce(0, { $0 + tokens[$1] }) > limit {
      left.remove(at: left.count / 2)
    }
    return left
  }

  @Test func `One pass gives what popping the middle again and again gives`() async throws {
    for seed in 0..<60 {
      var random = SplitMix64(seed: UInt64(seed))
      let count = Int.random(in: 0...40, using: &random)
      let tokens = (0..<count).map { _ in Int.random(in: 1...9, using: &random) }
      let limit = Int.random(in: 1...120, using: &random)
      let transcript = Transcript(
        entries: tokens.enumerated().map { .r($0.offset, tokens: $0.element) })
      let stage = try #require(
        try Strategies.catalog.parse("middle-out(budget: \(limit) tokens, in-flight: false)")
          .stages.first)
      let bench = Bench()
      let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
      #expect(
        left.items.compactMap { $0.id?.index } == popped(Array(0..<count), tokens, to: limit))
    }
  }

  @Test func `Without a budget of its own it keeps to the request's`() async throws {
    let transcript = Transcript.plain(turns: 30, tokens: 50)
    let records = try await Bench(contextSize: 1512).replay(transcript, "middle-out").records
    #expect(records.allSatisfy { $0.tokens <= 1000 && $0.overBy == 0 })
    #expect(records.last?.tokens == 1000)
  }

  // When it fails
  @Test func `What a task found out in the middle falls first`() async throws {
    let transcript = Transcript(entries: [
      .prompt("begin", label: "p1"), .response("looking", label: "r1"),
      .response("it is 4711", label: "r2"), .response("anything else", label: "r3"),
      .prompt("which", label: "p2"),
    ])
    let left = try await Bench().left(of: transcript, by: "middle-out(budget: 5 tokens)")
    #expect(left == "p1 r1 r3 p2")
  }
}
