import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// `apple.origami`, `apple.condense` and `apple.trim-100-50`: each note a test.
struct AppleWindowPresetTests {
  // N10, N12: the last four entries.
  @Test func `Four entries start on a response, and the cache ends at the head`() async throws {
    let result = try await Bench().replay(Shorthand.turns(4), "apple.origami")
    #expect(result.views == ["p1", "p1 r1 p2", "r1 p2 r2 p3", "r2 p3 r3 p4"])
    let records = try await Bench().replay(.plain(turns: 20, head: 80), "apple.origami").records
    #expect(records.dropFirst(2).allSatisfy { $0.cached == 80 && $0.tokens == 120 })
    #expect(
      try await Bench().hazards(Shorthand.turns(4), "apple.origami")
        == ["bad-first-entry", "orphan-response"])
  }

  // N20
  @Test func `With four entries a session too large for the window fits, its record whole`()
    async throws
  {
    let transcript = Transcript.plain(turns: 5, tokens: 500)
    let bench = Bench(contextSize: 4096)
    #expect(try await bench.replay(transcript, "identity").records.last?.overBy == 4500 - 3584)
    let result = try await bench.replay(transcript, "apple.origami")
    #expect(result.records.allSatisfy { $0.overBy == 0 })
    #expect(result.session.history.count == 10)
  }

  // N9 on histories as the documentation has them.
  @Test(arguments: [
    ("i p1 r1 p2 r2", "i r2"), ("i p1 c1 o1", "i o1"), ("p1", "p1 p1"), ("", ""),
  ])
  func `Condensing keeps the first and the last entry`(session: String, left: String) async throws {
    #expect(try await Bench().left(of: session, by: "apple.condense") == left)
  }

  // N9: in a replay the prompt, or the output, that did not fit is the last entry.
  @Test func `At an overflow the session is built anew from the head and the last entry`()
    async throws
  {
    let bench = Bench(contextSize: 512 + 50)
    let result = try await bench.replay(.plain(turns: 4, head: 10), "apple.condense")
    #expect(result.views == ["i p1", "i p1 r1 p2", "i p3", "i p3 r3 p4"])
    #expect(result.records[2].cached == 0)
    #expect(result.records[3].cached == 10 + 20 - 1)
    let loop = Transcript("p1 c1 o1 c2 o2 r2", head: 10)
    let views = try await bench.replay(loop, "apple.condense").views
    #expect(views == ["i p1", "i p1 c1 o1", "i o2"])
    #expect(try await bench.hazards(loop, "apple.condense").contains("orphan-output"))
  }

  // N14 is with the family: AmortizedWindowTests.
  @Test func `A trim after responses lets a loop of tools grow`() async throws {
    let loop = (1...80).flatMap { [Entry.c($0, tokens: 2), .o($0, tokens: 2)] }
    let transcript = Transcript(entries: [.p(1)] + loop + [.r(1), .p(2), .r(2)])
    let result = try await Bench(contextSize: 100_000).replay(transcript, "apple.trim-100-50")
    let sizes = result.views.map { $0.split(separator: " ").count }
    #expect(sizes.max() == 161)
    #expect(sizes.last == 51)
    // The cut falls where it falls: here between a call and its output.
    #expect(result.views.last?.hasPrefix("o56 c57") == true)
  }
}
