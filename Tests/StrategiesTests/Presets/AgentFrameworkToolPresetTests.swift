import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct AgentFrameworkToolPresetTests {
  // Flaw: the target is the trigger, so from then on it fires again and again.
  @Test func `It collapses just enough and fires on request after request`() async throws {
    let transcript = ToolSession.turns(30, words: 60)
    let result = try await Bench(contextSize: 2000).replay(
      transcript, "agent-framework.tool-result")
    let fired = result.records.filter { !$0.firings.isEmpty }.map(\.number)
    #expect(fired.count > 10)
    let steps = zip(fired, fired.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 <= 2 })
    let findings = PipelineAnalysis.findings(
      try Strategies.catalog.parse("agent-framework.tool-result"),
      budget: ContextBudget(contextSize: 1000))
    #expect(findings.map(\.rule) == ["target-at-trigger"])
  }

  // Flaw: the hazard `call-text-in-prose` reports it.
  @Test func `A past call reads as prose of the model`() async throws {
    let items = try await Bench(contextSize: 100).edited(
      ToolSession.turns(8, words: 20), by: "agent-framework.tool-result(last: 4)"
    ).items
    #expect(items[1].kind == .response)
    #expect(items[1].entry.text.hasPrefix("[Tool Calls]\nsearch:\n  - w1x0 w1x1"))
  }
}
