import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct UserMessagesPlusSummaryTests {
  @Test func `Prompts stay and the summary of everything is last`() async throws {
    let bench = Bench()
    let left = try await bench.left(
      of: "p1 c1 o1 r1 p2 r2 p3 c3 o3", by: "user-messages-plus-summary(when: always)")
    #expect(left == "p1 p2 p3 S")
    #expect(bench.summariser.requests[0].items.count == 9)
  }

  @Test func `It covers what is gone, and what stays is kept`() async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 r1 p2")
    let stage = try #require(
      try Strategies.catalog.parse("user-messages-plus-summary(when: always)").stages.first)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(
      EntryFate.fates(of: 3, in: left.items).map(\.fate) == [.kept, .summarised, .kept])
  }

  @Test(arguments: [
    (30, "p1 p2 p3 S"), (25, "p1* p2 p3 S"), (20, "p2 p3 S"), (12, "p2* p3 S"), (10, "p3 S"),
    (5, "p3* S"), (0, "S"),
  ])
  func `The newest prompts stay as far as the budget goes, the oldest of them cut`(
    budget: Int, left: String
  ) async throws {
    let transcript = Transcript("p1 r1 p2 r2 p3")
    let bench = Bench()
    let stage = try #require(
      try Strategies.catalog.parse(
        "user-messages-plus-summary(when: always, user-budget: \(budget))"
      ).stages.first)
    let found = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(Shorthand.text(found) == left)
    let prompts = found.items.filter { !$0.isSynthesised }
    #expect(prompts.reduce(0) { $0 + bench.context(transcript).tokens($1) } <= budget)
  }

  @Test func `The last summary is summarised, not kept as a prompt`() async throws {
    let bench = Bench()
    let result = try await bench.replay(
      Shorthand.turns(4), "user-messages-plus-summary(when: 3 entries)")
    #expect(result.views == ["p1", "p1 r1 p2", "p1 p2 p3 S", "p1 p2 p3 p4 S"])
    #expect(bench.summariser.requests[1].prompt?.contains("S1") == true)
    let fates = EntryFate.fates(of: 7, in: result.session.history.items).map(\.fate)
    #expect(fates[1] == .summarised && fates[5] == .summarised)
  }

  // The failure of its page.
  @Test func `Answered prompts stand without their answers`() async throws {
    let left = try await Bench().left(
      of: "p1 r1 p2 r2 p3", by: "user-messages-plus-summary(when: always)")
    #expect(left == "p1 p2 p3 S")
  }

  @Test func `Prompts and its own summary alone are left alone`() async throws {
    let bench = Bench()
    let left = try await bench.left(of: "p1 p2", by: "user-messages-plus-summary(when: always)")
    #expect(left == "p1 p2")
    #expect(bench.summariser.requests.isEmpty)
  }
}
