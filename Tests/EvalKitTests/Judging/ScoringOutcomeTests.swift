import Testing

@testable import EvalKit

/// What is scored where something of a cell is missing, failed or is done several times.
struct ScoringOutcomeTests {
  private typealias Fixture = JudgingFixture

  private static let right: [String: Reply] = [
    "tag": Reply(text: "BA4711"), "fee": Reply(text: "38.40 EUR"), "gate": Reply(abstained: true),
    "gate.decoy": Reply(text: "Porto"),
    "claim": Reply(calls: [ToolCall(name: "file_claim", arguments: ["tag": "BA4711"])]),
  ]

  private func scores(_ observation: Observation) -> [Score] {
    Judge.default.scores(of: Fixture.judged, observations: [observation])
  }

  private func find(_ scores: [Score], _ metric: String, _ question: String = "") -> Score? {
    scores.first { $0.metric == metric && $0.question == question }
  }

  private func observation(_ change: (inout Observation) -> Void) -> Observation {
    var made = Fixture.observation(arm: "a|reader|2048", replies: Self.right)
    change(&made)
    return made
  }

  @Test func `the first request that failed is the one named`() {
    let scores = scores(
      observation {
        $0.requests[1].error = "boom"
        $0.requests[3].error = "crash"
      })
    for metric in ["tokensPerTask", "peakTokens", "cost", "overflows", "hazardsPer100"] {
      #expect(find(scores, metric)?.outcome == .errored("request 2: boom"), "\(metric)")
    }
    #expect(find(scores, "argumentSupport", "c2#1/tag")?.outcome == .errored("request 2: boom"))
    // What was asked is judged all the same.
    #expect(find(scores, "recall", "tag")?.outcome == .scored(1))
  }

