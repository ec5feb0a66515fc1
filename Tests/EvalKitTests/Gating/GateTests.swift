import Testing

@testable import EvalKit

@Suite struct `A gate` {
  typealias Asked = GateBed.Asked

  private func report(
    _ before: [Asked], _ after: [Asked], bed: GateBed = GateBed(), now: GateBed? = nil,
    rules: [GateRule] = [], factor: ComparisonFactor = .strategy
  ) throws -> GateReport {
    try Gate(
      baseline: bed.baseline(before), run: Baseline([(now ?? bed).run(after)]), rules: rules,
      factor: factor
    ).report()
  }

  // MARK: Drift

  @Test(arguments: [
    (100, 0, false), (100, 1, false), (100, 2, false), (100, 3, true), (100, 5, true),
    // Of few questions two have to be worse, however many points one is.
    (10, 1, false), (10, 2, true), (1, 1, false), (2, 2, true),
  ])
  func `fails from the drop that matters on and not below`(
    count: Int, wrong: Int, fails: Bool
  ) throws {
    let found = try report(
      GateBed.questions(count), GateBed.questions(count, wrong: wrong))
    #expect(found.verdict() == (fails ? .failed : .met))
    let check = try #require(found.check(.drift, "recall"))
    #expect(check.broken.count == wrong)
    #expect(check.questions == count)
    #expect(check.after == Double(count - wrong) / Double(count))
  }

  @Test func `looks at the net change`() throws {
    let before = GateBed.questions(10, wrong: 2)
    let after = before.enumerated().map { place, asked in
      Asked(asked.caseID, asked.question, (2..<5).contains(place) ? 0 : 1)
    }
    let found = try report(before, after)
    let check = try #require(found.check(.drift, "recall"))
    #expect(check.broken.count == 3)
    #expect(check.fixed.count == 2)
    #expect(found.verdict() == .met)
  }

  @Test func `says of an improvement that it wants a blessing`() throws {
    let found = try report(GateBed.questions(10, wrong: 2), GateBed.questions(10))
    #expect(found.verdict() == .met)
    #expect(found.improvements.map(\.check.metric) == ["recall"])
    #expect(try report(GateBed.questions(10, wrong: 1), GateBed.questions(10)).improvements.isEmpty)
  }

  @Test(arguments: [(1099.0, false), (1100, true), (500, false)])
  func `takes costs in shares of what they were`(tokens: Double, fails: Bool) throws {
    var now = GateBed()
    now.tokens = tokens
    let found = try report(GateBed.questions(10), GateBed.questions(10), now: now)
    #expect(found.verdict() == (fails ? .failed : .met))
    #expect(found.check(.drift, "tokensPerTask")?.isImprovement == (tokens == 500))
  }

  @Test func `asks for a floor and a ceiling whatever the baseline was`() throws {
    let questions = GateBed.questions(10, wrong: 4)
    let rules = [
      GateRule(metric: "recall", floor: 0.7), GateRule(metric: "tokensPerTask", ceiling: 1000),
    ]
    let found = try report(questions, questions, rules: rules)
    #expect(found.check(.floor)?.status == .failed)
    #expect(found.check(.ceiling)?.status == .passed)
    #expect(found.check(.drift) == nil)
    let other = try report(
      questions, questions, rules: [GateRule(metric: "recall", arms: "theirs*", floor: 0.7)])
    #expect(other.verdict() == .met)
    #expect(other.idleRules == ["recall of 'theirs*'"])
  }

  // MARK: What is always looked at

  @Test func `fails for a must question though as many came out better`() throws {
    var bed = GateBed()
    bed.must = ["q1"]
    let before = GateBed.questions(10, wrong: 1)
    let after = before.map { Asked($0.caseID, $0.question, $0.question == "q1" ? 0 : 1) }
    let found = try report(before, after, bed: bed)
    #expect(found.check(.drift, "recall")?.status == .passed)
    #expect(found.check(.must)?.status == .failed)
    #expect(found.check(.must)?.broken.map(\.place) == ["c1/q1"])
    #expect(found.verdict() == .failed)
    // One that failed before does not newly fail.
    bed.must = ["q0"]
    #expect(try report(before, before, bed: bed).check(.must)?.status == .passed)
  }

  @Test func `fails for a hazard the case had not before`() throws {
    let questions = GateBed.questions(4)
    var bed = GateBed()
    bed.hazards = ["c0": ["orphan-output": 1]]
    var now = bed
    now.hazards = ["c0": ["orphan-output": 7]]
    #expect(try report(questions, questions, bed: bed, now: now).verdict() == .met)
    now.hazards = ["c0": ["orphan-output": 1], "c1": ["orphan-output": 2]]
    let found = try report(questions, questions, bed: bed, now: now)
    #expect(found.check(.hazards)?.hazards == ["c1: orphan-output × 2"])
    #expect(found.verdict() == .failed)
  }

  @Test(arguments: [(0.9, 0.4, true), (0.5, 0.49, true), (0.4, 0.1, false), (0.9, 0.5, false)])
  func `fails where the cache is hardly used any more`(
    before: Double, after: Double, fails: Bool
  ) throws {
    var bed = GateBed()
    bed.cacheHits = before
    var now = bed
    now.cacheHits = after
    let found = try report(GateBed.questions(4), GateBed.questions(4), bed: bed, now: now)
    #expect(found.check(.cache)?.status == (fails ? .failed : .passed))
  }

  // MARK: Coverage

