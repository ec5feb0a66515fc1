import Testing

@testable import EvalKit

struct JudgingScoringTests {
  private typealias Fixture = JudgingFixture

  private func scores(_ observations: Observation...) -> [Score] {
    Judge.default.scores(of: Fixture.judged, observations: observations)
  }

  private func find(_ scores: [Score], _ metric: String, _ question: String = "") -> Score? {
    scores.first { $0.metric == metric && $0.question == question }
  }

  private static let right: [String: Reply] = [
    "tag": Reply(text: "BA4711"), "fee": Reply(text: "38.40 EUR"), "gate": Reply(abstained: true),
    "gate.decoy": Reply(text: "Porto"),
    "claim": Reply(calls: [ToolCall(name: "file_claim", arguments: ["tag": "BA4711"])]),
  ]

  @Test func `an arm that keeps everything and answers right scores everything`() throws {
    let scores = scores(Fixture.observation(arm: "identity|reader|2048", replies: Self.right))
    for (metric, question, value) in [
      ("survival", "tag/tag", 1.0), ("survival", "end/fee", 1), ("gone", "tag/tag", 0),
      ("recall", "tag", 1), ("recall", "fee", 1), ("stale", "tag", 0),
      ("abstentionRight", "gate", 1),
      ("falseAbstention", "gate.decoy", 0), ("trajectoryInOrder", "claim", 1),
      ("argumentFill", "claim", 1), ("argumentSupport", "c2#1/tag", 1), ("hazardsPer100", "", 0),
      ("tokensPerRequest", "", 350), ("tokensPerTask", "", 2160), ("peakTokens", "", 600),
      ("prefilledPerRequest", "", 100), ("overflows", "", 0), ("summaryCalls", "", 0),
      ("neverCompacted", "", 1), ("floor", "", 0),
    ] {
      #expect(find(scores, metric, question)?.outcome == .scored(value), "\(metric) \(question)")
    }
    #expect(find(scores, "cacheHitRate")?.outcome == .scored(1500.0 / 2000))
    #expect(find(scores, "stale", "fee") == nil)
    #expect(find(scores, "survival", "claim/tag")?.verdict == "verbatim contested")
  }

  @Test func `a stale answer is wrong and stale`() {
    var replies = Self.right
    replies["tag"] = Reply(text: "BA4117")
    let scores = scores(Fixture.observation(arm: "a|reader|2048", replies: replies))
    #expect(find(scores, "recall", "tag")?.outcome == .scored(0))
    #expect(find(scores, "recall", "tag")?.verdict == "stale")
    #expect(find(scores, "stale", "tag")?.outcome == .scored(1))
  }

  @Test func `an overflow counts as the worst value, not as an error`() {
    let scores = scores(
      Fixture.observation(arm: "a|reader|2048", replies: Self.right, status: .overflow))
    for (metric, question, value) in [
      ("recall", "tag", 0.0), ("stale", "tag", 1), ("abstentionRight", "gate", 0),
      ("falseAbstention", "gate.decoy", 1), ("trajectoryInOrder", "claim", 0),
      ("argumentFill", "claim", 0),
    ] {
      #expect(find(scores, metric, question)?.outcome == .scored(value))
      #expect(find(scores, metric, question)?.verdict == "overflow")
    }
    // What the view holds is known all the same.
    #expect(find(scores, "survival", "tag/tag")?.outcome == .scored(1))
  }