  @Test func `a change that does not fit the case is an error of its request`() {
    let scores = scores(
      observation { $0.changes[2] = ViewChange(splices: [.init(at: 90, remove: 1, insert: [])]) })
    #expect(
      find(scores, "tokensPerTask")?.outcome
        == .errored("request 3: the recorded change does not fit the case"))
    #expect(find(scores, "neverCompacted")?.outcome == .scored(1))
  }

  @Test func `a view that was edited in any request is a compaction`() {
    let cut = ViewChange(splices: [.init(at: 0, remove: 1, insert: [])])
    for place in [0, 5] {
      let scores = scores(observation { $0.changes[place] = cut })
      #expect(find(scores, "neverCompacted")?.outcome == .scored(0))
    }
    let none = scores(
      observation {
        $0.requests = []; $0.changes = []
      })
    #expect(find(none, "neverCompacted")?.outcome == .scored(0))
  }

  @Test func `a reply that was not recorded is an error of every score that reads it`() {
    let scores = scores(
      observation { for index in $0.questions.indices { $0.questions[index].reply = nil } })
    for (metric, question) in [
      ("recall", "tag"), ("stale", "tag"), ("contradiction", "tag"), ("contradiction", "gate"),
      ("abstentionRight", "gate"), ("falseAbstention", "gate.decoy"),
      ("trajectoryInOrder", "claim"),
      ("toolConfusion", "claim"),
    ] {
      #expect(
        find(scores, metric, question)?.outcome == .errored("no reply was recorded"),
        "\(metric) \(question)")
    }
    #expect(find(scores, "survival", "tag/tag")?.outcome == .scored(1))
  }

  @Test func `what a question's status makes of its scores`() {
    func scored(_ status: QuestionObservation.Status, empty: Bool = false) -> [Outcome?] {
      let scores = scores(
        observation {
          for index in $0.questions.indices {
            $0.questions[index].status = status
            if empty { $0.questions[index].view.items = [] }
          }
        })
      return [
        find(scores, "recall", "tag"), find(scores, "abstentionRight", "gate"),
        find(scores, "trajectoryInOrder", "claim"), find(scores, "survival", "tag/tag"),
      ].map { $0?.outcome }
    }
    let (error, left) = (Outcome.errored("x"), Outcome.notApplicable("x"))
    #expect(scored(.errored("x")) == [error, error, error, error])
    #expect(scored(.unanswered("x")) == [error, error, error, .scored(1)])
    #expect(scored(.notApplicable("x")) == [left, left, left, .scored(1)])
    #expect(scored(.notApplicable("x"), empty: true) == [left, left, left, left])
  }

  @Test func `a question that was not asked is an error`() {
    let scores = scores(
      observation { $0.questions.removeAll { $0.id == "tag" || $0.id == "claim" } })
    let missing = Outcome.errored("the question was not asked")
    for (metric, question) in [
      ("recall", "tag"), ("survival", "tag/tag"), ("trajectoryInOrder", "claim"),
      ("toolConfusion", "claim"),
    ] {
      #expect(find(scores, metric, question)?.outcome == missing, "\(metric)")
    }
    #expect(find(scores, "recall", "fee")?.outcome == .scored(1))
  }

  @Test func `how a trajectory was met`() {
    func claim(_ calls: [ToolCall]) -> Score? {
      find(
        scores(
          observation { made in
            for index in made.questions.indices where made.questions[index].id == "claim" {
              made.questions[index].reply = Reply(calls: calls)
            }
          }), "trajectoryInOrder", "claim")
    }
    let right = ToolCall(name: "file_claim", arguments: ["tag": "BA4711"])
    let other = ToolCall(name: "look", arguments: [:])
    let exact = claim([right])
    #expect((exact?.outcome, exact?.verdict) == (.scored(1), "exact"))
    #expect(exact?.reason == "file_claim is call 1; precision 1.0, recall 1.0")
    let inOrder = claim([other, right])
    #expect((inOrder?.outcome, inOrder?.verdict) == (.scored(1), "inOrder"))
    #expect(inOrder?.reason == "file_claim is call 2; precision 0.5, recall 1.0")
    let missed = claim([other])
    #expect((missed?.outcome, missed?.verdict) == (.scored(0), "missed"))
    let banned = claim([right, ToolCall(name: "cancel_trip", arguments: [:])])
    #expect((banned?.outcome, banned?.verdict) == (.scored(0), "missed"))
  }

  @Test func `calls that are expected in an order and come in another`() {
    var evalCase = Fixture.evalCase
    evalCase.trajectories = [
      TrajectoryExpectation(
        id: "two", at: .before(EntryID(9)),
        ordered: [ExpectedCall(tool: "a"), ExpectedCall(tool: "b")])
    ]
    let judged = Judge.default.prepare(evalCase)
    let reply = Reply(calls: ["b", "a"].map { ToolCall(name: $0, arguments: [:]) })
    let observation = Observation(
      caseID: evalCase.id, arm: "a|reader|2048", contextSize: 2048, reserve: 512,
      questions: judged.questions.map {
        QuestionObservation(
          id: $0.id, status: .answered, view: View(head: Head(), items: Fixture.whole(0)),
          tokens: 1,
          reply: reply)
      })
    let score = Judge.default.scores(of: judged, observations: [observation])
      .first { $0.metric == "trajectoryInOrder" }
    #expect((score?.outcome, score?.verdict) == (.scored(0), "anyOrder"))
  }

  @Test func `a declined decoy, an answered gate`() {
    let scores = scores(
      observation { made in
        for index in made.questions.indices {
          if made.questions[index].id == "gate" {
            made.questions[index].reply = Reply(text: "Gate 12")
          }
          if made.questions[index].id == "gate.decoy" {
            made.questions[index].reply = Reply(text: "I don't know.")
          }
        }
      })
    let gate = find(scores, "abstentionRight", "gate")
    #expect((gate?.outcome, gate?.verdict) == (.scored(0), "answered"))
    #expect(gate?.reason == "it answers 'Gate 12'; '12' was never said")
    let decoy = find(scores, "falseAbstention", "gate.decoy")
    #expect(
      (decoy?.outcome, decoy?.verdict, decoy?.reason) == (.scored(1), "abstained", "it declines"))
    #expect(find(scores, "contradiction", "gate.decoy") == nil)
  }

  @Test func `scores stand in the order of the judge's metrics, then of the questions`() {
    let scores = scores(observation { _ in })
    let order = Judge.default.reported
    let places = scores.compactMap { order.firstIndex(of: $0.metric) }
    #expect(places == places.sorted())
    #expect(scores.filter { $0.metric == "recall" }.map(\.question) == ["tag", "fee"])
    #expect(scores.suffix(2).map(\.metric) == ["neverCompacted", "floor"])
  }

  @Test func `what is left in the end is seen where it was asked, else in the last view`() {
    let asked = scores(observation { _ in })
    #expect(find(asked, "survival", "end/tag")?.outcome == .scored(1))
    func end(_ change: @escaping (inout Observation) -> Void) -> Outcome? {
      find(
        scores(
          observation {
            $0.questions = []
            change(&$0)
          }), "survival", "end/tag")?.outcome
    }
    #expect(end { _ in } == .scored(1))
    #expect(
      end { $0.changes[5] = ViewChange(splices: [.init(at: 0, remove: 10, insert: [])]) }
        == .scored(0))
    #expect(end { $0.requests[5].error = "boom" } == .errored("boom"))
    #expect(end { $0.requests[4].error = "boom" } == .scored(1))
    #expect(
      end {
        $0.requests = []
        $0.changes = []
      } == .notApplicable("it has no main line"))
  }

  @Test(arguments: [
    (0, "0-255"), (255, "0-255"), (256, "256-1023"), (1023, "256-1023"), (1024, "1024-4095"),
    (16_383, "4096-16383"), (16_384, "16384+"),
  ])
  func `tokens fall into bins`(tokens: Int, bin: String) {
    #expect(Strata(probe: "p", tokens: tokens).value(of: .tokens) == bin)
    #expect(Strata.bin(-1, [0, 2]) == "0-1")
    #expect(Strata.bin(3, [0, 1, 3, 4]) == "3" && Strata.bin(4, [0, 1, 3, 4]) == "4+")
    #expect(Strata.bin(0, [0, 1, 3, 4]) == "0" && Strata.bin(2, [0, 1, 3, 4]) == "1-2")
  }

  @Test func `the words of a stratum`() {
    let strata = Strata(
      kind: "date", probe: "recall", turns: 3, tokens: 9, mentions: 0, role: "prompt",
      position: "end")
    #expect(
      Strata.Dimension.allCases.map(strata.value)
        == ["date", "recall", "2-3", "0-255", "single", "prompt", "end"])
    #expect(Strata(probe: "p", mentions: 1).value(of: .mentions) == "restated")
    func ordered(_ values: [String], _ dimension: Strata.Dimension) -> [String] {
      values.sorted { Strata.precedes($0, $1, in: dimension) }
    }
    #expect(
      ordered(["b", "none", "end", "start", "middle"], .position) == [
        "start", "middle", "end", "b", "none",
      ])
    #expect(
      ordered(["1024-4095", "0-255", "256-1023"], .tokens) == ["0-255", "256-1023", "1024-4095"])
    #expect(ordered(["none", "zz", "aa"], .role) == ["aa", "zz", "none"])
  }
}
