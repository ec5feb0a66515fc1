import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Codex, Gemini CLI, Cline, pi, OpenCode, Goose, Roo Code and Aider.
struct CodingAgentSummaryPresetTests {
  // MARK: Codex

  @Test func `Codex keeps user messages and nothing the model said, in flight either`() async throws
  {
    let left = try await PresetBench.left(
      "codex.compact(when: always)", of: PresetBench.transcript("p1 c1 o1 r1 p2 c2 o2"),
      by: Bench(moment: .toolOutput))
    #expect(Shorthand.text(left) == "p1 p2 S")
    #expect(left.items.last?.kind == .prompt)
  }

  @Test func `Codex keeps at most 20,000 tokens of user messages`() async throws {
    let transcript = Transcript(
      entries: [.p(1, tokens: 9000), .p(2, tokens: 9000), .r(2), .p(3, tokens: 9000)])
    let left = try await PresetBench.left("codex.compact(when: always)", of: transcript)
    #expect(Shorthand.text(left) == "p1* p2 p3 S")
  }

  @Test func `Over the window of its summariser Codex leaves the oldest entries out`() async throws
  {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader", window: 190) { _, _ in "S" })
    let result = try await bench.replay(
      .plain(turns: 8), "codex.compact(when: 14 entries)")
    let calls = result.session.summaries
    #expect(calls.first?.fault?.contains("context window") == true)
    #expect(calls.last?.fault == nil)
    #expect(calls.last?.fed.contains(EntryID(0)) == false)
    #expect(calls.last?.fed.contains(EntryID(14)) == true)
  }

  // MARK: Gemini CLI

  private static let snapshot =
    "## overall-goal\nx\n## key-knowledge\nx\n## file-system-state\nx\n## recent-actions\nx\n"
    + "## current-plan\nx"

  @Test func `Gemini answers its snapshot and asks a second time to check it`() async throws {
    let bench = Bench(contextSize: 200, summariser: PresetBench.summariser(Self.snapshot))
    let result = try await bench.replay(.plain(turns: 6), "gemini-cli.compress")
    // 50% are 100 tokens: at the sixth prompt; 15% are 30: the last two turns.
    #expect(result.views.last == "S S p5 r5 p6")
    #expect(bench.summariser.requests.count == 2)
    let items = result.session.history.items
    #expect(items.prefix(2).map(\.kind) == [.prompt, .response])
    #expect(items[1].entry.text == "Got it. Thanks for the additional context!")
  }

  @Test func `Gemini rejects a snapshot that is empty or longer than what it replaces`()
    async throws
  {
    for text in ["", "\(Self.snapshot)\n\(Entry.words("w", 200))"] {
      let bench = Bench(contextSize: 200, summariser: PresetBench.summariser(text))
      let result = try await bench.replay(.plain(turns: 5), "gemini-cli.compress")
      #expect(result.views.last == "p1 r1 p2 r2 p3 r3 p4 r4 p5")
    }
  }

  @Test func `Gemini never compresses one long turn`() async throws {
    let rounds = (1...30).map { "c\($0) o\($0)" }.joined(separator: " ")
    let left = try await PresetBench.left(
      "gemini-cli.compress", of: PresetBench.transcript("p1 \(rounds)"),
      by: Bench(contextSize: 200, moment: .toolOutput))
    #expect(left.count == 61)
  }

  // MARK: Cline and pi

  @Test(arguments: ["cline.compact", "pi.compact"])
  func `What an output says after 2,000 characters reaches no summary`(preset: String) async throws
  {
    let bench = Bench()
    let transcript = Transcript(entries: [
      .prompt("go"), .calls([ToolCall(name: "read", arguments: [:])]),
      .output(String(repeating: "a ", count: 1000) + "needle", toolName: "read"),
      .response("done"), .prompt("next"),
    ])
    _ = try await PresetBench.left(
      "\(preset)(when: always, keep: 1 entries)", of: transcript, by: bench)
    let prompt = try #require(bench.summariser.requests.first?.prompt)
    #expect(prompt.contains("a a a") && !prompt.contains("needle"))
  }

