import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct DropNewestTests {
  @Test(arguments: [
    ("p1 r1 p2 r2 p3", "budget: 5 tokens", "p1 r1 p2 r2 p3"),
    ("p1 r1 p2 r2 p3", "budget: 4 tokens", "p1 r1 p2 p3"),
    ("p1 r1 p2 r2 p3", "budget: 2 tokens", "p1 p3"),
    ("p1 r1 p2 r2 p3", "budget: 1 token", "p3"),
    ("p1 r1 p2 r2 p3", "budget: 4 tokens, boundary: turn", "p1 r1 p3"),
    ("i p1 r1 p2 r2 p3", "budget: 5 tokens", "i p1 r1 p3"),
    // Rounds fall whole unless entries are cut.
    ("p1 c1 o1 p2", "budget: 3 tokens", "p1 p2"),
    ("p1 c1 o1 p2", "budget: 4 tokens, boundary: entry", "p1 c1 p2"),
    // What is in flight: the turn, or its prompt.
    ("p1 r1 p2 c2 o2", "budget: 3 tokens", "p2 c2 o2"),
    ("p1 r1 p2 c2 o2", "keep-prompt, budget: 3 tokens", "p1 r1 p2"),
    ("p1 r1 p2 c2 o2 c3 o3", "keep-prompt, budget: 6 tokens", "p1 r1 p2 c2 o2"),
    ("p1 r1 p2 c2 o2 c3 o3", "keep-prompt, budget: 2 tokens, boundary: turn", "p2"),
    ("r0 r1", "budget: 1 token", "r0 r1"), ("r0 r1", "keep-prompt, budget: 1 token", "r0"),
  ])
  func `The newest past falls until the rest fits`(
    session: String, arguments: String, left: String
  ) async throws {
    #expect(try await Bench().left(of: session, by: "drop-newest(\(arguments))") == left)
  }

  // N11: newest dropped.
  @Test func `Nothing is read again but what is in flight`() async throws {
    var transcript = Transcript.plain(turns: 11, tokens: 100, head: 500)
    transcript.head.tools = [
      ToolDefinition(name: "tool", description: Entry.words("tool", 299))
    ]
    let spec = "drop-newest(keep-prompt, budget: 2800 tokens)"
    let records = try await Bench(contextSize: 1_000_000).replay(transcript, spec).records
    #expect(records.last?.tokens == 2800)
    #expect(records.last?.cached == 2700)
  }

  // When it fails: the last turns never come back.
  @Test func `Once full the model sees the beginning and the prompt`() async throws {
    let views = try await Bench(contextSize: 516).replay(
      Shorthand.turns(6), "drop-newest"
    ).views
    #expect(views.last == "p1 r1 p2 p6")
  }

  // When it fails
  @Test func `A correction falls before what it corrects`() async throws {
    let transcript = Transcript(entries: [
      .prompt("seat 12A", label: "p1"), .response("noted", label: "r1"),
      .prompt("no, 14C", label: "p2"), .response("changed", label: "r2"),
      .prompt("which?", label: "p3"),
    ])
    let left = try await Bench().edited(transcript, by: "drop-newest(budget: 4 tokens)")
    #expect(left.items.map(\.entry.text) == ["seat 12A", "noted", "which?"])
  }
}
