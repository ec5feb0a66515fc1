import EvalKit
import EvalKitTesting
import Testing

struct NeutralRendererTests {
  private let renderer = NeutralRenderer()

  private func tokens(_ entry: Entry) -> [Token] {
    TokenLedger(entries: [], renderer: renderer, tokenizer: PieceTokenizer()).run(of: entry).tokens
  }

  @Test(arguments: [
    (Entry.prompt("Hello."), "user:\nHello.\n"),
    (.response("Good day."), "assistant:\nGood day.\n"),
    (.reasoning("Hm."), "thinking:\nHm.\n"),
    (.output("12", toolName: "count"), "output count:\n12\n"),
    (.output("12"), "output:\n12\n"),
    (
      .calls([
        ToolCall(name: "a", arguments: ["z": 1, "b": [true, .null]]),
        ToolCall(name: "b", arguments: [:], argumentsText: "{ \"x\" : 1.50 }"),
      ]), "calls:\na {\"z\":1,\"b\":[true,null]}\nb { \"x\" : 1.50 }\n"
    ),
    (
      Entry(kind: .prompt, segments: [.text("a"), .structure(["k": 1])], speaker: "Ann"),
      "user (Ann):\na\n{\"k\":1}\n"
    ),
    (Entry(kind: .opaque, segments: [Segment(.opaque(["odd": true]))]), "other:\n{\"odd\":true}\n"),
    (Entry(kind: .instructions, segments: [.text("Be kind.")]), "system:\nBe kind.\n"),
  ])
  func `an entry is its role, then its content as recorded`(entry: Entry, text: String) {
    #expect(renderer.entry(entry, after: nil).text == text)
    #expect(!renderer.dependsOnNeighbours)
  }

  @Test func `a prompt's response schema is rendered and counted`() {
    var entry = Entry.prompt("Name a city.")
    let plain = tokens(entry).count
    entry.responseSchema = ["type": "object", "properties": ["city": ["type": "string"]]]
    #expect(renderer.entry(entry, after: nil).text.contains("\"city\""))
    #expect(tokens(entry).count > plain + 10)
  }

  @Test func `the head is its instructions, then each tool as a part of its own`() {
    let head = Head(
      "Be kind.",
      tools: [
        ToolDefinition(name: "look", description: "Looks.", parameters: ["type": "object"]),
        ToolDefinition(name: "add"),
      ])
    #expect(
      renderer.head(head).map(\.text) == [
        "system:\nBe kind.\n", "tool look: Looks.\n{\"type\":\"object\"}\n", "tool add: \n{}\n",
      ])
    #expect(renderer.head(Head()).isEmpty)
  }

  @Test func `an attachment costs what it declares, else what is assumed, and that is marked`() {
    func entry(_ tokens: Int?) -> Entry {
      Entry(kind: .prompt, segments: [Segment(.attachment(Attachment(name: "a", tokens: tokens)))])
    }
    let none = tokens(Entry(kind: .prompt)).count
    #expect(tokens(entry(70)).count == none + 70)
    #expect(tokens(entry(nil)).count == none + 1024)
    #expect(renderer.entry(entry(nil), after: nil).assumed)
    #expect(!renderer.entry(entry(70), after: nil).assumed)
    let small = NeutralRenderer(imageTokens: 10).entry(entry(nil), after: nil)
    #expect(small.attachmentTokens == 10)
  }

  @Test func `an assumed cost marks every request it is in, and no other`() async throws {
    var image = Entry.prompt("look", label: "p2")
    image.segments.append(Segment(.attachment(Attachment(name: "a"))))
    let transcript = Transcript(entries: [.p(1), .r(1), image, .r(2), .p(3), .r(3), .p(4), .r(4)])
    let outcome = try await Bed().replay(transcript, .trim(over: 6, to: 2, at: .prompt))
    #expect(outcome.records.map(\.isAssumed) == [false, true, true, false])
  }

  @Test func `another image of the same cost is not taken for the one that is held`() {
    func entry(_ name: String) -> Entry {
      Entry(kind: .prompt, segments: [Segment(.attachment(Attachment(name: name, tokens: 50)))])
    }
    #expect(tokens(entry("a")) == tokens(entry("a")))
    #expect(tokens(entry("a")) != tokens(entry("b")))
  }

  // N29
  @Test func `keys stand in recorded order, or in the order a schema lists`() throws {
    let recorded: JSONValue = [
      "type": "object", "properties": ["b": ["type": "string"], "a": ["type": "integer"]],
    ]
    let listed: JSONValue = [
      "type": "object", "x-order": ["a", "b"],
      "properties": ["b": ["type": "string"], "a": ["type": "integer"]],
    ]
    func text(_ schema: JSONValue) throws -> String {
      let head = Head(tools: [ToolDefinition(name: "t", parameters: schema)])
      return try #require(renderer.head(head).first).text
    }
    #expect(try text(recorded).contains(#""b":{"type":"string"},"a":{"type":"integer"}"#))
    #expect(try text(listed).contains(#""a":{"type":"integer"},"b":{"type":"string"}"#))
  }

  // N29
  @Test func `with x-order a schema renders the same whatever dictionary it passed through`() throws
  {
    let members: [(String, JSONValue)] = (0..<12).map { ("key\($0)", ["type": "string"]) }
    let order = JSONValue.array(members.map { .string($0.0) })
    var texts = Set<String>()
    for _ in 0..<20 {
      let shuffled = JSONValue.object(JSONObject(members.shuffled()))
      let schema: JSONValue = ["type": "object", "properties": shuffled, "x-order": order]
      var entry = Entry.prompt("a")
      entry.responseSchema = schema
      texts.insert(renderer.entry(entry, after: nil).text)
    }
    #expect(texts.count == 1)
  }

  // N29
  @Test func `an entry renders to the same tokens on every request, tools in another order do not`()
    async throws
  {
    let tools = (1...5).map { ToolDefinition(name: "tool\($0)") }
    var transcript = Transcript("p1 c1 o1 r1 p2 r2 p3 r3")
    transcript.head = Head("i", tools: tools)
    func replay(_ transcript: Transcript) async throws -> [RequestRecord] {
      let ledger = TokenLedger(
        entries: transcript.entries, renderer: renderer, tokenizer: PieceTokenizer())
      let session = Session(
        pipeline: Pipeline(), head: transcript.head, budget: ContextBudget(contextSize: 100_000),
        ledger: ledger)
      return try await Replay(transcript).run(session).requests
    }
    #expect(try await replay(transcript).breaks == [])
    transcript.changes = [HeadChange(position: 4, tools: tools.reversed())]
    #expect(try await replay(transcript).breaks == [3])
  }

  @Test func `rendering twice gives the same bytes`() {
    let entries = Entry.list("p1 t1 c1 o1 r1 i1")
    let once = entries.map { renderer.entry($0, after: nil) }
    #expect(once == entries.map { NeutralRenderer().entry($0, after: nil) })
  }
}
