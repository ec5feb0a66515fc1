import Testing

@testable import EvalKit

/// Verdicts on answers with their reasons, at each strictness.
struct AnswerReasonTests {
  private static let facts: [String: PreparedFact] = {
    var evalCase = JudgingFixture.evalCase
    evalCase.facts.append(
      Fact(
        id: "ref", kind: "identifier", value: "QX7R2M",
        evidence: [Evidence(entry: EntryID(0), quote: "QX7R2M")]))
    return Judge.default.prepare(evalCase).facts
  }()

  private func judgement(
    _ probe: Probe, _ answer: String, _ strictness: Strictness = .normal
  ) -> AnswerJudgement {
    AnswerJudge(probe, facts: Self.facts, strictness: strictness)
      .judgement(of: Reply(text: answer))
  }

  private static let reasons: [(String, AnswerVerdict, String)] = [
    ("It is BA 4711.", .correct, "'ba 4711' is said"),
    ("BA4711, BA-4711", .correct, "'ba4711' is said"),
    ("BA4117", .stale, "'ba4117' was replaced by 'BA4711'"),
    ("BA4117, BA-4117", .stale, "'ba4117' was replaced by 'BA4711'"),
    ("BA4711 or BA4117", .ambiguous, "both 'ba4117' and 'BA4711' are asserted"),
    ("BA4711 or QX7R2M", .ambiguous, "'BA4711' or 'QX7R2M' is asserted"),
    ("BA4711, QX7R2M", .ambiguous, "'BA4711' or 'QX7R2M' is asserted"),
    ("QX7R2M or a b c d BA4711", .ambiguous, "'BA4711' or 'QX7R2M' is asserted"),
    ("QX7R2M or a b c d e f BA4711", .correct, "'ba4711' is said"),
    ("BA4711 or ZZ98", .ambiguous, "'BA4711' or 'zz98' is asserted"),
    ("BA4711 or a b ZZ98", .ambiguous, "'BA4711' or 'zz98' is asserted"),
    ("BA4711 or a b c ZZ98", .correct, "'ba4711' is said"),
    ("BA4711, ZZ98", .correct, "'ba4711' is said"),
    ("Either BA4711 or so.", .ambiguous, "'BA4711' is one of a choice"),
    ("It is not BA4711.", .wrong, "'BA4711' is denied"),
    ("It is not BA4711. Is it BA4711?", .wrong, "'BA4711' is denied"),
    ("Is it BA4711? It is not BA4711.", .wrong, "'BA4711' is only asked about"),
    ("more than BA4711", .wrong, "'BA4711' is only a bound or a part"),
    ("ZZ98", .wrong, "'BA4711' is not said"), ("", .wrong, "'BA4711' is not said"),
    ("Maybe BA4711", .abstained, "it only supposes 'ba4711'"),
    ("Maybe BA4117", .abstained, "it only supposes 'ba4117'"),
    ("Maybe QX7R2M", .abstained, "it only supposes 'qx7r2m'"),
    ("Maybe BA4711. Maybe BA4117", .ambiguous, "'BA4711' or 'ba4117' is supposed"),
    ("Maybe BA4711. BA4117", .stale, "'ba4117' was replaced by 'BA4711'"),
    ("Maybe BA4711. It was BA4117", .abstained, "it only supposes 'ba4711'"),
    ("It was BA4117", .stale, "'ba4117' was replaced by 'BA4711'"),
    ("It was changed from BA4711 to BA4117", .stale, "'ba4117' was replaced by 'BA4711'"),
    ("It was changed from BA4117 to BA4711", .correct, "'ba4711' is said"),
    ("I don't know.", .abstained, "it declines"),
    ("No BA4711 was given.", .wrong, "'BA4711' is denied"),
  ]

  @Test(arguments: reasons)
  func `the reason of a verdict`(answer: String, verdict: AnswerVerdict, reason: String) {
    let judgement = judgement(JudgingFixture.tagProbe, answer)
    #expect(judgement.verdict == verdict)
    #expect(judgement.reason == reason)
  }

  @Test func `what is asserted beside is told`() {
    #expect(judgement(JudgingFixture.tagProbe, "BA4117").superseded == "ba4117")
    #expect(judgement(JudgingFixture.tagProbe, "BA4711 or BA4117").superseded == "ba4117")
    func unexpected(_ answer: String) -> [String] {
      judgement(JudgingFixture.tagProbe, answer).unexpected.map(\.value)
    }
    #expect(unexpected("ZZ98 and YY97, not XX96") == ["zz98", "yy97"])
    #expect(unexpected("QX7R2M") == ["qx7r2m", "QX7R2M"])
    #expect(unexpected("BA4711 or ZZ98") == ["zz98"])
    #expect(unexpected("BA4711") == [])
    #expect(judgement(JudgingFixture.gate, "BA4711 at 18:15").unexpected.count == 2)
  }

