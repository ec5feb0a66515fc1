import Testing

@testable import EvalKit

/// What a model's likelihoods of recorded actions say of a view.
struct ActionSupportTests {
  private typealias Fixture = JudgingFixture

  private static let checkpoint = Fixture.judged.questions.first {
    if case .trajectory = $0.subject { true } else { false }
  }

  private static func observation(
    _ arm: String, _ action: Double?, rival: Double? = nil,
    status: QuestionObservation.Status = .notApplicable("no tool calling")
  ) -> Observation {
    var made = Fixture.observation(arm: "\(arm)|small|2048", replies: [:])
    for index in made.questions.indices where made.questions[index].id == checkpoint?.id {
      made.questions[index].status = status
      guard let action else { continue }
      made.questions[index].likelihoods = [
        ValueLikelihood(text: "look", role: .action, logLikelihood: action)
      ]
      if let rival {
        made.questions[index].likelihoods += [
          ValueLikelihood(text: "once", role: .prose, logLikelihood: rival - 1),
          ValueLikelihood(text: "other", role: .call, logLikelihood: rival),
        ]
      }
    }
    return made
  }

  private static func outcomes(_ observations: [Observation]) -> [String: Outcome] {
    let arms = observations.map { ArmIdentity(key: $0.arm) }
    let scores = Judge.default.scores(of: Fixture.judged, arms: arms, observations: observations)
    var found: [String: Outcome] = [:]
    for score in scores where score.arm.hasPrefix("a|") && score.question == checkpoint?.id {
      found[score.metric] = score.outcome
    }
    return found
  }

  @Test func `support, shift and odds are differences, also of a model that cannot call`() throws {
    _ = try #require(Self.checkpoint)
    let found = Self.outcomes([
      Self.observation("a", -5, rival: -7), Self.observation("null", -9),
      Self.observation("oracle", -4),
    ])
    #expect(found["actionSupport"] == .scored(4))
    #expect(found["actionShift"] == .scored(-1))
    // Against the likelier of the two.
    #expect(found["actionOdds"] == .scored(2))
    #expect(found["trajectoryInOrder"] == .notApplicable("no tool calling"))
  }

  @Test func `what there is nothing to compare with is not applicable`() {
    let found = Self.outcomes([Self.observation("a", -5)])
    for metric in ["actionSupport", "actionShift", "actionOdds"] {
      guard case .notApplicable? = found[metric] else {
        Issue.record("\(metric) of nothing")
        continue
      }
    }
    let none = Self.outcomes([Self.observation("a", nil), Self.observation("null", nil)])
    #expect(none["actionSupport"] == nil)
  }

  @Test func `a view over the context is not weighed`() {
    let found = Self.outcomes([
      Self.observation("a", nil, status: .overflow), Self.observation("null", -9),
    ])
    guard case .notApplicable? = found["actionSupport"] else {
      Issue.record("an overflow was weighed")
      return
    }
  }
}
