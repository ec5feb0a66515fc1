extension LawSpec {
  static let windows: [LawSpec] = [
    "whole-turn-window(turns: 3, anchor: true)", "whole-turn-window(entries: 6, anchor: true)",
    "whole-turn-window(tokens: 30%, anchor: true)",
    "keep-first-last(first: 1, last: 4, marker: 'Skipped {count} messages.')",
    "keep-first-last(first: 0, last: 0, marker: 'gone')",
    "keep-first-last(first: 2, last: 3, head: counted)",
    LawSpec(
      "keep-first-last(first: 1, last: 12, overlap: repeat)",
      breaks: [.fates: "entries in head and tail stand twice, as some that ship show them"]),
    LawSpec(
      "apple.condense", breaks: [.fates: "a lone entry stands twice, as documented"]),
    "amortized-window(when: 8 entries)", "amortized-window(when: 3 turns, first: 0)",
    "amortized-window(when: 50%, boundary: round)",
    "amortized-window(when: always, target: 5 entries, first: 2, boundary: turn)",
    "amortized-window(when: 8 entries, leading-outputs: dropped)",
    "amortized-window(when: 6 entries, target: 6 entries, boundary: round, edge: beyond)",
    LawSpec(
      "amortized-window(when: 50%, drop: 30%, boundary: round)",
      breaks: [.idempotence: "a share of the entries may leave the trigger met"]),
    "middle-out(budget: 40%)", "middle-out(budget: 120 tokens, in-flight: false)",
    "middle-out(budget: 30%, boundary: round)", "middle-out(budget: 1 token, boundary: turn)",
    "drop-newest(budget: 40%)", "drop-newest(keep-prompt, budget: 30%, boundary: entry)",
    "drop-newest(budget: 1 token, boundary: turn)",
    "apple.origami", "apple.trim-100-50", "openhands.amortized", "openhands.conversation-window",
    "autogen.buffered", "autogen.head-tail", "autogen.token-limited",
    "semantic-kernel.truncation", "agent-framework.sliding",
    LawSpec(
      "roo.truncate", breaks: [.idempotence: "half of the entries may leave the trigger met"]),
    LawSpec(
      "openhands.recent", breaks: [.fates: "the first event stands twice in a short history"]),
  ]
}
