import EvalKitTesting
import Testing

@testable import EvalKit

struct ModelJudgeTests {
  private typealias Fixture = ModelJudgeFixture

  private func scores(_ verdicts: ModelVerdicts) -> [Score] {
    Fixture.withModel.scores(
      of: JudgingFixture.judged,
      arms: Fixture.observations.map { ArmIdentity(key: $0.arm) },
      observations: Fixture.observations, modelVerdicts: verdicts)
  }

  @Test func `each answer is asked about once, however many arms gave it`() {
    let elements = Fixture.verdicts().requests.flatMap(\.elements)
    #expect(elements.map(\.key.question) == ["tag", "fee", "fee"])
    #expect(
      elements.map { $0.arms.map { ArmIdentity(key: $0).name } } == [["a", "b"], ["a"], ["b"]])
    #expect(Set(elements.map(\.key.digest)).count == 3)
  }

  @Test func `the model is shown the examples, then the question with its evidence`() async throws {
    let model = ScriptedModel([.text("correct")])
    let element = try #require(Fixture.verdicts().requests.first?.elements.first)
    let judgement = try await ModelJudging(ModelRunner(model)).judgement(of: element)
    #expect(judgement == Judgement(element.key, .said("correct")))
    let request = try #require(model.recorder.requests.first)
    #expect(model.recorder.requests.count == 1)
    #expect(request.options.temperature == 0)
    #expect(request.options.toolMode == .disallowed)
    #expect(request.items.map(\.kind) == [.prompt, .response, .prompt, .response, .prompt])
    #expect(request.items.map(\.entry.text)[1] == "correct")
    #expect(
      request.items.last?.entry.text == """
        Question: What is the tag?
        Expected: BA4711 (no longer BA4117)
        Evidence: prompt: Sorry, the tag is BA4711.
        Answer: BA4711
        Say correct, partly or wrong on a line of its own.
        """)
    // What is asked is what the digest is of: answers made elsewhere are found by it.
    #expect(Prompt(request)?.digest == element.key.digest)
  }

  @Test func `a model that fails is recorded as such, and asked again`() async throws {
    let model = ScriptedModel([.failure(.noResponse(reason: "it sleeps")), .text("wrong")])
    let element = try #require(Fixture.verdicts().requests.first?.elements.first)
    let asking = ModelJudging(ModelRunner(model))
    let failed = try await asking.judgement(of: element)
    guard case .failed(let reason) = failed.outcome else {
      Issue.record("expected a failure, found \(failed)")
      return
    }
    #expect(reason.contains("it sleeps"))
    let verdicts = Fixture.verdicts([failed])
    #expect(verdicts.requests[0].missing(in: verdicts.judgements).count == 3)
    var known = Judgements([failed])
    known.add(try await asking.judgement(of: element))
    #expect(known[element.key] == .said("wrong"))
    known.add(failed)
    #expect(known[element.key] == .said("wrong"))
  }

  @Test func `labels are worth even steps, and what is no label is the worst`() throws {
    let said = Fixture.judgements { prompt in
      prompt.contains("Answer: BA4711")
        ? "Partly\n" : prompt.contains("Answer: 38.40") ? "yes!" : "wrong"
    }
    let scores = self.scores(Fixture.verdicts(said)).filter { $0.metric == "modelJudge(meaning)" }
    #expect(scores.map(\.question) == ["tag", "fee", "tag", "fee"])
    #expect(scores[0].outcome == .scored(0.5))
    #expect(scores[0].verdict == "partly")
    guard case .errored(let reason) = scores[1].outcome else {
      Issue.record("expected an error, found \(scores[1])")
      return
    }
    #expect(reason.contains("'yes!'"))
    #expect(scores[3].outcome == .scored(0))
    let summary = Summary(scores, judge: Fixture.withModel)
    let value = try #require(summary[arm: "a|reader|2048"]?.metrics["modelJudge(meaning)"])
    #expect(value.value == 0.25)
    #expect(value.errored == 1)
  }

  @Test func `an answer nobody judged is an error, never a number`() throws {
    let verdicts = Fixture.verdicts()
    let scores = self.scores(verdicts).filter { $0.metric == "modelJudge(meaning)" }
    #expect(scores.count == 4)
    #expect(scores.allSatisfy { $0.outcome == .errored("not judged yet by scripted") })
    let summary = Summary(scores, judge: Fixture.withModel)
    #expect(summary.arms[0].metrics["modelJudge(meaning)"]?.value == nil)
    #expect(summary.hasErrors)
  }

  @Test func `it never touches a deterministic verdict`() {
    let plain = Judge.default.scores(
      of: JudgingFixture.judged, arms: Fixture.observations.map { ArmIdentity(key: $0.arm) },
      observations: Fixture.observations)
    for text in ["correct", "wrong", "nonsense"] {
      let all = scores(Fixture.verdicts(Fixture.judgements { _ in text }))
      #expect(all.filter { $0.metric != "modelJudge(meaning)" } == plain)
    }
  }

  @Test func `an overflow is the worst without asking, an abstention is judged`() {
    let overflow = JudgingFixture.observation(arm: "o|reader|2048", replies: [:], status: .overflow)
    let silent = JudgingFixture.observation(
      arm: "s|reader|2048", replies: ["tag": Reply(abstained: true)])
    let verdicts = Fixture.verdicts(observations: [overflow, silent])
    let elements = verdicts.requests.flatMap(\.elements)
    #expect(elements.allSatisfy { $0.arms == ["s|reader|2048"] })
    #expect(elements[0].prompt.entries.last?.text.contains("Answer: (no answer)") == true)
    let scores = Fixture.withModel.scores(
      of: JudgingFixture.judged, arms: [ArmIdentity(key: "o|reader|2048")],
      observations: [overflow], modelVerdicts: verdicts)
    let judged = scores.filter { $0.metric == "modelJudge(meaning)" }
    #expect(judged.allSatisfy { $0.outcome == .scored(0) && $0.verdict == "overflow" })
  }

  @Test func `whatever the model is shown changes the digest, and the judge's own`() {
    func digests(_ change: (inout ModelJudge) -> Void) -> (Set<String>, String) {
      var judge = Fixture.withModel
      change(&judge.modelJudges[0])
      let elements = Fixture.verdicts(judge: judge).requests.flatMap(\.elements)
      return (Set(elements.map(\.key.digest)), judge.digest)
    }
    let plain = digests { _ in }
    let changes: [(inout ModelJudge) -> Void] = [
      { $0.prompt = PromptTemplate(Fixture.template + " Now.") { _, _ in } },
      { $0.examples.removeLast() },
      { $0.examples[0].label = "partly" },
    ]
    for change in changes {
      let (shown, judge) = digests(change)
      #expect(shown.isDisjoint(with: plain.0))
      #expect(judge != plain.1)
    }
    // The scale is not shown but in the prompt: the judge is another, its judgements stand.
    let scaled = digests { $0.scale.passes = "partly" }
    #expect(scaled.0 == plain.0)
    #expect(scaled.1 != plain.1)
  }

  @Test func `another model's judgements do not count`() {
    var said = Fixture.judgements { _ in "correct" }
    for place in said.indices { said[place].key.model = "other" }
    #expect(Fixture.verdicts(said).requests[0].missing(in: Judgements(said)).count == 3)
  }

  @Test func `judgements are written in one order and read back the same`() throws {
    let said = Fixture.judgements { _ in "correct" }
    let failed = Judgement(
      .init(judge: "z", caseID: "c", question: "q", digest: "d", model: "m"), .failed("why"))
    let all = Judgements(said + [failed])
    let lines = all.sorted.map(\.line)
    #expect(Judgements(([failed] + said.reversed())).sorted.map(\.line) == lines)
    let read = try lines.map { try Judgement(line: JSONValue.parse($0)) }
    #expect(Judgements(read) == all)
    #expect(throws: RecordError.self) {
      try Judgement(line: JSONValue.parse(#"{"version": 2, "kind": "judgement"}"#))
    }
  }

  @Test func `agreement with recall counts each answer once`() {
    // BA4711 and 38.40 are right, 40 is not.
    let said = Fixture.judgements { $0.contains("Answer: 38.40") ? "wrong" : "correct" }
    let agreement = Fixture.verdicts(said).requests[0].agreement(in: Judgements(said))
    #expect(agreement.bothRight == 1)
    #expect(agreement.onlyDeterministic == 1)
    #expect(agreement.onlyModel == 1)
    #expect(agreement.bothWrong == 0)
    #expect(agreement.count == 3)
    // p_o = 1/3, p_e = 2/3 × 2/3 + 1/3 × 1/3 = 5/9: κ = −1/2.
    #expect(abs((agreement.kappa?.value ?? 0) + 0.5) < 1e-12)
    let none = Fixture.verdicts().requests[0].agreement(in: Judgements())
    #expect(none.kappa == nil)
    #expect(none.missing == 3)
    #expect(none.whyNoKappa == "no answer was judged by both")
    let flat = Fixture.judgements { _ in "correct" }
    let one = Fixture.verdicts(flat).requests[0].agreement(in: Judgements(flat))
    #expect(one.kappa == nil)
    #expect(one.whyNoKappa == "the model calls every answer right")
    #expect(one.json["kappa"] == .null)
  }
}
