internal import EvalKit

extension Strategies {
  /// Presets of other policies.
  static let otherPresets: [Preset] = [
    Preset(
      name: "inspect.trim",
      summary: "A fifth of the entries behind the first dropped, up to four times, from 90 % on.",
      source: "UKGovernmentBEIS/inspect_ai, 499e6152: CompactionTrim",
      spec: "fallback-ladder(stages: [amortized-window(when: always, drop: 20%) | repair], "
        + "when: 90%, max-iterations: 4, min-progress: 0%)",
      notes: [
        "it counts messages, not tokens: with the large ones at the end four rounds are not enough, "
          + "and there it raises an error",
        "the sample's input is taken to be the first prompt; a response at the end, which it drops, "
          + "cannot stand at the end of a request",
        "everything between the input and what is left goes without a trace",
      ],
      basis:
        "The policy is read in its source; what it does at the end of a conversation is left out.")
  ]
}
