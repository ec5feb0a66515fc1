import Testing

@testable import EvalKit

/// What a model's likelihoods say of a view: against no conversation, against the evidence, and against
/// the value that was replaced.
struct ValueSupportTests {
  private typealias Fixture = JudgingFixture

  /// An observation with likelihoods of the tag's two values.
  private static func observation(_ arm: String, right: Double?, old: Double = -20) -> Observation {
    var made = Fixture.observation(arm: "\(arm)|small|2048", replies: [:])
    for index in made.questions.indices where made.questions[index].id == "tag" {
      guard let right else { continue }
      made.questions[index].likelihoods = [
        ValueLikelihood(text: "BA4711", role: .right, logLikelihood: right),
        ValueLikelihood(text: "BA4117", role: .superseded, logLikelihood: old),
      ]
    }
    return made
  }

  private static func outcomes(_ observations: [Observation], of arm: String = "a")
    -> [String: Outcome]
  {
    let arms = observations.map { ArmIdentity(key: $0.arm) }
    let scores = Judge.default.scores(of: Fixture.judged, arms: arms, observations: observations)
    var found: [String: Outcome] = [:]
    for score in scores where score.arm.hasPrefix("\(arm)|") && score.question == "tag" {
      found[score.metric] = score.outcome
    }
    return found
  }

  @Test func `support, share and margin are differences of likelihoods`() {
    let found = Self.outcomes([
      Self.observation("a", right: -4, old: -6), Self.observation("null", right: -12, old: -11),
      Self.observation("evidence", right: -2),
    ])
    #expect(found["support"] == .scored(8))
    #expect(found["share"] == .scored(0.8))
    // The old value gained 5 where the right one gained 8.
    #expect(found["margin"] == .scored(3))
  }

  @Test func `without range there is no share, without a null nothing`() {
    let close = Self.outcomes([
      Self.observation("a", right: -4), Self.observation("null", right: -5),
      Self.observation("evidence", right: -4),
    ])
    #expect(close["support"] == .scored(1))
    guard case .notApplicable(let reason)? = close["share"] else {
      Issue.record("a share of no range")
      return
    }
    #expect(reason.hasPrefix("no range"))
    let alone = Self.outcomes([Self.observation("a", right: -4)])
    for metric in ["support", "share", "margin"] {
      guard case .notApplicable? = alone[metric] else {
        Issue.record("\(metric) without a null")
        continue
      }
    }
  }

  @Test func `a model that weighs nothing has no such metrics`() {
    let found = Self.outcomes([
      Self.observation("a", right: nil), Self.observation("null", right: nil),
    ])
    #expect(found["recall"] != nil && found["support"] == nil && found["margin"] == nil)
  }

  @Test func `ways to say a value count together`() {
    let likelihoods = [
      ValueLikelihood(text: "a", role: .right, logLikelihood: -1),
      ValueLikelihood(text: "b", role: .right, logLikelihood: -1),
      ValueLikelihood(text: "c", role: .superseded, logLikelihood: -3),
    ]
    #expect(abs((likelihoods.total(.right) ?? 0) - (-0.3068528194400547)) < 1e-12)
    #expect(likelihoods.total(.superseded) == -3)
    #expect([ValueLikelihood]().total(.right) == nil)
  }

  @Test func `the values of a probe, and of which there are none`() {
    func values(_ probe: Probe) -> [String]? {
      Fixture.evalCase.values(of: probe)?.map { "\($0.role.rawValue) \($0.text)" }
    }
    #expect(values(Fixture.tagProbe) == ["right BA4711", "superseded BA4117"])
    #expect(values(Fixture.gate) == nil)
    var probe = Probe(id: "both", ask: "Tag and fee?", facts: ["tag", "fee"])
    #expect(values(probe) == nil)
    probe.anyOf = true
    #expect(values(probe) == ["right BA4711", "right 38.40 EUR", "superseded BA4117"])
    probe.expect = .answer("one", aliases: ["1", "one"], kind: "number")
    #expect(values(probe) == ["right one", "right 1"])
    probe.expect = .number(7, tolerance: 0)
    #expect(values(probe) == ["right 7"])
    probe.expect = .list(["a"], anyOrder: true)
    #expect(values(probe) == nil)
  }
}
