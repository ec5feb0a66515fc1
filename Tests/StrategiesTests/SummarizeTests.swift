import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct SummarizeTests {
  // N7: without a window that caps it, a summary at response needs no prompt last.
  @Test(arguments: [(12, 66), (13, 0), (14, 0)])
  func `At response it sees what the reply added to a window`(threshold: Int, firings: Int)
    async throws
  {
    let spec =
      "rolling-window(10, persistence: stored, moments: prompt) "
      + "| summarize(when: \(threshold) entries, keep: 0 entries, current: folded, "
      + "moments: response)"
    let findings = PipelineAnalysis.findings(
      try Strategies.catalog.parse(spec), budget: ContextBudget(contextSize: 4096))
    #expect(findings.isEmpty)
    let count = try await Bench().firings(of: 1, Shorthand.turns(200, responses: 3), spec).count
    #expect(count == firings)
  }

  // N3
  @Test(arguments: [(3071, false), (3072, true)])
  func `A share of the context size is met when it is reached`(tokens: Int, acts: Bool)
    async throws
  {
    let transcript = Transcript(entries: [.p(1, tokens: tokens - 1), .p(2, tokens: 1)])
    let bench = Bench()
    let stage = try #require(try Strategies.catalog.parse("summarize(keep: 1 turn)").stages.first)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(left.items.first?.isSynthesised == acts)
  }

  @Test(arguments: [
    ("keep: 1 turn", "S p3"),
    ("keep: 2 turns", "S p2 r2 p3"),
    ("keep: 3 turns", "p1 c1 o1 r1 p2 r2 p3"),
    ("keep: 3 entries", "S p2 r2 p3"),
    ("keep: 4 entries", "S p2 r2 p3"),
    ("keep: 4 entries, boundary: entry", "S r1 p2 r2 p3"),
    ("keep: 5 entries, boundary: entry", "S o1 r1 p2 r2 p3"),
    ("keep: 5 entries, boundary: round", "S r1 p2 r2 p3"),
    ("keep: 5 entries, boundary: round, edge: back", "S c1 o1 r1 p2 r2 p3"),
    ("keep: 4 entries, edge: back", "p1 c1 o1 r1 p2 r2 p3"),
    ("keep: 1 turn, first: 1", "p1 S p3"),
    ("keep: 1 turn, first: 2", "p1 c1 o1 S p3"),
    ("keep: 1 turn, first: 2, boundary: entry", "p1 c1 S p3"),
    ("keep: 0 entries", "S p3"),
    ("keep: 0 entries, current: folded", "S"),
    ("keep: 0 entries, current: prompt", "S p3"),
    ("keep: 3 tokens", "S p2 r2 p3"),
  ])
  func `What stays is a matter of size, boundary and edge`(arguments: String, left: String)
    async throws
  {
    let found = try await Bench().left(
      of: "p1 c1 o1 r1 p2 r2 p3", by: "summarize(when: always, \(arguments))")
    #expect(found == left)
  }

  @Test(arguments: [
    ("whole", "S p2 c1 o1 c2 o2 c3 o3"), ("prompt", "S p2 c3 o3"), ("folded", "S c3 o3"),
  ])
  func `The turn in flight stays whole, or its prompt does, or nothing of it`(
    current: String, left: String
  ) async throws {
    let found = try await Bench(moment: .toolOutput).left(
      of: "p1 r1 p2 c1 o1 c2 o2 c3 o3",
      by: "summarize(when: always, keep: 2 entries, boundary: round, current: \(current))")
    #expect(found == left)
  }

  @Test(arguments: [
    ("prompt", "Ok.", ["prompt", "response"], [2]),
    ("response", "And before?", ["prompt", "response"], [0, 2]),
    ("instructions", nil, ["instructions"], []),
  ])
  func `A summary stands in a role, with what the other speaker says beside it`(
    role: String, frame: String?, kinds: [String], _: [Int]
  ) async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 r1 p2")
    let stage = try #require(
      try Strategies.catalog.parse(
        "summarize(when: always, keep: 1 turn, role: \(role)\(frame.map { ", frame: '\($0)'" } ?? ""))"
      ).stages.first)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(left.items.dropLast().map(\.kind.rawValue) == kinds)
    let summary = try #require(left.items.first { !$0.standsFor.isEmpty })
    #expect(
      summary.entry.segments == [.text("Summary of the conversation so far:"), .text("S1")])
    #expect(summary.standsFor == [EntryID(0), EntryID(1)])
  }

  @Test func `A frame around instructions is refused`() {
    #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("summarize(role: instructions, frame: 'Ok.')")
    }
  }

  @Test func `The summariser is shown everything, what is no text by its JSON or name`()
    async throws
  {
    let bench = Bench()
    var transcript = Shorthand.transcript("p1 t1 c1 o1 r1 p2")
    transcript.entries[0].segments += [
      .structure(["a": 1]), Segment(.attachment(Attachment(name: "photo.png"))),
    ]
    transcript.entries.insert(
      Entry(label: "i2", kind: .instructions, segments: [.text("Be kind.")]), at: 1)
    let stage = try #require(
      try Strategies.catalog.parse("summarize(when: always, keep: 1 turn)").stages.first)
    _ = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(
      bench.summariser.requests[0].prompt == """
        Summarize this conversation:

        User: p1 {"a":1} [photo.png]
        Instructions: Be kind.
        Assistant (reasoning): t1
        Tool call: search({"q":"c1"})
        Tool output (search): o1
        Assistant: r1
        """)
  }

  @Test func `An earlier summary is summarised like any other text`() async throws {
    let bench = Bench()
    let spec = "summarize(when: 4 entries, keep: 1 turn)"
    let result = try await bench.replay(Shorthand.turns(6), spec)
    #expect(result.views == ["p1", "p1 r1 p2", "S p3", "S p3 r3 p4", "S p5", "S p5 r5 p6"])
    #expect(
      bench.summariser.requests[1].prompt?.contains(
        "User: Summary of the conversation so far: S1\nUser: p3") == true)
    #expect(bench.summariser.requests[1].previous == nil)
    let fates = EntryFate.fates(of: 12, in: result.session.history.items).map(\.fate)
    #expect(fates.prefix(8).allSatisfy { $0 == .summarised })
  }

  @Test func `Its own summary alone is never summarised again`() async throws {
    let bench = Bench()
    let result = try await bench.replay(
      Shorthand.transcript("p1 r1 p2 c1 o1 c2 o2 r2"), "summarize(when: always, keep: 1 turn)")
    #expect(bench.summariser.requests.count == 1)
    #expect(result.views.last == "S p2 c1 o1 c2 o2")
  }

  @Test func `A summary that fails leaves everything as it was, and the request goes on`()
    async throws
  {
    let bench = Bench(summariser: ScriptedSummariser(name: "reader", [""]))
    let result = try await bench.replay(
      Shorthand.turns(3), "summarize(when: 2 entries, keep: 1 turn)")
    #expect(result.views == ["p1", "p1 r1 p2", "p1 r1 p2 r2 p3"])
    #expect(result.records.allSatisfy { $0.error == nil && $0.firings.isEmpty })
    #expect(
      result.session.summaries.map(\.fault) == ["the summary is empty", "the summary is empty"])
  }

  // The failure of its page.
  @Test func `What the first summary kept the summary of the summary may lose`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { request, _ in
        String(request.items.map(\.entry.text).joined(separator: " ").suffix(8))
      })
    let result = try await bench.replay(
      Shorthand.transcript("p-first r1 p2 r2 p-later r3 p4"),
      "summarize(when: 2 entries, keep: 1 turn)")
    #expect(!result.session.history.items.contains { $0.entry.text.contains("first") })
  }

  @Test func `A tail that is summarised, too, stands in both`() async throws {
    let bench = Bench()
    _ = try await bench.left(
      of: "p1 r1 p2 r2 p3", by: "summarize(when: always, keep: 3 entries, overlap: 1)")
    #expect(bench.summariser.requests[0].items.map(\.entry.label) == ["p1", "r1", "p2"])
  }

  @Test func `Fed with talk only it never sees what tools said`() async throws {
    let bench = Bench()
    _ = try await bench.left(
      of: "p1 t1 c1 o1 r1 p2", by: "summarize(when: always, keep: 1 turn, feed: talk)")
    #expect(bench.summariser.requests[0].items.map(\.entry.label) == ["p1", "r1"])
  }

  @Test func `Clipped outputs are shown to the summariser in part`() async throws {
    let bench = Bench()
    let transcript = Transcript(entries: [
      .prompt("go"), .calls([ToolCall(name: "search", arguments: [:])]),
      .output(String(repeating: "a", count: 50) + "needle", toolName: "search"), .prompt("next"),
    ])
    let stage = try #require(
      try Strategies.catalog.parse("summarize(when: always, keep: 1 turn, clip: 50 chars)")
        .stages.first)
    _ = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let request = try #require(bench.summariser.requests.first)
    #expect(request.prompt?.contains("needle") == false)
    #expect(request.prompt?.contains("[6 more characters]") == true)
    #expect(request.items[2].form == .truncated)
  }

  @Test func `A turn that is cut is summarised in a call of its own`() async throws {
    let bench = Bench(moment: .toolOutput)
    let transcript = Shorthand.transcript("p1 r1 p2 c1 o1 c2 o2")
    let stage = try #require(
      try Strategies.catalog.parse(
        "summarize(when: always, keep: 2 entries, boundary: round, current: folded, "
          + "split-turn: true)"
      ).stages.first)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(Shorthand.text(left) == "S c2 o2")
    #expect(
      bench.summariser.requests.map { $0.items.map(\.entry.label) } == [
        ["p1", "r1"], ["p2", "c1", "o1"],
      ])
    #expect(
      left.items[0].entry.segments.last == .text("S1\n\nThe turn that was cut began:\nS2"))
  }

  @Test func `Files that folded calls read and changed are listed, and go on`() async throws {
    func call(_ tool: String, _ path: String) -> Entry {
      .calls([ToolCall(name: tool, arguments: ["path": .string(path)])])
    }
    let bench = Bench()
    let transcript = Transcript(
      head: Head("", tools: [ToolDefinition(name: "touch", effect: .write)]),
      entries: [
        .prompt("p1"), call("read_file", "a.swift"), call("read_file", "b.swift"), .prompt("p2"),
        call("edit_file", "b.swift"), call("touch", "c.swift"), .response("r2"), .prompt("p3"),
        .response("r3"),
      ])
    let result = try await bench.replay(
      transcript, "summarize(when: always, keep: 1 turn, files: true)")
    #expect(
      result.session.history.items.first?.entry.segments.map(\.plainText) == [
        "Summary of the conversation so far:", "S2",
        "Files read: a.swift\nFiles changed: b.swift, c.swift",
      ])
  }

  @Test func `A target at the trigger is reported`() throws {
    func rules(_ spec: String) throws -> [String] {
      PipelineAnalysis.findings(
        try Strategies.catalog.parse(spec), budget: ContextBudget(contextSize: 4096)
      ).map(\.rule)
    }
    #expect(try rules("summarize(when: 10 entries, keep: 9 entries)") == ["target-at-trigger"])
    #expect(try rules("summarize(when: 11 entries, keep: 9 entries)") == [])
    #expect(try rules("summarize(when: 6 turns, keep: 5 turns)") == ["target-at-trigger"])
    #expect(try rules("summarize(when: 6 turns, keep: 5 turns, role: instructions)") == [])
    #expect(try rules("summarize(when: 50%, keep: 60%)") == ["target-at-trigger"])
    #expect(
      try rules("rolling-window(10, persistence: stored) | summarize(when: 10 entries, keep: 2)")
        == ["unreachable-stage"])
  }
}
