import EvalKit
import Strategies
import Testing

/// What arguments tell of sizes before anything runs.
struct PipelineSizesTests {
  @Test(arguments: [
    // What is protected fills the budget, or reaches the trigger by itself.
    ("tool-budget-prune(protect: 4k tokens)", ["error protection-over-budget"]),
    ("tool-budget-prune(protect: 2k tokens)", []),
    ("token-prune(last: 90%)", ["error protection-over-budget"]),
    ("score-select(when: 50%, budget: 40%, last: 60%)", ["error protection-over-budget"]),
    ("score-select(when: 50%, budget: 40%, last: 20%)", []),
    // What a summariser with the arm's window is handed.
    (
      "summarize(when: 5k tokens, keep: 500 tokens, by: scripted)",
      ["error summariser-input", "warning trigger-over-context"]
    ),
    ("summarize(when: 3k tokens, keep: 500 tokens, by: scripted)", []),
    ("summarize(when: 3k tokens, keep: 500 tokens, by: reader)", []),
    ("summarize(when: 10 turns, keep: 2 turns, by: scripted)", ["warning summariser-input"]),
    ("summarize(when: 10 turns, keep: 2 turns, by: arm)", ["warning summariser-input"]),
    (
      "summarize(when: 100%, keep: 500 tokens, by: scripted, session: shared)",
      ["error summariser-input"]
    ),
    // What an earlier stage leaves as a rule, in tokens and through halvings.
    (
      "rolling-window(tokens: 50%, persistence: stored) | summarize(when: 75%)",
      ["warning unreachable-stage"]
    ),
    (
      "amortized-window(when: 50%, target: 25%) | summarize(when: 75%, keep: 30%)",
      ["warning unreachable-stage"]
    ),
    ("amortized-window(when: 80%, target: 25%) | summarize(when: 75%, keep: 30%)", []),
    (
      "whole-turn-window(tokens: 2k tokens, persistence: stored) | summarize(when: 3k tokens, keep: 1k tokens)",
      ["warning unreachable-stage"]
    ),
    // What never comes, or comes after the session overflowed.
    ("anthropic.clear-tool-uses", ["warning trigger-over-context"]),
    ("anthropic.clear-tool-uses(scale: window)", []),
    ("clear-tool-results(when: [idle, 100k tokens])", []),
    ("clear-tool-results(when: idle)", ["warning live-trigger"]),
  ])
  func `Sizes that cannot work at a context of 4,096 are found`(spec: String, expected: [String])
    throws
  {
    let found = PipelineAnalysis.findings(
      try Strategies.catalog.parse(spec), budget: ContextBudget(contextSize: 4096))
    #expect(found.map { "\($0.severity.rawValue) \($0.rule)" }.sorted() == expected, "\(spec)")
  }
}
