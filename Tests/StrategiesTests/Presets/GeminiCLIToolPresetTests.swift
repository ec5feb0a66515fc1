import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct GeminiCLIToolPresetTests {
  private func edited(_ transcript: Transcript) async throws -> [Item] {
    try await Bench(contextSize: 1_000_000)
      .edited(transcript, by: "gemini-cli.mask-tool-output").items
  }

  private func loop(_ rounds: Int, tool: String = "shell") -> Transcript {
    Transcript(
      entries: [.prompt("p1", label: "p1")]
        + (1...rounds).flatMap {
          ToolSession.round($0, tool, gives: ToolSession.words(10_000, from: $0))
        })
  }

  // Flaw: what it calls the latest turn is the last message.
  @Test func `Earlier rounds of the turn in flight are masked`() async throws {
    // The newest is skipped, five are protected, three make the batch.
    #expect(try await edited(loop(8)).count { $0.form == .masked } == 0)
    #expect(
      try await edited(loop(9)).filter { $0.form == .masked }.map(\.entry.label)
        == ["o1.0", "o2.0", "o3.0"])
  }

  @Test func `What stands instead has the two ends and the tag`() async throws {
    let text = try #require(try await edited(loop(9))[safe: 2]).entry.text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "<tool_output_masked>" && lines.last == "</tool_output_masked>")
    #expect(lines.count == 7)
    #expect(lines[1].count == 250 && lines[2] == "... [TRUNCATED] ..." && lines[3].count == 250)
    #expect(lines[5] == "Output too large. Full output available at: o1.0")
  }

  // Flaw
  @Test func `The output that crosses the protected size goes`() async throws {
    var transcript = loop(2)
    transcript.entries[2].segments = [.text(ToolSession.words(80_000))]
    #expect(try await edited(transcript)[2].form == .masked)
    transcript.entries[2].segments = [.text(ToolSession.words(50_000))]
    #expect(try await edited(transcript)[2].form == .whole)
  }

  @Test func `Its own tools are never masked`() async throws {
    #expect(try await edited(loop(9, tool: "activate_skill")).count { $0.form == .masked } == 0)
  }

  @Test func `A short output is not replaced by something longer`() async throws {
    var transcript = loop(9)
    transcript.entries[4].segments = [.text("tiny")]
    transcript.entries[6].segments = [.text(ToolSession.words(30_000))]
    let items = try await edited(transcript)
    #expect(items.filter { $0.form == .masked }.map(\.entry.label) == ["o1.0", "o3.0"])
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