  @Test(arguments: [
    ("BA4711 or QX7R2M", AnswerVerdict.correct, AnswerVerdict.ambiguous),
    ("QX7R2M or BA4711", .ambiguous, .ambiguous), ("BA4711 or BA4117", .correct, .ambiguous),
    ("BA4117 or BA4711", .ambiguous, .ambiguous), ("Maybe BA4711", .correct, .abstained),
    ("BA4711, booked as QX7R2M", .correct, .ambiguous), ("BA4711, not QX7R2M", .correct, .correct),
    ("Either BA4711 or so", .correct, .ambiguous), ("not BA4711", .wrong, .wrong),
  ])
  func `strictness`(answer: String, lenient: AnswerVerdict, strict: AnswerVerdict) {
    #expect(judgement(JudgingFixture.tagProbe, answer, .lenient).verdict == lenient)
    #expect(judgement(JudgingFixture.tagProbe, answer, .strict).verdict == strict)
  }

  private static let numbers: [(String, AnswerVerdict, String)] = [
    ("5.25", .correct, "'5.25' is said"), ("4.75", .correct, "'4.75' is said"),
    ("5.26", .wrong, "no number within 0.25 of 5.0"),
    ("4.74", .wrong, "no number within 0.25 of 5.0"),
    ("5 or 6", .ambiguous, "5.0 or 6 is said"), ("7, 6 or 5", .ambiguous, "5.0 or 7 is said"),
    ("5 1 2 3 4 6", .correct, "'5' is said"), ("5 1 2 3 4 6 7", .ambiguous, "7 numbers are said"),
    ("5 5 5 5 5 5 5", .correct, "'5' is said"), ("5 or a b 6", .ambiguous, "5.0 or 6 is said"),
    ("5 or a b c 6", .correct, "'5' is said"), ("Is it 5?", .wrong, "no number within 0.25 of 5.0"),
  ]

  @Test(arguments: numbers)
  func `a number within its tolerance`(answer: String, verdict: AnswerVerdict, reason: String) {
    let probe = Probe(id: "n", ask: "How many?", expect: .number(5, tolerance: 0.25))
    let found = judgement(probe, answer)
    #expect(found.verdict == verdict)
    #expect(found.reason == reason)
    let first = judgement(probe, "6 or 5", .lenient)
    #expect(first.verdict == .ambiguous)
    #expect(first.unexpected.map(\.value) == ["6"])
    #expect(judgement(probe, "5 or 6", .lenient).verdict == .correct)
    #expect(judgement(probe, "6 and 7").unexpected.map(\.value) == ["6", "7"])
  }

  @Test(arguments: [
    (["Porto", "Lisbon"], "Porto and Lisbon", true, AnswerVerdict.correct),
    (["Porto", "Lisbon"], "Lisbon and Porto", false, .wrong),
    (["Porto", "Porto"], "Porto", false, .wrong),
    (["Porto", "Porto"], "Porto Porto", true, .correct),
    (["Porto", "Lund", "Porto"], "Porto, Lund, Porto", true, .correct),
    (["Porto", "Lund", "Porto"], "Porto, Porto, Lund", false, .wrong),
    (["Porto"], "not Porto", false, .wrong),
  ])
  func `a list in its order`(
    values: [String], answer: String, isInOrder: Bool, verdict: AnswerVerdict
  ) {
    let probe = Probe(id: "l", ask: "Where?", expect: .list(values, anyOrder: false))
    let found = judgement(probe, answer)
    #expect(found.verdict == verdict)
    if !isInOrder, values.count > 1 { #expect(found.reason == "the values are in another order") }
  }

  @Test func `of several facts the worst counts, and every reason is told`() {
    let both = Probe(id: "b", ask: "Tag and fee?", facts: ["tag", "fee"])
    let right = judgement(both, "BA4711, 38.40 EUR")
    #expect(right.reason == "'ba4711' is said; '38.40 eur' is said")
    let half = judgement(both, "BA4711")
    #expect((half.verdict, half.reason) == (.wrong, "'38.40 EUR' is not said"))
    let stale = judgement(both, "BA4117")
    #expect(stale.verdict == .stale)
    #expect(
      stale.reason == "'ba4117' was replaced by 'BA4711'; '38.40 EUR' is not said")
    #expect(judgement(both, "Maybe BA4711, maybe 38.40 EUR").verdict == .abstained)
    #expect(judgement(both, "BA4711. Maybe 38.40 EUR").verdict == .wrong)
    #expect(judgement(both, "BA4711 or BA4117, 38.40 EUR").verdict == .ambiguous)
    let any = Probe(id: "b", ask: "Tag or fee?", facts: ["tag", "fee"], anyOf: true)
    #expect(judgement(any, "BA4117, 38.40 EUR").verdict == .correct)
    #expect(judgement(any, "BA4117").verdict == .stale)
    let none = judgement(Probe(id: "x", ask: "What?", facts: ["unknown"]), "BA4711")
    #expect((none.verdict, none.reason) == (.wrong, "the probe expects nothing"))
  }

