import Testing

@testable import EvalKit

struct TrajectoryCase: Sendable, CustomTestStringConvertible {
  let name: String
  let expectation: TrajectoryExpectation
  let made: String
  let isInOrder: Bool
  let isAnyOrder: Bool
  let isExact: Bool
  let precision: Double
  let recall: Double
  var testDescription: String { name }

  init(
    _ name: String, ordered: String = "", unordered: String = "", optional: String = "",
    disallowed: String = "", others: Bool = true, made: String, inOrder: Bool, anyOrder: Bool,
    exact: Bool, precision: Double = 1, recall: Double = 1
  ) {
    func calls(_ text: String) -> [ExpectedCall] {
      text.split(separator: " ").map { ExpectedCall(tool: String($0)) }
    }
    self.name = name
    expectation = TrajectoryExpectation(
      id: "t", at: .end, ordered: calls(ordered), unordered: calls(unordered),
      optional: calls(optional), disallowed: calls(disallowed), allowsAdditionalCalls: others)
    self.made = made
    isInOrder = inOrder
    isAnyOrder = anyOrder
    isExact = exact
    self.precision = precision
    self.recall = recall
  }
}

struct JudgingTrajectoryTests {
  @Test(arguments: [
    TrajectoryCase(
      "as expected", ordered: "a b", made: "a b", inOrder: true, anyOrder: true, exact: true),
    TrajectoryCase(
      "one more between", ordered: "a b", made: "a x b", inOrder: true, anyOrder: true,
      exact: false,
      precision: 2.0 / 3),
    TrajectoryCase(
      "one more where none is allowed", ordered: "a b", others: false, made: "a x b",
      inOrder: false,
      anyOrder: false, exact: false, precision: 2.0 / 3),
    TrajectoryCase(
      "swapped", ordered: "a b", made: "b a", inOrder: false, anyOrder: true, exact: false),
    TrajectoryCase(
      "one missing", ordered: "a b", made: "a", inOrder: false, anyOrder: false, exact: false,
      recall: 0.5),
    TrajectoryCase(
      "none made", ordered: "a", made: "", inOrder: false, anyOrder: false, exact: false, recall: 0),
    TrajectoryCase(
      "none expected, none made", made: "", inOrder: true, anyOrder: true, exact: true),
    TrajectoryCase(
      "a disallowed one", ordered: "a", disallowed: "x", made: "a x", inOrder: false,
      anyOrder: false,
      exact: false, precision: 0.5),
    TrajectoryCase(
      "an optional one", ordered: "a b", optional: "o", others: false, made: "o a b", inOrder: true,
      anyOrder: true, exact: true),
    TrajectoryCase(
      "unordered in any order", unordered: "a b c", made: "c a b", inOrder: true, anyOrder: true,
      exact: true),
    TrajectoryCase(
      "the same twice needs two", unordered: "a a", made: "a", inOrder: false, anyOrder: false,
      exact: false, recall: 0.5),
    TrajectoryCase(
      "an unordered one may take what an ordered one could have had", ordered: "a", unordered: "a",
      made: "a a", inOrder: true, anyOrder: true, exact: true),
  ])
  func `calls made against calls expected`(_ test: TrajectoryCase) {
    let calls = test.made.split(separator: " ").map {
      ToolCall(name: String($0), arguments: .object(JSONObject()))
    }
    let result = TrajectoryJudge(test.expectation, facts: [:]).judge(calls)
    #expect(result.isInOrder == test.isInOrder)
    #expect(result.isAnyOrder == test.isAnyOrder)
    #expect(result.isExact == test.isExact)
    #expect(result.precision == test.precision)
    #expect(result.recall == test.recall)
    #expect(!result.reason.isEmpty || test.made.isEmpty == test.expectation.ordered.isEmpty)
  }

  @Test func `the alignment leaves an unordered call what only it can take`() {
    // a(1) fits both calls of a; the ordered one must take the second.
    let expectation = TrajectoryExpectation(
      id: "t", at: .end, ordered: [ExpectedCall(tool: "a")],
      unordered: [ExpectedCall(tool: "a", arguments: ["n": .exact(1)])])
    let calls = [1, 2].map { ToolCall(name: "a", arguments: ["n": JSONValue($0)]) }
    let result = TrajectoryJudge(expectation, facts: [:]).judge(calls)
    #expect(result.isInOrder)
    #expect(result.alignment.map(\.made) == [1, 0])
  }

