import Testing

@testable import EvalKit

@Suite struct `What to ship` {
  private let rule = ChoiceRule(
    .minimise, "tokensPerTask",
    subject: [.init(metric: "recall", bound: .init(.atLeast, -0.05, from: .ceiling))])

  /// Values that lie a little above and below a mean, by turns.
  private func around(_ mean: Double, _ spread: Double = 0) -> (Int) -> Double? {
    { mean + ($0 % 2 == 0 ? spread : -spread) }
  }

  private func controls(_ cases: Int = 10, oracle: Double = 1) -> MeasuredRunFixture {
    var fixture = MeasuredRunFixture(cases: cases)
    fixture.add("oracle", ["recall": around(oracle)])
    fixture.add("null", ["recall": around(0)])
    return fixture
  }

  /// Three policies: the dearest and the middle one are within the bound.
  private func three(_ cases: Int = 10) -> MeasuredRunFixture {
    var fixture = controls(cases)
    fixture.add("wide", ["recall": around(0.97, 0.01), "tokensPerTask": around(1000, 10)])
    fixture.add("mid", ["recall": around(0.96, 0.005), "tokensPerTask": around(800, 20)])
    fixture.add("narrow", ["recall": around(0.80, 0.01), "tokensPerTask": around(500, 10)])
    return fixture
  }

  private func choose(_ fixture: MeasuredRunFixture, _ rule: ChoiceRule? = nil) throws -> Choice {
    let all = Choice.all(of: try fixture.run(), rule: rule ?? self.rule)
    return try #require(all.count == 1 ? all.first : nil)
  }

  @Test func `is the best within the bounds, where that is shown`() throws {
    let choice = try choose(three())
    #expect(choice.verdict == .ship)
    #expect(choice.best?.name == "mid")
    #expect(choice.reasons.isEmpty)
    #expect(choice.policies.map(\.qualifies) == [true, true, false])
    let bound = try #require(choice.policies[1].findings.first)
    #expect(abs(try #require(bound.bound) - 0.95) < 1e-12)
    #expect(abs(try #require(bound.slack) - 0.01) < 1e-12)
    // Every cluster's difference from the oracle is −0.035 or −0.045.
    guard case .certain(let interval) = bound.certainty else {
      Issue.record("\(bound.certainty)")
      return
    }
    #expect(interval.lower >= -0.0451 && interval.upper <= -0.0349)
    let next = try #require(choice.runnerUp)
    #expect(next.arm.name == "wide")
    #expect(next.difference == -200)
    // The two assignments of 1,024 that have all signs alike.
    #expect(next.comparison?.pValue == 2.0 / 1024)
  }

  @Test func `says what a laxer rule would ship`() throws {
    let choice = try choose(three())
    #expect(choice.alternatives.map(\.arm.name) == ["narrow"])
    let other = try #require(choice.alternatives.first)
    #expect(other.relaxed.map { "\($0.metric) \($0.bound)" } == ["recall ≥ ceiling − 0.2"])
    #expect(other.difference == -300)
    // One that is both dearer than another outside the bound and worse would not be shipped by any.
    var fixture = three()
    fixture.add("poor", ["recall": around(0.7), "tokensPerTask": around(600)])
    fixture.add("poorest", ["recall": around(0.4321), "tokensPerTask": around(100)])
    let more = try choose(fixture).alternatives
    #expect(more.map(\.arm.name) == ["poorest", "narrow"])
    // Moved outward to a thousandth: 0.4321 is 0.5679 under the ceiling.
    #expect(more.first?.relaxed.first?.bound.description == "≥ ceiling − 0.568")
  }

  @Test func `is not decided by few clusters`() throws {
    let choice = try choose(three(7))
    #expect(choice.verdict == .cannotDecide)
    #expect(choice.best?.name == "mid")
    #expect(choice.reasons == [.fewClusters(7)])
    #expect(try choose(three(8)).verdict == .ship)
    // Under 6 there is no interval either.
    let least = try choose(three(5))
    #expect(
      least.reasons == [
        .fewClusters(5), .uncertainBound(rule.constraints[0]),
        .closeRunnerUp(try #require(least.runnerUp?.arm), 0.0625),
      ])
    #expect(least.policies[1].findings.first?.certainty == .uncertain(nil))
  }