  @Test(arguments: [
    ("Which tag is ruled out?", true), ("Which tag isn't right?", true), ("Never which tag?", true),
    ("Which tag is right?", false),
  ])
  func `where what is ruled out is asked for, a denial answers`(ask: String, asksForDenied: Bool) {
    let probe = Probe(id: "d", ask: ask, facts: ["tag"])
    #expect(judgement(probe, "not BA4711").verdict == (asksForDenied ? .correct : .wrong))
  }

  @Test func `what is answered where nothing was said is quoted, cut where it is long`() {
    let words = String(repeating: "a", count: 60)
    #expect(
      judgement(JudgingFixture.gate, words).reason
        == "it asserts '\(words)', nothing of the kind was said")
    #expect(
      judgement(JudgingFixture.gate, words + "b").reason
        == "it asserts '\(words.prefix(57))…', nothing of the kind was said")
    #expect(judgement(JudgingFixture.gate, "It was never said.").reason == "it declines")
    let flagged = AnswerJudge(JudgingFixture.tagProbe, facts: Self.facts)
      .judgement(of: Reply(text: "BA4711", abstained: true))
    #expect((flagged.verdict, flagged.reason) == (.abstained, "it declines"))
  }

  @Test func `a contradiction names the first value that was never said`() {
    let judged = JudgingFixture.judged
    func contradiction(_ verdict: AnswerVerdict, _ values: String..., ask: String = "?") -> String?
    {
      judged.contradiction(
        in: AnswerJudgement(
          verdict: verdict, reason: "",
          unexpected: values.map { ValueMatcher($0, kind: .identifier) }), ask: ask)
    }
    #expect(contradiction(.wrong, "ZZ98", "YY97") == "'ZZ98' was never said")
    #expect(contradiction(.wrong, "BA4711", "YY97", "ZZ98") == "'YY97' was never said")
    #expect(contradiction(.wrong, "ZZ98", "YY97", ask: "Is it ZZ98?") == "'YY97' was never said")
    #expect(contradiction(.ambiguous, "ZZ98") == "'ZZ98' was never said")
    #expect(contradiction(.wrong, "BA4711") == nil)
    #expect(contradiction(.wrong, "travellers") == nil)
    #expect(contradiction(.wrong) == nil)
    for verdict in [AnswerVerdict.correct, .abstained, .overflow] {
      #expect(contradiction(verdict, "ZZ98") == nil)
    }
    #expect(
      judged.contradiction(
        in: AnswerJudgement(verdict: .stale, reason: "", superseded: "ba4117"), ask: "")
        == "'ba4117' was replaced")
  }

  @Test(arguments: [
    ("No a b c d e mentioned", true), ("No a b c d e f mentioned", false),
    ("It is not a b c mentioned", true), ("It is not a b c d mentioned", false),
    ("No, mentioned", false), ("No 3 mentioned", false), ("No but mentioned", false),
    ("It isn't known", true), ("It is known", false), ("N/A", true), ("N/A yet", false),
    ("n", false),
    ("Unknown, probably B7", false), ("Probably unknown", true), ("Unknown", true),
    ("It is not known. Presumably B7", false), ("I likely do not know", true),
    ("Could you tell me the gate?", true), ("Could you tell me the gate.", false),
    ("Could you tell me gate 12?", false), ("You could tell?", false), ("Can you?", true),
    ("enough information", true), ("enough", false), ("", false), ("?", false),
    ("The gate is 7. I have no idea", true),
  ])
  func `how far the words of declining reach`(text: String, isMade: Bool) {
    #expect(Abstention.isMade(by: MatchText(text)) == isMade)
    #expect(Abstention.isMade(by: Reply(text: text), text: MatchText(text)) == isMade)
    #expect(Abstention.isMade(by: Reply(text: text, abstained: true), text: MatchText(text)))
  }
}
