import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct PipelineAnalysisTests {
  private func rules(_ spec: String, contextSize: Int = 4096) throws -> [String] {
    let catalog = try Strategies.catalog.adding(
      strategies: [TrimAtResponse.self, SummarizeAtResponse.self])
    return PipelineAnalysis.findings(
      try catalog.parse(spec), budget: ContextBudget(contextSize: contextSize)
    ).map { "\($0.stage + 1) \($0.rule)" }
  }

  private func documented(_ window: Int, _ threshold: Int, _ persistence: String) -> String {
    "drop-completed-tool-calls(persistence: \(persistence)) "
      + "| rolling-window(\(window), persistence: \(persistence)) "
      + "| summarize-history(\(threshold))"
  }

  // N7, static.
  @Test(arguments: [
    (10, 10, true), (10, 50, true), (20, 50, true), (11, 10, false), (50, 10, false),
    (10, 9, false), (2, 1, false),
  ])
  func `A stored window that leaves no more than the threshold kills the summary`(
    window: Int, threshold: Int, isDead: Bool
  ) throws {
    #expect(
      try rules(documented(window, threshold, "stored")) == (isDead ? ["3 unreachable-stage"] : []))
    // With windows as views the summary reads the stored history: it acts, and it runs first.
    #expect(try rules(documented(window, threshold, "view")) == ["3 runs-first"])
  }

  // N7, in the replay: firings in 200 plain turns.
  @Test(arguments: [
    (10, 10, 0), (10, 50, 0), (20, 50, 0), (11, 10, 39), (50, 10, 39), (10, 9, 39), (2, 1, 199),
  ])
  func `The summary acts as often as the analysis allows`(
    window: Int, threshold: Int, firings: Int
  ) async throws {
    let count = try await Bench().firings(
      of: 2, Shorthand.turns(200), documented(window, threshold, "stored")
    ).count
    #expect(count == firings)
  }

  // N7: six entries a turn, none of them a tool entry, and with tools.
  @Test func `Tool pairs that are dropped first do not count`() async throws {
    let spec = documented(11, 10, "stored")
    let plain = try await Bench().firings(of: 2, Shorthand.turns(200, responses: 5), spec)
    #expect(plain.count == 99)
    let turns = (1...200).map { "p\($0) c\($0) o\($0) c\($0) o\($0) r\($0)" }
    let tools = try await Bench().firings(
      of: 2, Shorthand.transcript(turns.joined(separator: " ")), spec)
    #expect(tools.count == 39)
  }

  // N7: at another moment the history has grown past the window.
  @Test(arguments: [(12, 66), (13, 0), (14, 0)])
  func `A summary at response sees what the reply added`(threshold: Int, firings: Int)
    async throws
  {
    let catalog = try Strategies.catalog.adding(strategies: [SummarizeAtResponse.self])
    let spec =
      "rolling-window(10, persistence: stored, moments: prompt) "
      + "| summarize-at-response(\(threshold))"
    #expect(try rules(spec).isEmpty)
    let count = try await Bench().firings(
      of: 1, Shorthand.turns(200, responses: 3), spec, catalog: catalog
    ).count
    #expect(count == firings)
  }

  // N14: fires after turns 51, 77, 103, 129.
  @Test func `A trim from over 100 to 50 fires every 26 turns`() async throws {
    let catalog = try Strategies.catalog.adding(strategies: [TrimAtResponse.self])
    let firings = try await Bench().firings(
      of: 0, Shorthand.turns(140), "trim-at-response", catalog: catalog)
    #expect(firings == [51, 77, 103, 129])
  }

  @Test func `The documented pipeline has a dead stage, and the message says why`() throws {
    let pipeline = try Strategies.catalog.parse("apple.documented-pipeline")
    let findings = PipelineAnalysis.findings(pipeline, budget: ContextBudget(contextSize: 4096))
    #expect(
      findings.map(\.description) == [
        "error: stage 3 'summarize-history' never acts: at prompt it needs more than 50 entries, "
          + "and stage 2 'rolling-window' leaves at most 10 [unreachable-stage]"
      ])
    let views = try Strategies.catalog.parse(
      "drop-completed-tool-calls | rolling-window(10) | summarize-history(50)")
    #expect(
      PipelineAnalysis.findings(views, budget: ContextBudget(contextSize: 4096)).map(\.rule)
        == ["runs-first"])
  }

  @Test(arguments: [
    // The window acts at prompt only; a tool loop may outgrow it before the view is made.
    (
      "rolling-window(10, persistence: stored, moments: prompt) "
        + "| clear-tool-results(when: 20 entries)", []
    ),
    (
      "rolling-window(10, persistence: stored) | clear-tool-results(when: 20 entries)",
      ["2 unreachable-stage"]
    ),
    ("rolling-window(10) | clear-tool-results(when: 20 uses)", ["2 unreachable-stage"]),
    ("clear-tool-results(when: 20 entries) | rolling-window(10)", []),
    ("whole-turn-window(turns: 3) | clear-tool-results(when: 3 turns)", ["2 unreachable-stage"]),
    ("whole-turn-window(turns: 3) | clear-tool-results(when: 2 turns)", []),
    (
      "whole-turn-window(entries: 9, persistence: stored) | summarize-history(9)",
      ["2 unreachable-stage"]
    ),
    // A large turn in flight is not evicted, so at toolOutput nothing is proved.
    // Only a turn that alone has more entries could meet it: a warning.
    (
      "whole-turn-window(entries: 9) | clear-tool-results(when: 9 entries)", ["2 unreachable-stage"]
    ),
    (
      "keep-first-last(first: 2, last: 8, persistence: stored) | summarize-history(10)",
      ["2 unreachable-stage"]
    ),
    ("summarize-history(10) | summarize-history(50)", ["2 unreachable-stage"]),
    ("summarize-history(10, moments: response)", ["1 unreachable-stage"]),
    ("clear-tool-results(when: overflow)", []),
    ("clear-tool-results(when: overflow, persistence: view)", ["1 unreachable-stage"]),
    ("clear-tool-results(when: overflow, moments: prompt)", ["1 unreachable-stage"]),
    // The last resort may be written last.
    ("rolling-window(10) | summarize-history(5, moments: overflow)", []),
    (
      "rolling-window(10, persistence: stored) | summarize-history(10, moments: overflow)",
      ["2 unreachable-stage"]
    ),
    ("rolling-window(10) | summarize-history(5, persistence: rebuild)", ["2 runs-first"]),
    ("trim-at-response(threshold: 50, keep: 50)", ["1 target-at-trigger"]),
    ("trim-at-response(threshold: 51, keep: 50)", []),
    ("identity", []),
  ])
  func `What the arguments tell is reported`(spec: String, expected: [String]) throws {
    #expect(try rules(spec) == expected)
  }
}