  @Test(arguments: [
    Outcome.errored("timeout"), .notApplicable("floor"), .excluded("--case x"),
  ])
  func `never fails for what was not measured, and never forgets it`(outcome: Outcome) throws {
    let before = GateBed.questions(10)
    let after = before.enumerated().map { place, asked in
      place < 5 ? Asked(asked.caseID, asked.question, outcome) : asked
    }
    let found = try report(before, after)
    #expect(found.verdict() == .incomplete)
    #expect(found.check(.coverage)?.lost.count == 5)
    #expect(found.check(.drift, "recall")?.questions == 5)
    #expect(found.check(.drift, "recall")?.after == 1)
  }

  @Test func `misses a question, a case and a policy that are gone`() throws {
    let before = GateBed.questions(10)
    let question = try report(before, Array(before.dropLast()))
    #expect(question.check(.coverage)?.lost.map(\.reason) == ["the question is gone"])
    let alone = try report(before, before.filter { $0.caseID == "c0" })
    #expect(alone.goneCases == ["c1"])
    #expect(alone.verdict() == .incomplete)
    #expect(alone.check(.coverage)?.lost.allSatisfy { $0.caseID == "c1" } == true)
    var renamed = GateBed()
    renamed.name = "theirs"
    let arm = try report(before, before, now: renamed)
    #expect(arm.verdict() == .incomplete)
    #expect(arm.newArms.map(\.name) == ["theirs"])
  }

  @Test func `fails for certain where a gate failed and something was not measured`() throws {
    let before = GateBed.questions(10)
    let after = before.enumerated().map { place, asked in
      place == 9
        ? Asked(asked.caseID, asked.question, .errored("timeout"))
        : Asked(asked.caseID, asked.question, place < 3 ? 0 : 1)
    }
    let found = try report(before, after)
    #expect(found.check(.coverage)?.status == .incomplete)
    #expect(found.verdict() == .failed)
  }

  @Test func `does not call an error new that was blessed, nor the run whole`() throws {
    let questions = [
      Asked("c0", "a", 1), Asked("c0", "b", .errored("timeout")), Asked("c1", "c", 1),
    ]
    let found = try report(questions, questions)
    #expect(found.verdict() == .incomplete)
    #expect(found.check(.coverage)?.lost.map(\.place) == ["c0/b"])
  }

  @Test func `leaves new questions out`() throws {
    let before = GateBed.questions(10)
    let found = try report(before, before + [Asked("c0", "new", 0), Asked("c0", "newer", 0)])
    #expect(found.verdict() == .met)
    #expect(found.arms.first?.added == 2)
    #expect(found.check(.drift, "recall")?.questions == 10)
  }

  // MARK: What cannot be compared

  @Test func `leaves out cases that were changed, and says so`() throws {
    let before = GateBed.questions(10)
    var now = GateBed()
    now.digests = ["c0": "changed"]
    let part = try report(before, GateBed.questions(10, wrong: 1), now: now)
    #expect(part.changedCases == ["c0"])
    #expect(part.check(.drift, "recall")?.questions == 5)
    #expect(part.verdict() == .met)
    #expect(part.verdict(isStrict: true) == .inconclusive)
    now.digests["c1"] = "changed"
    #expect(try report(before, before, now: now).verdict() == .inconclusive)
  }

  @Test func `compares nothing under another judge or model unless that is the question`() throws {
    let questions = GateBed.questions(10)
    var judge = GateBed()
    judge.judge.strictness = .strict
    #expect(try report(questions, questions, now: judge).verdict() == .inconclusive)
    #expect(try report(questions, questions, now: judge, factor: .judge).verdict() == .met)
    // What is demanded is no part of how answers are judged.
    var gates = GateBed()
    gates.judge.gates = [GateRule(metric: "recall", floor: 0.5)]
    #expect(try report(questions, questions, now: gates).verdict() == .met)
    var model = GateBed()
    model.configuration = "two"
    let other = try report(questions, questions, now: model)
    #expect(other.verdict() == .inconclusive)
    #expect(other.arms.first?.differing == ["the model 'm'"])
    #expect(try report(questions, questions, now: model, factor: .model).verdict() == .met)
  }

  @Test func `tells the model's flips from compaction's`() throws {
    var bed = GateBed()
    bed.survival = [Asked("c0", "q0/f", 1), Asked("c1", "q1/f", 1), Asked("c1", "q1/g", 1)]
    var now = bed
    now.model = "newer"
    now.survival[2] = Asked("c1", "q1/g", 0)
    let found = try report(
      GateBed.questions(4), GateBed.questions(4, wrong: 3), bed: bed, now: now, factor: .model)
    let flips = try #require(found.arms.first?.flips)
    #expect(flips.map(\.place) == ["c0/q0", "c1/q1", "c0/q2"])
    #expect(flips.map(\.cause) == [.model, .compaction, nil])
    #expect(found.arms.first?.counterpart?.model == "newer")
  }

  @Test func `does not rest on a metric without range`() throws {
    var baseline = try GateBed().baseline(GateBed.questions(10))
    baseline.arms[0].noRange = ["recall"]
    let run = try Baseline([GateBed().run(GateBed.questions(10, wrong: 9))])
    let found = try Gate(baseline: baseline, run: run).report()
    #expect(found.check(.drift, "recall")?.status == .undecided("no range on this set"))
    #expect(found.verdict() == .met)
    #expect(found.verdict(isStrict: true) == .inconclusive)
  }
}
