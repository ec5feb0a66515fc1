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

  @Test(arguments: [
    // (c) and (d): only before the last prompt.
    ("last-prompt", "p1 c1 o1 r1 p2 c2 o2", "p1 r1 p2 c2 o2"),
    ("last-prompt", "p1 c1 o1 c2 o2", "p1 c1 o1 c2 o2"),
    ("last-prompt", "p1 c1 o1 p2", "p1 p2"),
    // Only turns that ended with a response; interrupted ones stay whole.
    ("last-answered-turn", "p1 c1 o1 r1 p2", "p1 r1 p2"),
    ("last-answered-turn", "p1 c1 o1 p2", "p1 c1 o1 p2"),
    ("last-answered-turn", "p1 r1 c1 o1 p2", "p1 r1 c1 o1 p2"),
    ("last-answered-turn", "p1 c1 o1 r1 p2 c2 o2 c3 o3", "p1 r1 p2 c2 o2 c3 o3"),
    // N4: a filter of all tool entries on (a).
    ("everything", "p1 c1 o1", "p1"),
    ("everything", "p1 c1 o1 r1 p2 c2 o2", "p1 r1 p2"),
  ])
  func `The boundary says what counts as done with`(
    boundary: String, session: String, left: String
  ) async throws {
    let spec = "drop-completed-tool-calls(boundary: \(boundary))"
    #expect(try await Bench().left(of: session, by: spec) == left)
  }

  @Test func `Reasoning may go with the calls it led to`() async throws {
    let spec = "drop-completed-tool-calls(boundary: last-prompt, reasoning: dropped)"
    #expect(try await Bench().left(of: "p1 t1 c1 o1 t2 r1 p2", by: spec) == "p1 t2 r1 p2")
  }

  @Test func `A line may stand where a round went`() async throws {
    let spec = "drop-completed-tool-calls(boundary: last-prompt, placeholder: 'Called {tool}.')"
    let bench = Bench()
    #expect(try await bench.left(of: "p1 t1 c1 o1 r1 p2 c2 o2", by: spec) == "p1 t1 S r1 p2 c2 o2")
    let transcript = Shorthand.transcript("p1 c1 o1 r1 p2")
    let items = try await bench.edited(transcript, by: spec).items
    #expect(items[1].entry.kind == .response)
    #expect(items[1].entry.text == "Called search.")
    // It stands for both, so neither is dropped without a trace.
    #expect(
      EntryFate.fates(of: 5, in: items).map(\.fate) == [
        .kept, .summarised, .summarised, .kept, .kept,
      ])
  }

  @Test func `Of a round with an excluded tool only the others go`() async throws {
    let round = ToolSession.round(
      1, [("search", ["q": 1]), ("send", ["q": 2])], outputs: ["found", "sent"])
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")] + round + [.response("r1", label: "r1")])
    let history = try await Bench().edited(
      transcript, by: "drop-completed-tool-calls(exclude-tools: [send])")
    #expect(history.items.map(\.entry.label) == ["p1", "c1", "o1.1", "r1"])
    #expect(history.items[1].entry.calls.map(\.name) == ["send"])
    #expect(history.items[1].isPartial)
  }

  @Test func `The newest messages stay, and with them exchanges of which they hold a part`()
    async throws
  {
    let round = ToolSession.round(
      2, [("search", ["q": 1]), ("send", ["q": 2])], outputs: ["found", "sent"])
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")] + ToolSession.round(1, "search", gives: "one") + round)
    for (messages, left) in [
      (1, "p1 c2 o2.0 o2.1"), (2, "p1 c2 o2.0 o2.1"), (3, "p1 c1 o1.0 c2 o2.0 o2.1"), (0, "p1"),
    ] {
      #expect(
        try await Bench().left(
          of: transcript,
          by: "drop-completed-tool-calls(boundary: everything, last-messages: \(messages))") == left
      )
    }
  }

  // When it fails: the turn was interrupted, so no answer tells of it either.
  @Test func `A completed call that changed something leaves no trace`() async throws {
    var transcript = Shorthand.transcript("p1 c1 o1 p2 r2 p3 r3")
    transcript.head.tools = [ToolDefinition(name: "search", effect: .write)]
    let found = try await Bench().hazards(transcript, "drop-completed-tool-calls")
    #expect(found == ["effect-forgotten"])
  }
}