  @Test func `the reason names the argument that differs`() {
    let calls = [ToolCall(name: "file_claim", arguments: ["tag": "BA4117"])]
    let result = TrajectoryJudge(JudgingFixture.claim, facts: JudgingFixture.judged.facts).judge(
      calls)
    #expect(!result.isInOrder)
    #expect(
      result.reason
        == "file_claim is missing: in call 1 tag was 'BA4117', expected the value of fact 'tag'")
  }

  private static let arguments: [(ArgumentMatcher, JSONValue, Bool)] = [
    (.exact("BA4711"), "ba 4711", true),
    (.exact(5), "5", true), (.exact(5), JSONValue(5.0), true), (.exact(5), 6, false),
    (.exact(["b": 1, "a": 2]), ["a": 2, "b": 1], true), (.exact("14 October"), "2027-10-14", true),
    (.exact([1, 2]), [2, 1], false), (.exact("Porto"), "Porto, Portugal", false),
    (.keyOnly, "anything", true), (.oneOf(["EUR", "GBP"]), "eur", true),
    (.oneOf(["EUR", "GBP"]), "USD", false), (.range(minimum: 1, maximum: 3), 3, true),
    (.range(minimum: 1, maximum: nil), 0, false), (.range(minimum: 1, maximum: nil), "7", true),
    (.pattern("^T-[0-9]+$"), "T-12", true), (.pattern("^T-[0-9]+$"), "XT-12", false),
    (.contains("orchard"), "The Winter Orchard", true), (.hasPrefix("the"), "The end", true),
    (.hasSuffix("END"), "the end", true), (.hasSuffix("the"), "the end", false),
    (.number(38.4, tolerance: 0.01), "38,40 EUR", true),
    (.number(38.4, tolerance: 0), JSONValue(38.5), false),
    (.subset(["part": "left"]), ["part": "left", "size": 2], true),
    (.subset(["part": "left"]), ["part": "right"], false),
    (.fact("tag"), "BA4711", true), (.fact("tag"), "BA4117", false),
    (.fact("tag"), "tag BA4711", true), (.fact("fee"), JSONValue(38.4), true),
  ]

  @Test(arguments: arguments)
  func `an argument against its matcher`(
    matcher: ArgumentMatcher, value: JSONValue, fits: Bool
  ) {
    let result = ArgumentRule(matcher, facts: JudgingFixture.judged.facts).check(value)
    #expect((result == .fits) == fits)
  }

  @Test func `a matcher in words needs a model judge`() {
    let rule = ArgumentRule(.naturalLanguage("polite"), facts: [:])
    #expect(rule.check("Dear Sir") == .undecided("needs a model judge"))
    #expect(rule.check(nil) == .differs("is missing"))
  }

  @Test func `an argument not listed is allowed unless all are`() {
    let call = ToolCall(name: "a", arguments: ["x": 1, "y": 2])
    let loose = ExpectedCall(tool: "a", arguments: ["x": .exact(1)])
    var strict = loose
    strict.exactArguments = true
    #expect(CallRule(loose, facts: [:]).check(call) == .fits)
    #expect(CallRule(strict, facts: [:]).check(call) == .differs("y was not expected"))
  }

  @Test func `filled arguments are shared out by call, free text left out`() throws {
    let recorded = [
      ToolCall(
        name: "a",
        arguments: ["tag": "BA4711", "n": 2, "note": "please hurry up a bit now"]),
      ToolCall(name: "b", arguments: ["days": ["2026-05-14", "2026-05-15"]]),
    ]
    let filled = [
      ToolCall(name: "a", arguments: ["tag": "ba-4711", "n": 3]),
      ToolCall(name: "b", arguments: ["days": ["14 May 2026", "16 May 2026"]]),
    ]
    let (share, reason) = try #require(ArgumentFill.share(recorded: recorded, filled: filled))
    #expect(share == 0.5)
    #expect(
      reason
        == "a: 1 of 2, n was 3, recorded 2; b: 1 of 2, days[1] was '16 May 2026', recorded '2026-05-15'"
    )
    #expect(ArgumentFill.share(recorded: recorded, filled: [])?.share == 0)
    #expect(
      ArgumentFill.share(
        recorded: [ToolCall(name: "a", arguments: ["note": "please hurry up a bit now"])],
        filled: []) == nil)
  }

  @Test func `an argument that nothing before its call supplies is left out for every arm`() throws
  {
    let recorded = [ToolCall(name: "find", arguments: ["query": "tide", "tag": "BA4711"])]
    let transcript = Transcript(entries: [
      .prompt("The tag is BA4711."), .response("Noted."), .prompt("Please look."),
      .calls(recorded), .output("done"), .response("Here."),
    ])
    let judged = JudgedCase(
      EvalCase(id: "c", transcript: transcript), effects: ToolEffects(read: [], write: []))
    let question = try #require(judged.questions.first)
    let filled = [ToolCall(name: "find", arguments: ["query": "look", "tag": "BA4711"])]
    #expect(judged.fillShare(of: filled, at: question)?.reason == "find: 1 of 1")
    #expect(judged.fillShare(of: [], at: question)?.share == 0)
  }
}
