import Testing

@testable import EvalKit

@Suite struct `The rule of what to ship` {
  private func load(_ choose: String) throws -> Judge {
    let text = "{ version: 1, id: 'x', composite: { weights: { recall: 1 } }, choose: \(choose) }"
    return try Judge(json5: Array(text.utf8), file: "judge.json5")
  }

  @Test func `is read from the judge file and reads back as itself`() throws {
    let judge = try load(
      "{ minimise: 'tokensPerTask', subject: { recall: '≥ ceiling − 0.05', hazardsPer100: 0 } }")
    #expect(
      judge.choose
        == ChoiceRule(
          .minimise, "tokensPerTask",
          subject: [
            .init(metric: "recall", bound: .init(.atLeast, -0.05, from: .ceiling)),
            .init(metric: "hazardsPer100", bound: .init(.atMost, 0)),
          ]))
    let text = judge.json.serialised(sortedKeys: true)
    #expect(try Judge(json5: Array(text.utf8), file: "") == judge)
    var without = judge
    without.choose = nil
    #expect(without.digest != judge.digest)
    #expect(try load("{ maximise: 'composite' }").choose == ChoiceRule(.maximise, "composite"))
    #expect(Judge.default.choose == nil)
  }

  // A bound of recall as it is written, and as it is understood.
  @Test(arguments: [
    ("0.6", "≥ 0.6"), ("1", "≥ 1"), ("'0.6'", "≥ 0.6"), ("'>= .5'", "≥ 0.5"),
    ("'≥0.6'", "≥ 0.6"), ("'ceiling'", "≥ ceiling"), ("'>=ceiling-0.05'", "≥ ceiling − 0.05"),
    ("' ≥  oracle − 0.1 '", "≥ oracle − 0.1"), ("'null + 0.25'", "≥ null + 0.25"),
    ("'≥ placebo + 0'", "≥ placebo"),
  ])
  func `reads bounds`(written: String, meant: String) throws {
    let judge = try load("{ minimise: 'tokensPerTask', subject: { recall: \(written) } }")
    #expect(judge.choose?.constraints.map(\.bound.description) == [meant])
  }

  @Test(arguments: [
    ("{ minimise: 'stale', subject: { firings: '<= 5' } }", "firings ≤ 5"),
    ("{ minimise: 'stale', subject: { tokensPerTask: 2000.5 } }", "tokensPerTask ≤ 2000.5"),
    ("{ minimise: 'stale', subject: { stale: '≤ oracle + 0.1' } }", "stale ≤ oracle + 0.1"),
  ])
  func `goes by the better side of the metric`(choose: String, meant: String) throws {
    let rule = try #require(try load(choose).choose)
    #expect(rule.constraints.map { "\($0.metric) \($0.bound)" } == [meant])
  }

  @Test(arguments: [
    ("{}", "expected minimise or maximise: the metric that decides (at choose)"),
    ("[]", "expected an object, found an array (at choose)"),
    (
      "{ minimise: 'stale', maximise: 'recall' }",
      "expected minimise or maximise, found both (at choose.maximise)"
    ),
    (
      "{ minimise: 'tokensPerTsk' }",
      "'tokensPerTsk' is not among the metrics; did you mean 'tokensPerTask'? (at choose.minimise)"
    ),
    (
      "{ minimise: 'recall' }",
      "more 'recall' is better; expected maximise (at choose.minimise)"
    ),
    (
      "{ maximise: 'stale' }", "less 'stale' is better; expected minimise (at choose.maximise)"
    ),
    ("{ minimize: 'stale' }", "unknown key 'minimize'; did you mean 'minimise'? (at choose)"),
    ("{ minimise: 'stale', subject: 1 }", "expected an object, found a number"),
    (
      "{ minimise: 'stale', subject: { recal: 1 } }",
      "'recal' is not among the metrics; did you mean 'recall'? (at choose.subject.recal)"
    ),
    (
      "{ minimise: 'stale', subject: { recall: '≥ -0.25' } }", "expected 0 to 1, found -0.25"
    ),
    (
      "{ minimise: 'stale', subject: { recall: '≥ − 0.5' } }", "expected 0 to 1, found -0.5"
    ),
    (
      "{ minimise: 'stale', subject: { recall: true } }",
      "expected a number or a text such as '≥ ceiling − 0.05', found a boolean"
    ),
    (
      "{ minimise: 'stale', subject: { recall: '≥ celing' } }",
      "expected ceiling, oracle, null or placebo, as in '≥ ceiling − 0.05'; found 'celing' "
        + "(at choose.subject.recall)"
    ),
    (
      "{ minimise: 'stale', subject: { recall: '≥' } }",
      "expected a control or a number, as in '≥ ceiling − 0.05'; the text ends"
    ),
    (
      "{ minimise: 'stale', subject: { recall: 'ceiling * 2' } }",
      "expected + or − and a number, as in '≥ ceiling − 0.05'; found '* 2'"
    ),
    (
      "{ minimise: 'stale', subject: { recall: '≥ ceiling − nan' } }",
      "expected + or − and a number"
    ),
    (
      "{ minimise: 'stale', subject: { recall: '≤ 0.5' } }",
      "more 'recall' is better; expected ≥ (at choose.subject.recall)"
    ),
    (
      "{ minimise: 'stale', subject: { hazardsPer100: '>= 1' } }",
      "less 'hazardsPer100' is better; expected ≤"
    ),
    ("{ minimise: 'stale', subject: { recall: 60 } }", "expected 0 to 1, found 60.0"),
    (
      "{ minimise: 'stale', subject: { firings: 5 } }",
      "neither more nor less 'firings' is better; expected a text with ≥ or ≤"
    ),
    ("{ minimise: 'stale', subject: { firings: '5' } }", "expected ≥ or ≤"),
  ])
  func `says what is wrong, and where`(choose: String, message: String) throws {
    let error = try #require(throws: JudgeError.self) { try load(choose) }
    #expect("\(error)".contains(message), "\(error)")
  }
}
