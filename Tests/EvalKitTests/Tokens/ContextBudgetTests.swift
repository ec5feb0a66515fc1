import EvalKit
import EvalKitTesting
import Testing

struct ContextBudgetTests {
  // N1
  @Test(arguments: [
    (4096, 3584), (32_000, 31_488), (32_768, 32_256), (400, 0), (512, 0), (513, 1),
    (0, 3584), (-1, 3584), (.min, 3584), (.max, .max - 512),
  ])
  func `the budget is the size less the reserve, and no less than nothing`(size: Int, budget: Int) {
    #expect(ContextBudget(contextSize: size).tokens == budget)
  }

  // N1
  @Test(arguments: [0, -1]) func `a size of nothing does not say, so one is assumed`(size: Int) {
    let budget = ContextBudget(contextSize: size)
    #expect(budget.contextSize == 4096)
    #expect(budget.isAssumed)
    #expect(!ContextBudget(contextSize: 4096).isAssumed)
  }

  // N1, N3
  @Test(arguments: [
    (0, 3071, false), (0, 3072, true), (4096, 3071, false), (4096, 3072, true),
    (32_768, 24_575, false), (32_768, 24_576, true),
  ])
  func `a share is of the context size, and fires when it is reached`(
    size: Int, tokens: Int, fires: Bool
  ) async throws {
    let transcript = Transcript(entries: [.p(1, tokens: tokens), .r(1)])
    let fired = try await lastMet(Trigger.share(75), transcript, size)
    #expect(fired == fires)
  }

  @Test(arguments: [
    (Trigger.entries(3), false), (.entries(2), true), (.turns(2), false), (.turns(1), true),
    (.tokens(36), false), (.tokens(35), true), (.uses(0), false), (.always, true),
    (.overflow, false),
  ])
  func `counts fire when they exceed and leave the head out, tokens when they reach and include it`(
    trigger: Trigger, fires: Bool
  ) async throws {
    let transcript = Transcript("p1 r1 p2 r2", tokens: 10, head: 5)
    let seen = try await lastMet(trigger, transcript, 1000)
    #expect(seen == fires)
  }

  /// Whether a trigger was met at the last request.
  private func lastMet(_ trigger: Trigger, _ transcript: Transcript, _ size: Int) async throws
    -> Bool
  {
    let stage = Stage.stored(at: .prompt) { history, context, memory in
      memory = .bool(trigger.isMet(by: history, in: context))
      if memory == true { history.drop { _ in true } }
    }
    var bed = Bed(contextSize: size)
    bed.reserve = 0
    let outcome = try await bed.replay(transcript, stage)
    return outcome.records.last?.firings.isEmpty == false
  }
}
