import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct HardResetTests {
  @Test(arguments: [
    ("i p1 r1 p2", "", "i p2"), ("i p1 r1 p2 c2 o2", "", "i p2"),
    ("i p1 r1 p2 c2 o2", ", in-flight: true", "i p2 c2 o2"),
    ("p1", "", "p1"), ("r0 r1", "", "r0 r1"), ("", "", ""),
  ])
  func `The head and what is in flight stay`(session: String, arguments: String, left: String)
    async throws
  {
    #expect(try await Bench().left(of: session, by: "hard-reset(when: always\(arguments))") == left)
  }

  @Test func `It waits for an overflow, and then the session goes on from the prompt`() async throws
  {
    let transcript = Transcript.plain(turns: 8, tokens: 10, head: 10)
    let result = try await Bench(contextSize: 512 + 60).replay(transcript, "hard-reset")
    #expect(result.views.prefix(4) == ["i p1", "i p1 r1 p2", "i p1 r1 p2 r2 p3", "i p4"])
    #expect(result.records.allSatisfy { $0.overBy == 0 })
  }

  // When it fails: calls that took effect are gone with the turn.
  @Test func `In a loop of tools the model begins again and cannot see what it did`() async throws {
    var transcript = Shorthand.transcript("p1 c1 o1 c2 o2 r2")
    transcript.head.tools = [ToolDefinition(name: "search", effect: .write)]
    let found = try await Bench(contextSize: 512 + 7).hazards(transcript, "hard-reset")
    #expect(found.contains("effect-forgotten"))
  }

  // When it fails
  @Test func `A prompt too large by itself stays too large`() async throws {
    let transcript = Transcript(entries: [
      .p(1, tokens: 10), .r(1, tokens: 10), .p(2, tokens: 200), .r(2, tokens: 10),
    ])
    let result = try await Bench(contextSize: 512 + 60).replay(transcript, "hard-reset")
    #expect(result.views.last == "p2")
    #expect(result.records.last.map { $0.overBy > 0 } == true)
  }
}
