import Testing

@testable import EvalKit

struct DecisionTests {
  /// A pair whose clusters' differences are a mean ± 0.05, the same in every cluster where `isFlat`.
  private func evidence(
    _ mean: Double, clusters: Int, margin: Double = 0.05, isFlat: Bool = false
  ) throws -> DecisionEvidence {
    let sample = try #require(
      PairedSample((0..<clusters).map { [mean + (isFlat ? 0 : $0 % 2 == 0 ? 0.05 : -0.05)] }))
    var settings = PairedComparison.Settings()
    settings.margin = margin
    settings.assignments = 1000
    return DecisionEvidence(
      comparison: PairedComparison.all([sample], settings: settings).first, commonCases: clusters,
      allCases: clusters)
  }

  private func decide(_ evidence: DecisionEvidence) throws -> Decision {
    try #require(Decision.all([evidence]).first)
  }

  @Test func `sides that differ in more than the declared factor are incomparable`() throws {
    var pair = try evidence(0.3, clusters: 40)
    pair.differing = ["model", "context"]
    let decision = try decide(pair)
    #expect(decision.verdict == .incomparable)
    #expect("\(decision.reason)" == "the sides differ in model, context")
    pair.viewsAreEqual = true
    #expect(try decide(pair).verdict == .incomparable)
  }

  @Test func `an arm with errors on an unbounded metric is compared with nothing`() throws {
    var pair = try evidence(0.3, clusters: 40)
    pair.incomplete = ["identity"]
    #expect(try decide(pair).reason == .incomplete(["identity"]))
    #expect(try decide(pair).verdict == .incomparable)
  }

  @Test func `a metric without range decides nothing`() throws {
    var pair = try evidence(0.3, clusters: 40)
    pair.hasRange = false
    #expect(try decide(pair).reason == .noRange)
    #expect(try decide(pair).verdict == .incomparable)
  }

  @Test func `half of the cases must be common`() throws {
    var pair = try evidence(0.3, clusters: 40)
    pair.allCases = 81
    #expect(try decide(pair).reason == .fewInCommon(40, of: 81))
    #expect(try decide(pair).verdict == .incomparable)
    pair.allCases = 80
    #expect(try decide(pair).verdict == .improvement)
    pair.comparison = nil
    #expect(try decide(pair).reason == .nothingPaired)
    #expect(try decide(pair).verdict == .incomparable)
  }

  @Test func `equal views are identical, and say whether anything was tested`() throws {
    var pair = try evidence(0, clusters: 3, isFlat: true)
    pair.viewsAreEqual = true
    pair.requests = 214
    #expect(try decide(pair).verdict == .identical)
    #expect("\(try decide(pair).reason)" == "0 of 214 requests changed: nothing was tested")
    pair.changed = 14
    #expect(
      "\(try decide(pair).reason)" == "every view is the same; 14 of 214 requests changed, alike")
  }

  @Test func `under eight clusters nothing is concluded`() throws {
    let seven = try evidence(0.3, clusters: 7)
    #expect(try #require(seven.comparison).pValue <= 0.05)
    #expect(try decide(seven).verdict == .inconclusive)
    #expect(try decide(seven).reason == .fewClusters(7))
    #expect(try decide(try evidence(0.3, clusters: 8)).verdict == .improvement)
  }

  @Test func `a difference beyond the margin is an improvement or a regression`() throws {
    #expect(try decide(try evidence(0.3, clusters: 12)).verdict == .improvement)
    #expect(try decide(try evidence(-0.3, clusters: 12)).verdict == .regression)
    var pair = try evidence(-0.3, clusters: 12)
    pair.higherIsBetter = false
    #expect(try decide(pair).verdict == .improvement)
    #expect(try decide(pair).reason == .found)
  }

  @Test func `equivalence takes thirty clusters`() throws {
    #expect(try decide(try evidence(0, clusters: 30)).verdict == .equivalent)
    let fewer = try evidence(0, clusters: 29)
    #expect(try #require(fewer.comparison?.equivalence).pValue <= 0.05)
    #expect(try decide(fewer).verdict == .inconclusive)
    #expect(try decide(fewer).reason == .fewForEquivalence(29))
  }

  @Test func `clusters that all came out alike say nothing of others`() throws {
    let decision = try decide(try evidence(0, clusters: 40, isFlat: true))
    #expect(decision.verdict == .inconclusive)
    #expect(decision.reason == .noSpread)
  }

  @Test func `a difference that may not matter is inconclusive, one that cannot is equivalent`()
    throws
  {
    let perhaps = try decide(try evidence(0.045, clusters: 30))
    #expect(perhaps.verdict == .inconclusive)
    #expect(perhaps.reason == .perhapsWithinMargin)
    let small = try evidence(0.02, clusters: 60)
    #expect(try #require(small.comparison).pValue <= 0.05)
    #expect(try decide(small).verdict == .equivalent)
  }

  @Test func `neither a difference nor its absence is inconclusive`() throws {
    let decision = try decide(try evidence(0, clusters: 30, margin: 0.01))
    #expect(decision.verdict == .inconclusive)
    #expect(decision.reason == .notFound)
    #expect(try decide(try evidence(0, clusters: 30, margin: 0)).reason == .notFound)
  }

  @Test func `a family shares the level; pairs that are not tested take no part of it`() throws {
    // 8 clusters on one side: p = 2 ÷ 256, significant beside six others, not beside seven.
    let one = try evidence(0.3, clusters: 8)
    let none = try evidence(0, clusters: 8)
    let six = Decision.all([one] + [DecisionEvidence](repeating: none, count: 5))
    #expect(six.map(\.verdict) == [.improvement] + [Verdict](repeating: .inconclusive, count: 5))
    let seven = Decision.all([one] + [DecisionEvidence](repeating: none, count: 6))
    #expect(seven.first?.verdict == .inconclusive)
    #expect(seven.first?.reason == .lostToFamily)
    var identical = none
    identical.viewsAreEqual = true
    let some = Decision.all(
      [one] + [DecisionEvidence](repeating: none, count: 5)
        + [DecisionEvidence](repeating: identical, count: 9))
    #expect(some.first?.verdict == .improvement)
  }

  @Test func `what may differ is the declared factor alone`() {
    let one = ComparisonBasis(
      judge: "b", model: "c", tokenizer: "d", context: "4096", reserve: 512)
    #expect(one.differences(from: one, varying: .strategy) == [])
    var other = one
    other.model = "e"
    #expect(one.differences(from: other, varying: .strategy) == ["model"])
    #expect(one.differences(from: other, varying: .model) == [])
    other.context = "8192"
    #expect(one.differences(from: other, varying: .model) == ["context"])
    let all = ComparisonBasis(
      judge: "z", model: "z", tokenizer: "z", context: "0", reserve: 0)
    #expect(
      one.differences(from: all, varying: .tool)
        == ["judge", "model", "tokenizer", "context", "reserve"])
    #expect(one.differences(from: all, varying: .tokenizer).contains("tokenizer") == false)
    #expect(one.differences(from: all, varying: .judge).contains("judge") == false)
  }
}
