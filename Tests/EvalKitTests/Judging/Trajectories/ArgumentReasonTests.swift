import Testing

@testable import EvalKit

/// Arguments at the edges of their matchers, and what is said of those that differ.
struct ArgumentReasonTests {
  private static let long = String(repeating: "a", count: 58)

  private static let edges: [(ArgumentMatcher, JSONValue, Bool)] = [
    (.range(minimum: 1, maximum: 3), 1, true), (.range(minimum: 1, maximum: 3), 3, true),
    (.range(minimum: 1, maximum: 3), 4, false), (.range(minimum: 1, maximum: 3), 0, false),
    (.range(minimum: nil, maximum: 3), -5, true), (.range(minimum: nil, maximum: 3), 4, false),
    (.range(minimum: 1, maximum: nil), 900, true), (.range(minimum: 1, maximum: 3), "two", true),
    (.range(minimum: 1, maximum: 3), "2 or 3", false), (.range(minimum: 1, maximum: 3), "x", false),
    (.range(minimum: 1, maximum: 3), "1.250", false),
    (.range(minimum: 1, maximum: 3), .null, false),
    (.number(1, tolerance: 0.5), JSONValue(1.5), true),
    (.number(1, tolerance: 0.5), JSONValue(0.5), true),
    (.number(1, tolerance: 0.5), JSONValue(1.75), false),
    (.number(1, tolerance: 0), "one of", false),
    (.number(0.1, tolerance: 0), JSONValue(0.1 + 1e-12), true),
    (.number(1, tolerance: 0), [1], false),
    (.contains("ru"), true, true), (.contains("x"), .null, false), (.contains("x"), ["x"], false),
    (.contains("4"), 742, true), (.hasPrefix("7"), 742, true), (.hasPrefix("4"), 742, false),
    (.hasSuffix("2"), 742, true), (.hasPrefix("é"), "Eau", true), (.hasPrefix("a"), .null, false),
    (.hasSuffix("a"), .null, false), (.pattern("^7"), 742, true), (.pattern("a"), ["a"], false),
    (.pattern("^false$"), false, true), (.pattern("7"), "x7y", true),
    (.oneOf([]), "a", false), (.oneOf(["a"]), "a", true), (.oneOf(["b", "a"]), "a", true),
    (.subset(["a": ["b": 1]]), ["a": ["b": 1, "c": 2], "d": 3], true),
    (.subset(["a": ["b": 1]]), ["a": ["b": 2]], false), (.subset(["a": 1]), ["b": 1], false),
    (.subset(["a": 1, "b": 2]), ["a": 1], false), (.subset("x"), "x", true),
    (.exact(.null), .null, true), (.exact(.null), "", false), (.exact(""), .null, false),
    (.exact(""), "", true), (.exact(""), "a", false), (.exact("a"), "", false),
    (.exact("--"), "--", true), (.exact("--"), "__", false), (.exact(true), "true", true),
    (.exact("true"), true, true), (.exact(true), false, false), (.exact(1), true, false),
    (.exact([1]), [1, 2], false), (.exact([1, 2]), [1, 3], false), (.exact([]), [], true),
    (.exact([1, 2]), ["1", "2"], true), (.exact([1]), 1, false), (.exact(1), [1], false),
    (.exact(["a": 1]), ["a": 1, "b": 2], false), (.exact(["a": 1]), ["a": 2], false),
    (.exact(["a": 1]), ["a": "1"], true), (.exact(["a": 1]), 1, false),
    (.exact(1), ["a": 1], false),
    (.exact("redbox"), "red box", false), (.exact("BA0"), "B A0", true),
    (.exact("BA9"), "B A9", true),
    (.exact("BA"), "B A", false), (.exact("red box"), "red-box", true),
    (.exact("BA4711"), "B A 4711", true),
    (.exact("4711"), "4711", true), (.exact("1,250"), 1250, true), (.exact("A1"), "the A1", true),
    (.fact("tag"), "tag number is BA4711", true), (.fact("tag"), "my tag number is BA4711", false),
    (.fact("tag"), "not BA4711", false), (.fact("tag"), "予約の番号はBA4711です", true),
    (.fact("tag"), "これはその予約の番号の札でBA4711です", false), (.fact("tag"), ["BA4711"], false),
    (.fact("fee"), "it costs about 38.40 EUR in total for you", true),
    (.fact("fee"), "not 38.40 EUR", false),
  ]

  @Test(arguments: edges)
  func `an argument at the edge of its matcher`(
    matcher: ArgumentMatcher, value: JSONValue, fits: Bool
  ) {
    let result = ArgumentRule(matcher, facts: JudgingFixture.judged.facts).check(value)
    #expect((result == .fits) == fits)
  }

