import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Presets of Semantic Kernel, agent-framework, Roo Code and Inspect that truncate: each note a test.
struct TruncationPresetTests {
  @Test func `With a threshold of 0 the kernel's reducer acts on every message`() async throws {
    let transcript = Transcript.plain(turns: 20, head: 30)
    let records = try await Bench().replay(transcript, "semantic-kernel.truncation").records
    #expect(records.filter(\.isBreak).map(\.number) == Array(11...20))
    #expect(records.last?.cached == 30)
    let pipeline = try Strategies.catalog.parse("semantic-kernel.truncation")
    let findings = PipelineAnalysis.findings(pipeline, budget: ContextBudget(contextSize: 4096))
    #expect(findings.map(\.rule) == ["target-at-trigger"])
    #expect(
      try await Bench().hazards(Shorthand.turns(12), "semantic-kernel.truncation")
        == ["bad-first-entry", "orphan-response"])
  }

  @Test func `The kernel's reducer keeps a round it would cut`() async throws {
    let spec = "semantic-kernel.truncation(when: 3, target: 3)"
    #expect(try await Bench().left(of: "p1 c1 o1 r1 p2", by: spec) == "c1 o1 r1 p2")
  }

  @Test func `Once full agent-framework's window drops a turn on every turn`() async throws {
    let result = try await Bench().replay(Shorthand.turns(8), "agent-framework.sliding")
    #expect(result.views.last == "p5 r5 p6 r6 p7 r7 p8")
    let numbers = result.records.filter { !$0.firings.isEmpty }.map(\.number)
    #expect(numbers == [5, 6, 7, 8])
  }

  // Always kept there.
  @Test func `What stands before the first prompt falls first from agent-framework's window`()
    async throws
  {
    let early = try await Bench().replay(
      Shorthand.transcript("r0 p1 r1 p2 r2"), "agent-framework.sliding(turns: 2)"
    ).views
    #expect(early.last == "p1 r1 p2")
  }

  @Test func `Roo halves an even number of entries and splits rounds`() async throws {
    let spec = "roo.truncate(when: always)"
    #expect(try await Bench().left(of: "p1 r1 p2 r2 p3 r3 p4", by: spec) == "p1 r2 p3 r3 p4")
    #expect(try await Bench().left(of: "p1 c1 o1 r1 p2 r2 p3", by: spec) == "p1 r1 p2 r2 p3")
    #expect(try await Bench().left(of: "p1 r1 p2 c2 o2 r2 p3", by: spec) == "p1 c2 o2 r2 p3")
    #expect(try await Bench().left(of: "p1 c1 o1 c2 o2 c3 o3 r3 p4", by: spec) == "p1 c3 o3 r3 p4")
    #expect(try await Bench().left(of: "p1 r1 c1 o1 r2 p2", by: spec) == "p1 o1 r2 p2")
  }

  @Test func `With the large entries at the end Roo acts again at once`() async throws {
    var transcript = Shorthand.turns(9)
    transcript.entries[12] = .p(7, tokens: 95)
    let firings = try await Bench(contextSize: 100).firings(of: 0, transcript, "roo.truncate")
    #expect(firings == [7, 8, 9])
  }

  @Test func `Inspect trims a fifth at a time until it is under the threshold`() async throws {
    let bench = Bench(contextSize: 100)
    let transcript = Transcript.plain(turns: 8, tokens: 10)
    let result = try await bench.replay(transcript, "inspect.trim")
    // 90 tokens: of the eight entries behind the first one falls.
    #expect(result.views[4] == "p1 p2 r2 p3 r3 p4 r4 p5")
    // 100 tokens: one falls, then another.
    #expect(result.views[5] == "p1 p3 r3 p4 r4 p5 r5 p6")
    #expect(result.records.allSatisfy { $0.tokens < 90 })
    // What it cuts a call from falls, too.
    let tools = Transcript("p1 c1 o1 c2 o2 c3 o3 c4 o4 r4", tokens: 10)
    let views = try await bench.replay(tools, "inspect.trim").views
    #expect(views.last == "p1 c2 o2 c3 o3 c4 o4")
  }

  @Test func `Inspect counts messages, so large ones at the end stay too large`() async throws {
    var transcript = Shorthand.turns(8)
    transcript.entries[14] = .p(8, tokens: 200)
    let result = try await Bench(contextSize: 100).replay(transcript, "inspect.trim")
    #expect((result.records.last?.tokens ?? 0) > 200)
    #expect(result.views.last?.hasPrefix("p1 ") == true)
  }
}
