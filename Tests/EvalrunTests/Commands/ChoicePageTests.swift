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
  private static let heading =
    "minimise tokensPerTask, subject to hazardsPer100 ≤ 0 and recall ≥ ceiling − 0.05: reader, "
    + "context 512"

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
    #expect(
      page(run) == [
        Self.heading,
        "ship rolling-window(entries: 8) (tokensPerTask 800)",
        "  hazardsPer100 0.0, bound ≤ 0.0: 0.0 to spare (by its value alone)",
        "  recall 96.0 %, bound ≥ 95.0 %: 1.0 points to spare "
          + "(interval of the difference from ceiling -4.5 to -3.5 points)",
        "runner-up: win, 25.0 % more tokens (p 0.002, interval 190 to 210 tokens)",
        "rolling-window(entries: 4) would be chosen were recall ≥ ceiling − 0.2 enough: "
          + "37.5 % fewer tokens",
      ])
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
    #expect(
      page(run) == [
        Self.heading,
        "cannot decide: recall ≥ ceiling − 0.05 is met on this set, and the interval reaches past it; "
          + "it is not shown to differ from rolling-window(entries: 16) (p 0.756)",
        "on this set it would be rolling-window(entries: 8) (tokensPerTask 800)",
        "  hazardsPer100 0.0, bound ≤ 0.0: 0.0 to spare (by its value alone)",
        "  recall 96.0 %, bound ≥ 95.0 %: 1.0 points to spare "
          + "(not certain: interval of the difference from ceiling -14.0 to 6.0 points)",
        "runner-up: rolling-window(entries: 16), 2.5 % more tokens "
          + "(p 0.756, interval -280 to 320 tokens)",
      ])
  }

  @Test func `names the nearest where nothing qualifies`() throws {
    var run = controls()
    try run.add(
      "rolling-window(16)",
      [
        "recall": around(0.9, 0), "tokensPerTask": around(820, 0), "hazardsPer100": around(2, 0),
      ])
    #expect(
      page(run) == [
        Self.heading,
        "nothing qualifies; nearest is rolling-window(entries: 16) (tokensPerTask 820), but "
          + "hazardsPer100 2.0 misses ≤ 0.0 by 2.0 (by its value alone) and "
          + "recall 90.0 % misses ≥ 95.0 % by 5.0 points (by its value alone)",
        "rolling-window(entries: 16) would be chosen were hazardsPer100 ≤ 2 and "
          + "recall ≥ ceiling − 0.1 enough",
      ])
  }

  @Test func `names no policy where none can be judged`() throws {
    var run = NumberedRun()
    try run.add("rolling-window(16)", ["recall": around(1, 0), "tokensPerTask": around(820, 0)])
    #expect(
      page(run) == [
        Self.heading,
        "cannot decide: rolling-window(entries: 16) cannot be judged: hazardsPer100 was not measured",
        "on this set no policy that can be judged is within all bounds",
      ])
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
      ("identity", 0.72, 2000.0), ("short = rolling-window(turns: 1)", 0.55, 1000.0),
    ] {
      try run.add(spec, ["recall": around(recall, 0), "tokensPerTask": around(tokens, 0)])
    }
    try run.add("repair", ["recall": around(0.5, 0)])
    let lines = try page(run)
    #expect(
      lines == [
        "recall by tokens a task: reader, context 512",
        "recall %",
        "80.0 ┤                                           B",
        "     │",
        "     │                                                                 C",
        "     │",
        "     │",
        "60.0 ┤",
        "     │                      D",
        "     │",
        "     │",
        "     │",
        "40.0 ┤A",
        "     └──────────────────────────────────────────────────────────────────",
        "      500                          1,250                           2,000",
        "                                                           tokens a task",
        "   policy                       tokens/task  recall",
        "────────────────────────────────────────────────────────────────────────────────",
        "A  rolling-window(entries: 4)           500    40.0  on the front",
        "B  rolling-window(entries: 16)        1,500    80.0  on the front",
        "C  identity                           2,000    72.0  dominated by B",
        "D  short                              1,000    55.0  dominated by 50 % A, 50 % B",
        "no place for repair: tokensPerTask has no value",
      ])
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
