import EvalKit
import Strategies
import Testing

struct ClearToolResultsTests {
  @Test(arguments: [
    ("p1 c1 o1 r1 p2", "when: always, keep: 0", "p1 c1 o1* r1 p2"),
    ("p1 c1 o1 r1 p2", "when: always, keep: 1", "p1 c1 o1 r1 p2"),
    ("p1 c1 o1 c2 o2 r1 p2", "when: always, keep: 1", "p1 c1 o1* c2 o2 r1 p2"),
    ("p1 c1 o1 c2 o2 r1 p2", "when: 2 uses, keep: 1", "p1 c1 o1 c2 o2 r1 p2"),
    ("p1 c1 o1 c2 o2 r1 p2", "when: 1 use, keep: 1", "p1 c1 o1* c2 o2 r1 p2"),
    // When it fails: the turn in flight is no exception.
    ("p1 c1 o1 c2 o2", "when: always, keep: 1", "p1 c1 o1* c2 o2"),
  ])
  func `All but the newest outputs are masked once the trigger is met`(
    session: String, arguments: String, left: String
  ) async throws {
    #expect(try await Bench().left(of: session, by: "clear-tool-results(\(arguments))") == left)
  }

  // N3's arithmetic on a small window: 4 of 8 tokens meet 50%, 4 of 9 do not.
  @Test func `A share is met when it is reached`() async throws {
    let spec = "clear-tool-results(when: 50%, keep: 0)"
    #expect(try await Bench(contextSize: 10).left(of: "p1 c1 o1", by: spec) == "p1 c1 o1")
    #expect(try await Bench(contextSize: 9).left(of: "p1 c1 o1", by: spec) == "p1 c1 o1")
    #expect(try await Bench(contextSize: 8).left(of: "p1 c1 o1", by: spec) == "p1 c1 o1*")
  }

  @Test(arguments: [
    (ToolEffect.read, "Repeat the call to see it again."),
    (.write, "The call took effect: do not repeat it; ask for the entry to see it again."),
    (nil, "To see it again ask for the entry, or repeat the call if that changes nothing."),
  ])
  func `The placeholder says what it replaced, that it is intact, and how to get it back`(
    effect: ToolEffect?, remedy: String
  ) async throws {
    var transcript = Shorthand.transcript("p1 c1 o1 p2")
    transcript.entries[2].toolName = nil
    transcript.head.tools = [ToolDefinition(name: "search", effect: effect)]
    let bench = Bench()
    let stage = try #require(
      try Strategies.catalog.parse("clear-tool-results(when: always, keep: 0)").stages.first)
    let items = try await bench.edited(bench.history(transcript), by: stage, transcript).items
    #expect(
      items[2].entry.text
        == "[Output of search, 2 characters, taken out to save space; "
        + "it is intact in the record as entry o1. \(remedy)]")
    #expect(items[2].entry.callID == transcript.entries[2].callID)
    #expect(EntryFate.fates(of: 4, in: items)[2].fate == .masked)
  }

  @Test func `As a view the edge moves with every output and the record stays whole`() async throws
  {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 c3 o3 r1")
    let result = try await Bench().replay(
      transcript, "clear-tool-results(when: always, keep: 1)")
    #expect(
      result.views == ["p1", "p1 c1 o1", "p1 c1 o1* c2 o2", "p1 c1 o1* c2 o2* c3 o3"])
    #expect(Shorthand.text(result.session.history) == "p1 c1 o1 c2 o2 c3 o3 r1")
  }

  // When it fails: short outputs. The hazard `inflation` reports it.
  @Test func `An output shorter than its placeholder grows`() async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 c1 o1 p2")
    let stage = try #require(
      try Strategies.catalog.parse("clear-tool-results(when: always, keep: 0)").stages.first)
    let history = bench.history(transcript)
    let edited = try await bench.edited(history, by: stage, transcript)
    let context = bench.context(transcript)
    #expect(context.tokens(edited) > context.tokens(history))
  }
}
