import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct ToolBudgetPruneTests {
  /// Which outputs of six turns, of 11 tokens each, are masked.
  private func masked(_ arguments: String) async throws -> [Int] {
    let items = try await Bench().edited(
      ToolSession.turns(6, words: 11),
      by: "tool-budget-prune(skip-last: 0 turns, minimum: 1 token, \(arguments))"
    ).items
    return items.filter { $0.form == .masked }.compactMap {
      Int($0.entry.label.dropFirst().prefix { $0 != "." })
    }
  }

  @Test(arguments: [
    // Two of them fit 22 tokens, and the third crosses the edge.
    ("protect: 22 tokens", [1, 2, 3, 4]), ("protect: 21 tokens", [1, 2, 3, 4, 5]),
    ("protect: 22 tokens, crossing: kept", [1, 2, 3]),
    ("protect: 0 tokens", [1, 2, 3, 4, 5, 6]), ("protect: 66 tokens", []),
  ])
  func `Outputs beyond the newest so many tokens are masked`(arguments: String, expected: [Int])
    async throws
  {
    #expect(try await masked(arguments) == expected)
  }

  @Test func `Nothing is masked until it makes a batch`() async throws {
    func left(_ minimum: Int) async throws -> Int {
      try await Bench().edited(
        ToolSession.turns(6, words: 11),
        by: "tool-budget-prune(protect: 22 tokens, minimum: \(minimum) tokens, "
          + "skip-last: 0 turns)"
      ).items.count { $0.form == .masked }
    }
    #expect(try await left(44) == 4)
    #expect(try await left(45) == 0)
  }

  @Test func `The newest turns are left alone and count for nothing`() async throws {
    let spec = "tool-budget-prune(protect: 11 tokens, minimum: 1 token, skip-last: 2 turns)"
    let items = try await Bench().edited(ToolSession.turns(6, words: 11), by: spec).items
    #expect(
      items.filter { $0.form == .masked }.map(\.entry.label) == ["o1.0", "o2.0", "o3.0"])
  }

  @Test func `Excluded tools count for nothing and stay`() async throws {
    let entries =
      ToolSession.round(1, "search", gives: ToolSession.words(11))
      + ToolSession.round(2, "skill", gives: ToolSession.words(500))
    let spec =
      "tool-budget-prune(protect: 11 tokens, minimum: 1 token, skip-last: 0 turns, "
      + "exclude-tools: [skill])"
    #expect(
      try await Bench().left(of: Transcript(entries: entries), by: spec) == "c1 o1.0 c2 o2.0")
  }

  @Test func `A longer placeholder may be refused`() async throws {
    let entries =
      ToolSession.round(1, "search", gives: "tiny")
      + ToolSession.round(2, "search", gives: ToolSession.words(30))
    let spec =
      "tool-budget-prune(protect: 0 tokens, minimum: 1 token, skip-last: 0 turns, longer: refused)"
    #expect(
      try await Bench().left(of: Transcript(entries: entries), by: spec) == "c1 o1.0 c2 o2.0*")
  }

  // What stored is for: one break a batch. As a view the edge moves with every output.
  @Test func `Stored it prunes in batches, as a view at every output`() async throws {
    let transcript = ToolSession.turns(20, words: 11)
    func firings(_ persistence: String) async throws -> [Int] {
      let records = try await Bench().replay(
        transcript,
        "tool-budget-prune(protect: 22 tokens, minimum: 44 tokens, skip-last: 0 turns, "
          + "persistence: \(persistence))"
      ).records
      return records.filter { $0.commonPrefix < $0.held }.map(\.number)
    }
    // Six outputs are in the history at request 12; then four more make the next batch.
    #expect(try await firings("stored") == [12, 20, 28, 36])
    #expect(try await firings("view") == Array(stride(from: 12, through: 40, by: 2)))
  }

  // When it fails: the largest output may be the newest.
  @Test func `An output larger than what is protected goes though it is the newest`() async throws {
    let entries =
      [Entry.prompt("p1", label: "p1")]
      + ToolSession.round(1, "search", gives: ToolSession.words(50))
    let spec = "tool-budget-prune(protect: 40 tokens, minimum: 1 token, skip-last: 0 turns)"
    #expect(try await Bench().left(of: Transcript(entries: entries), by: spec) == "p1 c1 o1.0*")
  }

  // When it fails: the turn in flight loses its earlier rounds.
  @Test func `Messages that are left alone are no turn`() async throws {
    let entries =
      [Entry.prompt("p1", label: "p1")]
      + (1...3).flatMap { ToolSession.round($0, "search", gives: ToolSession.words(50)) }
    func left(_ skipped: String) async throws -> String {
      try await Bench().left(
        of: Transcript(entries: entries),
        by: "tool-budget-prune(protect: 0 tokens, minimum: 1 token, \(skipped))")
    }
    #expect(
      try await left("skip-last: 0 turns, skip-last-messages: 2")
        == "p1 c1 o1.0* c2 o2.0* c3 o3.0")
    #expect(try await left("skip-last: 1 turn") == "p1 c1 o1.0 c2 o2.0 c3 o3.0")
  }
}
