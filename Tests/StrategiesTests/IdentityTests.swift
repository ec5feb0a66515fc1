import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct IdentityTests {
  @Test func `Nothing changes`() async throws {
    let transcript = Shorthand.transcript("i p1 c1 o1 r1 p2 r2")
    let result = try await Bench().replay(transcript, "identity")
    #expect(result.views == ["i p1", "i p1 c1 o1", "i p1 c1 o1 r1 p2"])
    #expect(result.records.allSatisfy { $0.firings.isEmpty && $0.error == nil })
  }

  // When it fails
  @Test func `A session that outgrows the window overflows`() async throws {
    let records = try await Bench(contextSize: 512 + 250).replay(
      .plain(turns: 3, tokens: 100), "identity"
    ).records
    #expect(records.map { $0.overBy > 0 } == [false, true, true])
  }
}
