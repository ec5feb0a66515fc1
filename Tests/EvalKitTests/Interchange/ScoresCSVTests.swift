import EvalKit
import Testing

struct ScoresCSVTests {
  private let evalCase = EvalCase(
    id: "c", cluster: "k", transcript: Transcript(entries: [.prompt("a")]))

  private func rows(_ scores: [Score]) -> [String] {
    ScoresCSV.text(scores, cases: [evalCase]).split(separator: "\r\n").map(String.init)
  }

  @Test func `a score is a row, with what its question is told apart by`() {
    let strata = Strata(
      kind: "date", probe: "recall", turns: 3, tokens: 120, mentions: 0, role: "prompt",
      position: "start")
    let score = Score(
      caseID: "c", arm: "a | b|reader|2048", metric: "recall", question: "p@t3", group: "p",
      outcome: .scored(0.5), verdict: "wrong", reason: "said 'x'", strata: strata)
    #expect(
      rows([score]) == [
        ScoresCSV.columns.joined(separator: ","),
        "c,k,a | b,reader,2048,recall,p@t3,p,scored,0.5,wrong,said 'x',date,recall,3,120,0,prompt,"
          + "start",
      ])
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("a\nb", "\"a\nb\""),
    ("a\rb", "\"a\rb\""), ("\"", "\"\"\"\""), ("plain; text", "plain; text"), ("", ""),
  ]) func `a cell is quoted where it has to be`(reason: String, cell: String) {
    let score = Score(
      caseID: "c", arm: "a|m|1", metric: "recall", outcome: .scored(1), reason: reason)
    #expect(
      ScoresCSV.text([score], cases: [evalCase]).hasSuffix(",scored,1,,\(cell),,,,,,,\r\n"))
  }

  @Test(arguments: [
    (Outcome.errored("timeout"), "errored,,,timeout"),
    (.notApplicable("floor"), "notApplicable,,,floor"), (.excluded("--only"), "excluded,,,--only"),
  ]) func `what has no number says why`(outcome: Outcome, cells: String) {
    let score = Score(caseID: "x", arm: "a|m|1", metric: "recall", outcome: outcome)
    #expect(rows([score])[1] == "x,,a,m,1,recall,,,\(cells),,,,,,,")
  }
}
