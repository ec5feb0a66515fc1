import Testing

@testable import EvalKit

struct StrictnessTests {
  private struct Expected: Sendable, CustomTestStringConvertible {
    let answer: String
    let strict: AnswerVerdict
    let normal: AnswerVerdict
    let lenient: AnswerVerdict
    var testDescription: String { answer }
    init(
      _ answer: String, _ strict: AnswerVerdict, _ normal: AnswerVerdict, _ lenient: AnswerVerdict
    ) {
      self.answer = answer
      self.strict = strict
      self.normal = normal
      self.lenient = lenient
    }
  }

  private static let facts: [String: PreparedFact] = {
    var value = JudgingFixture.evalCase
    value.facts.append(Fact(id: "other", kind: "identifier", value: "QX7R2M"))
    return Judge.default.prepare(value).facts
  }()

  private func verdict(_ answer: String, _ strictness: Strictness, _ probe: Probe? = nil)
    -> AnswerVerdict
  {
    AnswerJudge(
      probe ?? JudgingFixture.tagProbe, facts: Self.facts, strictness: strictness
    ).judgement(of: Reply(text: answer)).verdict
  }

  /// The table of judges/README.md.
  @Test(arguments: [
    Expected("BA4711", .correct, .correct, .correct),
    Expected("It was BA4117 and is BA4711 now.", .correct, .correct, .correct),
    Expected("I'm not sure, but BA4711.", .abstained, .abstained, .correct),
    Expected("BA4711. There was QX7R2M, too.", .ambiguous, .correct, .correct),
    Expected("BA4711 or BA4117", .ambiguous, .ambiguous, .correct),
    Expected("BA4711 or QX7R2M", .ambiguous, .ambiguous, .correct),
    Expected("QX7R2M or BA4711", .ambiguous, .ambiguous, .ambiguous),
    Expected("BA4117, BA4711", .ambiguous, .ambiguous, .ambiguous),
    Expected("BA4711, not QX7R2M", .correct, .correct, .correct),
    Expected("BA4117", .stale, .stale, .stale),
    Expected("I don't know.", .abstained, .abstained, .abstained),
    Expected("QX7R2M", .wrong, .wrong, .wrong),
  ])
  private func `an answer may say more the less strict the judge is`(_ test: Expected) {
    #expect(verdict(test.answer, .strict) == test.strict)
    #expect(verdict(test.answer, .normal) == test.normal)
    #expect(verdict(test.answer, .lenient) == test.lenient)
  }

  @Test func `of many numbers the first counts to a lenient judge`() {
    let probe = Probe(id: "n", ask: "How many?", expect: .number(5, tolerance: 0))
    let first = "5, out of 11, 12, 13, 14, 15, 16 and 17"
    let last = "11, 12, 13, 14, 15, 16, 17 and 5"
    #expect(verdict(first, .normal, probe) == .ambiguous)
    #expect(verdict(first, .lenient, probe) == .correct)
    #expect(verdict(last, .lenient, probe) == .ambiguous)
  }

  @Test func `the judge's strictness reaches the scores`() throws {
    let observation = JudgingFixture.observation(
      arm: "a|reader|2048", replies: ["tag": Reply(text: "I'm not sure, but BA4711.")])
    func recall(_ strictness: Strictness) throws -> Outcome {
      var judge = Judge.default
      judge.strictness = strictness
      let scores = judge.scores(of: JudgingFixture.judged, observations: [observation])
      return try #require(scores.first { $0.metric == "recall" && $0.question == "tag" }).outcome
    }
    #expect(try recall(.lenient) == .scored(1))
    #expect(try recall(.normal) == .scored(0))
  }
}
