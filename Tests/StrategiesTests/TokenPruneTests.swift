import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct TokenPruneTests {
  private let text = """
    The report of the committee says that the budget for project Falcon is 48,200 euros.
    The budget for the other project is not known and the committee will see /srv/budget.csv later.
    """

  private func pruned(_ text: String, _ ratio: Int) async throws -> String {
    let transcript = Transcript(entries: [
      .output(text, toolName: "t", label: "o1"), .prompt("p2", label: "p2"),
    ])
    return try await Bench().edited(transcript, by: "token-prune(ratio: \(ratio)%, last: 0)")
      .items[0].entry.text
  }

  @Test func `Stop words go first, then words said before, then the rest from the end`()
    async throws
  {
    let left = try await pruned(text, 50)
    #expect(
      left == """
        report committee says budget project Falcon 48,200 euros.
        budget other project not known see /srv/budget.csv later.
        """)
  }

  @Test func `Names, numbers and paths go last`() async throws {
    #expect(try await pruned(text, 6) == "48,200\n/srv/budget.csv")
  }

  @Test func `A share of all changes nothing, and short texts stay`() async throws {
    #expect(try await pruned(text, 100) == text)
    #expect(try await pruned("the of and a an it", 10) == "the of and a an it")
  }

  @Test(arguments: [
    ("last: 0, in-flight: false", "p1 c1 o1.0* r1 p2 c2 o2.0* r2"),
    ("last: 0", "p1 c1 o1.0* r1 p2 c2 o2.0 r2"),
    ("last: 6, in-flight: false", "p1 c1 o1.0 r1 p2 c2 o2.0 r2"),
    ("last: 0, first: 3", "p1 c1 o1.0 r1 p2 c2 o2.0 r2"),
    ("last: 0, exclude-tools: [search]", "p1 c1 o1.0 r1 p2 c2 o2.0 r2"),
    ("last: 0, pinned: [w1x7]", "p1 c1 o1.0 r1 p2 c2 o2.0 r2"),
  ])
  func `What is protected stays whole`(arguments: String, left: String) async throws {
    #expect(
      try await Bench().left(
        of: ToolSession.turns(2, words: 40), by: "token-prune(ratio: 50%, \(arguments))") == left)
  }

  // When it fails
  @Test func `A small word may have been what mattered`() async throws {
    let text =
      "Whatever anybody in a meeting says today or tomorrow about our new plan, do not ship the build until somebody "
      + "from legal signs the form and sends it back to you."
    let left = try await pruned(text, 25)
    #expect(!left.contains("not") && !left.contains("until"))
  }

  @Test func `Text without spaces is not cut`() async throws {
    let text = Array(repeating: "予算は四万八千二百ユーロです。", count: 30).joined()
    #expect(try await pruned(text, 10) == text)
  }

  // When it fails
  @Test func `Tables lose their columns`() async throws {
    let rows = (1...20).map {
      $0.isMultiple(of: 2) ? "row\($0) the \($0)" : "row\($0) x\($0) \($0)"
    }
    let left = try await pruned(rows.joined(separator: "\n"), 84)
    let columns = left.split(separator: "\n").map { $0.split(separator: " ").count }
    #expect(Set(columns) == [2, 3])
  }
}
