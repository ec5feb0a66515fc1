import EvalKit
import Strategies
import Testing

struct DropCompletedToolCallsTests {
  // N4 (a)–(g)
  @Test(arguments: [
    ("p1 c1 o1", "p1 c1 o1"),
    ("p1 c1 o1 r1 p2", "p1 r1 p2"),
    ("p1 c1 o1 r1 p2 c2 o2", "p1 r1 p2 c2 o2"),
    ("p1 c1 o1 c2 o2", "p1 c2 o2"),
    ("p1 c1 o1 r1 c2 o2", "p1 r1 c2 o2"),
    ("p1 c1 o1 p2", "p1 c1 o1 p2"),
    ("p1", "p1"),
    ("i p1 c1 o1 r1 p2", "i p1 r1 p2"),
  ])
  func `Tool entries before the last response or calls go`(session: String, left: String)
    async throws
  {
    #expect(try await Bench().left(of: session, by: "drop-completed-tool-calls") == left)
  }

  // N4, last sentence: what a filter by kind alone would do.
  @Test func `A filter of all tool entries loses the round in flight`() {
    var history = Bench().history(Shorthand.transcript("p1 c1 o1"))
    history.drop { $0.kind == .toolCalls || $0.kind == .toolOutput }
    #expect(Shorthand.text(history) == "p1")
  }

  @Test func `The exchange stays while it is open and goes with the next prompt`() async throws {
    let transcript = Shorthand.transcript("i p1 c1 o1 r1 p2 r2")
    let views = try await Bench().replay(transcript, "apple.drop-completed-tool-calls").views
    #expect(views == ["i p1", "i p1 c1 o1", "i p1 r1 p2"])
  }

  @Test func `Reasoning that led to a call stays without it`() async throws {
    #expect(
      try await Bench().left(of: "p1 t1 c1 o1 r1 p2", by: "drop-completed-tool-calls")
        == "p1 t1 r1 p2")
  }

  // The flaw by name: the turn in flight is cut, and the model calls again for what it just had.
  @Test func `A tool loop loses its earlier rounds while it runs`() async throws {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 c3 o3 r1")
    let views = try await Bench().replay(transcript, "drop-completed-tool-calls").views
    #expect(views == ["p1", "p1 c1 o1", "p1 c2 o2", "p1 c3 o3"])
  }
}
