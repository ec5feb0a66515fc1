import Testing

@testable import EvalKit

struct CompositeTests {
  private let composite = Composite([
    .init(metric: "recall", weight: 3), .init(metric: "gone", weight: 1),
  ])

  private func value(_ number: Double?, errored: Int = 0) -> MetricValue {
    var value = MetricValue()
    value.value = number
    value.scored = number == nil ? 0 : 4
    value.errored = errored
    return value
  }

  @Test func `a metric of which less is better is turned`() {
    let found = composite.value(
      of: ["recall": value(0.5), "gone": value(0.2)], noRange: [])
    // (3 × 0.5 + 1 × (1 − 0.2)) ÷ 4
    #expect(found.value == 2.3 / 4)
    #expect(found.scored == 2)
    #expect(found.reason == nil)
  }

  @Test func `a part without a value or without range leaves no number over fewer parts`() {
    let missing = composite.value(of: ["recall": value(0.5), "gone": value(nil)], noRange: [])
    #expect(missing.value == nil)
    #expect(missing.notApplicable == 2)
    #expect(missing.reason == "gone has no value")
    let flat = composite.value(
      of: ["recall": value(0.5), "gone": value(0.2)], noRange: ["recall"])
    #expect(flat.value == nil)
    #expect(flat.reason == "recall has no range")
  }

  @Test func `a part that only errored is an error`() {
    let found = composite.value(
      of: ["recall": value(nil, errored: 3), "gone": value(0.2)], noRange: [])
    #expect(found.value == nil)
    #expect(found.errored == 2)
    #expect(found.reason == "recall errored")
  }

  @Test func `it is a column of its own at the end and decides nothing`() throws {
    var judge = Judge.default
    judge.composite = composite
    let observation = JudgingFixture.observation(
      arm: "a|reader|2048", replies: ["tag": Reply(text: "BA4711"), "fee": Reply(text: "1 EUR")])
    let summary = Summary(
      judge.scores(of: JudgingFixture.judged, observations: [observation]), judge: judge)
    #expect(summary.metrics.last?.key == "composite")
    #expect(summary.primary == "recall")
    let arm = try #require(summary.arms.first)
    // Half the answers are right, nothing is gone: (3 × 0.5 + 1) ÷ 4.
    #expect(arm.metrics["composite"]?.value == 0.625)
    #expect(summary.json["judge"]?["digest"] == .string(judge.digest))
    #expect(judge.digest != Judge.default.digest)
  }

  @Test func `the order weights are written in changes nothing`() {
    let other = Composite(composite.parts.reversed())
    #expect(other == composite)
  }
}