  private static let expectations: [(ArgumentMatcher, String)] = [
    (.exact("x"), "'x'"), (.exact(5), "5"), (.oneOf(["x", 5]), "one of 'x', 5"),
    (.range(minimum: 1, maximum: 3), "1.0 to 3.0"), (.range(minimum: nil, maximum: 3), "… to 3.0"),
    (.range(minimum: 1, maximum: nil), "1.0 to …"), (.pattern("^x$"), "a match of /^x$/"),
    (.contains("x"), "a text with 'x'"), (.hasPrefix("x"), "a text that begins with 'x'"),
    (.hasSuffix("x"), "a text that ends with 'x'"), (.number(1, tolerance: 0.5), "1.0 ± 0.5"),
    (.subset(["a": 1]), #"an object with {"a":1}"#), (.fact("tag"), "the value of fact 'tag'"),
  ]

  @Test(arguments: expectations)
  func `what differs is told with what was expected`(matcher: ArgumentMatcher, words: String) {
    let rule = ArgumentRule(matcher, facts: JudgingFixture.judged.facts)
    #expect(rule.check(.null) == .differs("was null, expected \(words)"))
    #expect(rule.check(nil) == .differs("is missing"))
  }

  @Test func `what cannot be decided`() {
    #expect(
      ArgumentRule(.pattern("("), facts: [:]).check("x")
        == .undecided("the pattern '(' is no regular expression"))
    #expect(ArgumentRule(.fact("no"), facts: [:]).check("x") == .undecided("there is no fact 'no'"))
    let call = ToolCall(name: "a", arguments: ["x": 1, "y": 2])
    let expected = ExpectedCall(tool: "a", arguments: ["x": .fact("no"), "y": .exact(2)])
    #expect(CallRule(expected, facts: [:]).check(call) == .undecided("x: there is no fact 'no'"))
    let wrong = ExpectedCall(tool: "a", arguments: ["x": .fact("no"), "y": .exact(3)])
    #expect(CallRule(wrong, facts: [:]).check(call) == .differs("y was 2, expected 3"))
    #expect(CallRule(expected, facts: [:]).differences(call).isEmpty)
    let judge = TrajectoryJudge(
      TrajectoryExpectation(
        id: "t", at: .end,
        ordered: [expected, ExpectedCall(tool: "a", arguments: ["y": .naturalLanguage("kind")])]),
      facts: [:])
    #expect(judge.judge([call, call]).undecided == "x: there is no fact 'no'")
  }

  @Test func `a long value is cut`() {
    #expect(ArgumentRule.shown(.string(Self.long)) == "'\(Self.long)'")
    #expect(ArgumentRule.shown(.string(Self.long + "b")) == "'\(Self.long.prefix(56))…")
    let arguments: JSONValue = ["x": .string(Self.long.prefix(52).description)]
    #expect(ToolCall(name: "a", arguments: arguments).brief == "a(\(arguments.serialised()))")
    let longer: JSONValue = ["x": .string(Self.long)]
    #expect(
      ToolCall(name: "a", arguments: longer).brief == "a(\(longer.serialised().prefix(57))…)")
  }

  @Test func `every argument that differs is told, in the order of keys`() {
    var expected = ExpectedCall(
      tool: "a", arguments: ["y": .exact(1), "x": .exact(1), "z": .exact(3)])
    let call = ToolCall(name: "a", arguments: ["z": 3, "w": 0, "y": 2])
    #expect(CallRule(expected, facts: [:]).differences(call).map(\.key) == ["x", "y"])
    #expect(CallRule(expected, facts: [:]).check(call) == .differs("x is missing"))
    expected.exactArguments = true
    let all = CallRule(expected, facts: [:]).differences(call)
    #expect(all.map(\.key) == ["x", "y", "w"])
    #expect(all.last?.reason == "was not expected")
    #expect(
      CallRule(expected, facts: [:]).check(ToolCall(name: "b", arguments: [:]))
        == .differs("is a call of b"))
  }

  @Test(arguments: [
    ("", 0), ("one", 1), ("one-two", 2), ("BA4711", 1), ("a b c d", 4), ("你", 1), ("你好你好", 1),
    ("你好你好你", 2), ("你好你好你好你好", 2), ("a 你", 2), ("...", 0),
  ])
  func `how many words a text has`(text: String, words: Int) {
    #expect(ArgumentFill.words(text) == words)
  }

  @Test func `what was filled in, leaf by leaf`() throws {
    let recorded = [
      ToolCall(name: "a", arguments: ["p": ["q": [1, "x y z w"]], "r": true]),
      ToolCall(name: "b", arguments: ["s": "one two three four five"]),
      ToolCall(name: "c", arguments: ["t": 7]),
    ]
    func share(_ filled: [ToolCall], without path: String? = nil) throws -> (Double, String) {
      try #require(
        ArgumentFill.share(recorded: recorded, filled: filled) { call, at in "\(call)\(at)" == path
        })
    }
    #expect(
      try share([])
        == (0, "a: 0 of 3, p.q[0] was left out, recorded 1; c: 0 of 1, t was left out, recorded 7"))
    let first = ToolCall(name: "a", arguments: ["p": ["q": [1]], "r": true])
    #expect(
      try share([first]).1
        == "a: 2 of 3, p.q[1] was left out, recorded 'x y z w'; c: 0 of 1, t was left out, recorded 7"
    )
    #expect(try share([first]).0 == (2.0 / 3 + 0) / 2)
    #expect(try share(recorded) == (1, "a: 3 of 3; c: 1 of 1"))
    // A call of another tool fills nothing in, wherever it stands.
    #expect(try share([recorded[2], recorded[1], first]).0 == 0)
    #expect(try share([first], without: "0p.q[1]").1.hasPrefix("a: 2 of 2; c"))
    #expect(
      try share([first], without: "2t") == (
        2.0 / 3, "a: 2 of 3, p.q[1] was left out, recorded 'x y z w'"
      ))
    #expect(try share([first], without: "1t").0 == 1.0 / 3)
  }
}
