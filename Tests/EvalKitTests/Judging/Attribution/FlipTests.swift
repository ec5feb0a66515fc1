import Testing

@testable import EvalKit

struct FlipTests {
  private static let right: [String: Reply] = [
    "tag": Reply(text: "BA4711"), "fee": Reply(text: "38.40 EUR"), "gate": Reply(abstained: true),
    "claim": Reply(calls: [ToolCall(name: "file_claim", arguments: ["tag": "BA4711"])]),
  ]
  private static let oracle = JudgingFixture.observation(arm: "oracle|reader|4096", replies: right)

  /// An arm whose one stage drops entries 0 to 2 at request 4 and 3 to 9 at request 6.
  private func dropping(_ replies: [String: Reply] = [:], shows places: [Int] = [10, 11])
    -> Observation
  {
    var observation = JudgingFixture.observation(
      arm: "drop|reader|2048", replies: replies, shows: places)
    observation.stages = ["drop(2)"]
    observation.requests[3].firings = [
      StageFiring(stage: 0, moment: .prompt, edits: [StageEdit(.dropped, [0..<3])])
    ]
    observation.requests[5].firings = [
      StageFiring(stage: 0, moment: .toolOutput, edits: [StageEdit(.dropped, [3..<10])])
    ]
    return observation
  }

  private func report(_ arm: Observation, _ reference: Observation = oracle) -> FlipReport {
    let arms = [ArmIdentity(key: arm.arm), ArmIdentity(key: reference.arm)]
    let observations = [arm, reference]
    let scores = Judge.default.scores(
      of: JudgingFixture.judged, arms: arms, observations: observations)
    return FlipReport(
      of: arms[0], against: arms[1], cases: [JudgingFixture.judged], scores: scores,
      observations: observations)
  }

  private func flip(_ report: FlipReport, _ metric: String, _ question: String) -> Flip? {
    report.groups.flatMap(\.flips).first { $0.metric == metric && $0.question == question }
  }

