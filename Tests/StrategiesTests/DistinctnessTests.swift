import EvalKit
import EvalKitTesting
import LocalModels
import Strategies
import Testing

/// No family is another under a second name: any two show something else somewhere.
@Suite(.enabled(if: Corpora.folder != nil, "no recordings beside the package"))
struct DistinctnessTests {
  /// Arguments under which each family acts on sessions of some thousand tokens.
  static let specs: [String: String] = [
    "amortized-window": "amortized-window(when: 12 entries)",
    "anchored-incremental-summary": "anchored-incremental-summary(when: 40%, keep: 2 turns)",
    "clear-tool-results": "clear-tool-results(when: always, keep: 1)",
    "collapse-tool-pairs": "collapse-tool-pairs(last: 1)",
    "deterministic-digest": "deterministic-digest(when: 40%, keep: 2 turns)",
    "drop-completed-tool-calls": "drop-completed-tool-calls",
    "drop-newest": "drop-newest(budget: 80%)",
    "exec": "",
    "fallback-ladder":
      "fallback-ladder(stages: [clear-tool-results(when: always, keep: 1), rolling-window(6) | repair], when: 50%, target: 40%)",
    "forget-tools": "forget-tools",
    "hard-reset": "hard-reset(when: 40%)",
    "hierarchical-summary":
      "hierarchical-summary(when: 40%, keep: 2 turns, chunk: 600 tokens, summary: 200 tokens)",
    "identity": "identity",
    "instructions": "instructions(text: 'Be brief.')",
    "keep-first-last": "keep-first-last(first: 2, last: 6)",
    "keep-tools": "keep-tools([])",
    "media-degrade": "media-degrade(keep: 0)",
    "middle-out": "middle-out(budget: 80%)",
    "observation-mask": "observation-mask(last: 1 use)",
    "offload-tool-output": "offload-tool-output(over: 60 tokens)",
    "pinned-state": "pinned-state(['order', 'flight', 'file'])",
    "reasoning-clear": "reasoning-clear(keep: none)",
    "recorded": "recorded",
    "redact": "redact(patterns: ['[0-9]{4,}'])",
    "regex-remove": "regex-remove(patterns: ['[0-9]{4,}'])",
    "repair": "repair",
    "retrieve-over-history": "retrieve-over-history",
    "rolling-window": "rolling-window(6)",
    "score-select": "score-select(when: 80%, budget: 80%)",
    "structured-summary": "structured-summary(when: 40%, keep: 2 turns)",
    "summarize": "summarize(when: 40%, keep: 2 turns)",
    "summarize-history": "summarize-history(8)",
    "superseded-content": "superseded-content",
    "token-prune": "token-prune(ratio: 50%)",
    "tool-budget-prune":
      "tool-budget-prune(protect: 200 tokens, minimum: 50 tokens, skip-last: 1 turn)",
    "truncate-tool-arguments":
      "truncate-tool-arguments(tools: [get_user_details, get_order_details, get_product_details, get_reservation_details, search_direct_flight, calculate], max: 4 chars, last: 2, head: 2 chars)",
    "truncate-tool-output": "truncate-tool-output(200 chars)",
    "user-messages-plus-summary": "user-messages-plus-summary(when: 40%, user-budget: 400 tokens)",
    "whole-turn-window": "whole-turn-window(turns: 3)",
  ]

  /// What acts only on what no recording here holds, each with what that is: told apart on a session
  /// made for it.
  static let made: Set<String> = [
    "media-degrade", "reasoning-clear", "recorded", "forget-tools", "repair", "pinned-state",
    "retrieve-over-history",
  ]

  /// A session with reasoning, media, a tool that is no longer defined, an orphan, and a compaction.
  private static var special: Transcript {
    var transcript = Transcript("p1 t1 c1 o1 r1 p2 c2 o2 r2 p3 t3 r3 p4 r4")
    transcript.head = Head("Help.", tools: [ToolDefinition(name: "search")])
    for index in transcript.entries.indices where transcript.entries[index].kind == .prompt {
      transcript.entries[index].segments.append(
        Segment(.attachment(Attachment(name: "photo\(index).png", tokens: 100))))
    }
    transcript.entries.insert(.output("nobody asked", callID: "none"), at: 5)
    transcript.changes = [
      HeadChange(position: 9, tools: [ToolDefinition(name: "other")])
    ]
    transcript.compactions = [
      CompactionEvent(
        position: 8, dropped: RangeSet(0..<3),
        summaries: [
          .init(segments: [.text("It began.")], covers: RangeSet(0..<3), place: 0)
        ])
    ]
    return transcript
  }

