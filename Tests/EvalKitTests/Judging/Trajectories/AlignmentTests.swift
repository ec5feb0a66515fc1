import Testing

@testable import EvalKit

/// Which call is taken for which expected one, and what is said of the rest.
struct AlignmentTests {
  private static func calls(_ text: String) -> [ToolCall] {
    text.split(separator: " ").map { word in
      // "a1" is a call of `a` with n = 1.
      let digits = word.drop { !$0.isNumber }
      return ToolCall(
        name: String(word.prefix { !$0.isNumber }),
        arguments: digits.isEmpty ? [:] : ["n": JSONValue(Int(digits) ?? 0)])
    }
  }

  private static func expected(_ text: String) -> [ExpectedCall] {
    calls(text).map { call in
      ExpectedCall(tool: call.name, arguments: call.arguments["n"].map { ["n": .exact($0)] } ?? [:])
    }
  }

  private func judge(
    ordered: String = "", unordered: String = "", optional: String = "", disallowed: String = "",
    others: Bool = true, _ made: String
  ) -> TrajectoryResult {
    TrajectoryJudge(
      TrajectoryExpectation(
        id: "t", at: .end, ordered: Self.expected(ordered), unordered: Self.expected(unordered),
        optional: Self.expected(optional), disallowed: Self.expected(disallowed),
        allowsAdditionalCalls: others), facts: [:]
    ).judge(Self.calls(made))
  }

  private func pairs(_ result: TrajectoryResult) -> [[Int]] {
    result.alignment.map { [$0.expected, $0.made] }
  }

  @Test func `the most calls in order are taken, the first that can be`() {
    #expect(pairs(judge(ordered: "a b c", "b a b c x a")) == [[0, 1], [1, 2], [2, 3]])
    #expect(pairs(judge(ordered: "a b", "a a b b")) == [[0, 0], [1, 2]])
    #expect(pairs(judge(ordered: "a b", "x a x b")) == [[0, 1], [1, 3]])
    #expect(pairs(judge(ordered: "a b", "b a")) == [[0, 1], [1, 0]])
    #expect(pairs(judge(ordered: "a b c", "c")) == [[2, 0]])
    #expect(pairs(judge(ordered: "a", "")).isEmpty)
    #expect(pairs(judge(ordered: "a a1", "a1 a")) == [[0, 1], [1, 0]])
  }

  @Test func `ordered calls leave to the unordered what only they can take`() {
    #expect(
      pairs(judge(ordered: "a b", unordered: "a1", "a1 a2 b")) == [[0, 1], [1, 2], [2, 0]])
    #expect(
      pairs(judge(ordered: "a b", unordered: "b1 a1", "a1 a2 b1 b2"))
        == [[0, 1], [1, 3], [2, 2], [3, 0]])
    let short = judge(ordered: "a b", unordered: "a1", "a1 b")
    #expect(!short.isInOrder)
    #expect(short.recall == 2.0 / 3)
  }

  @Test func `what was not expected, and what is refused of it`() {
    let result = judge(ordered: "a", optional: "o", disallowed: "x", "y a x o y")
    #expect(result.unexpected == [0, 2, 4])
    #expect(result.refused == [2])
    #expect(result.precision == 2.0 / 5)
    #expect(!result.isInOrder && !result.isAnyOrder && !result.isExact)
    let strict = judge(ordered: "a", optional: "o", disallowed: "x", others: false, "y a x o")
    #expect(strict.refused == [0, 2])
    let loose = judge(ordered: "a", "y a")
    #expect(loose.refused.isEmpty && loose.isInOrder && loose.isAnyOrder && !loose.isExact)
    #expect(judge("").precision == 1 && judge("").recall == 1)
    #expect(judge("a").precision == 0)
    // A disallowed call that is expected is no offence.
    #expect(judge(ordered: "a", disallowed: "a", "a").isExact)
    let turned = judge(ordered: "a b", "x b a")
    #expect(turned.isAnyOrder && !turned.isInOrder && turned.recall == 1)
  }

  @Test func `a call that a rule refuses is refused`() {
    let judge = TrajectoryJudge(
      TrajectoryExpectation(id: "t", at: .end, ordered: Self.expected("a")), facts: [:],
      allowsOther: { $0.name == "read" })
    #expect(judge.judge(Self.calls("a read")).isInOrder)
    let written = judge.judge(Self.calls("a write read"))
    #expect(!written.isInOrder && !written.isAnyOrder)
    #expect(written.refused == [1])
    #expect(written.unexpected == [1, 2])
  }

  private static let reasons: [(String, String, String)] = [
    ("a b", "a b", "a is call 1; b is call 2"), ("a b", "a", "a is call 1; b is missing"),
    ("a", "", "a is missing; no call was made"), ("", "", "no call was made"),
    ("a b", "b a", "a is call 2; b is call 1; but in another order"),
    ("a1", "a2", "a is missing: in call 1 n was 2, expected 1"),
    ("a1", "b a2 a3", "a is missing: in call 2 n was 2, expected 1"),
    ("a1 a2", "a1", "a is call 1; a is missing"), ("a", "b", "a is missing"),
  ]

  @Test(arguments: reasons)
  func `the reason in words`(ordered: String, made: String, reason: String) {
    #expect(judge(ordered: ordered, made).reason == reason)
  }

  @Test func `a refused call is named in the reason`() {
    #expect(
      judge(ordered: "a", disallowed: "x", "a x1").reason
        == #"a is call 1; x({"n":1}) must not be called here"#)
  }

  @Test func `as many partners are found as there can be`() {
    // Every way in which three may fit three.
    for bits in 0..<512 {
      let fits = { (left: Int, right: Int) in bits >> (left * 3 + right) & 1 == 1 }
      let partners = BipartiteMatching.partners(left: 3, right: 3, fits: fits)
      let found = partners.enumerated().compactMap { left, right in right.map { (left, $0) } }
      #expect(found.allSatisfy(fits))
      #expect(Set(found.map(\.1)).count == found.count)
      let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
      let most = orders.map { order in (0..<3).count { fits($0, order[$0]) } }.max()
      #expect(found.count == most, "\(bits)")
    }
    #expect(BipartiteMatching.partners(left: 0, right: 2) { _, _ in true }.isEmpty)
    #expect(BipartiteMatching.partners(left: 2, right: 0) { _, _ in true } == [nil, nil])
    #expect(BipartiteMatching.partners(left: 2, right: 1) { _, _ in true } == [0, nil])
  }
}
