import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct WholeTurnAnchorTests {
  @Test(arguments: [
    ("p1 r1 p2 r2 p3 r3 p4", "turns: 3", "p1 r1 p3 r3 p4"),
    ("p1 r1 p2 r2 p3 r3 p4", "turns: 4", "p1 r1 p2 r2 p3 r3 p4"),
    ("p1 r1 p2 r2 p3 r3 p4", "turns: 1", "p1 r1 p4"),
    ("p1 r1 p2 r2 p3 r3 p4", "entries: 5", "p1 r1 p3 r3 p4"),
    ("p1 r1 p2 r2 p3 r3 p4", "entries: 4", "p1 r1 p4"),
    ("i p1 r1 p2 r2 p3 r3 p4", "tokens: 7", "i p1 r1 p3 r3 p4"),
    ("i p1 r1 p2 r2 p3 r3 p4", "tokens: 6", "i p1 r1 p4"),
    // What stands before the first prompt is no turn and falls first.
    ("r0 p1 r1 p2 r2 p3", "turns: 2", "p1 r1 p3"),
    // The only turn is in flight.
    ("p1 c1 o1", "entries: 1", "p1 c1 o1"), ("r0", "turns: 1", "r0"),
    // When it fails: the anchor and the turn in flight stay, whatever they weigh.
    ("p1 c1 o1 c1 o1 r1 p2", "entries: 3", "p1 c1 o1 c1 o1 r1 p2"),
  ])
  func `The first turn stays and counts first`(session: String, size: String, left: String)
    async throws
  {
    let spec = "whole-turn-window(\(size), anchor: true)"
    #expect(try await Bench().left(of: session, by: spec) == left)
  }

  @Test func `An anchor stays in the cache where a window without one keeps the head only`()
    async throws
  {
    let transcript = Transcript.plain(turns: 12, head: 40)
    func cached(_ anchor: Bool) async throws -> Int? {
      try await Bench().replay(transcript, "whole-turn-window(turns: 4, anchor: \(anchor))")
        .records.last?.cached
    }
    #expect(try await cached(false) == 40)
    #expect(try await cached(true) == 60)
  }
}
