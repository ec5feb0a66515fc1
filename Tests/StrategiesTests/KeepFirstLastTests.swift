import EvalKit
import Strategies
import Testing

struct KeepFirstLastTests {
  @Test(arguments: [
    ("p1 r1 p2 r2 p3", 1, 2, "p1 r2 p3"),
    ("p1 r1 p2 r2 p3", 2, 3, "p1 r1 p2 r2 p3"),
    ("p1 r1 p2 r2 p3", 4, 4, "p1 r1 p2 r2 p3"),
    ("p1 r1 p2 r2 p3", 0, 1, "p3"),
    ("p1 r1 p2 r2 p3", 2, 0, "p1 r1"),
    ("i p1 r1 p2", 0, 0, "i"),
    // When it fails: both edges cut where they fall.
    ("p1 c1 o1 r1 p2 c2 o2", 2, 1, "p1 c1 o2"),
  ])
  func `First and last entries stay, each once`(
    session: String, first: Int, last: Int, left: String
  ) async throws {
    #expect(
      try await Bench().left(
        of: session, by: "keep-first-last(first: \(first), last: \(last))") == left)
  }
}
