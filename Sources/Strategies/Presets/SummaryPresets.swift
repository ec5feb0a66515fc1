internal import EvalKit

extension Strategies {
  /// Presets of policies that summarise.
  static let summaryPresets: [Preset] =
    [
      anthropicCompact, claudeCodeCompact, codexCompact, geminiCompress, clineCompact, piCompact,
      openCodeCompact, gooseCompact, rooCondense, aiderSummary,
    ] + frameworkSummaryPresets

  private static let anthropicCompact = Preset(
    name: "anthropic.compact",
    summary: "Everything replaced by a summary once the input is large.",
    source: "Claude API, compact_20260112 (beta compact-2026-01-12); documentation",
    spec: "summarize-history(when: 150k tokens, current: dropped, postamble: '', fallback: [], "
      + "moments: [prompt, toolOutput])",
    notes: [
      "everything before the block is ignored, the current prompt too: it lives in the summary only",
      "a summariser that calls a tool yields no block, and the history stays as it was",
      "where the block stands for the model is not documented; here the summary is a prompt",
      "the trigger may not be under 50,000 tokens there",
    ])

  private static let claudeCodeCompact = Preset(
    name: "claude-code.compact",
    summary: "Old tool outputs cleared, then a summary of nine sections before the turn in flight.",
    source:
      "Claude Code documentation, context window, read in 2026; numbers from third-party analyses",
    spec: "clear-tool-results(when: 83%, persistence: stored) | structured-summary(sections: "
      + "[request, concepts, files, errors, problem-solving, user-messages, pending, current-work, "
      + "next-step], when: 83%, keep: 1 turns, fallback: [])",
    notes: [
      "documented: outputs are cleared before anything is summarised",
      "inferred: the trigger, 167,000 of 200,000 tokens; how many outputs stay; the sections",
      "what it reads again from disk after a summary (rules, plan, files) is not part of this",
      "a summary that fails is asked for again at every request: it gives up after three there",
    ])

  private static let codexCompact = Preset(
    name: "codex.compact",
    summary: "The newest user messages up to 20,000 tokens, then a summary as a user message.",
    source: "openai/codex, source read in 2026: compact.rs",
    spec: "user-messages-plus-summary(when: 90%, heading: 'Another model began this task and left "
      + "this summary of its work:', fallback: [oldest])",
    notes: [
      "all that the model said and every tool output is gone, that of the turn in flight too",
      "an answered message stands without its answer and reads as if it were new",
      "over the summariser's window the oldest entries are left out: they are in no summary",
    ])

  private static let geminiCompress = Preset(
    name: "gemini-cli.compress",
    summary: "A state snapshot, checked once, before the last third of the history.",
    source: "google-gemini/gemini-cli, 5411f113: chatCompressionService",
    spec: "structured-summary(sections: [overall-goal, key-knowledge, file-system-state, "
      + "recent-actions, current-plan], verify: true, earlier: handed, when: 50%, keep: 15%, "
      + "heading: '', frame: 'Got it. Thanks for the additional context!', fallback: [])",
    notes: [
      "the last 30% of the history stays: 15% of the window when it acts; there it is counted in "
        + "characters of JSON",
      "it cuts only before a user message, so one long turn is never compressed",
      "a summary that is empty or longer than what it replaces is rejected, and nothing changes",
      "the sections are inferred from the tags of its snapshot",
    ])

  private static let clineCompact = Preset(
    name: "cline.compact",
    summary: "A summary before the newest 20,000 tokens; the last typed message is never in it.",
    source: "cline/cline SDK, 21cb8d25",
    spec: "anchored-incremental-summary(when: 90%, keep: 20k tokens, boundary: round, "
      + "current: prompt, clip: 2000 chars, files: true, summary: 4096 tokens, fallback: [])",
    notes: [
      "what a tool output says after 2,000 characters reaches no summary",
      "the first task is summarised like any other message",
      "an empty summary is skipped, and nothing changes",
      "there the trigger is a share of what is usable and the target 0.7 of it",
    ])

  private static let piCompact = Preset(
    name: "pi.compact",
    summary: "A summary before the newest 20,000 tokens; a turn that is cut has one of its own.",
    source: "earendil-works/pi, 83378aad",
    spec: "anchored-incremental-summary(when: 92%, keep: 20k tokens, boundary: round, "
      + "current: folded, clip: 2000 chars, files: true, split-turn: true, fallback: [])",
    notes: [
      "the trigger is the window less 16,384 tokens: 92% of 200,000",
      "what a tool output says after 2,000 characters reaches no summary",
      "the prompt of the turn in flight may be folded: it lives in the summary only",
      "images in user messages count nothing there",
    ])

  private static let openCodeCompact = Preset(
    name: "opencode.compact",
    summary: "A summary as the model's own words before the newest 15,000 tokens.",
    source: "anomalyco/opencode, e03db9bc",
    spec: "summarize(when: 84%, keep: 15k tokens, boundary: round, current: folded, "
      + "role: response, heading: '', frame: 'What did we do so far?', fallback: [empty])",
    notes: [
      "the trigger is the window less 32,000 tokens of output: 84% of 200,000",
      "the tail is at least 2,000 tokens and a quarter of the window there, 15,000 at most",
      "a summariser that calls a tool instead leaves an empty summary, and nothing of the past",
      "its own message that asks the model to go on is not made: a recording goes on by itself",
    ])

  private static let gooseCompact = Preset(
    name: "goose.compact",
    summary: "A summary, a word of the model that it goes on, and the last user text.",
    source: "block/goose, source read in 2026: goose-context-management",
    spec: "summarize-history(when: 80%, current: text, postamble: '', "
      + "frame: 'Your context was compacted. I go on from the summary.', fallback: [middle-out], "
      + "moments: [prompt, toolOutput])",
    notes: [
      "images of the last message are gone, and what was done in its turn is in the summary only",
      "over the summariser's window tool outputs are left out from the middle; a single one never is",
    ])

  private static let rooCondense = Preset(
    name: "roo.condense",
    summary: "Everything replaced by one summary, the current message too.",
    source: "RooCodeInc/Roo-Code, cb836567",
    spec: "summarize-history(when: 90%, current: dropped, postamble: '', fallback: [], "
      + "moments: [prompt, toolOutput])",
    notes: [
      "the current message lives in the summary only",
      "a call that waits for its output is folded like the rest",
      "if the summary fails the history is halved there; here it stays",
    ])

  private static let aiderSummary = Preset(
    name: "aider.summary",
    summary: "The older half of the finished turns as a user message that the model answers Ok.",
    source: "Aider-AI/aider, 5dc9490b: history.py",
    spec: "summarize(when: 1024 tokens, keep: 512 tokens, feed: talk, heading: 'I spoke to you "
      + "previously about a number of things.', frame: 'Ok.', fallback: [oldest, drop])",
    notes: [
      "there the trigger is a sixteenth of the window, held between 1,024 tokens (up to a window of "
        + "16,384) and 8,192 (from 131,072 on), and half of it stays; here the least",
      "what does not fit the summariser is in no summary and is not kept either",
      "a summariser that fails leaves nothing of the older turns",
      "it summarises its result again if that is still too large; here the next request does",
    ])
}
