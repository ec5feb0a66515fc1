import EvalKit
import Strategies
import Testing

struct ClearToolResultsTests {
  @Test(arguments: [
    ("p1 c1 o1 r1 p2", "when: always, keep: 0", "p1 c1 o1* r1 p2"),
    ("p1 c1 o1 r1 p2", "when: always, keep: 1", "p1 c1 o1 r1 p2"),
    ("p1 c1 o1 c2 o2 r1 p2", "when: always, keep: 1", "p1 c1 o1* c2 o2 r1 p2"),
    ("p1 c1 o1 c2 o2 r1 p2", "when: 2 uses, keep: 1", "p1 c1 o1 c2 o2 r1 p2"),
    ("p1 c1 o1 c2 o2 r1 p2", "when: 1 use, keep: 1", "p1 c1 o1* c2 o2 r1 p2"),
    // When it fails: the turn in flight is no exception.
    ("p1 c1 o1 c2 o2", "when: always, keep: 1", "p1 c1 o1* c2 o2"),
  ])
  func `All but the newest outputs are masked once the trigger is met`(
    session: String, arguments: String, left: String
  ) async throws {
    #expect(try await Bench().left(of: session, by: "clear-tool-results(\(arguments))") == left)
  }

  // N3's arithmetic on a small window: 4 of 8 tokens meet 50%, 4 of 9 do not.
  @Test func `A share is met when it is reached`() async throws {
    let spec = "clear-tool-results(when: 50%, keep: 0)"
    #expect(try await Bench(contextSize: 10).left(of: "p1 c1 o1", by: spec) == "p1 c1 o1")
    #expect(try await Bench(contextSize: 9).left(of: "p1 c1 o1", by: spec) == "p1 c1 o1")
    #expect(try await Bench(contextSize: 8).left(of: "p1 c1 o1", by: spec) == "p1 c1 o1*")
  }

