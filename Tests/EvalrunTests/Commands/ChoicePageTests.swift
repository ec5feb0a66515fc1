import EvalKit
import Strategies
import Testing

@testable import evalrun

/// A run of made-up numbers: one question in each of ten cases, which are clusters.
private struct NumberedRun {
  private var policies: [ArmSpec] = []
  private var scores: [Score] = []
  private static let cases = 10

  mutating func add(_ spec: String, _ metrics: [String: (Int) -> Double]) throws {
    let arm = try ArmSpec.parse(spec, catalog: Strategies.catalog)
    policies.append(arm)
    add(arm.name, metrics: metrics)
  }

  mutating func add(control: Control, recall: Double) {
    add(control.name, metrics: ["recall": { _ in recall }])
  }

  private mutating func add(_ name: String, metrics: [String: (Int) -> Double]) {
    for (metric, value) in metrics.sorted(by: { $0.key < $1.key }) {
      for index in 0..<Self.cases {
        scores.append(
          Score(
            caseID: "case\(index)", arm: "\(name)|reader|512", metric: metric,
            question: metric == "recall" ? "q" : "", outcome: .scored(value(index))))
      }
    }
  }

  var run: MeasuredRun {
    let settings = RunSettings(models: [])
    let arms = Arm.panel(
      policies: policies.map { ($0.name, $0.pipeline) }, models: ["reader"],
      contexts: [.tokens(512)], reserve: 64)
    let spec = RunSpec(
      Plan(cases: [], arms: arms, settings: settings), settings: settings, sets: [])
    return MeasuredRun(
      label: "run", spec: spec, judge: .default,
      cases: (0..<Self.cases).map { MeasuredRun.CaseIdentity(id: "case\($0)") },
      arms: arms.map { ArmIdentity($0) }, scores: scores)
  }

  static func around(_ mean: Double, _ spread: Double = 0) -> (Int) -> Double {
    { mean + ($0 % 2 == 0 ? spread : -spread) }
  }
}

private let rule = ChoiceRule(
  .minimise, "tokensPerTask",
  subject: [
    .init(metric: "recall", bound: .init(.atLeast, -0.05, from: .ceiling)),
    .init(metric: "hazardsPer100", bound: .init(.atMost, 0)),
  ])

@Suite struct `The page of a choice` {
  private let around = NumberedRun.around

  private func controls() -> NumberedRun {
    var run = NumberedRun()
    run.add(control: .oracle, recall: 1)
    run.add(control: .null, recall: 0)
    return run
  }

  private func page(_ run: NumberedRun) -> [String] {
    Choice.all(of: run.run, rule: rule).flatMap { ChoicePage(choice: $0).lines }
  }

  @Test func `says what to ship, the next, and what would change the answer`() throws {
    var run = controls()
    let none = around(0, 0)
    try run.add(
      "win = rolling-window(16)",
      [
        "recall": around(0.97, 0.01), "tokensPerTask": around(1000, 10), "hazardsPer100": none,
      ])
    try run.add(
      "rolling-window(8)",
      [
        "recall": around(0.96, 0.005), "tokensPerTask": around(800, 20), "hazardsPer100": none,
      ])
    try run.add(
      "rolling-window(4)",
      [
        "recall": around(0.8, 0.01), "tokensPerTask": around(500, 10), "hazardsPer100": none,
      ])
    #expect(page(run) == [])
  }

  @Test func `says why nothing is decided`() throws {
    var run = controls()
    let none = around(0, 0)
    try run.add(
      "rolling-window(16)",
      ["recall": around(1, 0), "tokensPerTask": around(820, 0), "hazardsPer100": none])
    try run.add(
      "rolling-window(8)",
      ["recall": around(0.96, 0.1), "tokensPerTask": around(800, 300), "hazardsPer100": none])
    #expect(page(run) == [])
  }

  @Test func `names the nearest where nothing qualifies`() throws {
    var run = controls()
    try run.add(
      "rolling-window(16)",
      [
        "recall": around(0.9, 0), "tokensPerTask": around(820, 0), "hazardsPer100": around(2, 0),
      ])
    #expect(page(run) == [])
  }

  @Test func `names no policy where none can be judged`() throws {
    var run = NumberedRun()
    try run.add("rolling-window(16)", ["recall": around(1, 0), "tokensPerTask": around(820, 0)])
    #expect(page(run) == [])
  }
}

@Suite struct `The page of a plane` {
  private let around = NumberedRun.around

  private func page(_ run: NumberedRun) throws -> [String] {
    let run = run.run
    let summary = run.summary()
    let recall = try #require(Metric["recall"])
    return CostPlane.all(
      summary: summary, curves: Curve.all(of: run, summary: summary), metric: recall
    ).flatMap { PlanePage(plane: $0).lines }
  }

  @Test func `plots policies and says which are dominated`() throws {
    var run = NumberedRun()
    for (spec, recall, tokens) in [
      ("rolling-window(4)", 0.4, 500.0), ("rolling-window(16)", 0.8, 1500.0),
      ("identity", 0.7, 2000.0), ("short = rolling-window(turns: 1)", 0.55, 1000.0),
    ] {
      try run.add(spec, ["recall": around(recall, 0), "tokensPerTask": around(tokens, 0)])
    }
    try run.add("repair", ["recall": around(0.5, 0)])
    #expect(try page(run) == [])
  }

  @Test func `shows the front alone where the letters do not suffice`() throws {
    var run = NumberedRun()
    for index in 1...60 {
      // Every third is dominated by the one before it.
      let recall = index % 3 == 0 ? 0.001 : Double(index) / 100
      try run.add(
        "n\(index) = rolling-window(\(index), head: \(index % 2 == 0 ? "kept" : "counted"))",
        ["recall": around(recall, 0), "tokensPerTask": around(Double(index) * 100, 0)])
    }
    let lines = try page(run)
    #expect(lines.contains("20 more policies not shown"))
    #expect(lines.contains { $0.hasPrefix("A  n1 ") && $0.hasSuffix("on the front") })
    #expect(!lines.contains { $0.contains("n3 ") })
  }

  @Test func `says so where there is nothing to plot`() throws {
    var run = NumberedRun()
    try run.add("repair", ["recall": around(0.5, 0)])
    #expect(
      try page(run) == [
        "recall by tokens a task: reader, context 512", "no policy has both figures",
        "no place for repair: tokensPerTask was not measured",
      ])
  }
}
