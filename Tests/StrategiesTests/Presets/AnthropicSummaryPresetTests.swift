import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct AnthropicSummaryPresetTests {
  @Test(arguments: [(149_999, false), (150_000, true)])
  func `It acts at 150,000 tokens`(tokens: Int, acts: Bool) async throws {
    let transcript = Transcript(entries: [.p(1, tokens: tokens - 10), .p(2)])
    let left = try await PresetBench.left(
      "anthropic.compact", of: transcript, by: Bench(contextSize: 200_000))
    #expect(left.items.contains(where: \.isSynthesised) == acts)
  }

  @Test func `The current prompt lives in the summary only`() async throws {
    let left = try await PresetBench.left(
      "anthropic.compact(when: always)", of: PresetBench.transcript("p1 r1 p2"))
    #expect(Shorthand.text(left) == "S")
    #expect(left.items[0].standsFor.contains(EntryID(2)))
    let loop = try await PresetBench.left(
      "anthropic.compact(when: always)", of: PresetBench.transcript("p1 c1 o1"),
      by: Bench(moment: .toolOutput))
    #expect(Shorthand.text(loop) == "S")
  }

  @Test func `A summary that does not come changes nothing`() async throws {
    let left = try await PresetBench.left(
      "anthropic.compact(when: always)", of: PresetBench.transcript("p1 r1 p2"),
      by: Bench(summariser: PresetBench.summariser("")))
    #expect(Shorthand.text(left) == "p1 r1 p2")
  }

  @Test func `Claude Code clears outputs before it summarises`() async throws {
    let pipeline = try Strategies.catalog.parse("claude-code.compact")
    #expect(
      pipeline.stages.map(\.definition.name) == ["clear-tool-results", "structured-summary"])
    #expect(pipeline.stages.allSatisfy { $0.persistence == .stored })
    // Cleared outputs free enough: nothing is summarised.
    var transcript = Shorthand.transcript("p1 c1 o1 c2 o2 c3 o3 c4 o4 c5 o5")
    for index in transcript.entries.indices where transcript.entries[index].kind == .toolOutput {
      transcript.entries[index].segments = [.text(Entry.words("w\(index)", 700))]
    }
    transcript.entries += [.response("r1"), .prompt("p2"), .response("r2")]
    let bench = Bench()
    let result = try await bench.replay(transcript, "claude-code.compact")
    #expect(result.records.contains { $0.firings.contains { $0.stage == 0 } })
    #expect(bench.summariser.requests.isEmpty)
  }

  @Test func `A summary of Claude Code that fails is asked for again at every request`()
    async throws
  {
    let bench = Bench(contextSize: 60, summariser: PresetBench.summariser("no sections"))
    let result = try await bench.replay(.plain(turns: 5), "claude-code.compact")
    #expect(result.session.summaries.count == 3)
    #expect(result.session.summaries.allSatisfy { $0.fault?.contains("lacks") == true })
  }
}
