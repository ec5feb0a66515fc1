import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct ReasoningClearTests {
  @Test(arguments: [
    ("", "p1 t1 r1 p2 t2 r2 p3", "p1 r1 p2 t2 r2 p3"),
    // The turn in flight has none yet, so the one before keeps its own until it has.
    ("", "p1 t1 r1 p2 r2 p3", "p1 t1 r1 p2 r2 p3"),
    ("", "p1 t1 r1 p2 t2 c2 o2", "p1 r1 p2 t2 c2 o2"),
    ("keep: turns, count: 2", "p1 t1 r1 p2 t2 r2 p3 t3 c3 o3", "p1 r1 p2 t2 r2 p3 t3 c3 o3"),
    ("keep: turns, count: 0", "p1 t1 r1 p2", "p1 r1 p2"),
    ("keep: messages", "p1 t1 c1 o1 t2 c2 o2", "p1 c1 o1 t2 c2 o2"),
    ("keep: messages, count: 2", "p1 t1 c1 o1 t2 c2 o2", "p1 t1 c1 o1 t2 c2 o2"),
    ("keep: messages", "p1 t1 r1 p2 r2 p3", "p1 r1 p2 r2 p3"),
    ("keep: before-last", "p1 t1 c1 o1", "p1 c1 o1"),
    ("keep: before-last", "p1 t1 r1 p2 t2 r2", "p1 r1 p2 t2 r2"),
    ("keep: none", "p1 t1 r1 p2 t2 c2 o2", "p1 r1 p2 c2 o2"),
    ("keep: all", "p1 t1 r1 p2 t2 c2 o2", "p1 t1 r1 p2 t2 c2 o2"),
    ("keep: none, when: 6 entries", "p1 t1 r1 p2 t2 r2", "p1 t1 r1 p2 t2 r2"),
    ("keep: none, when: 5 entries", "p1 t1 r1 p2 t2 r2", "p1 r1 p2 r2"),
  ])
  func `Reasoning stays as far as keep says`(arguments: String, session: String, left: String)
    async throws
  {
    let spec = arguments.isEmpty ? "reasoning-clear" : "reasoning-clear(\(arguments))"
    #expect(try await Bench().left(of: session, by: spec) == left)
  }

  @Test func `Keeping all of it never acts, and the analysis says so`() throws {
    let findings = PipelineAnalysis.findings(
      try Strategies.catalog.parse("reasoning-clear(keep: all)"),
      budget: ContextBudget(contextSize: 4096))
    #expect(findings.map(\.rule) == ["unreachable-stage"])
    #expect(findings.first?.message.contains("it keeps all reasoning") == true)
  }

  // When it fails
  @Test func `A reply that was nothing but reasoning goes without a trace`() async throws {
    #expect(
      try await Bench().left(of: "p1 t1 p2 t2 r2 p3", by: "reasoning-clear") == "p1 p2 t2 r2 p3")
  }
}
