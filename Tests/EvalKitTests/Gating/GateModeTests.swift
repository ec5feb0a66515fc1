import Testing

@testable import EvalKit

@Suite struct `A gate on what varies` {
  private func runs(_ wrong: [Int]) -> [MeasuredRun] {
    wrong.map { GateBed().run(GateBed.questions(100, cases: 10, wrong: $0)) }
  }

  private func verdict(_ before: [Int], _ after: [Int], _ rule: GateRule) throws
    -> GateReport.Verdict
  {
    try Gate(baseline: Baseline(runs(before)), run: Baseline(runs(after)), rules: [rule])
      .report().verdict()
  }

  @Test func `is drift where repeats are the same, and needs three where they are not`() throws {
    let rule = GateRule(metric: "recall")
    #expect(try verdict([0], [5], rule) == .failed)
    #expect(try verdict([0, 0], [5, 5], rule) == .failed)
    let error = try #require(throws: GateError.self) { try verdict([0], [4, 5], rule) }
    #expect(error == .fewRepeats(metric: "recall", arm: "ours", 2, of: 3))
    #expect(throws: GateError.self) { try verdict([0, 1, 2], [0], rule) }
  }

  @Test(arguments: [
    // Means 1 and 2 wrong of 100: under the drop that matters.
    ([0, 1, 2], [1, 2, 3], false),
    // 1 and 6 wrong; repeats differ by 2 points.
    ([0, 1, 2], [5, 6, 7], true),
    // 10 and 14 wrong, but repeats differ by 8 points.
    ([6, 10, 14], [12, 14, 16], false),
  ])
  func `fails beyond what repeats differ by among themselves`(
    before: [Int], after: [Int], fails: Bool
  ) throws {
    let rule = GateRule(metric: "recall", mode: .sampled)
    #expect(try verdict(before, after, rule) == (fails ? .failed : .met))
  }

  @Test func `wants repeats of a model that samples, even where one run is all there is`() throws {
    var bed = GateBed()
    bed.isSampled = true
    let run = bed.run(GateBed.questions(100, cases: 10))
    let gate = try Gate(
      baseline: Baseline([run]), run: Baseline([run]), rules: [GateRule(metric: "recall")])
    #expect(throws: GateError.fewRepeats(metric: "recall", arm: "ours", 1, of: 3)) {
      try gate.report()
    }
  }

  @Test func `says that the weights of a model cannot be digested`() throws {
    var bed = GateBed()
    bed.isUnpinned = true
    let run = try Baseline([bed.run(GateBed.questions(10))])
    let read = try Baseline(file: Array(run.file.utf8))
    #expect(read.unpinned == ["m"])
    #expect(read.digest == run.digest)
    let notes = try Gate(baseline: read, run: run).report().notes
    #expect(
      notes == ["unpinned: the weights of 'm' cannot be digested and may have changed unseen"])
    #expect(try Gate(baseline: read, run: run).report().verdict() == .met)
  }

  @Test func `takes runs of something else for no repeats`() throws {
    var other = GateBed()
    other.configuration = "two"
    let pair = [
      GateBed().run(GateBed.questions(4)), other.run(GateBed.questions(4), label: "other"),
    ]
    let error = try #require(throws: RepeatError.self) { try Baseline(pair) }
    #expect(error.description.contains("'other' is no repeat of 'run'"))
    #expect(error.description.contains("models"))
  }

  @Test func `that asks for other sessions takes clusters enough to ever fail`() throws {
    let rule = GateRule(metric: "recall", mode: .generalises)
    func gate(_ cases: Int, _ wrong: Int) throws -> GateReport {
      try Gate(
        baseline: Baseline([GateBed().run(GateBed.questions(40, cases: cases))]),
        run: Baseline([GateBed().run(GateBed.questions(40, cases: cases, wrong: wrong))]),
        rules: [rule]
      ).report()
    }
    let error = try #require(throws: GateError.self) { try gate(7, 20) }
    #expect(error == .fewClusters(metric: "recall", 7))
    // One question wrong in each of eight clusters, then two in two of them.
    #expect(try gate(8, 8).verdict() == .failed)
    #expect(try gate(8, 8).check(.generalises)?.unseen == .holds)
    let few = try gate(8, 2)
    #expect(few.check(.generalises)?.status.word == "undecided")
    #expect(few.verdict() == .met)
    #expect(few.verdict(isStrict: true) == .inconclusive)
  }

  @Test func `says of every change whether it would be met elsewhere`() throws {
    func unseen(_ cases: Int, _ wrong: Int) throws -> GateCheck.Unseen? {
      try Gate(
        baseline: Baseline([GateBed().run(GateBed.questions(40, cases: cases))]),
        run: Baseline([GateBed().run(GateBed.questions(40, cases: cases, wrong: wrong))])
      ).report().check(.drift, "recall")?.unseen
    }
    #expect(try unseen(6, 6) == .few(6))
    #expect(try unseen(10, 10) == .holds)
    #expect(try unseen(10, 1) == .noSign)
    #expect(try unseen(10, 0) == nil)
  }
}
