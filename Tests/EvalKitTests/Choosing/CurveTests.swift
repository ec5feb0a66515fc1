import Testing

@testable import EvalKit

@Suite struct `Curves of a run` {
  private func curves(_ arms: [(name: String, spec: String, tokens: Double?)]) throws -> [Curve] {
    var fixture = MeasuredRunFixture(cases: 2)
    for arm in arms {
      fixture.add(arm.name, spec: arm.spec, ["tokensPerTask": { _ in arm.tokens }])
    }
    let run = try fixture.run()
    return Curve.all(of: run, summary: run.summary())
  }

  private func names(_ curves: [Curve]) -> [[String]] { curves.map { $0.points.map(\.arm.name) } }

  @Test func `hold specs that differ in one number, by tokens`() throws {
    let curves = try curves([
      ("c", "rolling-window(entries: 16)", 300), ("a", "rolling-window(entries: 4)", 100),
      ("other", "identity", 900), ("b", "rolling-window(entries: 8)", 200),
    ])
    #expect(names(curves) == [["a", "b", "c"], ["other"]])
    #expect(curves[0].parameter == "entries")
    #expect(curves[0].points.map(\.argument) == ["4", "8", "16"])
    #expect(curves[0].range == 100...300)
    #expect(curves[0].name == "a … c")
    #expect(curves[1].parameter == nil)
  }

  // Specs of two arms, and the parameter of the curve they share.
  @Test(arguments: [
    ("w(tokens: 25%)", "w(tokens: 2000)", "tokens"),
    ("w(first: 2 entries, last: 8 entries)", "w(first: 2 entries, last: 1 entry)", "last"),
    ("w(first: 1 entry, last: 8 entries)", "w(first: 2 entries, last: 8 entries)", "first"),
    // A canonical spec leaves its defaults out.
    ("w(last: 8 entries)", "w(first: 1 entry, last: 8 entries)", "first"),
    ("w", "w(keep: 1 use)", "keep"),
    ("w | v(n: 2)", "w(keep: 1 use) | v(n: 2)", "keep"),
    ("w(steps: [v(n: 1) | u], when: 90%)", "w(steps: [v(n: 2) | u], when: 90%)", "n"),
    // What is no lone number sets policies apart.
    ("w(n: 1)", "w(m: 1)", nil),
    ("w(n: 1)", "v(n: 1)", nil),
    ("w(n: 1, m: 1)", "w(n: 2, m: 2)", nil),
    ("w(n: 1) | v", "w | v(n: 1)", nil),
    ("w(n: 1, mode: fast)", "w(n: 2, mode: slow)", nil),
    ("w(when: [10%, 2 turns])", "w(when: [20%, 2 turns])", nil),
    ("w(text: 'n: 1')", "w(text: 'n: 2')", nil),
  ])
  func `are told by the specs alone`(first: String, second: String, parameter: String?) throws {
    let curves = try curves([("a", first, 100), ("b", second, 200)])
    #expect(curves.map(\.parameter) == (parameter.map { [$0] } ?? [nil, nil]))
  }

  @Test func `share an arm that differs from others in one number or another`() throws {
    let curves = try curves([
      ("a", "w(m: 1, n: 1)", 100), ("b", "w(m: 1, n: 2)", 200), ("c", "w(m: 2, n: 1)", 300),
      ("d", "w(m: 3, n: 3)", 400),
    ])
    #expect(names(curves) == [["a", "c"], ["a", "b"], ["d"]])
    #expect(curves.map(\.parameter) == ["m", "n", nil])
  }

  @Test func `leave out an arm without a cost, and hold one model and context`() throws {
    #expect(
      names(try curves([("a", "w(n: 1)", 100), ("b", "w(n: 2)", nil)])) == [["a"]])
    var fixture = MeasuredRunFixture(cases: 1)
    fixture.add("a", spec: "w(n: 1)", ["tokensPerTask": { _ in 1 }])
    fixture.add("b", spec: "w(n: 2)", model: "other", ["tokensPerTask": { _ in 2 }])
    fixture.add("c", spec: "w(n: 3)", context: "50%", ["tokensPerTask": { _ in 3 }])
    let broken = fixture.add("d", spec: "w(n: 4)", [:])
    fixture.add("tokensPerTask", .scored(4), broken, case: 0)
    fixture.add("tokensPerTask", .errored("it failed"), broken, case: 0)
    fixture.add("oracle", ["tokensPerTask": { _ in 5 }])
    let run = try fixture.run()
    #expect(names(Curve.all(of: run, summary: run.summary())) == [["a"], ["b"], ["c"]])
  }

  @Test func `keep the order of points that cost the same`() throws {
    let curves = try curves([("b", "w(n: 2)", 100), ("a", "w(n: 1)", 100)])
    #expect(names(curves) == [["b", "a"]])
  }
}

