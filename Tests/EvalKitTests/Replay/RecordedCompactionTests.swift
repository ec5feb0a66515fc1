import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

/// A hand-made case with two compactions, the second of which summarises the first.
struct RecordedCompactionTests {
  private func greenhouse() throws -> EvalCase {
    let url = try #require(
      Bundle.module.url(
        forResource: "compacted-case.json5", withExtension: nil, subdirectory: "Fixtures"))
    return try #require(try EvalSetLoader.load(url.path).cases.first).value
  }

  private func run(_ cases: [EvalCase], _ specs: [String]) async throws -> (Plan, [Observation]) {
    let settings = RunSettings(
      renderer: PlainRenderer(), tokenizer: WordTokenizer(),
      models: [ModelRunner(ScriptedModel(), configuration: "scripted", isFree: true)])
    let policies = try specs.map { spec in
      let arm = try ArmSpec.parse(spec, catalog: Strategies.catalog)
      return (name: arm.name, pipeline: arm.pipeline)
    }
    let arms = Arm.panel(
      policies: policies, models: ["scripted"], contexts: [.tokens(5000)], reserve: 50)
    let plan = Plan(cases: cases, arms: arms, settings: settings)
    return (plan, try await Runner(plan: plan, settings: settings).observations())
  }

  /// What a view shows: labels, `*` behind those that are masked, the first word of what was made.
  private func text(_ view: View) -> String {
    view.items.map { item in
      item.isSynthesised
        ? "[\(item.standsFor.map { "\($0.index)" }.joined(separator: ","))]"
        : item.entry.label.replacing(" ", with: "") + (item.form == .whole ? "" : "*")
    }.joined(separator: " ")
  }

  @Test func `every request shows what the record says it was shown`() async throws {
    let value = try greenhouse()
    let (_, observations) = try await run([value], ["recorded"])
    let mine = try #require(observations.first)
    let views = try #require(mine.views(of: value.transcript))
    #expect(
      views.map(text) == [
        "prompt1",
        "prompt1 call1 output1",
        "prompt1 call1 output1 response1 prompt2",
        "prompt1 [1,2,3] prompt2 response2 prompt3",
        "prompt1 [1,2,3] prompt2 response2 prompt3 call2 output2",
        "prompt1 [1,2,3,4,5] prompt3 call2 output2* response3 prompt4",
      ])
    #expect(views[5].items[1].kind == .response)
    #expect(views[5].items[4].entry.text == "[output cleared]")
    #expect(
      EntryFate.fates(of: 11, in: views[5].items).map(\.fate) == [
        .kept, .summarised, .summarised, .summarised, .summarised, .summarised, .kept, .kept,
        .masked, .kept, .kept,
      ])
    #expect(mine.requests.map { $0.firings.count } == [0, 0, 0, 1, 0, 1])
    #expect(mine.summaries.isEmpty)
  }

  @Test func `what survived is judged by the record's own summaries`() async throws {
    let value = try greenhouse()
    let (_, observations) = try await run([value], ["recorded", "identity"])
    let judge = Judge.default
    let scores = judge.scores(of: judge.prepare(value), observations: observations)
    func survival(_ arm: String) -> [String: String] {
      Dictionary(
        scores.filter { $0.metric == "survival" && $0.arm.hasPrefix("\(arm)|") }
          .map { ($0.question, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    }
    let recorded = survival("recorded")
    for (fact, verdict) in [
      ("house", "verbatim"), ("humidity", "rewritten"), ("serial", "refetchable"),
      ("motor", "rewritten"), ("delivery", "gone"), ("plant", "refetchable"),
      ("early", "verbatim"),
    ] {
      let found = recorded.filter { $0.key.hasPrefix("\(fact)/") || $0.key == fact }.map(\.value)
      #expect(found == [verdict], "\(fact): \(recorded)")
    }
    #expect(survival("identity").values.allSatisfy { $0 == "verbatim" })
  }

  @Test func `the record replayed twice is the same, at every width`() async throws {
    let value = try greenhouse()
    let (plan, observations) = try await run([value], ["a = recorded", "b = recorded"])
    let codec = ObservationCodec([value])
    let lines = try observations.prefix(2).map { try codec.line($0) }
    #expect(
      lines[0].replacing("a|scripted", with: "X") == lines[1].replacing("b|scripted", with: "X"))
    let settings = RunSettings(
      renderer: PlainRenderer(), tokenizer: WordTokenizer(),
      models: [ModelRunner(ScriptedModel(), configuration: "scripted", isFree: true)])
    let wide = try await Runner(plan: plan, settings: settings).observations(width: 4)
    #expect(try wide.map { try codec.line($0) } == observations.map { try codec.line($0) })
    for line in lines { #expect(try codec.line(codec.observation(line)) == line) }
  }

  @Test func `where no compaction was recorded it does not apply, nor does its placebo`()
    async throws
  {
    var plain = try greenhouse()
    plain.id = "plain"
    plain.transcript.compactions = []
    let (plan, observations) = try await run(
      [try greenhouse(), plain], ["recorded", "mix = recorded | identity", "identity"])
    for (cell, observation) in zip(plan.cells, observations) {
      let arm = plan.arms[cell.armIndex].name
      // The two cases are copies of one another: neither is a stranger to the other.
      if arm == "foreign" { continue }
      let isIdle =
        observation.caseID == "plain" && (arm.contains("recorded") || arm.contains("mix"))
      #expect(observation.notApplicable == (isIdle ? "no compaction was recorded" : nil), "\(arm)")
    }
  }

  @Test func `the other arms are the same whether compactions were recorded or not`() async throws {
    let value = try greenhouse()
    var plain = value
    plain.transcript.compactions = []
    let policies = ["identity", "rolling-window(3)"]
    let codec = ObservationCodec([value])
    let with = try await run([value], policies).1.map { try codec.line($0) }
    let without = try await run([plain], policies).1.map { try codec.line($0) }
    #expect(with == without)
  }

  @Test func `a case keeps its compactions in a run's folder, and they count in its digest`() throws
  {
    var value = try greenhouse()
    value.transcript.compactions.append(
      CompactionEvent(
        position: 12, dropped: RangeSet([0..<1, 6..<8]),
        summaries: [
          CompactionEvent.Summary(
            kind: .opaque, segments: [Segment(.opaque(["type": "compaction"]))],
            covers: RangeSet(9..<10),
            carries: RangeSet(10..<11), place: 12)
        ],
        replacements: [CompactionEvent.Replacement(entry: 8, text: "Ferns", isPart: true)],
        by: "provider", trigger: "manual", extra: JSONObject([("tokensBefore", 120)])))
    let line = CaseCodec.line(value)
    let read = try CaseCodec.value(line)
    #expect(read.transcript == value.transcript)
    #expect(CaseCodec.line(read) == line)
    var plain = value
    plain.transcript.compactions = []
    #expect(!CaseCodec.line(plain).contains("compactions"))
    #expect(CaseCodec.digest(plain) != CaseCodec.digest(value))
  }
}
