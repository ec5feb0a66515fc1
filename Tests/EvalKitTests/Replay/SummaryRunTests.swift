import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Summaries within whole runs and replays: who is asked, what it costs, what is recorded.
struct SummaryRunTests {
  private func observation(
    _ spec: String, model: ScriptedModel, summarisers: [any Summariser] = [], context: Int = 200
  ) async throws -> Observation {
    let transcript = Transcript.plain(turns: 12)
    let value = EvalCase(
      id: "case", transcript: transcript,
      facts: [
        Fact(id: "f", value: "p1.0", evidence: [Evidence(entry: EntryID(0), quote: "p1.0")])
      ],
      probes: [Probe(id: "end", ask: "which", facts: ["f"])])
    let settings = RunSettings(
      renderer: PlainRenderer(), tokenizer: WordTokenizer(),
      models: [ModelRunner(model, configuration: "scripted", isFree: true)],
      summarisers: summarisers)
    let arms = Arm.panel(
      policies: [("arm", try Strategies.catalog.parse(spec))], models: [model.name],
      contexts: [.tokens(context)], reserve: 0)
    let plan = Plan(cases: [value], arms: arms, settings: settings)
    let all = try await Runner(plan: plan, settings: settings).observations()
    return try #require(all.first { $0.arm == "arm|\(model.name)|\(context)" })
  }

  @Test func `An arm's own model writes its summaries`() async throws {
    let model = ScriptedModel([.text("in short")], name: "small")
    let found = try await observation(
      "summarize(when: 8 entries, keep: 1 turn, by: arm)", model: model)
    #expect(found.summaries.map(\.by) == ["arm", "arm"])
    #expect(found.summaries.allSatisfy { $0.fault == nil && $0.output == 2 })
    #expect(found.requests.allSatisfy { $0.error == nil })
    #expect(model.recorder.requests.contains { $0.items.count == 1 })
  }

  @Test func `A summariser over the arm's context size is seen to overflow`() async throws {
    let base = ScriptedSummariser(name: "reader", ["in short"])
    let found = try await observation(
      "summarize(when: 18 entries, keep: 1 turn, by: scripted, fallback: [])",
      model: ScriptedModel(name: "small"),
      summarisers: [base, WindowedSummariser(base, name: "scripted")], context: 170)
    #expect(!found.summaries.isEmpty)
    #expect(found.summaries.allSatisfy { $0.fault?.contains("context window 170") == true })
    #expect(found.requests.allSatisfy { $0.error == nil && $0.firings.isEmpty })
    #expect(base.requests.isEmpty)
  }

  @Test func `A summary asked within the session finds nearly all of it cached`() async throws {
    for (session, isCached) in [("shared", true), ("own", false)] {
      var bed = Bed()
      let summariser = ScriptedSummariser(name: "reader", ["in short"])
      bed.summarisers = ["reader": summariser]
      let stage = try #require(
        try Strategies.catalog.parse(
          "summarize(when: 10 entries, keep: 1 turn, instructions: 'Sum up.', session: \(session))"
        ).stages.first)
      let outcome = try await bed.replay(.plain(turns: 6, head: 500), stage)
      let call = try #require(outcome.session.summaries.first)
      #expect(outcome.session.summaries.count == 1)
      if isCached {
        // The head and ten entries are held; two tokens of instructions are new, and the last of
        // what is held is read again.
        #expect(call.input == 602)
        #expect(call.cached == 599)
        #expect(summariser.requests[0].session?.items.notation == "p1 r1 p2 r2 p3 r3 p4 r4 p5 r5")
        #expect(summariser.requests[0].prompt == nil)
      } else {
        #expect(call.cached == 0)
        #expect(call.input < 200)
        #expect(summariser.requests[0].prompt?.hasPrefix("Summarize this conversation:") == true)
      }
    }
  }

  @Test func `Reasoning that is not rendered again ends what is cached there`() async throws {
    var bed = Bed(stripsEarlierReasoning: true)
    bed.summarisers = ["reader": ScriptedSummariser(name: "reader", ["in short"])]
    let stage = try #require(
      try Strategies.catalog.parse(
        "summarize(when: 5 entries, keep: 1 turn, instructions: 'Sum up.', session: shared)"
      ).stages.first)
    let transcript = Transcript("p1 r1 p2 t2 r2 p3 r3", head: 100)
    let outcome = try await bed.replay(transcript, stage)
    let call = try #require(outcome.session.summaries.first)
    // Held: head, p1 r1 p2, then the reasoning of the turn that was in flight.
    #expect(call.cached == 130)
  }
}
