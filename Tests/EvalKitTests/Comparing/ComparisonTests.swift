import EvalKitTesting
import Testing

@testable import EvalKit

@Suite struct `Comparing arms` {
  typealias Arm = MeasuredRuns.ArmScores

  private func all(_ value: Double, cases: Int, questions: Int = 2) -> [[Double?]] {
    Array(repeating: Array(repeating: value, count: questions), count: cases)
  }

  /// Values of which some cases lose their first question.
  private func losing(_ count: Int, cases: Int) -> [[Double?]] {
    (0..<cases).map { $0 < count ? [0, 1] : [1, 1] }
  }

  private func compare(
    _ runs: [MeasuredRun], settings: ComparisonSettings = ComparisonSettings()
  ) -> Comparison {
    Comparison(
      Comparison.pairs(of: runs, varying: settings.factor), of: runs, settings: settings)
  }

  private func verdict(_ comparison: Comparison, _ pair: Int = 0) -> Verdict? {
    comparison.pairs[pair]["recall"]?.decision?.verdict
  }

  // MARK: Which pairs

  @Test func `within a run every policy stands against the best of its model and context`() {
    let run = MeasuredRuns.run([
      Arm("oracle", recall: all(1, cases: 2)),
      Arm("a", recall: all(0.5, cases: 2), tokens: [10, 10]),
      Arm("b", recall: all(0.5, cases: 2), tokens: [5, 5]),
      Arm("c", recall: all(0, cases: 2), tokens: [1, 1]),
      Arm("a", context: "4096", recall: all(1, cases: 2)),
      Arm("b", context: "4096", recall: all(0, cases: 2)),
    ])
    let pairs = Comparison.pairs(of: [run], varying: .strategy).map {
      [$0.baseline.arm.key, $0.candidate.arm.key]
    }
    #expect(
      pairs == [
        ["b|reader|2048", "a|reader|2048"], ["b|reader|2048", "c|reader|2048"],
        ["a|reader|4096", "b|reader|4096"],
      ])
  }

  @Test func `a control of no window may be the reference at any context`() {
    let run = MeasuredRuns.run([
      Arm("oracle", context: "4096", recall: all(1, cases: 9)),
      Arm("a", recall: all(0, cases: 9)), Arm("a", context: "4096", recall: all(0, cases: 9)),
    ])
    let pairs = Comparison.pairs(
      of: [run], varying: .strategy, reference: { $0.control == .oracle })
    #expect(pairs.map(\.baseline.arm.name) == ["oracle", "oracle"])
    let comparison = Comparison(pairs, of: [run])
    #expect(comparison.pairs.map(\.differing) == [[], []])
    #expect(verdict(comparison) == .regression)
  }

  @Test func `across runs an arm stands against its like, whatever the model where that varies`() {
    let old = MeasuredRuns.run([Arm("a", recall: all(1, cases: 2))])
    let new = MeasuredRuns.run([
      Arm("a", model: "other", recall: all(1, cases: 2)), Arm("b", recall: all(1, cases: 2)),
    ])
    #expect(Comparison.pairs(of: [old, new], varying: .strategy).isEmpty)
    let pairs = Comparison.pairs(of: [old, new], varying: .model)
    #expect(pairs.map(\.candidate.arm.model) == ["other"])
    #expect(pairs.map { [$0.baseline.run, $0.candidate.run] } == [[0, 1]])
  }

  // MARK: Verdicts

  @Test func `equal views are identical, within a run and across runs`() {
    let run = MeasuredRuns.run([
      Arm("a", recall: losing(3, cases: 12)), Arm("b", recall: losing(3, cases: 12), views: "a"),
    ])
    let within = compare([run])
    #expect(verdict(within) == .identical)
    #expect(within.pairs[0].requests == 120)
    #expect(within.pairs[0].edited == 24)
    let across = compare([run, run])
    #expect(across.pairs.count == 2)
    #expect(across.pairs.indices.allSatisfy { verdict(across, $0) == .identical })
  }

  @Test func `equal views are not identical where another model answered otherwise`() {
    let old = MeasuredRuns.run([Arm("a", recall: all(1, cases: 12))])
    let new = MeasuredRuns.run(
      [Arm("a", model: "other", recall: losing(12, cases: 12))], configuration: "v2")
    var settings = ComparisonSettings()
    settings.factor = .model
    #expect(verdict(compare([old, new], settings: settings)) == .regression)
    let same = MeasuredRuns.run([Arm("a", model: "other", recall: all(1, cases: 12))])
    #expect(verdict(compare([old, same], settings: settings)) == .identical)
  }

  @Test func `a large loss is a regression, few clusters tell nothing`() {
    let large = MeasuredRuns.run([
      Arm("base", recall: all(1, cases: 30)), Arm("bad", recall: losing(12, cases: 30)),
    ])
    let found = compare([large])
    #expect(verdict(found) == .regression)
    #expect(found.pairs[0]["recall"]?.statistics?.estimate == -0.2)
    let small = MeasuredRuns.run([
      Arm("base", recall: all(1, cases: 6)), Arm("bad", recall: all(0, cases: 6)),
    ])
    let untold = compare([small])
    #expect(verdict(untold) == .inconclusive)
    #expect(untold.pairs[0]["recall"]?.decision?.reason == .fewClusters(6))
    #expect(untold.pairs[0]["recall"]?.statistics?.interval != nil)
  }

  @Test func `all pairs share the level, and the detectable effect is of that share`() throws {
    let base = Arm("base", recall: all(1, cases: 30))
    let bad = losing(7, cases: 30)
    let alone = compare([MeasuredRuns.run([base, Arm("bad", recall: bad)])])
    let many = compare([
      MeasuredRuns.run(
        [base] + (0..<6).map { Arm("bad-\($0)", recall: bad, views: "\($0)") })
    ])
    let single = try #require(alone.pairs[0]["recall"])
    let shared = try #require(many.pairs[0]["recall"])
    #expect(single.statistics == shared.statistics)
    #expect(single.adjustedP == single.statistics?.pValue)
    #expect(try #require(shared.adjustedP) > #require(single.adjustedP))
    #expect(try #require(shared.detectable) > #require(single.detectable))
    #expect(
      single.detectable == single.statistics?.minimumDetectableEffect?.value)
  }

  @Test func `secondary metrics have an interval and no verdict`() throws {
    let run = MeasuredRuns.run([
      Arm("base", recall: all(1, cases: 12), tokens: Array(repeating: 100, count: 12)),
      Arm(
        "bad", recall: all(0.5, cases: 12),
        tokens: (0..<12).map { 150 + Double($0) }),
    ])
    let tokens = try #require(compare([run]).pairs[0]["tokensPerTask"])
    #expect(tokens.decision == nil)
    #expect(tokens.adjustedP == nil)
    #expect(tokens.difference == 55.5)
    #expect(tokens.isBetter == false)
    #expect(tokens.changes.isEmpty)
  }

  // MARK: What may not be compared

  @Test func `what differs beside the factor is named`() {
    let old = MeasuredRuns.run([Arm("a", recall: all(1, cases: 12))])
    var strict = Judge.default
    strict.strictness = .strict
    let new = MeasuredRuns.run(
      [Arm("a", recall: all(0, cases: 12), views: "b")], judge: strict, configuration: "v2")
    let plain = compare([old, new])
    #expect(plain.pairs[0].differing == ["judge", "model"])
    #expect(verdict(plain) == .incomparable)
    var settings = ComparisonSettings()
    settings.factor = .model
    #expect(compare([old, new], settings: settings).pairs[0].differing == ["judge"])
  }

  @Test func `cases that differ are left out, and half must be left`() throws {
    let base = MeasuredRuns.run([Arm("a", recall: all(1, cases: 20))])
    func other(changed: Int) -> MeasuredRun {
      MeasuredRuns.run(
        [Arm("a", recall: losing(20, cases: 20), views: "b")],
        digests: (0..<20).map { $0 < changed ? "other" : "same" })
    }
    let half = compare([base, other(changed: 10)])
    #expect(half.pairs[0].cases.changed.count == 10)
    #expect(half.pairs[0].cases.common.first == "case-10")
    #expect(half.pairs[0]["recall"]?.baseline.scored == 20)
    #expect(verdict(half) == .regression)
    let less = compare([base, other(changed: 11)])
    #expect(less.pairs[0]["recall"]?.decision?.reason == .fewInCommon(9, of: 20))
  }

  @Test func `cases of one side are named`() {
    let base = MeasuredRuns.run([Arm("a", recall: all(1, cases: 12))])
    let more = MeasuredRuns.run([Arm("a", recall: all(1, cases: 14), views: "b")])
    let pair = compare([base, more]).pairs[0]
    #expect(pair.cases.onlyCandidate == ["case-12", "case-13"])
    #expect(pair.cases.onlyBaseline == [])
    #expect(pair.cases.all == 14)
    #expect(pair["recall"]?.candidate.scored == 24)
  }

  @Test func `an error is the worst answer, and makes a cost incomparable`() throws {
    var tokens: [[Double?]] = Array(repeating: [100], count: 12)
    tokens[3] = [nil]
    var recall = all(1, cases: 12)
    recall[3] = [nil, 1]
    let run = MeasuredRuns.run([
      Arm("base", recall: all(1, cases: 12), tokens: Array(repeating: 100, count: 12)),
      Arm("bad", recall: recall, more: ["tokensPerTask": tokens]),
    ])
    let pair = compare([run]).pairs[0]
    #expect(pair["recall"]?.broken.map(\.isVerdict) == ["errored"])
    #expect(pair["recall"]?.broken.map(\.after) == [0])
    #expect(pair["tokensPerTask"]?.statistics == nil)
    #expect(pair["tokensPerTask"]?.whyNone == "errors, and no worst value to count them as")
    let cost = Comparison(
      Comparison.pairs(of: [run], varying: .strategy), of: [run], primary: "tokensPerTask")
    #expect(cost.pairs[0]["tokensPerTask"]?.decision?.verdict == .incomparable)
  }

  @Test func `a metric without range is not decided`() {
    let run = MeasuredRuns.run([
      Arm("oracle", recall: all(0.1, cases: 12)), Arm("null", recall: all(0, cases: 12)),
      Arm("a", recall: all(1, cases: 12)), Arm("b", recall: all(0, cases: 12)),
    ])
    #expect(compare([run]).pairs[0]["recall"]?.decision?.reason == .noRange)
  }

  @Test func `what is worked out of other metrics has values and no pairs`() {
    let run = MeasuredRuns.run([
      Arm("oracle", recall: all(1, cases: 12)), Arm("null", recall: all(0, cases: 12)),
      Arm("a", recall: all(1, cases: 12)), Arm("b", recall: losing(6, cases: 12)),
    ])
    let pair = compare([run]).pairs[0]
    #expect(pair["normalizedRecall"]?.candidate.value == 0.75)
    #expect(pair["normalizedRecall"]?.whyNone == "worked out of other metrics: no pairs")
  }

  @Test func `a run says which models sample and which cannot be pinned, and reads it back`() throws
  {
    var capabilities = ModelCapabilities()
    capabilities.sampled = true
    capabilities.unpinned = true
    let settings = RunSettings(models: [
      ModelRunner(ScriptedModel(name: "far", capabilities: capabilities), configuration: "1"),
      ModelRunner(ScriptedModel(name: "near"), configuration: "2"),
    ])
    let arms = ["far", "near"].map {
      EvalKit.Arm(
        name: "a", policy: .pipeline(Pipeline()), model: $0, context: .tokens(9), reserve: 0)
    }
    let spec = RunSpec(
      Plan(cases: [], arms: arms, settings: settings), settings: settings, sets: [])
    #expect(spec.sampled == ["far"])
    #expect(spec.unpinned == ["far"])
    let read = try RunSpec(fields: RecordFields(spec.json))
    #expect(read == spec)
    var other = spec
    other.unpinned = []
    // Shown, and no part of what results depend on.
    #expect(other.digest == spec.digest)
  }

  // MARK: What changed

  @Test func `what is lost comes first, musts before others, and instances are one question`()
    throws
  {
    let base: [[Double?]] = [[1, 1, 0], [1, 1, 1]]
    let bad: [[Double?]] = [[0, 1, 1], [1, 0, 0]]
    let run = MeasuredRuns.run(
      [Arm("base", recall: base), Arm("bad", recall: bad)], must: ["q2"])
    let changes = try #require(compare([run]).pairs[0]["recall"]).changes
    #expect(
      changes.map { "\($0.caseID) \($0.question) \($0.wasVerdict) \($0.isVerdict)" } == [
        "case-01 q2 correct wrong", "case-00 q0 correct wrong", "case-01 q1 correct wrong",
        "case-00 q2 wrong correct",
      ])
    #expect(changes.map(\.isMust) == [true, false, false, true])
  }

  @Test func `clusters count once however many cases they have`() throws {
    let run = MeasuredRuns.run(
      [
        Arm("base", recall: all(1, cases: 10)),
        Arm("bad", recall: (0..<10).map { $0 == 9 ? [1, 1] : [0, 0] }),
      ], clusters: (0..<10).map { $0 == 9 ? "z" : "a" })
    let statistics = try #require(compare([run]).pairs[0]["recall"]?.statistics)
    #expect(statistics.clusters == 2)
    #expect(statistics.estimate == -0.5)
  }

  @Test func `the clusters that would find a difference are those at which it is detectable`() {
    for clusters in [12, 30, 111] {
      let effect = MinimumDetectableEffect(spread: 0.3, clusters: clusters)?.value ?? 0
      #expect(MinimumDetectableEffect.clusters(toFind: effect, spread: 0.3) == clusters)
      #expect(MinimumDetectableEffect.clusters(toFind: -effect * 0.99, spread: 0.3) != clusters)
    }
    #expect(MinimumDetectableEffect.clusters(toFind: 0, spread: 1) == nil)
    #expect(MinimumDetectableEffect.clusters(toFind: 0.5, spread: 0) == 2)
  }
}