  @Test func `is not decided where the interval reaches over the bound`() throws {
    var fixture = controls()
    fixture.add("wide", ["recall": around(0.96, 0.1), "tokensPerTask": around(800)])
    let choice = try choose(fixture)
    #expect(choice.verdict == .cannotDecide)
    #expect(choice.reasons == [.uncertainBound(rule.constraints[0])])
    #expect(
      "\(choice.reasons[0])"
        == "recall ≥ ceiling − 0.05 is met on this set, and the interval reaches past it")
    #expect(choice.runnerUp == nil)
  }

  @Test func `is not decided where the next may cost as little`() throws {
    var fixture = controls()
    fixture.add("a", ["recall": around(1), "tokensPerTask": around(800, 300)])
    fixture.add("b", ["recall": around(1), "tokensPerTask": around(820)])
    let choice = try choose(fixture)
    #expect(choice.verdict == .cannotDecide)
    let p = try #require(choice.runnerUp?.comparison?.pValue)
    #expect(p > 0.05 && choice.reasons == [.closeRunnerUp(try #require(choice.runnerUp?.arm), p)])
  }

  @Test func `is a tie where two are equal, and names the one that was run first`() throws {
    for names in [["a", "b"], ["b", "a"]] {
      var fixture = controls()
      for name in names { fixture.add(name, ["recall": around(1), "tokensPerTask": around(800)]) }
      let choice = try choose(fixture)
      #expect(choice.best?.name == names[0])
      #expect(choice.reasons == [.closeRunnerUp(try #require(choice.runnerUp?.arm), 1)])
    }
  }

  @Test func `is not told by a metric without range`() throws {
    var fixture = controls(oracle: 0.1)
    fixture.add("a", ["recall": around(0.1), "tokensPerTask": around(800)])
    let choice = try choose(fixture)
    #expect(choice.verdict == .cannotDecide)
    #expect(choice.best == nil && choice.nearest == nil)
    #expect(
      choice.reasons.map(\.description)
        == ["a cannot be judged: recall has no range on this set"])
  }

  @Test func `is not told without the control that a bound starts from`() throws {
    var fixture = MeasuredRunFixture(cases: 10)
    fixture.add("a", ["recall": around(1), "tokensPerTask": around(800)])
    for term in ChoiceRule.Bound.Term.allCases {
      let rule = ChoiceRule(
        .minimise, "tokensPerTask",
        subject: [.init(metric: "recall", bound: .init(.atLeast, 0, from: term))])
      #expect(
        try choose(fixture, rule).reasons.map(\.description)
          == ["a cannot be judged: no \(term.rawValue) in the run has a value of recall"])
    }
  }

  @Test func `is not told where one that cannot be judged might be better`() throws {
    var fixture = three()
    let broken = fixture.add("broken", ["recall": around(1)])
    fixture.add("tokensPerTask", .scored(10), broken, case: 0)
    fixture.add("tokensPerTask", .errored("it failed"), broken, case: 1)
    // Dearer than the best: whatever its recall is, it would not be shipped.
    fixture.add("dear", ["tokensPerTask": around(5000)])
    // Outside the bound: whatever it costs.
    fixture.add("lossy", ["recall": around(0.1)])
    let choice = try choose(fixture)
    #expect(choice.verdict == .cannotDecide)
    #expect(choice.best?.name == "mid")
    #expect(
      choice.reasons == [.unknown(broken, "tokensPerTask is incomplete: 1 errored")])
    #expect(choice.policies.map(\.qualifies) == [true, true, false, nil, nil, false])
  }

  @Test func `is not shown by an objective that no test can tell`() throws {
    var fixture = controls()
    fixture.add("a", ["recall": around(1), "peakTokens": around(800)])
    let rule = ChoiceRule(.minimise, "peakTokens", subject: self.rule.constraints)
    #expect(try choose(fixture, rule).verdict == .ship)
    fixture.add("b", ["recall": around(1), "peakTokens": around(900)])
    let choice = try choose(fixture, rule)
    #expect(choice.reasons == [.untestable("peakTokens")])
    #expect(choice.best?.name == "a" && choice.runnerUp?.difference == -100)
  }

  @Test func `is nothing where all miss a bound, and the nearest is named`() throws {
    var fixture = controls()
    fixture.add("far", ["recall": around(0.5), "tokensPerTask": around(100)])
    fixture.add("near", ["recall": around(0.9), "tokensPerTask": around(900)])
    fixture.add("lossy", ["recall": around(0.3), "tokensPerTask": around(1000)])
    let choice = try choose(fixture)
    #expect(choice.verdict == .nothingQualifies)
    #expect(choice.best == nil)
    #expect(choice.nearest?.name == "near")
    #expect(choice.alternatives.map(\.arm.name) == ["far", "near"])
    #expect(choice.alternatives.allSatisfy { $0.difference == nil })
    // Fewer bounds missed is nearer, by whatever.
    let two = ChoiceRule(
      .minimise, "tokensPerTask",
      subject: rule.constraints + [.init(metric: "tokensPerTask", bound: .init(.atMost, 50))])
    var other = controls()
    other.add("one", ["recall": around(1), "tokensPerTask": around(5000)])
    other.add("both", ["recall": around(0.94), "tokensPerTask": around(60)])
    #expect(try choose(other, two).nearest?.name == "one")
  }

  @Test func `may rest on numbers alone, and on an arm's own placebo`() throws {
    var fixture = three()
    fixture.add("placebo(mid)", ["recall": around(0.9)])
    fixture.add("placebo(narrow)", ["recall": around(0.2)])
    let run = fixture
    func best(_ metric: String, _ bound: ChoiceRule.Bound) throws -> Choice {
      try choose(
        run,
        ChoiceRule(.minimise, "tokensPerTask", subject: [.init(metric: metric, bound: bound)]))
    }
    #expect(try best("recall", .init(.atLeast, 0.965)).best?.name == "wide")
    #expect(try best("recall", .init(.atLeast, 0.96)).best?.name == "mid")
    #expect(try best("recall", .init(.atLeast, 0.8)).best?.name == "narrow")
    #expect(try best("recall", .init(.atLeast, 0.7, from: .null)).best?.name == "narrow")
    let placebo = try best("recall", .init(.atLeast, 0.1, from: .placebo))
    #expect(placebo.best?.name == "narrow")
    #expect(placebo.policies.map(\.qualifies) == [nil, false, true])
    // The dearest has no placebo; it is dearer than the best, so that does not matter.
    #expect(placebo.verdict == .ship)
  }

  @Test func `takes a value without spread as it is`() throws {
    var fixture = controls()
    fixture.add(
      "a",
      ["recall": around(1), "hazardsPer100": around(0), "tokensPerTask": around(800)])
    fixture.add(
      "b",
      ["recall": around(1), "hazardsPer100": around(2, 1), "tokensPerTask": around(600)])
    let rule = ChoiceRule(
      .minimise, "tokensPerTask",
      subject: self.rule.constraints + [.init(metric: "hazardsPer100", bound: .init(.atMost, 0))])
    let choice = try choose(fixture, rule)
    #expect(choice.verdict == .ship)
    #expect(choice.best?.name == "a")
    // By metric: hazardsPer100, then recall.
    #expect(choice.policies[0].findings.map(\.certainty) == [.valueOnly, .valueOnly])
    guard case .certain? = choice.policies[1].findings.first?.certainty else {
      Issue.record("b's hazards are certain")
      return
    }
    #expect(
      choice.alternatives.first?.relaxed.map { "\($0.metric) \($0.bound)" }
        == ["hazardsPer100 ≤ 2"])
  }

  @Test func `may be the most of a metric, whatever the scores' order`() throws {
    let rule = ChoiceRule(.maximise, "recall")
    var first = controls()
    first.add("a", ["recall": around(0.9)])
    first.add("b", ["recall": around(0.7)])
    let choice = try choose(first, rule)
    #expect((choice.verdict, choice.best?.name) == (.ship, "a"))
    #expect(abs(try #require(choice.runnerUp?.difference) - 0.2) < 1e-12)
    let run = try first.run()
    let turned = MeasuredRun(
      label: run.label, spec: run.spec, judge: run.judge, cases: run.cases, arms: run.arms,
      scores: run.scores.reversed())
    #expect(Choice.all(of: turned, rule: rule).map(\.best) == [choice.best])
  }

  @Test func `is told for each model and context, and as JSON`() throws {
    var fixture = three()
    fixture.add("oracle", model: "other", ["recall": around(1)])
    fixture.add("null", model: "other", ["recall": around(0)])
    fixture.add(
      "wide", model: "other", ["recall": around(0.99), "tokensPerTask": around(1000)])
    let all = Choice.all(of: try fixture.run(), rule: rule)
    #expect(all.map(\.model) == ["reader", "other"])
    #expect(all.map { $0.best?.name } == ["mid", "wide"])
    let json = all[0].json
    #expect(json["verdict"] == "ship")
    #expect(json["best"] == "mid")
    #expect(json["rule"]?["subject"]?["recall"] == "≥ ceiling − 0.05")
    #expect(json["runnerUp"]?["arm"] == "wide")
    #expect(json["policies"]?.arrayValue?.count == 3)
    #expect(
      json["alternatives"]?.arrayValue?.first?["relaxed"]?["recall"] == "≥ ceiling − 0.2")
    #expect(try JSONValue.parse(json.serialised()) == json)
  }
}
