extension LawSpec {
  static let summaries: [LawSpec] = [
    "summarize-history(when: 30%)",
    "summarize-history(when: always, current: after, frame: 'Ok.')",
    "summarize-history(when: 4 entries, current: text, role: instructions, fallback: [digest])",
    "summarize-history(entries: 0, current: dropped, role: response)",
    "summarize(when: 40%, keep: 2 turns)", "summarize(when: always, keep: 0 turns)",
    "summarize(when: always, keep: 0 entries, current: folded, boundary: entry)",
    "summarize(when: 6 entries, keep: 3 entries, first: 2, boundary: round, current: prompt)",
    LawSpec(
      "summarize(when: 5 entries, keep: 20%, boundary: round, edge: back, current: folded, "
        + "role: response, frame: 'Go on?', feed: talk, overlap: 1, clip: 40 chars)"),
    LawSpec(
      "summarize(when: always, keep: 3 entries, boundary: round, current: folded, "
        + "split-turn: true, files: true, input: 60 tokens, fallback: [oldest, middle-out, drop])"),
    "anchored-incremental-summary(when: 30%, keep: 1 turn)",
    LawSpec(
      "anchored-incremental-summary(when: always, keep: 2 entries, boundary: round, flatten: false, "
        + "current: prompt, role: instructions)"),
    "structured-summary(when: 30%, keep: 1 turn, fallback: [digest])",
    LawSpec(
      "structured-summary(sections: [a, b], when: always, keep: 0 turns, verify: true, "
        + "fallback: [empty])"),
    "user-messages-plus-summary(when: 30%, user-budget: 20 tokens)",
    "user-messages-plus-summary(when: always, user-budget: 0 tokens, frame: 'Ok.')",
    "hierarchical-summary(when: 30%, keep: 1 turn, chunk: 60 tokens)",
    LawSpec(
      "hierarchical-summary(when: always, keep: 0 entries, boundary: entry, current: folded, "
        + "chunk: 1 tokens, passes: 2, summary: 3 tokens, fallback: [digest])"),
    "deterministic-digest(when: 30%, keep: 1 turn)",
    "deterministic-digest(when: always, keep: 0 entries, boundary: entry, current: folded, cap: 1)",
    LawSpec(
      "deterministic-digest(when: 5 entries, keep: 2 entries, first: 1, boundary: round, "
        + "current: prompt, kinds: [id], provenance: false, role: response, frame: 'And?')"),
    "deterministic-digest(when: always, keep: 30%, edge: back, boundary: round, role: instructions)",
    "retrieve-over-history", "retrieve-over-history(k: 1, limit: 5 tokens, mode: forced)",
    "retrieve-over-history(mode: tool)",
  ]
}