  @Test(arguments: [
    (ToolEffect.read, "Repeat the call to see it again."),
    (.write, "The call took effect: do not repeat it; ask for the entry to see it again."),
    (nil, "To see it again ask for the entry, or repeat the call if that changes nothing."),
  ])
  func `The placeholder says what it replaced, that it is intact, and how to get it back`(
    effect: ToolEffect?, remedy: String
  ) async throws {
    var transcript = Shorthand.transcript("p1 c1 o1 p2")
    transcript.entries[2].toolName = nil
    transcript.head.tools = [ToolDefinition(name: "search", effect: effect)]
    let bench = Bench()
    let stage = try #require(
      try Strategies.catalog.parse("clear-tool-results(when: always, keep: 0)").stages.first)
    let items = try await bench.edited(bench.history(transcript), by: stage, transcript).items
    #expect(
      items[2].entry.text
        == "[Output of search, 2 characters, taken out to save space; "
        + "it is intact in the record as entry o1. \(remedy)]")
    #expect(items[2].entry.callID == transcript.entries[2].callID)
    #expect(EntryFate.fates(of: 4, in: items)[2].fate == .masked)
  }

  @Test func `As a view the edge moves with every output and the record stays whole`() async throws
  {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2 c3 o3 r1")
    let result = try await Bench().replay(
      transcript, "clear-tool-results(when: always, keep: 1)")
    #expect(
      result.views == ["p1", "p1 c1 o1", "p1 c1 o1* c2 o2", "p1 c1 o1* c2 o2* c3 o3"])
    #expect(Shorthand.text(result.session.history) == "p1 c1 o1 c2 o2 c3 o3 r1")
  }

  // When it fails: short outputs.
  @Test func `An output shorter than its placeholder grows`() async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 c1 o1 p2")
    let stage = try #require(
      try Strategies.catalog.parse("clear-tool-results(when: always, keep: 0)").stages.first)
    let history = bench.history(transcript)
    let edited = try await bench.edited(history, by: stage, transcript)
    let context = bench.context(transcript)
    #expect(context.tokens(edited) > context.tokens(history))
  }

  @Test func `Outputs of excluded tools stay`() async throws {
    let entries =
      ToolSession.round(1, "search", gives: "one") + ToolSession.round(2, "send", gives: "two")
    let spec = "clear-tool-results(when: always, keep: 0, exclude-tools: [send])"
    #expect(
      try await Bench().left(of: Transcript(entries: entries), by: spec) == "c1 o1.0* c2 o2.0")
  }

  @Test func `It does nothing where less would be freed than clear-at-least`() async throws {
    let transcript = ToolSession.turns(3, words: 50)
    let bench = Bench()
    func left(_ least: Int) async throws -> String {
      try await bench.left(
        of: transcript,
        by: "clear-tool-results(when: always, keep: 1, placeholder: short, "
          + "clear-at-least: \(least) tokens)")
    }
    let cleared = "p1 c1 o1.0* r1 p2 c2 o2.0* r2 p3 c3 o3.0 r3"
    // Fifty words give way to one, twice.
    #expect(try await left(98) == cleared)
    #expect(try await left(99) == Shorthand.text(bench.history(transcript)))
  }

  @Test func `Enough is the oldest first`() async throws {
    let left = try await Bench().left(
      of: ToolSession.turns(4, words: 50),
      by: "clear-tool-results(when: always, keep: 0, placeholder: short, clear: enough, "
        + "clear-at-least: 60 tokens)")
    #expect(left == "p1 c1 o1.0* r1 p2 c2 o2.0* r2 p3 c3 o3.0 r3 p4 c4 o4.0 r4")
  }

  @Test func `Inputs of cleared results are cleared where told`() async throws {
    let round = ToolSession.round(
      1, [("write", ["text": "long"]), ("search", ["q": "short"])], outputs: ["done", "found"])
    let transcript = Transcript(entries: round)
    for (inputs, left) in [
      ("none", [["text": "long"], ["q": "short"]]), ("all", [[:], [:]]),
      ("[write]", [[:], ["q": "short"]]),
    ] as [(String, [JSONValue])] {
      let items = try await Bench().edited(
        transcript, by: "clear-tool-results(when: always, keep: 0, clear-inputs: \(inputs))"
      ).items
      #expect(items[0].entry.calls.map(\.arguments) == left)
      #expect(items[0].form == (inputs == "none" ? .whole : .masked))
    }
    // Only of those that are cleared.
    let items = try await Bench().edited(
      transcript, by: "clear-tool-results(when: always, keep: 1, clear-inputs: all)"
    ).items
    #expect(items[0].entry.calls.map(\.arguments) == [[:], ["q": "short"]])
  }

  @Test(arguments: [
    ("clear-inputs: [all, write]", "expected 'all' or 'none' alone"),
    ("clear: enough", "needs clear-at-least"),
  ])
  func `Arguments that make no sense together are refused`(arguments: String, problem: String) {
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("clear-tool-results(\(arguments))")
    }
    #expect(error?.description.contains(problem) == true)
  }

  // When it fails: with nothing kept, what has just come in is cleared before it was read.
  @Test func `Keeping none clears what the model has not seen`() async throws {
    let views = try await Bench().replay(
      Shorthand.transcript("p1 c1 o1 r1"), "clear-tool-results(when: always, keep: 0)"
    ).views
    #expect(views == ["p1", "p1 c1 o1*"])
  }

  @Test func `A change of the head is seen in what is cleared before it`() async throws {
    var transcript = ToolSession.turns(3, words: 3)
    transcript.head.tools = [ToolDefinition(name: "search")]
    transcript.changes = [
      HeadChange(position: 8, tools: [ToolDefinition(name: "search", effect: .read)])
    ]
    var texts: [[String]] = []
    let start = Bench().session(
      transcript, try Strategies.catalog.parse("clear-tool-results(when: always, keep: 1)"))
    _ = try await Replay(transcript).run(start) { _, place in
      if case .request(_, let view) = place {
        texts.append(view.items.filter { $0.form == .masked }.map(\.entry.text))
      }
    }
    #expect(texts.flatMap { $0 }.count == 4)
    for (request, text) in texts.enumerated().flatMap({ number, all in all.map { (number, $0) } }) {
      #expect(
        text.contains("Repeat the call to see it again.") == (request >= 4), "\(request): \(text)")
    }
  }
}
