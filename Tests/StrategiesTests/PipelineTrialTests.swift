import EvalKit
import Strategies
import Testing

struct PipelineTrialTests {
  private func rules(_ spec: String, contextSize: Int = 1024) async throws -> [String] {
    await PipelineTrials.findings(
      try Strategies.catalog.parse(spec), budget: ContextBudget(contextSize: contextSize)
    ).map { "\($0.stage + 1) \($0.rule)" }
  }

  @Test func `Stages that give something else the other way round are said not to commute`()
    async throws
  {
    #expect(
      try await rules("drop-completed-tool-calls | rolling-window(6)") == ["1 order-matters"])
    // Two windows leave the shorter one, whatever the order.
    #expect(try await rules("rolling-window(6) | rolling-window(4)") == [])
    // A stored stage and a view never change places.
    #expect(
      try await rules("drop-completed-tool-calls(persistence: stored) | rolling-window(6)")
        .contains("1 order-matters") == false)
  }

  @Test func `A stored window that a view gives as well is pointed out`() async throws {
    #expect(try await rules("rolling-window(6, persistence: stored)") == ["1 view-would-do"])
    // It changes nothing here, so nothing is known of it.
    #expect(try await rules("rolling-window(500, persistence: stored)") == [])
  }

  @Test func `Stages that ask a model are not tried`() async throws {
    #expect(try await rules("summarize-history(6) | rolling-window(6)") == [])
  }
}
