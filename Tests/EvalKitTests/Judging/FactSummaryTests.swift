import Testing

@testable import EvalKit

/// Summaries of how facts fared and were answered.
struct FactSummaryTests {
  private static let arm = "a|m|2048"

  private func recall(
    _ question: String, _ verdict: AnswerVerdict, group: String? = nil, strata: Strata? = nil,
    case caseID: String = "c"
  ) -> Score {
    Score(
      caseID: caseID, arm: Self.arm, metric: "recall", question: question, group: group,
      outcome: .scored(verdict == .correct ? 1 : 0), verdict: verdict.rawValue, strata: strata)
  }

  private func survival(
    _ question: String, _ survival: Survival, group: String? = nil, contested: Bool = false,
    compactions: Int? = nil, strata: Strata? = nil, case caseID: String = "c"
  ) -> Score {
    Score(
      caseID: caseID, arm: Self.arm, metric: "survival", question: question, group: group,
      outcome: .scored(survival.isSurvival ? 1 : 0),
      verdict: survival.rawValue + (contested ? " contested" : ""), strata: strata,
      fact: FactDetails(isContested: contested, compactions: compactions))
  }

  @Test func `what became of facts stands against how they were answered`() throws {
    let summary = Summary([
      survival("a/f", .verbatim), recall("a", .wrong), survival("b/f", .gone),
      recall("b", .correct), survival("c/f", .gone), recall("c", .abstained),
      survival("d/f", .verbatim, contested: true), recall("d", .stale),
      // Of two facts the worse one counts.
      survival("e/f", .rewritten), survival("e/g", .refetchable), recall("e", .wrong),
      survival("end/f", .gone),
      Score(
        caseID: "c", arm: Self.arm, metric: "recall", question: "x", outcome: .errored("failed")),
      survival("x/f", .gone),
      // A question without a fact, and one whose view is not known.
      recall("y", .correct),
      Score(
        caseID: "c", arm: Self.arm, metric: "recall", question: "z", outcome: .errored("failed")),
    ])
    let table = try #require(summary.survivalByAnswer.first)
    #expect(
      table.rows.map { [$0.survival?.rawValue ?? "", "\($0.isContested)", "\($0.total)"] } == [
        ["verbatim", "false", "1"], ["verbatim", "true", "1"], ["refetchable", "false", "1"],
        ["gone", "false", "3"], ["", "false", "2"],
      ])
    // Every question that recall is asked of is in the table.
    #expect(table.rows.reduce(0) { $0 + $1.total } == 8)
    #expect(table.rows[3].answers == [.correct: 1, .abstained: 1])
    #expect(table.rows[3].errored == 1)
    #expect(table.count(kept: true, .wrong, .stale) == 2)
    #expect(table.count(kept: false, .correct) == 1)
    #expect(table.contested(.stale) == 1)
    let json = try JSONValue.parse(summary.file)
    let row = json["survivalByAnswer"]?.arrayValue?.first?["rows"]?.arrayValue?.dropLast().last
    #expect(row?["survival"] == "gone")
    #expect(row?["correct"] == 1)
    #expect(row?["overflow"] == 0)
    #expect(row?["errored"] == 1)
  }

  @Test func `confabulation is what is invented of what is gone and not guessed right`() {
    let summary = Summary([
      survival("a/f", .gone), recall("a", .wrong), survival("b/f", .gone), recall("b", .abstained),
      survival("c/f", .gone), recall("c", .correct), survival("d/f", .gone), recall("d", .stale),
      survival("e/f", .verbatim), recall("e", .wrong), survival("g/f", .refetchable),
      recall("g", .wrong),
    ])
    let value = summary.arms.first?.metrics["confabulation"]
    #expect(value?.value == 2.0 / 3)
    #expect(value?.scored == 3)
    #expect(value?.notApplicable == 3)
  }

  @Test func `precision leaves out what was declined`() {
    let summary = Summary([
      recall("a", .correct), recall("b", .wrong), recall("c", .abstained), recall("d", .stale),
      recall("e", .correct), recall("f", .overflow),
    ])
    #expect(summary.arms.first?.metrics["precision"]?.value == 0.5)
    #expect(summary.arms.first?.metrics["precision"]?.notApplicable == 2)
    #expect(summary.arms.first?.metrics["recall"]?.value == 2.0 / 6)
    // Without survival there is nothing to know of what is gone.
    #expect(summary.arms.first?.metrics["confabulation"] == nil)
  }

  @Test func `strata pool groups, and split the instances of a probe`() throws {
    func strata(_ turns: Int) -> Strata { Strata(kind: "date", probe: "recall", turns: turns) }
    let summary = Summary([
      recall("q@t1", .correct, group: "q", strata: strata(1)),
      recall("q@t2", .correct, group: "q", strata: strata(1)),
      recall("q@t9", .wrong, group: "q", strata: strata(9)),
      recall("r", .wrong, strata: strata(1)),
      Score(
        caseID: "c", arm: Self.arm, metric: "recall", question: "s", outcome: .errored("failed"),
        strata: strata(9)),
    ])
    let ages = summary.strata.filter { $0.dimension == .age }
    #expect(ages.map(\.value) == ["0-1", "8-15"])
    // A group of two right answers, and a wrong one.
    let young = ages[0].arms.first?.metrics["recall"]
    #expect(young?.value == 0.5)
    #expect(young?.scored == 3)
    let old = ages[1].arms.first?.metrics["recall"]
    #expect(old?.value == 0)
    #expect(old?.errored == 1)
    let kinds = summary.strata.filter { $0.dimension == .kind }
    #expect(kinds.map(\.value) == ["date"])
    // As without strata: the group's instances are averaged first.
    #expect(
      kinds.first?.arms.first?.metrics["recall"]?.value
        == summary.arms.first?.metrics["recall"]?.value)
    let json = try JSONValue.parse(summary.file)
    #expect(json["strata"]?.arrayValue?.count == summary.strata.count)
  }

  @Test func `compactions survived are told by bin and on average`() throws {
    let summary = Summary([
      survival("a@t1/f", .verbatim, group: "a/f", compactions: 0),
      survival("a@t2/f", .verbatim, group: "a/f", compactions: 2),
      survival("a@t3/f", .gone, group: "a/f", compactions: 5),
      survival("b/g", .rewritten, compactions: 3), survival("c/h", .gone, compactions: 1),
    ])
    let survived = try #require(summary.compactionsSurvived.first)
    // The first fact was seen alive after 2, the second after 3, the third never.
    #expect(survived.mean == 5.0 / 3)
    #expect(survived.bins.map(\.compactions) == ["0", "1", "2-3", "4-7"])
    #expect(survived.bins.map(\.survival.value) == [1, 0, 1, 0])
  }

  private func lives(_ lives: [(Int, Bool)]) -> HalfLife {
    HalfLife(
      arm: ArmIdentity(key: Self.arm),
      lives: lives.map { HalfLife.Life(compactions: $0.0, isLost: $0.1) })
  }

  @Test func `a half-life is read off the product-limit curve`() {
    // Six facts: lost after 1, 3, 3 and 5; seen alive at 2 and at 6.
    // S(1) = 5/6, S(3) = 5/6 · (1 − 2/4) = 5/12: half are lost by 3.
    let life = lives([(1, true), (2, false), (3, true), (3, true), (5, true), (6, false)])
    #expect(life.curve.map(\.compactions) == [1, 3, 5])
    #expect(abs((life.curve.last?.surviving ?? 0) - 5.0 / 12 * 0.5) < 1e-12)
    #expect(life.compactions == 3)
    #expect(life.facts == 6)
    #expect(life.lost == 4)
    // What is censored where others are lost still stood then: 1 − 1/2.
    #expect(lives([(4, true), (4, false)]).compactions == 4)
    #expect(lives([(4, true), (9, false), (9, false)]).compactions == nil)
    #expect(lives([(4, false)]).curve.isEmpty)
  }

  @Test func `only probes that are asked again and again tell a half-life`() throws {
    #expect(Summary([survival("a/f", .gone, compactions: 4)]).halfLife.isEmpty)
    let summary = Summary([
      survival("a@t1/f", .verbatim, group: "a/f", compactions: 1),
      survival("a@t2/f", .gone, group: "a/f", compactions: 4),
      // What comes back stays lost.
      survival("a@t3/f", .verbatim, group: "a/f", compactions: 6),
      survival("b@t1/g", .verbatim, group: "b/g", compactions: 7),
      Score(
        caseID: "c", arm: Self.arm, metric: "survival", question: "b@t2/g", group: "b/g",
        outcome: .errored("failed")),
    ])
    let life = try #require(summary.halfLife.first)
    #expect(life.facts == 2)
    #expect(life.lost == 1)
    #expect(life.compactions == 4)
    let json = try JSONValue.parse(summary.file)
    #expect(json["halfLife"]?.arrayValue?.first?["compactions"] == 4)
    let none = Summary([survival("a@t1/f", .verbatim, group: "a/f", compactions: 1)])
    #expect(try JSONValue.parse(none.file)["halfLife"]?.arrayValue?.first?["compactions"] == .null)
  }
}
