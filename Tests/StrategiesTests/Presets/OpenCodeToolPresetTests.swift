import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct OpenCodeToolPresetTests {
  private func masked(_ transcript: Transcript) async throws -> [String] {
    try await Bench(contextSize: 400_000).edited(transcript, by: "opencode.prune").items
      .filter { $0.form == .masked }.map(\.entry.label)
  }

  @Test func `Nothing is pruned under twenty thousand tokens beyond forty`() async throws {
    #expect(try await masked(ToolSession.turns(7, words: 10_000)) == [])
    // Two turns skipped, four outputs protected, two make the batch.
    #expect(try await masked(ToolSession.turns(8, words: 10_000)) == ["o1.0", "o2.0"])
  }

  // Flaw: the output that crosses the edge goes though part of it was within.
  @Test func `The output that crosses the protected size goes`() async throws {
    var transcript = ToolSession.turns(5, words: 10_000)
    transcript.entries[6].segments = [.text(ToolSession.words(70_000))]
    #expect(try await masked(transcript) == ["o1.0", "o2.0"])
  }

  @Test func `A skill is never pruned`() async throws {
    #expect(try await masked(ToolSession.turns(8, words: 10_000, tool: "skill")) == [])
  }

  // Flaw: it runs once the model has answered, so a long tool loop is never pruned while it runs.
  @Test func `A tool loop is not pruned while it runs`() async throws {
    let loop = (1...10).flatMap {
      ToolSession.round($0, "search", gives: ToolSession.words(10_000))
    }
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")] + loop + [
        .response("r1", label: "r1"), .prompt("p2", label: "p2"), .response("r2", label: "r2"),
        .prompt("p3", label: "p3"), .response("r3", label: "r3"), .prompt("p4", label: "p4"),
        .response("r4", label: "r4"),
      ])
    let views = try await Bench(contextSize: 400_000).replay(transcript, "opencode.prune").views
    #expect(views.map { $0.contains("*") } == Array(repeating: false, count: 13) + [true])
  }

  // Flaw
  @Test func `The placeholder does not say what it replaced`() async throws {
    let items = try await Bench(contextSize: 400_000).edited(
      ToolSession.turns(8, words: 10_000), by: "opencode.prune"
    ).items
    #expect(
      items.filter { $0.form == .masked }.map(\.entry.text)
        == Array(repeating: "[Old tool result content cleared]", count: 2))
  }
}
