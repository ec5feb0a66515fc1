extension LawSpec {
  static let others: [LawSpec] = [
    "score-select(when: always, budget: 30%)", "score-select(when: 50%, unit: pair)",
    "score-select(scorer: recency, when: 6 entries, budget: 4 entries, unit: turn, first: 1)",
    "score-select(scorer: model, when: 40%, budget: 20%, unit: entry, last: 3 entries)",
    "rolling-window(3) | pinned-state([w1, w2])",
    "pinned-state([w1, w2, w3])", "pinned-state([w1], position: tail, which: latest)",
    "pinned-state([w1], limit: 10%, warning: 50%)",
    "repair", "repair(whole-rounds: false, merge-roles: true)",
    "repair(orphan-output: stub, orphan-call: synthetic-result)",
    "repair(orphan-output: text, orphan-call: keep, merge-roles: true)",
    "repair(orphan-output: leading, orphan-call: drop, dedup-ids: false)",
    "fallback-ladder(stages: [drop-completed-tool-calls, rolling-window(4) | repair], when: 50%)",
    "fallback-ladder(stages: [summarize-history(4), hard-reset(when: always)])",
    "hard-reset(when: always)", "hard-reset(when: 6 entries, in-flight: true)", "hard-reset",
    "keep-tools([search])", "keep-tools([])",
    "instructions(text: 'Be brief.')", "instructions(text: '')",
    LawSpec(
      "inspect.trim", breaks: [.idempotence: "four rounds may leave it over the threshold"]),
    "openhands.llm-attention", "recorded",
  ]
}