  @Test func `an arm whose stage always throws is errored everywhere`() {
    let observation = Fixture.observation(
      arm: "throws|reader|2048", replies: [:], error: "boom: no")
    let scores = scores(observation)
    for score in scores where !Metric.auxiliary.contains(score.metric) {
      guard case .errored = score.outcome else {
        Issue.record("\(score.metric) \(score.question) is \(score.outcome)")
        continue
      }
    }
    let summary = Summary(scores)
    for (key, value) in summary.arms[0].metrics {
      #expect(value.value == nil && value.scored == 0, "\(key)")
    }
    // Too few leaves for argumentSupport to apply; every other metric has questions and no score.
    #expect(
      summary.unscored.map(\.metric)
        == summary.metrics.map(\.key).filter { $0 != "argumentSupport" })
    #expect(summary.hasErrors)
  }

  @Test func `a cell that was not run has that outcome for every question`() {
    let floor = Observation(
      caseID: "bags", arm: "a|reader|512", contextSize: 512, reserve: 512, notApplicable: Plan.floor
    )
    let excluded = Observation(
      caseID: "bags", arm: "b|reader|512", contextSize: 512, reserve: 512, excluded: "--only x")
    let whole = Judge.default.scores(
      of: Fixture.judged,
      arms: ["a|reader|512", "b|reader|512", "c|reader|512", "d|reader|512"].map(ArmIdentity.init),
      observations: [
        floor, excluded, Fixture.observation(arm: "d|reader|512", replies: Self.right),
      ])
    let ids = Dictionary(grouping: whole, by: \.arm).mapValues { scores in
      Set(scores.map { [$0.metric, $0.question] })
    }
    #expect(Set(ids.values).count == 1)
    func outcomes(_ arm: String) -> Set<Outcome> {
      Set(
        whole.filter { $0.arm == arm && !Metric.auxiliary.contains($0.metric) }.map(\.outcome))
    }
    #expect(outcomes("a|reader|512") == [.notApplicable(Plan.floor)])
    #expect(outcomes("b|reader|512") == [.excluded("--only x")])
    #expect(outcomes("c|reader|512") == [.errored("there is no observation of it")])
    let summary = Summary(whole)
    #expect(summary.arms.map(\.floor) == [1, 0, 0, 0])
    #expect(summary.excluded == [Summary.Exclusion(reason: "--only x", count: 7)])
  }

  @Test func `facts lost from read tools price what fetching them again costs`() {
    let observation = Fixture.observation(arm: "a|reader|2048", replies: Self.right)
    var edited = observation
    // The window leaves out everything before the last prompt.
    edited.changes[4] = ViewChange(splices: [.init(at: 0, remove: 8, insert: [])])
    let before = find(scores(observation), "tokensPerTask")?.outcome
    let after = find(scores(edited), "tokensPerTask")?.outcome
    #expect(before == .scored(2160))
    // Only the fee came from a tool: its call and output, 10 tokens each.
    #expect(after == .scored(2180))
    #expect(find(scores(edited), "argumentSupport", "c2#1/fee")?.verdict == "lost")
    #expect(find(scores(edited), "neverCompacted")?.outcome == .scored(0))
  }

  @Test func `a foreign view is at most a coincidence`() {
    var observation = Fixture.observation(arm: "foreign|reader|2048", replies: [:])
    observation.requests = []
    observation.changes = []
    for index in observation.questions.indices {
      observation.questions[index].foreignCase = "other"
      observation.questions[index].view.items = [Fixture.made("The tag is BA4711.")]
    }
    let scores = scores(observation)
    #expect(find(scores, "survival", "tag/tag")?.outcome == .scored(0))
    #expect(find(scores, "survival", "tag/tag")?.verdict == "gone coincident")
    #expect(find(scores, "survival", "fee/fee")?.verdict == "gone")
    #expect(find(scores, "tokensPerTask")?.outcome == .notApplicable("it has no main line"))
  }

  @Test func `a score is the same after a line of JSON`() throws {
    let outcomes: [Outcome] = [
      .scored(0.1), .scored(1), .errored("x"), .notApplicable("y"), .excluded("z"),
    ]
    for outcome in outcomes {
      let score = Score(
        caseID: "c", arm: "a|m|1", metric: "recall", question: "q@t20", group: "q",
        outcome: outcome, verdict: "stale", reason: "“so”")
      #expect(try ScoreCodec.score(JSONValue.parse(ScoreCodec.line(score))) == score)
    }
    let line = ScoreCodec.line(
      Score(caseID: "c", arm: "a|m|1", metric: "recall", question: "q", outcome: .scored(1)))
    #expect(
      line
        == #"{"arm":"a|m|1","case":"c","kind":"score","metric":"recall","outcome":"scored","question":"q","value":1,"version":1}"#
    )
    #expect(throws: RecordError.self) {
      try ScoreCodec.score(
        JSONValue.parse(line.replacing("\"version\":1", with: "\"version\":2")))
    }
  }
}
