import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct OpenHandsToolPresetTests {
  // Flaw: events of any kind are counted.
  @Test func `The window counts events, not observations`() async throws {
    let plain = Shorthand.turns(50).entries
    let transcript = Transcript(entries: Shorthand.transcript("p0 c0 o0").entries + plain)
    let items = try await Bench().edited(transcript, by: "openhands.observation-masking").items
    // One observation in all, and it is masked: a hundred events came after it.
    #expect(items[2].entry.text == "<MASKED>")
    #expect(
      try await Bench().edited(
        Transcript(entries: Array(transcript.entries.dropLast())),
        by: "openhands.observation-masking"
      ).items[2].entry.text == "o0")
  }

  // Flaw: the call is left without an output, and its text reads as the user's.
  @Test(arguments: [
    ("openhands.observation-masking(last: 1 entry)", "search"),
    ("openhands.browser-output-masking", "browser"),
  ])
  func `What is masked is no output any more`(spec: String, tool: String) async throws {
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")] + ToolSession.round(1, tool, gives: "one")
        + ToolSession.round(2, tool, gives: "two"))
    let items = try await Bench().edited(transcript, by: spec).items
    #expect(items[2].kind == .prompt)
    #expect(Exchanges(items).rounds.map(\.isComplete) == [false, true])
  }

  // Flaw: nothing tells what was there.
  @Test func `The placeholder says nothing of what it replaced`() async throws {
    let transcript = Transcript(
      entries: ToolSession.round(1, "search", gives: "one")
        + ToolSession.round(2, "fetch", gives: "two"))
    let items = try await Bench().edited(
      transcript, by: "openhands.observation-masking(last: 0 entries)"
    ).items
    #expect(items.filter(\.isSynthesised).map(\.entry.text) == ["<MASKED>", "<MASKED>"])
  }

  @Test func `Only outputs of the browser are masked, all but the newest`() async throws {
    let transcript = Transcript(
      entries: ToolSession.round(1, "browser", gives: "page one")
        + ToolSession.round(2, "search", gives: "found")
        + ToolSession.round(3, "browser", gives: "page two"))
    let history = try await Bench().edited(transcript, by: "openhands.browser-output-masking")
    #expect(Shorthand.text(history) == "c1 S c2 o2.0 c3 o3.0")
    #expect(history.items[1].entry.text == "Visited URL\nContent omitted")
  }
}
