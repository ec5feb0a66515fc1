internal import EvalKit

extension Strategies {
  /// The history modifiers of Apple's foundation-models-utilities, in their two generations: the
  /// first stores what it edits, the second makes a view for each request.
  static let applePresets: [Preset] = [
    Preset(
      name: "apple.rolling-window",
      summary: "The last entries, stored, on every prompt and tool output.",
      source: "apple/foundation-models-utilities, a047a50 and 376ca60",
      spec: "rolling-window(entries: 10, persistence: stored)",
      notes: [
        "entries has no default there; 10 is the size of its documented pipeline",
        "an even size starts plain chat on a response whose prompt is gone",
        "0 loses the prompt",
      ]),
    Preset(
      name: "apple.rolling-window-view",
      summary: "The last entries as a view; the instructions count and are dropped.",
      source: "apple/foundation-models-utilities, 2aa1293",
      spec: "rolling-window(entries: 10, head: counted)",
      notes: [
        "once saturated the model is shown no instructions",
        "an even size starts plain chat on a response whose prompt is gone",
      ]),
    Preset(
      name: "apple.drop-completed-tool-calls",
      summary: "Tool calls and outputs before the last response or calls dropped, stored.",
      source: "apple/foundation-models-utilities, a047a50 and 376ca60",
      spec: "drop-completed-tool-calls(persistence: stored)",
      notes: [
        "it cuts into the turn in flight: earlier rounds of a tool loop are gone",
        "documented as keeping the most recent exchange; after an answer it keeps none",
      ]),
    Preset(
      name: "apple.summarize-history",
      summary: "The whole history replaced by one prompt that opens with a summary.",
      source: "apple/foundation-models-utilities, a047a50",
      spec: "summarize-history(entries: 50)",
      notes: [
        "entries has no default there; 50 is the threshold of its documented pipeline",
        "the current prompt is summarised and kept: it stands twice",
        "documented as running on every prompt over the threshold; the count starts again at 1",
        "it never acts inside a tool loop",
      ]),
    Preset(
      name: "apple.documented-pipeline",
      summary: "The three in the order its documentation composes them, all stored.",
      source: "apple/foundation-models-utilities, a047a50: documentation of the modifiers",
      spec: "drop-completed-tool-calls(persistence: stored) "
        + "| rolling-window(entries: 10, persistence: stored) | summarize-history(entries: 50)",
      notes: [
        "the outermost modifier runs first, so the order here is that of running",
        "the summary never comes: the window leaves 10 entries, it needs more than 50",
      ]),
  ]
}
