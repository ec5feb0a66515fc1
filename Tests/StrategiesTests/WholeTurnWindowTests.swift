import EvalKit
import Strategies
import Testing

struct WholeTurnWindowTests {
  @Test(arguments: [
    ("p1 r1 p2 r2 p3", "entries: 3", "p2 r2 p3"),
    ("p1 r1 p2 r2 p3", "entries: 2", "p3"),
    ("p1 r1 p2 r2 p3", "entries: 4", "p2 r2 p3"),
    ("p1 r1 p2 r2 p3", "entries: 5", "p1 r1 p2 r2 p3"),
    // A turn never loses part of itself.
    ("p1 c1 o1 r1 p2 r2 p3", "entries: 6", "p2 r2 p3"),
    // The turn in flight is never evicted, however large.
    ("p1 r1 p2 c1 o1 c2 o2", "entries: 1", "p2 c1 o1 c2 o2"),
    ("p1 r1 p2 r2 p3", "turns: 1", "p3"),
    ("p1 r1 p2 r2 p3", "turns: 2", "p2 r2 p3"),
    // What stands before the first prompt falls first, as a turn of its own.
    ("r0 p1 r1 p2", "turns: 2", "p1 r1 p2"),
    ("r0 p1 r1 p2", "turns: 3", "r0 p1 r1 p2"),
    // A word is a token here.
    ("p1 r1 p2 r2 p3", "tokens: 3", "p2 r2 p3"),
    ("p1 r1 p2 r2 p3", "tokens: 2", "p3"),
    // The head (`instructions i`) takes two tokens of the size.
    ("i p1 r1 p2 r2 p3", "tokens: 5", "i p2 r2 p3"),
    ("i p1 r1 p2 r2 p3", "tokens: 4", "i p3"),
    // Half of ten.
    ("p1 r1 p2 r2 p3 r3 p4", "tokens: 50%", "p2 r2 p3 r3 p4"),
  ])
  func `Whole past turns fall from the oldest until the rest fits`(
    session: String, size: String, left: String
  ) async throws {
    let bench = Bench(contextSize: 10)
    #expect(try await bench.left(of: session, by: "whole-turn-window(\(size))") == left)
  }

  @Test func `A large old turn falls though newer small ones would fit beside it`() async throws {
    #expect(
      try await Bench().left(
        of: "p1 r1 p2 c1 o1 c2 o2 r2 p3", by: "whole-turn-window(entries: 4)") == "p3")
  }

  @Test func `No output loses its call in any view of a session`() async throws {
    let transcript = Shorthand.transcript("p1 c1 o1 r1 p2 c2 o2 c3 o3 r2 p3 r3 p4 c4 o4 r4")
    for size in 1...12 {
      let views = try await Bench().replay(transcript, "whole-turn-window(entries: \(size))").views
      #expect(views.allSatisfy { $0.hasPrefix("p") })
    }
  }

  @Test(arguments: [
    "whole-turn-window", "whole-turn-window(tokens: 10, turns: 2)",
  ])
  func `Exactly one size is taken`(spec: String) throws {
    let error = #expect(throws: SpecError.self) { try Strategies.catalog.parse(spec) }
    #expect(error?.message.contains("exactly one of tokens, entries and turns") == true)
  }

  // When it fails: the turn in flight alone is over the size.
  @Test func `A turn in flight over the size is shown whole`() async throws {
    let bench = Bench(contextSize: 4)
    #expect(
      try await bench.left(of: "p1 c1 o1 c2 o2", by: "whole-turn-window(tokens: 100%)")
        == "p1 c1 o1 c2 o2")
  }
}
