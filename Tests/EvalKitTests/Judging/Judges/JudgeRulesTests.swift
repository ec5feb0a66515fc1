import Testing

@testable import EvalKit

struct JudgeRulesTests {
  private func hazards(_ change: (inout Judge) -> Void) throws -> Outcome {
    var judge = Judge.default
    change(&judge)
    let observation = JudgingFixture.observation(arm: "a|reader|2048", replies: [:])
    let scores = judge.scores(of: JudgingFixture.judged, observations: [observation])
    return try #require(scores.first { $0.metric == "hazardsPer100" }).outcome
  }

  @Test func `rules are run by group or by id, and less what is off`() {
    var judge = Judge.default
    judge.hazardsOn = ["structure", "over-budget"]
    judge.hazardsOff = ["empty-view"]
    let ids = Set(judge.rules.map(\.id))
    #expect(ids.contains("over-budget"))
    #expect(ids.contains("orphan-output"))
    #expect(!ids.contains("empty-view"))
    #expect(Set(judge.rules.map(\.group)) == [.structure, .budget])
  }

  @Test func `where no rule looked nothing is clean`() throws {
    #expect(try hazards { _ in } == .scored(0))
    #expect(
      try hazards { $0.hazardsOn = [] } == .notApplicable("the judge runs no hazard rule"))
  }
}