  @Test(arguments: [("cline.compact", "S p2 c3 o3"), ("pi.compact", "S c3 o3")])
  func `Cline never folds the last typed message, pi does`(preset: String, left: String)
    async throws
  {
    let found = try await PresetBench.left(
      "\(preset)(when: always, keep: 2 entries)",
      of: PresetBench.transcript("p1 r1 p2 c1 o1 c2 o2 c3 o3"), by: Bench(moment: .toolOutput))
    #expect(Shorthand.text(found) == left)
  }

  @Test func `Cline folds the first task like any other message`() async throws {
    let found = try await PresetBench.left(
      "cline.compact(when: always, keep: 1 entries)", of: PresetBench.transcript("p1 r1 p2"))
    #expect(Shorthand.text(found) == "S p2")
  }

  @Test func `pi summarises a turn that is cut in a call of its own and lists files`() async throws
  {
    let bench = Bench(moment: .toolOutput)
    var transcript = PresetBench.transcript("p1 r1 p2 c1 o1 c2 o2")
    transcript.entries[3].calls = [
      ToolCall(id: "call1", name: "edit", arguments: ["path": "src/a.swift"])
    ]
    let left = try await PresetBench.left(
      "pi.compact(when: always, keep: 2 entries)", of: transcript, by: bench)
    #expect(Shorthand.text(left) == "S c2 o2")
    #expect(bench.summariser.requests.count == 2)
    #expect(left.items[0].entry.text.hasSuffix("Files changed: src/a.swift"))
  }

  @Test func `Cline skips an empty summary`() async throws {
    let left = try await PresetBench.left(
      "cline.compact(when: always, keep: 1 entries)", of: PresetBench.transcript("p1 r1 p2"),
      by: Bench(summariser: PresetBench.summariser("")))
    #expect(Shorthand.text(left) == "p1 r1 p2")
  }

  // MARK: OpenCode

  @Test func `OpenCode asks itself what it did so far`() async throws {
    let left = try await PresetBench.left(
      "opencode.compact(when: always, keep: 1 entries)", of: PresetBench.transcript("p1 r1 p2"))
    #expect(left.items.map(\.kind) == [.prompt, .response, .prompt])
    #expect(left.items[0].entry.text == "What did we do so far?")
  }

