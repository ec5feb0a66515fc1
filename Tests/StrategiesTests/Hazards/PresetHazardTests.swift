import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// A preset, pinned for a flaw that it ships with, and the rule that sees it.
struct PresetFlaw: Sendable, CustomTestStringConvertible {
  enum SessionKind: Sendable {
    /// Plain turns.
    case chat(Int)
    /// Turns with a round of one call each.
    case tools(Int)
    /// One prompt and a loop of so many rounds.
    case loop(Int)
    /// Plain turns whose prompts show an attachment.
    case media(Int)
  }

  let preset: String
  let rule: String
  let session: SessionKind
  var contextSize = 4096
  var summary = "what was said"

  var testDescription: String { "\(preset): \(rule)" }

  var transcript: Transcript {
    switch session {
    case .chat(let turns): return .plain(turns: turns)
    case .tools(let turns):
      return Transcript(
        (1...turns).map { "p\($0) c\($0) o\($0) r\($0)" }.joined(separator: " "))
    case .loop(let rounds):
      return Transcript("p1 " + (1...rounds).map { "c\($0) o\($0)" }.joined(separator: " ") + " r1")
    case .media(let turns):
      var transcript = Transcript.plain(turns: turns)
      for place in transcript.entries.indices where transcript.entries[place].kind == .prompt {
        transcript.entries[place].segments.append(
          Segment(.attachment(Attachment(name: "scale\(place).png", tokens: 5))))
      }
      return transcript
    }
  }

  static let all: [PresetFlaw] = [
    // Windows: the front moves, whatever they count.
    PresetFlaw(preset: "apple.origami", rule: "sliding-edit", session: .chat(8)),
    PresetFlaw(preset: "apple.origami", rule: "prefix-break", session: .chat(8)),
    PresetFlaw(preset: "openhands.recent", rule: "thrash", session: .chat(60)),
    PresetFlaw(preset: "semantic-kernel.truncation", rule: "target-at-trigger", session: .chat(2)),
    PresetFlaw(
      preset: "apple.trim-100-50", rule: "mid-loop-blindness", session: .loop(30), contextSize: 300),
    // The composition whose summary never comes.
    PresetFlaw(preset: "apple.documented-pipeline", rule: "unreachable-stage", session: .chat(2)),
    // Summaries.
    PresetFlaw(
      preset: "apple.summarize-history(entries: 4)", rule: "summary-in-prompt", session: .chat(6)),
    PresetFlaw(
      preset: "apple.summarize-history(entries: 4)", rule: "nested-summary", session: .chat(9)),
    PresetFlaw(
      preset: "apple.summarize-history(entries: 4)", rule: "media-lost", session: .media(4)),
    PresetFlaw(
      preset: "apple.summarize-history(entries: 4)", rule: "summary-failed", session: .chat(4),
      summary: ""),
    PresetFlaw(
      preset: "langchain.summarization(when: 200 tokens, keep: 4 entries, input: 60 tokens)",
      rule: "silent-gap", session: .chat(14)),
    PresetFlaw(
      preset: "langchain.summarization(when: 200 tokens, keep: 4 entries, input: 5 tokens)",
      rule: "summary-failed", session: .chat(14)),
    PresetFlaw(
      preset: "semantic-kernel.summarization", rule: "double-coverage", session: .chat(10)),
    PresetFlaw(
      preset: "semantic-kernel.summarization", rule: "silent-gap", session: .tools(8)),
    PresetFlaw(
      preset: "openhands.structured(when: 20 entries, keep: 6 entries)", rule: "summary-failed",
      session: .chat(14), summary: "no sections"),
    PresetFlaw(
      preset: "aider.summary(when: 100 tokens, keep: 40 tokens)", rule: "silent-gap",
      session: .tools(8)),
    PresetFlaw(
      preset: "opencode.compact(when: 100 tokens, keep: 40 tokens)", rule: "summary-failed",
      session: .chat(10), summary: ""),
    PresetFlaw(
      preset: "goose.compact(when: 100 tokens)", rule: "media-lost", session: .media(8)),
    // Tool traffic.
    PresetFlaw(
      preset: "langchain.clear-tool-uses(when: 60 tokens)", rule: "opaque-placeholder",
      session: .tools(8)),
    PresetFlaw(preset: "swe-agent.last-n", rule: "opaque-placeholder", session: .tools(12)),
    PresetFlaw(
      preset: "inspect.edit", rule: "opaque-placeholder", session: .tools(12), contextSize: 400),
    PresetFlaw(
      preset: "agent-framework.tool-result", rule: "target-at-trigger", session: .chat(2)),
    PresetFlaw(
      preset: "agent-framework.tool-result", rule: "call-text-in-prose", session: .tools(16),
      contextSize: 600),
    PresetFlaw(
      preset: "apple.rolling-window", rule: "counts-entries", session: .chat(6)),
  ]
}

struct PresetHazardTests {
  @Test(arguments: PresetFlaw.all)
  func `the hazard fires for the preset that is pinned to show it`(flaw: PresetFlaw) async throws {
    var transcript = flaw.transcript
    if flaw.rule == "counts-entries" { transcript.entries[1] = .r(1, tokens: 500) }
    let summary = flaw.summary
    let bench = Bench(
      contextSize: flaw.contextSize,
      summariser: ScriptedSummariser(name: "reader") { _, number in
        summary.isEmpty ? "" : "\(summary) \(["one", "two", "three", "four"][min(number, 4) - 1])"
      })
    let found = try await bench.findings(flaw.rule, transcript, flaw.preset)
    #expect(!found.isEmpty)
  }

  @Test func `deepagents' summary names a file that no tool of the session could open`()
    async throws
  {
    var transcript = Transcript.plain(turns: 14)
    let spec = "deepagents.summarization(when: 200 tokens, keep: 40 tokens, input: 100 tokens)"
    #expect(try await Bench().findings("dangling-reference", transcript, spec).isEmpty)
    transcript.head.tools = [ToolDefinition(name: "get_weight")]
    let found = try await Bench().findings("dangling-reference", transcript, spec)
    #expect(found.first?.detail.contains("/conversation_history/thread.md") == true)
    transcript.head.tools = [ToolDefinition(name: "read_file")]
    #expect(try await Bench().findings("dangling-reference", transcript, spec).isEmpty)
  }

  @Test func `a pipeline without these flaws has none of their hazards`() async throws {
    let spec = "summarize(when: 200 tokens, keep: 2 turns, session: shared)"
    for rule in Set(PresetFlaw.all.map(\.rule)).sorted() where rule != "prefix-break" {
      let bench = Bench(summariser: ScriptedSummariser(name: "reader", ["what was said"]))
      let found = try await bench.findings(rule, .plain(turns: 12), spec)
      #expect(found.isEmpty, "\(rule): \(found.map(\.detail))")
    }
  }
}
