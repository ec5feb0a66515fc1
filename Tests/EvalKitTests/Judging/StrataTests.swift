import Testing

@testable import EvalKit

struct StrataTests {
  private typealias Fixture = JudgingFixture

  @Test func `strata are worked out of the case alone`() {
    let judged = Fixture.judged
    // Said in the second of four turns, again in the two calls that use it.
    #expect(
      judged.strata(["tag"], probe: "recall", count: 12)
        == Strata(
          kind: "identifier", probe: "recall", turns: 2, tokens: 90, mentions: 2, role: "prompt",
          position: "start"))
    #expect(
      judged.strata(["fee"], probe: "recall", count: 12)
        == Strata(
          kind: "number", probe: "recall", turns: 2, tokens: 70, mentions: 1, role: "toolOutput",
          position: "middle"))
    // Before the claim, in its turn: nothing has used the fee yet.
    #expect(judged.strata(["fee"], probe: "trajectory", count: 9).mentions == 0)
    #expect(judged.strata(["fee"], probe: "trajectory", count: 9).turns == 2)
    #expect(judged.strata(["fee"], probe: "recall", count: 6).turns == 0)
  }

  @Test func `several facts have the age of the oldest and the mentions of the least mentioned`() {
    let both = Fixture.judged.strata(["fee", "tag"], probe: "multi-hop", count: 12)
    #expect(
      both
        == Strata(
          kind: "several", probe: "multi-hop", turns: 2, tokens: 90, mentions: 1, role: "several",
          position: "start"))
  }

  @Test func `a question without facts has a kind of probe and no more`() {
    let strata = Fixture.judged.strata([], probe: "abstention", count: 12)
    #expect(strata == Strata(probe: "abstention"))
    for dimension in Strata.Dimension.allCases where dimension != .probe {
      #expect(strata.value(of: dimension) == "none")
    }
  }

  @Test func `without a tokenizer the age in tokens is unknown`() {
    let judged = Judge.default.prepare(Fixture.evalCase)
    #expect(judged.strata(["tag"], probe: "recall", count: 12).tokens == nil)
  }

  @Test(arguments: [
    (0, "0-1"), (1, "0-1"), (2, "2-3"), (7, "4-7"), (31, "16-31"), (32, "32+"), (5000, "32+"),
  ])
  func `ages fall into bins that double`(turns: Int, bin: String) {
    #expect(Strata(probe: "p", turns: turns).value(of: .age) == bin)
  }

  @Test func `strata are ordered as people read them`() {
    func ordered(_ values: [String], _ dimension: Strata.Dimension) -> [String] {
      values.sorted { Strata.precedes($0, $1, in: dimension) }
    }
    #expect(ordered(["none", "16-31", "2-3", "0-1"], .age) == ["0-1", "2-3", "16-31", "none"])
    #expect(ordered(["end", "middle", "start"], .position) == ["start", "middle", "end"])
    #expect(ordered(["number", "none", "date"], .kind) == ["date", "number", "none"])
  }

  @Test func `every arm has the same strata of a question`() {
    let arms = ["a|reader|512", "b|reader|512"].map(ArmIdentity.init)
    let scores = Judge.default.scores(
      of: Fixture.judged, arms: arms,
      observations: [Fixture.observation(arm: arms[0].key, replies: [:])])
    func strata(_ arm: ArmIdentity) -> [[String]: Strata?] {
      Dictionary(
        uniqueKeysWithValues: scores.filter {
          $0.arm == arm.key && ["recall", "survival"].contains($0.metric)
        }.map { ([$0.metric, $0.question], $0.strata) })
    }
    // The second arm has no observation: its questions are of the same strata, errored.
    #expect(strata(arms[0]) == strata(arms[1]))
    #expect(strata(arms[0]).values.allSatisfy { $0 != nil })
  }
}
