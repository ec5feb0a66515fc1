import Testing

@testable import EvalKit

struct AnswerCase: Sendable, CustomTestStringConvertible {
  let answer: String
  let verdict: AnswerVerdict
  var testDescription: String { "“\(answer)” is \(verdict.rawValue)" }
  init(_ answer: String, _ verdict: AnswerVerdict) {
    self.answer = answer
    self.verdict = verdict
  }
}

struct JudgingAnswerTests {
  private func verdict(_ probe: Probe, _ answer: String) -> AnswerVerdict {
    AnswerJudge(probe, facts: JudgingFixture.judged.facts)
      .judgement(of: Reply(text: answer)).verdict
  }

  @Test(arguments: [
    AnswerCase("BA4711", .correct), AnswerCase("The tag is BA 4711.", .correct),
    AnswerCase("It is BA4711, not BA4117.", .correct),
    AnswerCase("It was BA4117 and is BA4711 now.", .correct),
    AnswerCase("BA4117", .stale), AnswerCase("It was BA4117.", .stale),
    AnswerCase("BA4711 or BA4117", .ambiguous), AnswerCase("BA4117, BA4711", .ambiguous),
    AnswerCase("not BA4711", .wrong), AnswerCase("QX7R2M", .wrong), AnswerCase("", .wrong),
    AnswerCase("I don't know.", .abstained), AnswerCase("The tag was not mentioned.", .abstained),
    AnswerCase("わかりません", .abstained), AnswerCase("I'm not sure, but BA4711.", .abstained),
    AnswerCase("BA47112", .wrong),
  ])
  func `an answer about a fact that was corrected`(_ test: AnswerCase) {
    #expect(verdict(JudgingFixture.tagProbe, test.answer) == test.verdict)
  }

  @Test(arguments: [
    ("five", AnswerVerdict.correct), ("5 bags", .correct), ("5.2", .correct), ("6", .wrong),
    ("3 and 2, so 5", .correct), ("not 5", .wrong), ("1 2 3 4 5 6 7 8", .ambiguous),
  ])
  func `a number is right within its tolerance`(answer: String, expected: AnswerVerdict) {
    let probe = Probe(id: "n", ask: "How many?", expect: .number(5, tolerance: 0.25))
    #expect(verdict(probe, answer) == expected)
  }

  @Test(arguments: [
    ("Porto, then Lisbon", AnswerVerdict.correct, AnswerVerdict.correct),
    ("Lisbon and Porto", .wrong, .correct), ("Porto", .wrong, .wrong),
  ])
  func `a list is right in its order, or in any`(
    answer: String, inOrder: AnswerVerdict, inAny: AnswerVerdict
  ) {
    func probe(_ anyOrder: Bool) -> Probe {
      Probe(id: "l", ask: "Where?", expect: .list(["Porto", "Lisbon"], anyOrder: anyOrder))
    }
    #expect(verdict(probe(false), answer) == inOrder)
    #expect(verdict(probe(true), answer) == inAny)
  }

  @Test func `all facts are needed unless any is enough`() {
    let both = Probe(id: "b", ask: "Tag and fee?", facts: ["tag", "fee"])
    let any = Probe(id: "b", ask: "Tag or fee?", facts: ["tag", "fee"], anyOf: true)
    #expect(verdict(both, "BA4711, 38.40 EUR") == .correct)
    #expect(verdict(both, "38.40 EUR") == .wrong)
    #expect(verdict(both, "BA4117, 38.40 EUR") == .stale)
    #expect(verdict(any, "38.40 EUR") == .correct)
  }

  @Test func `an answer with aliases`() {
    let probe = Probe(
      id: "a", ask: "Who?",
      expect: .answer("Tomasz Wierling", aliases: ["Mr Wierling"], kind: "name"))
    #expect(verdict(probe, "It is Mr. Wierling.") == .correct)
    #expect(verdict(probe, "Tomasz") == .wrong)
  }

  @Test func `declining is right where nothing was said`() {
    #expect(verdict(JudgingFixture.gate, "That was not mentioned.") == .abstained)
    #expect(verdict(JudgingFixture.gate, "Gate 12") == .wrong)
  }

  @Test func `offering another fact's value beside the right one is ambiguous`() {
    let other = Fact(
      id: "ref", kind: "identifier", value: "QX7R2M",
      evidence: [Evidence(entry: EntryID(0), quote: "QX7R2M")])
    var evalCase = JudgingFixture.evalCase
    evalCase.facts.append(other)
    let facts = Judge.default.prepare(evalCase).facts
    let judge = AnswerJudge(JudgingFixture.tagProbe, facts: facts)
    #expect(judge.judgement(of: Reply(text: "BA4711 or QX7R2M")).verdict == .ambiguous)
    #expect(judge.judgement(of: Reply(text: "BA4711, booked as QX7R2M")).verdict == .correct)
  }
}
