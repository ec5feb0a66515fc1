import Testing

@testable import EvalKit

/// Settings of judge files that are read one by one, and scales at their ends.
struct JudgeEdgeTests {
  private func load(_ text: String) throws -> Judge {
    try Judge(json5: Array("{ version: 1, id: 'x', \(text) }".utf8), file: "judge.json5")
  }

  @Test func `every setting is read, and reads back`() throws {
    let judge = try load(
      """
      noRangeBelow: 0.25, effects: { read: ['see_*'], write: ['put_*'] }, strictness: 'strict',
      argumentSupport: { minimumLeaves: 7, foreignCeiling: 0.5 },
      controls: {
        oracleFails: { below: 0.5 }, evidenceFails: { below: 0.25 }, nullPasses: { atLeast: 0.75 },
        foreignPasses: { atLeast: 1 },
      },
      """)
    #expect(judge.noRangeBelow == 0.25)
    #expect((judge.effects.read, judge.effects.write) == (["see_*"], ["put_*"]))
    #expect(judge.strictness == .strict)
    #expect((judge.minimumLeaves, judge.foreignCeiling) == (7, 0.5))
    #expect((judge.flags.oracleFails, judge.flags.evidenceFails) == (0.5, 0.25))
    #expect((judge.flags.nullPasses, judge.flags.foreignPasses) == (0.75, 1))
    let read = try Judge(json5: Array(judge.json.serialised().utf8), file: "judge.json")
    #expect(read == judge)
    let bare = try load("")
    #expect(bare.noRangeBelow == Judge.default.noRangeBelow)
    #expect(bare.effects == Judge.default.effects)
    #expect(bare.flags == Judge.default.flags)
  }

  @Test(arguments: [
    ("noRangeBelow: 0", true), ("noRangeBelow: 1", true), ("noRangeBelow: -0.01", false),
    ("noRangeBelow: 1.01", false), ("controls: { nullPasses: { atLeast: 1.5 } }", false),
    ("argumentSupport: { foreignCeiling: 2 }", false), ("effects: { write: 'x' }", false),
  ])
  func `shares lie between 0 and 1`(text: String, isRead: Bool) {
    #expect((try? load(text)) != nil || !isRead)
    if !isRead { #expect(throws: JudgeError.self) { try load(text) } }
  }

  private func scale(_ text: String) throws -> JudgementScale {
    let judge = try load(
      "modelJudges: [{ id: 'a', kind: 'model', model: 'm', promptText: '{answer}', scale: \(text) }]"
    )
    return try #require(judge.modelJudges.first).scale
  }

  @Test func `a scale has from 2 to 101 labels`() throws {
    #expect(try scale("{ minimum: 0, maximum: 1 }").labels == ["1", "0"])
    #expect(try scale("{ minimum: 0, maximum: 100 }").labels.count == 101)
    #expect(try scale("{ minimum: -1, maximum: 1 }").labels == ["1", "0", "-1"])
    #expect(try scale("{ labels: ['a', 'b'] }").passes == "a")
    for text in [
      "{ minimum: 0, maximum: 101 }", "{ minimum: 1, maximum: 1 }", "{ minimum: 1, maximum: 0 }",
      "{ maximum: 1 }", "{ labels: ['a', 'b'], minimum: 0, maximum: 1 }", "{ labels: [] }",
      "{ labels: ['a', ''] }", "{ labels: ['a', 'b\\n'] }", "{ minimum: 0, maximum: 1, passes: 2 }",
    ] {
      #expect(throws: JudgeError.self, "\(text)") { try scale(text) }
    }
  }

  @Test func `what labels are worth, and which pass`() {
    let scale = JudgementScale(["a", "b", "c"], passes: "b")
    #expect(["a", "b", "c", "d"].map(scale.value) == [1, 0.5, 0, 0])
    #expect(["a", "b", "c", "d"].map(scale.isRight) == [true, true, false, false])
    #expect(JudgementScale(["a"]).value(of: "a") == 0)
    #expect(scale.label(in: "x\n B \na") == "b")
    #expect(scale.label(in: "ab") == nil)
  }

  @Test func `which side of a metric is better, and its worst value`() {
    let all = Metric.all + [.composite]
    #expect(
      all.filter { $0.higherIsBetter == true }.map(\.key) == [
        "survival", "recall", "normalizedRecall", "abstentionRight", "precision",
        "trajectoryInOrder", "argumentFill", "argumentSupport", "support", "share", "margin",
        "actionSupport", "actionShift", "actionOdds", "composite",
      ])
    #expect(
      all.filter { $0.higherIsBetter == nil }.map(\.key)
        == ["cacheHitRate", "firings", "summaryCalls", "summaryTokens", "summaryCached"])
    // The worst share is 0 where more is better, 1 where less is; other units have none.
    for metric in all {
      let worst = metric.higherIsBetter == false ? 1.0 : 0
      #expect(metric.worst == (metric.unit == .share ? worst : nil), "\(metric.key)")
    }
    let judged = Metric["modelJudge(a)"]
    #expect((judged?.higherIsBetter, judged?.worst, judged?.unit) == (true, 0, .share))
  }

  @Test func `which metrics can be weighed`() {
    for metric in Metric.all where metric.isBounded {
      #expect(metric.unit == .share && metric.worst != nil && metric.higherIsBetter != nil)
    }
    #expect(Metric["recall"]?.isBounded == true)
    for key in ["peakTokens", "normalizedRecall", "cacheHitRate", "overflows"] {
      #expect(Metric[key]?.isBounded != true, "\(key)")
    }
  }

  @Test(arguments: [
    ("a|m|1", nil as Control?, "a", "m"), ("placebo(x)|m|1", .placebo(of: "x"), "placebo(x)", "m"),
    ("placebo(x|m|1", nil, "placebo(x", "m"), ("x)|m|1", nil, "x)", "m"),
    ("oracle|m|1", .oracle, "oracle", "m"), ("a|b|m|1", nil, "a|b", "m"), ("a|m", nil, "a|m", ""),
  ])
  func `an arm is a control by its name`(
    key: String, control: Control?, name: String, model: String
  ) {
    let arm = ArmIdentity(key: key)
    #expect(arm.control == control)
    #expect((arm.name, arm.model) == (name, model))
  }
}
