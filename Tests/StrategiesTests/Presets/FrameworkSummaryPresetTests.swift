import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// LangChain, deepagents, OpenHands, Inspect, Letta and Semantic Kernel.
struct FrameworkSummaryPresetTests {
  // MARK: LangChain

  @Test func `LangChain keeps 20 messages and shows its summariser 4,000 tokens`() async throws {
    let bench = Bench(contextSize: 100_000)
    let result = try await bench.replay(
      .plain(turns: 20, tokens: 300), "langchain.summarization")
    let call = try #require(result.session.summaries.first)
    let view = try #require(result.views.first { $0.hasPrefix("S") })
    #expect(view.split(separator: " ").count == 21)
    // 4,000 tokens are 13 messages; the first of them that is the user's opens what is shown.
    #expect(call.fed.count <= 13)
    #expect(bench.summariser.requests[0].items.first?.kind == .prompt)
  }

  @Test func `LangChain's trimmed part is shown to nobody`() async throws {
    let left = try await PresetBench.left(
      "langchain.summarization(when: always, keep: 1 entries, input: 25 tokens)",
      of: PresetBench.transcript("p1 r1 p2 r2 p3"))
    #expect(Shorthand.text(left) == "S p3")
    #expect(left.items[0].standsFor == (0..<4).map { EntryID($0) })
  }