  private struct Session: Sendable {
    let name: String
    let transcript: Transcript
    let ledger: TokenLedger
    let contextSize: Int
  }

  private static let sessions: [Session] = {
    var chosen = Corpora.all
    #if DEBUG
      // A few of moderate length, spread over the files.
      chosen = chosen.filter { (12..<60).contains($0.transcript.entries.count) }
      let step = max(1, chosen.count / 32)
      // One of them has calls of the tools that the specs name.
      let named = chosen.first { $0.transcript.calls("get_user_details") }
      chosen = stride(from: 0, to: chosen.count, by: step).map { chosen[$0] }
      if let named { chosen.append(named) }
    #endif
    let recorded = chosen.flatMap { recording -> [Session] in
      let ledger = Bench().ledger(recording.transcript)
      let bench = Bench(known: ledger)
      let tokens = bench.context(recording.transcript)
        .tokens(bench.history(recording.transcript))
      return [max(300, tokens * 3 / 4)].map {
        Session(
          name: recording.name, transcript: recording.transcript, ledger: ledger, contextSize: $0)
      }
    }
    let made = special
    return recorded + [
      Session(
        name: "made", transcript: made, ledger: Bench().ledger(made), contextSize: 4096)
    ]
  }()

  /// A digest of what each request of a session shows.
  private func views(_ pipeline: Pipeline, of value: Session) async throws -> [UInt64] {
    var digests: [UInt64] = []
    let start = EvalKit.Session(
      pipeline: pipeline, head: value.transcript.head,
      budget: ContextBudget(contextSize: value.contextSize), ledger: value.ledger,
      summarisers: ["reader": ReaderSummariser()])
    _ = try await Replay(value.transcript).run(start) { _, place in
      guard case .request(_, let view) = place else { return }
      var hash = StableHash()
      hash.combine(view.head.instructionsText)
      for tool in view.head.tools { hash.combine(tool.name) }
      for item in view.items {
        hash.combine(item.kind.rawValue)
        hash.combine(item.entry.segments.map(\.plainText).joined(separator: "\n"))
        for call in item.entry.calls {
          hash.combine(call.name)
          hash.combine(call.arguments.serialised())
        }
      }
      digests.append(hash.value)
    }
    return digests
  }

  @Test func `Any two families show something else somewhere`() async throws {
    let families = Strategies.catalog.definitions.map(\.name).filter { $0 != "exec" }
    #expect(Set(families + ["exec"]) == Set(Self.specs.keys))
    var digests: [String: [[UInt64]]] = [:]
    for family in families {
      let pipeline = try Strategies.catalog.parse(try #require(Self.specs[family]))
      // What says again or searches what others took away stands behind a window.
      let before = ["pinned-state", "retrieve-over-history", "repair"].contains(family)
      let whole =
        before
        ? Pipeline(try Strategies.catalog.parse("rolling-window(6)").stages + pipeline.stages)
        : pipeline
      for session in Self.sessions {
        digests[family, default: []].append(try await views(whole, of: session))
      }
    }
    var closest = (differing: Int.max, of: 0, pair: "")
    for (place, one) in families.enumerated() {
      for other in families[(place + 1)...] {
        guard let left = digests[one], let right = digests[other] else { continue }
        let pairs = zip(left.joined(), right.joined())
        let differing = pairs.count { $0 != $1 }
        let inRecordings = zip(left.dropLast().joined(), right.dropLast().joined())
          .contains { $0 != $1 }
        let areMade = Self.made.contains(one) || Self.made.contains(other)
        #expect(differing > 0, "\(one) and \(other) never differ")
        if !areMade {
          #expect(inRecordings, "\(one) and \(other) differ in no recording")
        }
        if !areMade, differing < closest.differing {
          closest = (differing, left.joined().count, "\(one) and \(other)")
        }
      }
    }
    print(
      "families: \(families.count), sessions: \(Self.sessions.count); closest pair: "
        + "\(closest.pair), \(closest.differing) of \(closest.of) requests differ")
  }
}

extension Transcript {
  /// Whether a tool is called in it.
  fileprivate func calls(_ tool: String) -> Bool {
    entries.contains { $0.calls.contains { $0.name == tool } }
  }
}
