import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct SummarizeHistoryTests {
  // N6: strictly more entries, whatever their size, and a prompt at the end.
  @Test(arguments: [
    ("p1 r1 p2 r2 p3 r3 p4 r4 p5 p6", 10, false),
    ("p1 r1 p2 r2 p3 r3 p4 r4 p5 r5 p6", 10, true),
    ("p1 c1 o1", 2, false),
    ("p1 r1 p2", 2, true),
    ("p1 r1", 1, false),
  ])
  func `It acts on more entries than the threshold and a prompt at the end`(
    session: String, threshold: Int, acts: Bool
  ) async throws {
    let left = try await Bench().left(of: session, by: "summarize-history(\(threshold))")
    #expect(left == (acts ? "S" : session))
  }

  // N6
  @Test func `Plain turns fire at the sixth prompt and then at every fifth`() async throws {
    let firings = try await Bench().firings(
      of: 0, Shorthand.turns(20), "summarize-history(10)")
    #expect(firings == [6, 11, 16])
  }

  // N6
  @Test func `A threshold of two fires at the second and third prompt`() async throws {
    let bench = Bench()
    let result = try await bench.replay(Shorthand.turns(3), "summarize-history(2)")
    #expect(result.views == ["p1", "S", "S"])
    #expect(result.session.history.count == 2)
    // The second summary is a summary of a summary.
    let second = try #require(bench.summariser.requests.last?.prompt)
    #expect(second.contains("User: Summary of the conversation so far:\nS1"))
  }

  // N6: a long tool loop is never summarised while it runs.
  @Test func `A loop of thirty rounds is left alone until the next prompt`() async throws {
    let rounds = (1...30).map { "c\($0) o\($0)" }.joined(separator: " ")
    let transcript = Shorthand.transcript("p1 \(rounds) r1 p2 r2")
    let firings = try await Bench().firings(
      of: 0, transcript, "summarize-history(10, moments: [prompt, toolOutput])")
    #expect(firings == [32])
  }

  // STRATEGIES 1.5: the text, exactly.
  @Test(arguments: [
    ("summarize-history(2)", "\(SummarizeHistory.defaultPostamble)\n\n"),
    ("summarize-history(2, postamble: 'Go on.')", "Go on.\n\n"),
    ("summarize-history(2, postamble: '')", ""),
  ])
  func `The summary opens the prompt`(spec: String, postamble: String) async throws {
    let bench = Bench()
    var transcript = Shorthand.transcript("i p1 r1 p2")
    transcript.entries[2].segments.append(.structure(["a": 1]))
    transcript.entries[2].responseSchema = ["type": "object"]
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    let history = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let entry = try #require(history.items.first?.entry)
    #expect(history.head == transcript.head)
    #expect(entry.kind == .prompt)
    #expect(
      entry.segments == [
        .text("Summary of the conversation so far:\nS1\n\n\(postamble)"), .text("p2"),
        .structure(["a": 1]),
      ])
    #expect(entry.responseSchema == ["type": "object"])
    // The current prompt is carried, so its fate is kept; the others are summarised.
    #expect(
      EntryFate.fates(of: 3, in: history.items).map(\.fate) == [.summarised, .summarised, .kept])
  }

  // Flaws: the current prompt is in the log too, what is no text is left out without a word, and
  // the head is not shown.
  @Test func `The summariser reads a log of the chat`() async throws {
    let bench = Bench()
    var transcript = Shorthand.transcript("i p1 t1 c1 o1 r1 p2")
    transcript.entries[0].segments += [.structure(["secret": 1]), .text("again")]
    transcript.entries[2].calls.append(ToolCall(name: "send", arguments: [:]))
    let stage = try #require(try Strategies.catalog.parse("summarize-history(2)").stages.first)
    _ = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let request = try #require(bench.summariser.requests.first)
    #expect(
      request.prompt == """
        Summarize this conversation:

        User: p1 again
        Assistant (reasoning): t1
        Tool call: search({"q":"c1"}), send({})
        Tool output (search): o1
        Assistant: r1
        User: p2
        """)
    #expect(request.instructions == SummarizeHistory.defaultInstructions)
    #expect(request.items.count == 6)
  }

  @Test func `Instructions of the spec replace the built-in ones and an empty text omits them`()
    async throws
  {
    for (text, told) in [("Be brief.", Optional("Be brief.")), ("", nil)] {
      let bench = Bench()
      _ = try await bench.left(
        of: "p1 r1 p2", by: "summarize-history(2, instructions: '\(text)')")
      #expect(bench.summariser.requests.first?.instructions == told)
    }
  }

  @Test func `An error of the summariser is the stage's and leaves the history`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, _ in throw ModelError.unavailable("away")
      })
    let result = try await bench.replay(Shorthand.turns(3), "summarize-history(2)")
    #expect(result.views == ["p1", "p1 r1 p2", "p1 r1 p2 r2 p3"])
    #expect(result.records.map { $0.error != nil } == [false, true, true])
  }

  @Test func `A log over the summariser's window is an error, never cut`() async throws {
    let bench = Bench(summariser: ScriptedSummariser(name: "reader", window: 5))
    await #expect(throws: ModelError.self) {
      try await bench.left(of: "p1 r1 p2", by: "summarize-history(2)")
    }
    #expect(bench.summariser.requests.isEmpty)
  }

  // A flaw it ships with; the hazard `summary-failed` reports it.
  @Test func `An empty summary is stored as it is`() async throws {
    let bench = Bench(summariser: ScriptedSummariser(name: "reader", [""]))
    #expect(try await bench.left(of: "p1 r1 p2", by: "summarize-history(2)") == "S")
  }

  @Test func `A prompt that holds a summary is carried through the next one`() async throws {
    let bench = Bench()
    let transcript = Shorthand.turns(3)
    let result = try await bench.replay(transcript, "summarize-history(2)")
    let fates = EntryFate.fates(of: 6, in: result.session.history.items)
    #expect(
      fates.map(\.fate) == [.summarised, .summarised, .summarised, .summarised, .kept, .kept])
  }
}