  @Test func `A summary of OpenCode that is a tool call leaves nothing of the past`() async throws {
    let model = ScriptedModel([.call(name: "_noop", arguments: [:])])
    let bench = Bench()
    let transcript = PresetBench.transcript("p1 r1 p2")
    let calls = SummaryLog()
    let context = MomentContext(
      moment: .prompt, budget: ContextBudget(contextSize: 4096), request: 1, head: Head(),
      log: nil, ledger: bench.ledger(transcript),
      summarisers: ["reader": ModelSummariser(ModelRunner(model), timeLimit: 10)], calls: calls)
    let stage = try #require(
      try Strategies.catalog.parse("opencode.compact(when: always, keep: 1 entries)").stages.first)
    var memory = JSONValue.null
    let left = try await stage.strategy.edit(
      bench.history(transcript), in: context, memory: &memory)
    #expect(left.items[1].entry.text == "")
    #expect(left.items.count == 3)
    #expect(calls.drain().map(\.by) == ["reader", "empty"])
  }

  // MARK: Goose

  @Test func `Goose keeps the last user text, not its image nor what was done since`() async throws
  {
    var transcript = PresetBench.transcript("p1 r1 p2 c1 o1")
    transcript.entries[2].segments.append(Segment(.attachment(Attachment(name: "photo.png"))))
    let left = try await PresetBench.left(
      "goose.compact(when: always)", of: transcript, by: Bench(moment: .toolOutput))
    #expect(Shorthand.text(left) == "S S p2*")
    #expect(left.items.map(\.kind) == [.prompt, .response, .prompt])
  }

  @Test func `Goose leaves outputs out from the middle, and fails where there is only one`()
    async throws
  {
    func result(_ outputs: Int) async throws -> String {
      let rounds = (1...outputs).map { "c\($0) o\($0)" }.joined(separator: " ")
      let bench = Bench(
        moment: .toolOutput,
        summariser: ScriptedSummariser(name: "reader", window: 160) { _, _ in "S" })
      var transcript = PresetBench.transcript("p1 \(rounds)", tokens: 1)
      for index in transcript.entries.indices where transcript.entries[index].kind == .toolOutput {
        transcript.entries[index].segments = [.text(Entry.words("w", 150 / outputs))]
      }
      return Shorthand.text(
        try await PresetBench.left("goose.compact(when: always)", of: transcript, by: bench))
    }
    #expect(try await result(6) == "S S p1")
    #expect(try await result(1) == "p1 c1 o1")
  }

  // MARK: Roo Code

  @Test func `Roo Code folds the current message, and a call that waits`() async throws {
    let chat = try await PresetBench.left(
      "roo.condense(when: always)", of: PresetBench.transcript("p1 r1 p2"))
    #expect(Shorthand.text(chat) == "S")
    let waiting = try await PresetBench.left(
      "roo.condense(when: always)", of: PresetBench.transcript("p1 c1 p2"))
    #expect(Shorthand.text(waiting) == "S")
    #expect(waiting.items[0].standsFor.contains(EntryID(1)))
    let failed = try await PresetBench.left(
      "roo.condense(when: always)", of: PresetBench.transcript("p1 r1 p2"),
      by: Bench(summariser: PresetBench.summariser("")))
    #expect(Shorthand.text(failed) == "p1 r1 p2")
  }

  // MARK: Aider

  @Test func `Aider answers its summary Ok. and cuts between turns`() async throws {
    let left = try await PresetBench.left(
      "aider.summary(when: always, keep: 25 tokens)",
      of: PresetBench.transcript("p1 r1 p2 r2 p3"))
    #expect(Shorthand.text(left) == "S S p3")
    #expect(left.items[1].entry.text == "Ok.")
  }

  @Test func `A summariser of Aider that fails leaves nothing of the older turns`() async throws {
    let left = try await PresetBench.left(
      "aider.summary(when: always, keep: 25 tokens)",
      of: PresetBench.transcript("p1 r1 p2 r2 p3"),
      by: Bench(summariser: PresetBench.summariser("")))
    #expect(Shorthand.text(left) == "p3")
  }

  @Test func `What does not fit the summariser of Aider is neither summarised nor kept`()
    async throws
  {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader", window: 120) { _, _ in "S" })
    let left = try await PresetBench.left(
      "aider.summary(when: always, keep: 25 tokens)",
      of: PresetBench.transcript("p1 r1 p2 r2 p3 r3 p4"), by: bench)
    #expect(Shorthand.text(left) == "S S p4")
    #expect(bench.summariser.requests[0].items.map(\.entry.label).contains("p1") == false)
    #expect(left.items[0].standsFor.contains(EntryID(0)))
  }

  @Test func `Aider starts at the least of its clamp`() throws {
    let stage = try #require(try Strategies.catalog.parse("aider.summary").stages.first)
    #expect(stage.arguments["when"] == .count(1024, .tokens))
    #expect(stage.arguments["keep"] == .count(512, .tokens))
  }

  @Test func `A result of Aider that is still too large is summarised at the next request`()
    async throws
  {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, number in
        number == 1 ? Entry.words("w", 60) : "S\(number)"
      })
    let transcript = Transcript(
      entries: [.p(1, tokens: 100), .r(1, tokens: 100)]
        + (2...5).flatMap { [Entry.p($0, tokens: 1), .r($0, tokens: 1)] })
    let result = try await bench.replay(
      transcript, "aider.summary(when: 40 tokens, keep: 1 token)")
    #expect(result.records.filter { !$0.firings.isEmpty }.map(\.number) == [2, 3])
    #expect(bench.summariser.requests.last?.prompt?.contains("w.59") == true)
  }
}