  @Test func `a lost fact is traced to the edit of its evidence, and of every later mention`()
    throws
  {
    let flip = try #require(self.flip(self.report(dropping()), "recall", "tag"))
    #expect(flip.direction == .broken)
    #expect(flip.reference.verdict == "correct")
    #expect(flip.arm.verdict == "abstained")
    #expect(
      flip.cause == .edit(stage: 0, spec: "drop(2)", kind: .dropped, isStillInView: false))
    let loss = try #require(flip.losses.first)
    #expect(loss.name == "tag")
    #expect(loss.sources.map(\.label) == ["p2", "c1", "c2"])
    #expect(loss.sources.map { $0.cause?.request } == [4, 6, 6])
    #expect(loss.sources[0].cause?.description == "drop(2) dropped it at request 4")
  }

  @Test func `calls are traced to the sources of their arguments and to the turn's prompt`() throws
  {
    let report = self.report(dropping())
    let calls = try #require(self.flip(report, "trajectoryInOrder", "claim"))
    // Asked at request 5: what was dropped at request 6 was not gone yet.
    let tag = try #require(calls.losses.first { $0.name == "tag" })
    #expect(tag.sources.map(\.label) == ["p2", "c1"])
    #expect(tag.sources.map { $0.cause?.request } == [4, nil])
    #expect(calls.losses.contains { $0.name == "the turn's prompt" })
    var filled = dropping()
    let place = try #require(filled.questions.firstIndex { $0.id == "claim" })
    filled.questions[place].filled = [ToolCall(name: "file_claim", arguments: ["tag": "BA4117"])]
    let fill = try #require(self.flip(self.report(filled), "argumentFill", "claim"))
    #expect(fill.losses.map(\.name).contains("'38.4'"))
    #expect(fill.cause == calls.cause)
  }

  @Test func `a call that is not made is traced to the dropped exchanges that showed it`() throws {
    var other = JudgingFixture.evalCase
    other.trajectories = [
      TrajectoryExpectation(
        id: "again", at: .before(EntryID(9)), ordered: [ExpectedCall(tool: "find_bag")])
    ]
    let judged = Judge.default.prepare(other)
    let question = try #require(judged.questions.first { $0.id == "again" })
    var needs = QuestionNeeds(judged)
    let outcome = QuestionObservation(
      id: "again", status: .answered, view: JudgingFixture.view(), reply: Reply(text: "No."))
    let need = try #require(
      needs.needs(of: question, in: outcome).first { $0.name == "earlier calls of find_bag" })
    #expect(need.state == .lost)
    #expect(need.entries == [EntryID(3)])
    #expect(need.reason == "0 of 1 are in view")
  }

  @Test func `a value that is still in view in other words is said to be`() throws {
    var observation = dropping()
    observation.requests[3].firings[0].edits = [StageEdit(.summarised, [0..<3])]
    let place = try #require(observation.questions.firstIndex { $0.id == "tag" })
    observation.questions[place].view = View(
      head: JudgingFixture.evalCase.transcript.head,
      items: [JudgingFixture.made("The tag is BA4711.", covers: [0, 1, 2])]
        + JudgingFixture.whole(10, 11))
    let flip = try #require(self.flip(self.report(observation), "recall", "tag"))
    #expect(
      flip.cause == .edit(stage: 0, spec: "drop(2)", kind: .summarised, isStillInView: true))
    #expect(
      flip.cause.description
        == "drop(2) put a summary in its place, but the value is still in view")
  }

  @Test func `where nothing it needed was edited it is the model's`() throws {
    let whole = JudgingFixture.observation(arm: "none|reader|2048", replies: [:])
    let flip = try #require(self.flip(self.report(whole), "recall", "tag"))
    #expect(flip.cause == .untouched)
    #expect(flip.losses.isEmpty)
  }

  @Test func `overflow, a stage's error and a model's are causes of their own`() throws {
    func cause(_ status: QuestionObservation.Status) throws -> FlipCause {
      let observation = JudgingFixture.observation(
        arm: "a|reader|2048", replies: [:], status: status)
      return try #require(self.flip(self.report(observation), "recall", "tag")).cause
    }
    #expect(try cause(.overflow) == .overflow)
    #expect(try cause(.errored("it broke")) == .stageError("it broke"))
    #expect(try cause(.unanswered("asleep")) == .modelError("asleep"))
  }

  @Test func `what the arm does better is the other's loss`() throws {
    let worse = JudgingFixture.observation(arm: "oracle|reader|4096", replies: [:])
    let report = self.report(
      JudgingFixture.observation(arm: "a|reader|2048", replies: Self.right), worse)
    #expect(report.count(.broken) == 0)
    #expect(report.count(.fixed) == 3)
    #expect(report.groups.map(\.cause) == [.untouched])
    let against = self.report(
      JudgingFixture.observation(arm: "a|reader|2048", replies: Self.right), dropping())
    let tag = try #require(self.flip(against, "recall", "tag"))
    #expect(tag.direction == .fixed)
    #expect(
      tag.cause == .edit(stage: 0, spec: "drop(2)", kind: .dropped, isStillInView: false))
  }

  @Test func `groups are worst first, what was fixed last, and every score is accounted for`()
    throws
  {
    var observation = dropping(["fee": Reply(text: "38.40 EUR")])
    let gate = try #require(observation.questions.firstIndex { $0.id == "gate" })
    observation.questions[gate].reply = Reply(text: "Gate 5")
    let report = self.report(observation)
    let sizes = report.groups.map(\.flips.count)
    #expect(sizes == sizes.sorted(by: >))
    #expect(report.groups.last?.cause == .untouched)
    #expect(report.groups.last?.flips.map(\.metric) == ["abstentionRight"])
    let compared = report.count(.broken) + report.count(.fixed) + report.unchanged
    // Two answers, an abstention, a checkpoint and two rounds of recorded calls.
    #expect(compared == 6)
    #expect(report.incomparable.isEmpty)
    let json = report.json
    #expect(json["kind"] == "flips")
    #expect(json["broken"]?.intValue == report.count(.broken))
    #expect(json["groups"]?.arrayValue?.count == report.groups.count)
  }

  @Test func `an arm that cannot be asked is not compared`() {
    let observation = JudgingFixture.observation(
      arm: "a|reader|2048", replies: [:], status: .notApplicable("no reason"))
    let report = self.report(observation)
    #expect(report.groups.isEmpty)
    #expect(report.incomparable.map(\.reason) == ["no reason"])
  }
}
