import Testing

@testable import EvalKit

@Suite struct `The plane of cost and quality` {
  private typealias Arm = (name: String, spec: String, tokens: Double, value: Double?)

  private func plane(_ arms: [Arm], metric key: String = "recall") throws -> CostPlane {
    var fixture = MeasuredRunFixture(cases: 2)
    for arm in arms {
      fixture.add(
        arm.name, spec: arm.spec,
        ["tokensPerTask": { _ in arm.tokens }, key: { _ in arm.value }])
    }
    let run = try fixture.run()
    let metric = try #require(Metric[key])
    let summary = run.summary()
    let planes = CostPlane.all(
      summary: summary, curves: Curve.all(of: run, summary: summary), metric: metric)
    return try #require(planes.count == 1 ? planes.first : nil)
  }

  private func dominators(_ plane: CostPlane) -> [String] {
    plane.points.map { $0.dominator?.name ?? "front" }
  }

  @Test func `has a front of what no other arm makes needless`() throws {
    let plane = try plane([
      ("a", "a", 100, 0.5), ("b", "b", 200, 0.7), ("c", "c", 300, 0.6), ("d", "d", 200, 0.6),
      ("e", "e", 50, 0.1), ("f", "f", 400, 0.7),
    ])
    #expect(dominators(plane) == ["front", "front", "b", "b", "front", "b"])
    #expect(plane.front.map(\.name) == ["a", "b", "e"])
  }

  @Test func `leaves equal arms both on the front`() throws {
    let plane = try plane([("a", "a", 100, 0.5), ("b", "b", 100, 0.5), ("c", "c", 100, 0.4)])
    #expect(dominators(plane) == ["front", "front", "a"])
  }

  @Test func `counts the mixes of neighbours on a curve`() throws {
    // Half way between p and q lies (200, 0.5).
    let plane = try plane([
      ("p", "w(n: 1)", 100, 0.2), ("q", "w(n: 2)", 300, 0.8), ("r", "r", 200, 0.45),
      ("s", "s", 200, 0.5), ("t", "t", 250, 0.6),
    ])
    #expect(dominators(plane) == ["front", "front", "s", "front", "25 % p, 75 % q"])
    // A point under the chord of its own curve's neighbours is on the curve.
    let bent = try self.plane([
      ("p", "w(n: 1)", 100, 0.2), ("q", "w(n: 2)", 200, 0.3), ("r", "w(n: 3)", 300, 0.8),
    ])
    #expect(dominators(bent) == ["front", "front", "front"])
  }

  @Test func `turns round for a metric of which less is better`() throws {
    let plane = try plane(
      [
        ("p", "w(n: 1)", 100, 0.8), ("q", "w(n: 2)", 300, 0.2), ("r", "r", 200, 0.55),
        ("s", "s", 200, 0.45), ("t", "t", 350, 0.2),
      ], metric: "stale")
    #expect(dominators(plane) == ["front", "front", "s", "front", "q"])
  }

  @Test func `gives no place to what has no figure, and says why`() throws {
    let plane = try plane([("a", "a", 100, 0.5), ("b", "b", 200, nil)])
    #expect(plane.points.map(\.arm.name) == ["a"])
    #expect(plane.unplaced.map(\.reason) == ["recall has no value"])
    var fixture = MeasuredRunFixture(cases: 1)
    fixture.add("oracle", ["recall": { _ in 0.1 }])
    fixture.add("null", ["recall": { _ in 0 }])
    let arm = fixture.add("a", ["recall": { _ in 0.1 }, "tokensPerTask": { _ in 1 }])
    let broken = fixture.add("b", ["recall": { _ in 0.1 }])
    fixture.add("tokensPerTask", .scored(1), broken, case: 0)
    fixture.add("tokensPerTask", .errored("it failed"), broken, case: 0)
    let summary = try fixture.run().summary()
    let recall = try #require(Metric["recall"])
    let none = CostPlane(
      summary: summary, curves: [], metric: recall, model: arm.model, context: arm.context)
    #expect(none.points.isEmpty)
    #expect(
      none.unplaced.map(\.reason) == [
        "recall has no range on this set", "tokensPerTask is incomplete: 1 errored",
      ])
  }

  @Test func `is one for each model and context`() throws {
    var fixture = MeasuredRunFixture(cases: 1)
    for (model, context) in [("m", "1"), ("n", "1"), ("m", "2")] {
      fixture.add(
        "a", model: model, context: context, ["recall": { _ in 1 }, "tokensPerTask": { _ in 1 }])
    }
    let recall = try #require(Metric["recall"])
    let planes = CostPlane.all(summary: try fixture.run().summary(), curves: [], metric: recall)
    #expect(planes.map { "\($0.model) \($0.context)" } == ["m 1", "n 1", "m 2"])
    #expect(planes.allSatisfy { $0.points.count == 1 })
  }
}
