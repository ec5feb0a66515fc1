import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct OffloadToolOutputTests {
  private let long = String(repeating: "a", count: 100) + String(repeating: "z", count: 100)

  private func texts(_ outputs: [String], _ arguments: String) async throws -> [String] {
    let entries = outputs.enumerated().flatMap {
      ToolSession.round($0.offset + 1, "search", gives: $0.element)
    }
    let items = try await Bench().edited(
      Transcript(entries: entries), by: "offload-tool-output(\(arguments))"
    ).items
    return items.filter { $0.kind == .toolOutput }.map(\.entry.text)
  }

  @Test func `A long output gives way to its ends and a pointer`() async throws {
    #expect(
      try await texts([long, "short"], "over: 150 chars, head: 3 chars, tail: 4 chars") == [
        "aaa\n[193 characters left out; the whole output is at outputs/o1.0.txt]\nzzzz", "short",
      ])
  }

  @Test func `The path may name the tool, and the pointer another to read it with`() async throws {
    #expect(
      try await texts(
        [long],
        "over: 150 chars, head: 1 char, tail: 0 chars, path: '/{tool}/{entry}', "
          + "retrieval-tool: read_output") == [
          "a\n[199 characters left out; the whole output is at /search/o1.0; read_output reads it]"
        ])
  }

  @Test func `Sizes are in characters, tokens or a share of the context`() async throws {
    let words = ToolSession.words(100)
    for arguments in ["over: 100 tokens", "over: 10%", "over: 2k chars"] {
      #expect(try await texts([words], arguments) == [words])
    }
    for arguments in ["over: 99 tokens", "over: 2%", "over: 300 chars"] {
      #expect(
        try await texts([words], arguments + ", head: 10 chars, tail: 10 chars") != [words])
    }
  }

  @Test func `The retrieval tool is in the head from the first request on`() async throws {
    let transcript = ToolSession.turns(2, words: 3)
    var tools: [[String]] = []
    let start = Bench().session(
      transcript, try Strategies.catalog.parse("offload-tool-output(retrieval-tool: read_output)"))
    _ = try await Replay(transcript).run(start) { _, place in
      if case .request(_, let view) = place { tools.append(view.head.tools.map(\.name)) }
    }
    #expect(tools == Array(repeating: ["read_output"], count: 4))
  }

  @Test func `Media stay, and JSON is written out`() async throws {
    var entry = Entry.output(long, toolName: "search", label: "o1")
    entry.segments += [
      .structure(["b": 1]), Segment(.attachment(Attachment(name: "plot.png"))),
    ]
    let items = try await Bench().edited(
      Transcript(entries: [entry]),
      by: "offload-tool-output(over: 50 chars, head: 1 char, tail: 7 chars)"
    ).items
    #expect(items[0].entry.text.hasSuffix("\n{\"b\":1}"))
    #expect(items[0].entry.segments.count == 2)
    #expect(EntryFate.fates(of: 1, in: items)[0].fate == .truncated)
  }

  @Test func `What is cut as it comes in never breaks the cache`() async throws {
    let records = try await Bench().replay(
      ToolSession.turns(10, words: 80),
      "offload-tool-output(over: 20 tokens, head: 20 chars, tail: 20 chars)"
    ).records
    #expect(records.allSatisfy { $0.commonPrefix >= $0.held })
    #expect(records.last.map { $0.tokens < 300 } == true)
  }

  // When it fails
  @Test func `What stood in the middle is gone for a model that does not ask`() async throws {
    let text = "begins " + ToolSession.words(200) + " CODE-4711 " + ToolSession.words(200) + " ends"
    let shown = try await texts([text], "over: 100 tokens")[0]
    #expect(shown.hasPrefix("begins ") && shown.hasSuffix(" ends"))
    #expect(!shown.contains("4711"))
  }

  // When it fails
  @Test func `Without a tool that reads it the pointer leads nowhere`() async throws {
    let left = try await Bench().edited(
      Transcript(entries: ToolSession.round(1, "search", gives: long)),
      by: "offload-tool-output(over: 150 chars, head: 3 chars, tail: 4 chars)")
    #expect(left.items[1].entry.text.contains("outputs/o1.0.txt"))
    #expect(left.head.tools.isEmpty)
  }
}