@Suite struct `Curves at one cost` {
  private func arm(_ name: String) -> ArmIdentity { ArmIdentity(key: "\(name)|reader|512") }

  private func curve(_ points: [(String, Double)]) -> Curve {
    Curve(
      parameter: points.count > 1 ? "n" : nil,
      points: points.map { Curve.Point(arm($0.0), tokens: $0.1) })
  }

  @Test func `mix their neighbours, asking by asking`() throws {
    let curve = curve([("a", 200), ("b", 400), ("c", 500)])
    let mix = try #require(Mix(of: curve, at: 250))
    #expect((mix.lower, mix.upper, mix.share) == (arm("a"), arm("b"), 0.25))
    #expect(mix.name == "75 % a, 25 % b")
    let values: [String: [Double?]] = ["a": [1, 0, nil, 0.5, nil], "b": [0, 1, 1, nil, nil]]
    // 0.75 × a + 0.25 × b.
    #expect(mix.values { values[$0.name] ?? [] } == [0.75, 0.25, nil, nil, nil])
    let second = try #require(Mix(of: curve, at: 460))
    #expect((second.lower, second.upper, second.share) == (arm("b"), arm("c"), 0.6))
  }

  @Test func `are an arm itself where it costs just that`() throws {
    let curve = curve([("a", 200), ("b", 400)])
    for (tokens, name) in [(200.0, "a"), (400.0, "b"), (400 + 1e-8, "b")] {
      let mix = try #require(Mix(of: curve, at: tokens))
      #expect((mix.lower.name, mix.upper, mix.share) == (name, nil, 0))
      #expect(mix.values { $0.name == name ? [1, nil] : [0, 0] } == [1, nil])
    }
  }

  @Test func `reach no further than their points`() {
    let curve = curve([("a", 200), ("b", 400)])
    #expect(Mix(of: curve, at: 199.9) == nil)
    #expect(Mix(of: curve, at: 400.1) == nil)
    #expect(Mix(of: self.curve([("a", 200)]), at: 201) == nil)
  }

  @Test func `take the cost of a reference by itself`() throws {
    let long = curve([("a", 200), ("b", 400)])
    let far = curve([("c", 500), ("d", 700)])
    let alone = curve([("e", 300)])
    let equal = try EqualCost(curves: [long, far, alone], reference: arm("e"))
    #expect(equal.tokens == 300)
    #expect(equal.source == .reference(arm("e")))
    #expect(equal.entries.map(\.curve) == [long, alone])
    #expect(equal.entries.map(\.mix.share) == [0.5, 0])
    #expect(equal.outOfReach == [far])
    #expect(far.reach == "500 to 700")
  }

  @Test func `take the middle of what all reach where the reference is on a longer curve`() throws {
    let first = curve([("a", 200), ("b", 400)])
    let second = curve([("c", 300), ("d", 700)])
    let equal = try EqualCost(curves: [first, second, curve([("e", 90)])], reference: arm("a"))
    #expect(equal.tokens == 350)
    #expect(equal.source == .middle(300...400))
    #expect(equal.outOfReach.map(\.name) == ["e"])
    #expect(try EqualCost(curves: [first, second]).tokens == 350)
    let asked = try EqualCost(curves: [first, second], reference: arm("a"), tokens: 310)
    #expect((asked.tokens, asked.source) == (310, .asked))
    #expect(asked.entries.map(\.mix.share) == [0.55, 0.025])
  }

  @Test func `say where there is no common cost`() {
    let error = #expect(throws: EqualCostError.self) {
      try EqualCost(curves: [
        self.curve([("a", 200), ("b", 400)]), self.curve([("c", 500), ("d", 700)]),
      ])
    }
    #expect(
      error?.description
        == "no tokensPerTask that all policies reach: a … b: 200 to 400; c … d: 500 to 700")
    #expect(throws: EqualCostError.self) {
      try EqualCost(curves: [self.curve([("a", 200)]), self.curve([("c", 500)])])
    }
    #expect(throws: EqualCostError.self) { try EqualCost(curves: []) }
  }
}
