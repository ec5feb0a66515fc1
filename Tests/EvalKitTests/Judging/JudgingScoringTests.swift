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
      ("abstentionRight", "gate", 1), ("contradiction", "tag", 0), ("contradiction", "gate", 0),
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

  @Test(arguments: [["tag", "fee"], ["fee", "tag"]])
  func `a question of several facts can be stale where one of them was replaced`(
    facts: [String]
  ) {
    var evalCase = Fixture.evalCase
    evalCase.probes = [Probe(id: "both", ask: "Which tag, and which fee?", facts: facts)]
    evalCase.trajectories = []
    let judged = Fixture.prepared(evalCase)
    for (answer, recall, stale) in [
      ("Tag BA4711, 38.40 EUR", 1.0, 0.0), ("Tag BA4117, 38.40 EUR", 0, 1),
    ] {
      let observation = Fixture.observation(
        arm: "a|reader|2048", replies: ["both": Reply(text: answer)], of: judged)
      let scores = Judge.default.scores(of: judged, observations: [observation])
      #expect(find(scores, "recall", "both")?.outcome == .scored(recall))
      #expect(find(scores, "stale", "both")?.outcome == .scored(stale))
    }
  }

  @Test(arguments: [
    ("tag", "BA4117", 1.0), ("tag", "BA4117 or BA4711", 1), ("tag", "ZZ9831", 1),
    ("tag", "BA4711 or ZZ9831", 1), ("tag", "BA4711", 0), ("tag", "I don't know.", 0),
    ("tag", "Maybe ZZ9831.", 0), ("tag", "I cannot say more.", 0), ("fee", "12.50 EUR", 1),
    ("fee", "It was not 12.50 EUR.", 0), ("gate", "Gate B12", 1), ("gate", "Belt 7", 0),
    ("gate", "It was not mentioned.", 0),
  ])
  func `an answer contradicts that asserts what was replaced or never said`(
    question: String, answer: String, value: Double
  ) {
    let scores = scores(
      Fixture.observation(arm: "a|reader|2048", replies: [question: Reply(text: answer)]))
    #expect(find(scores, "contradiction", question)?.outcome == .scored(value))
  }

  @Test func `compactions are counted since the fact was established`() {
    var observation = Fixture.observation(arm: "a|reader|2048", replies: Self.right)
    // The first, third and fourth requests leave something out, the second one only appends.
    let cut = ViewChange(splices: [.init(at: 0, remove: 1, insert: [])])
    observation.changes[0] = cut
    observation.changes[2] = cut
    observation.changes[3] = ViewChange(splices: [.init(at: 0, remove: 0, insert: [])])
    observation.changes[4] = cut
    let scores = scores(observation)
    let requests = observation.requests.map(\.entry.index)
    #expect(requests == [0, 2, 4, 6, 8, 10])
    // The tag's evidence is entry 2, the fee's entry 4: requests 3 and 5 come after both. The
    // question at the end shows the whole log, so nothing more was left out on its copy.
    for (question, compactions) in [("tag/tag", 2), ("fee/fee", 2), ("claim/tag", 2)] {
      #expect(find(scores, "survival", question)?.fact?.compactions == compactions, "\(question)")
    }
    // A copy whose view lacks what the last request's had was compacted once more.
    for index in observation.questions.indices where observation.questions[index].id == "tag" {
      observation.questions[index].view.items = Fixture.whole(9, 10, 11)
    }
    let more = self.scores(observation)
    #expect(find(more, "survival", "tag/tag")?.fact?.compactions == 3)
    #expect(find(more, "survival", "fee/fee")?.fact?.compactions == 2)
  }

  @Test func `a control without a session has been through no compactions`() {
    var observation = Fixture.observation(arm: "evidence|reader|2048", replies: Self.right)
    observation.requests = []
    observation.changes = []
    #expect(find(scores(observation), "survival", "tag/tag")?.fact?.compactions == nil)
  }

  @Test func `an overflow counts as the worst value, not as an error`() {
    let scores = scores(
      Fixture.observation(arm: "a|reader|2048", replies: Self.right, status: .overflow))
    for (metric, question, value) in [
      ("recall", "tag", 0.0), ("stale", "tag", 1), ("abstentionRight", "gate", 0),
      ("falseAbstention", "gate.decoy", 1), ("trajectoryInOrder", "claim", 0),
      ("argumentFill", "claim", 0), ("contradiction", "tag", 1), ("contradiction", "gate", 1),
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
    let detailed = Score(
      caseID: "c", arm: "a|m|1", metric: "survival", question: "q@t20/f", group: "q/f",
      outcome: .scored(1), verdict: "verbatim contested",
      strata: Strata(
        kind: "date", probe: "recall", turns: 3, tokens: 400, mentions: 0, role: "prompt",
        position: "start"),
      fact: FactDetails(
        isCoincident: true, isContested: true, compactions: 2,
        place: ValuePlace(role: "prompt", entry: "p1", position: 0, fromEnd: 4, tokensFromEnd: 50)))
    #expect(try ScoreCodec.score(JSONValue.parse(ScoreCodec.line(detailed))) == detailed)
    #expect(
      ScoreCodec.line(detailed).contains(
        #""strata":{"kind":"date","mentions":0,"position":"start","probe":"recall","role":"prompt","#
          + #""tokens":400,"turns":3}"#))
    let bare = Score(
      caseID: "c", arm: "a|m|1", metric: "recall", question: "q", outcome: .scored(1),
      strata: Strata(probe: "multi-hop"), fact: FactDetails())
    #expect(try ScoreCodec.score(JSONValue.parse(ScoreCodec.line(bare))) == bare)
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
