import Testing

@testable import EvalKit

@Suite struct `Sweeps at equal cost` {
  typealias Arm = MeasuredRuns.ArmScores

  /// Values of which the first so many cases lose their first question.
  private func losing(_ count: Int, cases: Int = 40) -> [[Double?]] {
    (0..<cases).map { $0 < count ? [0, 1] : [1, 1] }
  }

  private func tokens(_ count: Double) -> [Double] { Array(repeating: count, count: 40) }

  private func compare(
    _ run: MeasuredRun, reference: ArmIdentity? = nil, tokens: Double? = nil
  ) throws -> EqualCostComparison? {
    let summary = run.summary()
    return try EqualCostComparison(
      of: run, summary: summary, curves: Curve.all(of: run, summary: summary),
      metric: try #require(Metric["recall"]), reference: reference, tokens: tokens)
  }

  private var run: MeasuredRun {
    MeasuredRuns.run([
      Arm("window(entries: 4)", recall: losing(40), tokens: tokens(100)),
      Arm("window(entries: 8)", recall: losing(0), tokens: tokens(300)),
      Arm("other(entries: 4)", recall: losing(40), tokens: tokens(200)),
      Arm("other(entries: 8)", recall: losing(40), tokens: tokens(400)),
      Arm("alone", recall: losing(0), tokens: tokens(900)),
    ])
  }

  @Test func `a mix of neighbours is compared question by question`() throws {
    let found = try #require(try compare(run))
    // The sweeps reach 200 to 300 together; at 250 the first is three quarters of the way.
    #expect(found.cost.tokens == 250)
    #expect(found.reference.mix.name == "25 % window(entries: 4), 75 % window(entries: 8)")
    #expect(found.referenceValue == 0.875)
    #expect(found.rows.map(\.entry.mix.name) == ["75 % other(entries: 4), 25 % other(entries: 8)"])
    #expect(found.rows.map(\.value) == [0.5])
    #expect(found.rows[0].statistics?.estimate == -0.375)
    #expect(found.rows[0].decision.verdict == .regression)
    #expect(found.cost.outOfReach.map(\.name) == ["alone"])
  }

  @Test func `the arm compared with says the cost where it is no point of a sweep`() throws {
    let run = MeasuredRuns.run([
      Arm("window(entries: 4)", recall: losing(40), tokens: tokens(100)),
      Arm("window(entries: 8)", recall: losing(0), tokens: tokens(300)),
      Arm("alone", recall: losing(40), tokens: tokens(200)),
    ])
    let found = try #require(try compare(run, reference: run.arms[2]))
    #expect(found.cost.source == .reference(run.arms[2]))
    #expect(found.reference.mix.name == "alone")
    #expect(found.rows.map(\.value) == [0.75])
    #expect(found.rows[0].decision.verdict == .improvement)
    #expect(found.rows[0].statistics?.estimate == 0.25)
  }

  @Test func `what reaches no common cost is not compared`() throws {
    let run = MeasuredRuns.run([
      Arm("window(entries: 4)", recall: losing(40), tokens: tokens(100)),
      Arm("window(entries: 8)", recall: losing(0), tokens: tokens(300)),
      Arm("other(entries: 4)", recall: losing(40), tokens: tokens(400)),
      Arm("other(entries: 8)", recall: losing(40), tokens: tokens(500)),
    ])
    #expect(throws: EqualCostError.self) { try compare(run) }
    let alone = try compare(run, tokens: 200)
    #expect(alone == nil)
  }
}
