import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct AppleToolPresetTests {
  // Flaw: documented as the equivalent of dropping completed calls. N4 (a), last sentence.
  @Test func `Without tool traffic the exchange in flight is hidden too`() async throws {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 r1 p2 r2")
    let bench = Bench()
    #expect(
      try await bench.replay(transcript, "apple.without-tool-traffic").views
        == ["p1", "p1", "p1", "p1 r1 p2"])
    #expect(
      try await bench.replay(transcript, "apple.drop-completed-tool-calls").views
        == ["p1", "p1 c1 o1", "p1 c2 o2", "p1 r1 p2"])
  }
}
