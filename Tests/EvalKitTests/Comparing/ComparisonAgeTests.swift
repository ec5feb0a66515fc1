import Testing

@testable import EvalKit

@Suite struct `Verdicts by age` {
  typealias Arm = MeasuredRuns.ArmScores

  /// Two questions a case, of a fact one turn back and of one nine turns back.
  private func run(young: Double, old: Double, cases: Int = 40) -> MeasuredRun {
    MeasuredRuns.run(
      [
        Arm("base", recall: Array(repeating: [1, 1], count: cases)),
        Arm(
          "bad",
          recall: (0..<cases).map { row in
            [
              Double(row) < young * Double(cases) ? 0 : 1,
              Double(row) < old * Double(cases) ? 0 : 1,
            ]
          }),
      ], marks: { _, place in Strata(kind: "name", probe: "recall", turns: place == 0 ? 1 : 9) })
  }

  private func compare(_ run: MeasuredRun) throws -> MetricComparison {
    let pairs = Comparison.pairs(of: [run], varying: .strategy)
    return try #require(Comparison(pairs, of: [run]).pairs[0]["recall"])
  }

  @Test func `a loss of old facts alone is none at the ages of use`() throws {
    let found = try compare(run(young: 0, old: 0.5))
    // Of 780 uses one or nine turns back, 10 reach back nine: −0.5 × 10 ÷ 780.
    #expect(found.byAge.map(\.profile) == ["usage", "uniform"])
    #expect(found.byAge.map { ($0.estimate * 10_000).rounded() } == [-64, -2500])
    #expect(found.byAge.map(\.verdict) == [.equivalent, .regression])
    #expect(found.decision?.verdict == .inconclusive)
    #expect(
      found.decision?.reason == .differsByAge(["usage: equivalent", "uniform: regression"]))
  }

  @Test func `a loss at every age is a regression at any`() throws {
    let found = try compare(run(young: 0.5, old: 0.5))
    #expect(found.byAge.map(\.verdict) == [.regression, .regression])
    #expect(found.decision?.verdict == .regression)
    #expect(found.byAge.map(\.estimate) == [-0.5, -0.5])
  }

  @Test func `the estimate is the difference of the rates under the profile`() throws {
    // Bins of 1, 2–3, 4–7, 8–15, 16 turns; 3 questions of one age and 1 of another.
    let profile = AgeProfile(name: "own", counts: [3, 0, 1, 0, 0])
    let ages = [1, 1, 1, 5]
    let run = MeasuredRuns.run(
      [
        Arm("base", recall: [[1, 1], [1, 1]]), Arm("bad", recall: [[0, 1], [1, 0]]),
      ], marks: { row, place in Strata(probe: "recall", turns: ages[2 * row + place]) })
    let table = MetricTable(runs: [run], metric: try #require(Metric["recall"]))
    let sample = try #require(
      table.sample(
        at: profile, baseline: table.scores(of: run.arms[0], in: 0),
        candidate: table.scores(of: run.arms[1], in: 0)))
    // One of three young answers, the only old one: 3/4 × −1/3 + 1/4 × −1.
    #expect(abs(sample.mean - -0.5) < 1e-12)
    #expect(sample.clusterMeans.map { ($0 * 4).rounded() / 4 } == [-0.5, -0.5])
  }

  @Test func `without ages nothing is asked of them`() throws {
    let run = MeasuredRuns.run([
      Arm("base", recall: Array(repeating: [1], count: 30)),
      Arm("bad", recall: (0..<30).map { [$0 < 15 ? 0 : 1] }),
    ])
    let found = try compare(run)
    #expect(found.byAge.isEmpty)
    #expect(found.decision?.verdict == .regression)
  }
}

@Suite struct `Comparing within strata` {
  typealias Arm = MeasuredRuns.ArmScores

  private let run = MeasuredRuns.run(
    [
      Arm("base", recall: Array(repeating: [1, 1], count: 10)),
      Arm("bad", recall: (0..<10).map { $0 < 5 ? [0, 1] : [1, 1] }),
    ], tags: (0..<10).map { $0 < 5 ? ["tools", "long"] : ["long"] },
    marks: { _, place in
      Strata(kind: place == 0 ? "date" : "name", probe: "recall", turns: place == 0 ? 9 : 1)
    })

  private func strata(_ dimension: ComparisonDimension) -> [StratumComparison] {
    Comparison(Comparison.pairs(of: [run], varying: .strategy), of: [run])
      .strata(by: dimension, metric: "recall")
  }

  @Test func `of kinds and ages`() {
    let kinds = strata(.stratum(.kind))
    #expect(kinds.map(\.value) == ["date", "name"])
    #expect(kinds.map(\.candidate) == [0.5, 1])
    #expect(kinds.map(\.baseline) == [1, 1])
    #expect(kinds.map(\.statistics.estimate) == [-0.5, 0])
    #expect(kinds.map(\.statistics.questions) == [10, 10])
    #expect(strata(.stratum(.age)).map(\.value) == ["0-1", "8-15"])
  }

  @Test func `of tags a case counts for each, of cases for itself`() {
    let tags = strata(.tag)
    #expect(tags.map(\.value) == ["long", "tools"])
    #expect(tags.map(\.statistics.clusters) == [10, 5])
    #expect(tags.map(\.candidate) == [0.75, 0.5])
    #expect(strata(.evalCase).count == 10)
  }
}