  @Test func `A fixed sentence replaces a loop that LangChain finds no user message in`()
    async throws
  {
    let bench = Bench(moment: .toolOutput)
    let rounds = (1...20).map { "c\($0) o\($0)" }.joined(separator: " ")
    let left = try await PresetBench.left(
      "langchain.summarization(when: always, keep: 2 entries, input: 100 tokens)",
      of: PresetBench.transcript("p1 \(rounds)"), by: bench)
    #expect(Shorthand.text(left) == "S c20 o20")
    #expect(
      left.items[0].entry.segments.last
        == .text("Previous conversation was too long to summarize."))
    #expect(bench.summariser.requests.isEmpty)
  }

  @Test func `One large batch leaves LangChain little to summarise`() async throws {
    let bench = Bench(moment: .toolOutput)
    var transcript = PresetBench.transcript("p1")
    transcript.entries.append(
      .calls((1...30).map { ToolCall(id: "call\($0)", name: "tool", arguments: [:]) }, label: "c"))
    transcript.entries += (1...30).map { .o($0) }
    let left = try await PresetBench.left(
      "langchain.summarization(when: always)", of: transcript, by: bench)
    #expect(left.count == 32)
    #expect(left.items.first?.isSynthesised == true)
    #expect(bench.summariser.requests[0].items.map(\.entry.label) == ["p1"])
  }

  @Test func `LangChain's summary is a user message before another`() async throws {
    let left = try await PresetBench.left(
      "langchain.summarization(when: always, keep: 1 entries)",
      of: PresetBench.transcript("p1 r1 p2"))
    #expect(left.items.map(\.kind) == [.prompt, .prompt])
    #expect(left.items[0].entry.text.hasPrefix("Here is a summary of the conversation to date:"))
  }

  // MARK: deepagents

  @Test func `deepagents names a file that no tool here can read`() async throws {
    let transcript = PresetBench.transcript("p1 r1 p2 r2 p3")
    let left = try await PresetBench.left(
      "deepagents.summarization", of: transcript, by: Bench(contextSize: 55))
    #expect(Shorthand.text(left) == "S p3" || Shorthand.text(left) == "S")
    #expect(left.items[0].entry.text.contains("/conversation_history/thread.md"))
    #expect(left.head.tools.isEmpty)
  }

  // MARK: OpenHands

  @Test func `OpenHands keeps the first event and 48 of the last, cut anywhere`() async throws {
    let rounds = (1...50).map { "c\($0) o\($0)" }.joined(separator: " ")
    let left = try await PresetBench.left(
      "openhands.llm", of: PresetBench.transcript("p1 \(rounds)", tokens: 2),
      by: Bench(contextSize: 100_000, moment: .toolOutput))
    #expect(left.count == 50)
    #expect(Shorthand.text(left).hasPrefix("p1 S c27 o27"))
    let odd = try await PresetBench.left(
      "openhands.llm(keep: 47 entries)", of: PresetBench.transcript("p1 \(rounds)", tokens: 2),
      by: Bench(contextSize: 100_000, moment: .toolOutput))
    #expect(Shorthand.text(odd).hasPrefix("p1 S o27 c28"))
  }

  @Test func `OpenHands folds the current prompt like any event`() async throws {
    let rounds = (1...60).map { "c\($0) o\($0)" }.joined(separator: " ")
    let left = try await PresetBench.left(
      "openhands.llm", of: PresetBench.transcript("p1 r1 p2 \(rounds)", tokens: 2),
      by: Bench(contextSize: 100_000, moment: .toolOutput))
    #expect(!Shorthand.text(left).contains("p2"))
  }

  @Test func `Only the last summary of OpenHands survives, handed over to the next`() async throws {
    let bench = Bench(contextSize: 100_000)
    let result = try await bench.replay(.plain(turns: 120, tokens: 2), "openhands.llm")
    #expect(bench.summariser.requests.count > 2)
    #expect(bench.summariser.requests.last?.previous != nil)
    #expect(result.session.history.items.count { $0.isSynthesised } == 1)
  }

  @Test func `A form that OpenHands cannot read becomes an empty summary in silence`() async throws
  {
    let left = try await PresetBench.left(
      "openhands.structured(when: always, keep: 1 entries)",
      of: PresetBench.transcript("p1 r1 p2 r2 p3"),
      by: Bench(summariser: PresetBench.summariser("no form")))
    #expect(Shorthand.text(left) == "p1 S p3")
    #expect(left.items[1].entry.segments.last == .text(""))
  }

  @Test func `A form of OpenHands that is too long changes nothing`() async throws {
    let names = [
      "user-context", "completed", "pending", "code-state", "tests", "changes", "other",
    ]
    let form = names.map { "## \($0)\n\(String(repeating: "word ", count: 30))" }
      .joined(separator: "\n")
    let left = try await PresetBench.left(
      "openhands.structured(when: always, keep: 1 entries)",
      of: PresetBench.transcript("p1 r1 p2 r2 p3"),
      by: Bench(summariser: PresetBench.summariser(form)))
    #expect(Shorthand.text(left) == "p1 r1 p2 r2 p3")
  }

  @Test func `The SDK of OpenHands keeps rounds whole and two first events`() async throws {
    let rounds = (1...130).map { "c\($0) o\($0)" }.joined(separator: " ")
    let left = try await PresetBench.left(
      "openhands.sdk", of: PresetBench.transcript("p1 r0 \(rounds)", tokens: 2),
      by: Bench(contextSize: 100_000, moment: .toolOutput))
    #expect(Shorthand.text(left).hasPrefix("p1 r0 S c73 o73"))
    #expect(left.count == 119)
    let prompt = try await PresetBench.left(
      "openhands.sdk", of: PresetBench.transcript("p1 r1 p2 \(rounds)", tokens: 2),
      by: Bench(contextSize: 100_000, moment: .toolOutput))
    #expect(!Shorthand.text(prompt).contains("p2"))
  }

  // MARK: Inspect

  @Test func `Inspect keeps its input, and in a chat the current prompt is in the summary only`()
    async throws
  {
    let loop = try await PresetBench.left(
      "inspect.summary(when: always)", of: PresetBench.transcript("p1 c1 o1 c2 o2"),
      by: Bench(moment: .toolOutput))
    #expect(Shorthand.text(loop) == "p1 S")
    #expect(loop.items[1].entry.text.hasPrefix("[CONTEXT COMPACTION SUMMARY]"))
    let chat = try await PresetBench.left(
      "inspect.summary(when: always)", of: PresetBench.transcript("p1 r1 p2"))
    #expect(Shorthand.text(chat) == "p1 S")
  }

  @Test func `Inspect cuts the largest outputs where its summariser's window is too small`()
    async throws
  {
    let bench = Bench(
      moment: .toolOutput,
      summariser: ScriptedSummariser(name: "reader", window: 300) { _, _ in "S" })
    var transcript = PresetBench.transcript("p1 c1 o1 c2 o2")
    transcript.entries[2].segments = [.text(Entry.words("w", 900))]
    let left = try await PresetBench.left(
      "inspect.summary(when: always)", of: transcript, by: bench)
    #expect(Shorthand.text(left) == "p1 S")
    #expect(bench.summariser.requests[0].items.contains { $0.form == .truncated })
  }

  // MARK: Letta

  @Test func `Letta keeps 70 percent of the window though 30 is documented`() async throws {
    let bench = Bench(contextSize: 200)
    let result = try await bench.replay(.plain(turns: 10), "letta.sliding-window")
    let view = try #require(result.views.first { $0.hasPrefix("S") })
    // 140 tokens are 14 entries.
    #expect(view.split(separator: " ").count == 15)
  }

  // MARK: Semantic Kernel

  @Test func `Semantic Kernel acts again at every message`() async throws {
    let bench = Bench()
    let result = try await bench.replay(.plain(turns: 12), "semantic-kernel.summarization")
    #expect(result.records.filter { !$0.firings.isEmpty }.map(\.number) == Array(6...12))
    let findings = PipelineAnalysis.findings(
      try Strategies.catalog.parse("semantic-kernel.summarization"),
      budget: ContextBudget(contextSize: 4096))
    #expect(findings.map(\.rule) == ["target-at-trigger"])
  }

  @Test func `Semantic Kernel summarises no calls, and its first kept message twice`() async throws
  {
    let bench = Bench()
    let left = try await PresetBench.left(
      "semantic-kernel.summarization(when: 5 entries, keep: 3 entries)",
      of: PresetBench.transcript("p1 c1 o1 r1 p2 r2 p3"), by: bench)
    #expect(Shorthand.text(left) == "S p2 r2 p3")
    #expect(bench.summariser.requests[0].items.map(\.entry.label) == ["p1", "r1", "p2"])
    #expect(left.items[0].kind == .response)
  }

  // MARK: A summary of a summary

  @Test func `The SDK of OpenHands shows its summariser shorter events after a failure`()
    async throws
  {
    let bench = Bench(
      moment: .toolOutput,
      summariser: ScriptedSummariser(name: "reader", window: 300) { _, _ in "S" })
    var transcript = PresetBench.transcript("p1 r0 c1 o1 c2 o2")
    transcript.entries[3].segments = [.text(Entry.words("w", 900))]
    let left = try await PresetBench.left(
      "openhands.sdk(when: always, keep: 2 entries)", of: transcript, by: bench)
    #expect(Shorthand.text(left) == "p1 r0 S c2 o2")
    #expect(bench.summariser.requests.last?.items.contains { $0.form == .truncated } == true)
  }

  @Test func `Each fold of Letta rewrites the last summary`() async throws {
    let bench = Bench(contextSize: 200)
    _ = try await bench.replay(.plain(turns: 30), "letta.sliding-window")
    let second = try #require(bench.summariser.requests.dropFirst().first)
    #expect(second.prompt?.contains("S1") == true)
    #expect(second.previous == nil)
  }

  @Test func `Inspect summarises its last summary with what followed it`() async throws {
    let bench = Bench(contextSize: 200)
    let rounds = (1...30).map { "c\($0) o\($0)" }.joined(separator: " ")
    _ = try await bench.replay(PresetBench.transcript("p1 \(rounds) r1"), "inspect.summary")
    let second = try #require(bench.summariser.requests.dropFirst().first)
    #expect(second.prompt?.contains("S1") == true)
    #expect(second.previous == nil)
  }
}
