import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// What `summarize-history` does beyond the product it comes from.
struct SummarizeHistoryFormsTests {
  @Test(arguments: ["", "entries: 3, when: 50%"])
  func `It takes exactly one of entries and when`(arguments: String) throws {
    let error = try #require(throws: SpecError.self) {
      try Strategies.catalog.parse("summarize-history(\(arguments))")
    }
    #expect(error.message.contains("exactly one of entries and when"))
  }

  @Test(arguments: ["role: response", "role: instructions", "frame: 'Ok.'"])
  func `What is merged with the prompt is a prompt alone`(argument: String) {
    #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("summarize-history(when: 50%, \(argument))")
    }
  }

  @Test(arguments: [
    ("when: always", "S"),
    ("when: always, current: after", "S p2"),
    ("when: always, current: after, frame: 'Ok.'", "S S p2"),
    ("when: always, current: after, role: response, frame: 'And?'", "S S p2"),
    ("when: always, current: dropped", "S"),
    ("when: 4 entries, current: after", "p1 r1 p2"),
    ("entries: 2, current: after", "S p2"),
  ])
  func `The current prompt is merged, stands after the summary or is gone`(
    arguments: String, left: String
  ) async throws {
    let found = try await Bench().left(of: "p1 r1 p2", by: "summarize-history(\(arguments))")
    #expect(found == left)
  }

  @Test func `In a loop what was done since the prompt is folded, too`() async throws {
    let found = try await Bench(moment: .toolOutput).left(
      of: "p1 r1 p2 c1 o1", by: "summarize-history(when: always, current: after)")
    #expect(found == "S p2")
    let merged = try await Bench(moment: .toolOutput).left(
      of: "p1 r1 p2 c1 o1", by: "summarize-history(when: always)")
    #expect(merged == "p1 r1 p2 c1 o1")
    let alone = try await Bench(moment: .toolOutput).left(
      of: "p1 c1 o1", by: "summarize-history(when: always, current: after)")
    #expect(alone == "S p1")
  }

  @Test func `A prompt alone is left alone, and so is a summary`() async throws {
    let bench = Bench()
    #expect(
      try await bench.left(of: "p1", by: "summarize-history(when: always, current: after)") == "p1")
    let result = try await bench.replay(
      Shorthand.transcript("p1 r1 p2 r2"), "summarize-history(when: always, current: dropped)")
    #expect(result.views == ["p1", "S"])
    #expect(bench.summariser.requests.count == 1)
  }

  @Test func `Its text only leaves out what is no text`() async throws {
    let bench = Bench()
    var transcript = Shorthand.transcript("p1 r1 p2")
    transcript.entries[2].segments.append(Segment(.attachment(Attachment(name: "photo.png"))))
    for (current, segments) in [("text", 1), ("after", 2)] {
      let stage = try #require(
        try Strategies.catalog.parse("summarize-history(when: always, current: \(current))")
          .stages.first)
      let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
      #expect(left.items.last?.entry.segments.count == segments)
      #expect(left.items.last?.form == (current == "text" ? .truncated : .whole))
    }
  }

  @Test func `With a trigger or a ladder a failed summary never stands`() async throws {
    for arguments in [
      "when: 2 entries", "entries: 2, fallback: []", "entries: 2, summary: 9 tokens",
    ] {
      let bench = Bench(summariser: ScriptedSummariser(name: "reader", [""]))
      let result = try await bench.replay(
        Shorthand.turns(2), "summarize-history(\(arguments))")
      #expect(result.views.last == "p1 r1 p2")
      #expect(result.records.allSatisfy { $0.error == nil })
      #expect(result.session.summaries.map(\.fault) == ["the summary is empty"])
    }
    let dropped = try await Bench(summariser: ScriptedSummariser(name: "reader", [""])).left(
      of: "p1 r1 p2", by: "summarize-history(when: always, fallback: [drop])")
    #expect(dropped == "p2")
  }

  @Test func `With a trigger the summariser is shown what is no text`() async throws {
    let bench = Bench()
    var transcript = Shorthand.transcript("p1 r1 p2")
    transcript.entries[0].segments.append(.structure(["a": 1]))
    let stage = try #require(
      try Strategies.catalog.parse("summarize-history(when: always)").stages.first)
    _ = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(bench.summariser.requests[0].prompt?.contains("User: p1 {\"a\":1}") == true)
  }
}
