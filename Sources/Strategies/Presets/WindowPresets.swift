internal import EvalKit

extension Strategies {
  /// Presets of windows.
  static let windowPresets: [Preset] =
    appleWindows + openHandsWindows + autoGenWindows + [
      Preset(
        name: "semantic-kernel.truncation",
        summary: "The last entries, cut before a round, once there are more than the target.",
        source: "microsoft/semantic-kernel, b39d95a3: ChatHistoryTruncationReducer (.NET)",
        spec: "amortized-window(when: 20 entries, target: 20 entries, first: 0, boundary: round, "
          + "edge: beyond)",
        notes: [
          "the target count has no default there; 20 here",
          "the threshold count is 0 unless given: it acts on every message, and the cache breaks on "
            + "every request; `strategies check` reports the target at the trigger",
          "with a threshold of 0 it does not look for a prompt to begin with: the view may start on a "
            + "response",
        ],
        basis: "The policy is read in its source; its size is a choice of ours."),
      Preset(
        name: "agent-framework.sliding",
        summary: "The last turns, whole, stored.",
        source: "microsoft/agent-framework, 5eb3eb74: SlidingWindowCompactionStrategy",
        spec: "whole-turn-window(turns: 4, persistence: stored)",
        notes: [
          "the trigger has no default there; more than 4 turns here",
          "the target is where the trigger ends unless given: once full it drops a turn on every turn",
          "what stands before the first prompt is always kept there; here it falls first",
        ],
        basis: "The policy is read in its source; its size is a choice of ours."),
      Preset(
        name: "roo.truncate",
        summary: "Half of the entries behind the first dropped, an even number of them.",
        source: "RooCodeInc/Roo-Code, cb836567: truncateConversation",
        spec: "amortized-window(when: 90%, drop: 50%, multiple: 2, first: 1)",
        notes: [
          "it halves entries, not tokens: with the large ones at the end it acts again on the next "
            + "request",
          "an even number keeps the roles in turn in plain chat; with tools it splits rounds",
          "used there when a summary fails or is switched off; the buffer of 10 % is documented, the "
            + "tokens kept for the answer are left out here",
        ],
        basis:
          "The policy is read in its source; the share of the window that sets it off leaves the answer's tokens out."
      ),
    ]

  /// More of Apple's documentation: views and remedies built from its history property.
  private static let appleWindows: [Preset] = [
    Preset(
      name: "apple.origami",
      summary: "The last four entries as a view.",
      source: "Apple developer documentation: history transforms of a session's profile",
      spec: "rolling-window(entries: 4)",
      notes: [
        "an even size: in plain chat every full view starts on a response whose prompt is gone",
        "the cache ends at the head on every request from the third",
      ],
      basis: "Documented as a sample; that it is a view follows from where it is hooked in."),
    Preset(
      name: "apple.condense",
      summary: "A new session from the first and the last entry of the old one, after an overflow.",
      source: "Apple developer documentation: managing the context window, TN3193",
      spec: "keep-first-last(first: 1, last: 1, overlap: repeat, head: counted, "
        + "persistence: rebuild, moments: overflow)",
      notes: [
        "the first entry is the instructions, where there are any: i p r p r becomes i r",
        "a lone entry becomes itself twice",
        "in a tool loop it leaves an output without its call",
        "a new session starts cold: executors and cache are gone",
      ],
      basis: "Documented as a sample; that a lone entry comes twice is read off its first form."),
    Preset(
      name: "apple.trim-100-50",
      summary: "The last 50 entries once there are more than 100, after a response.",
      source: "Apple developer documentation: the history property, sample of a trim on response",
      spec: "amortized-window(when: 100 entries, target: 50 entries, first: 0, moments: response)",
      notes: [
        "it is checked after a response only: a tool loop may grow far beyond 100 entries",
        "the cut looks at no turns and no rounds",
      ],
      basis: "Documented as a sample."),
  ]

  private static let openHandsWindows: [Preset] = [
    Preset(
      name: "openhands.recent",
      summary: "The first event and the most recent ones, 100 in all, as a view.",
      source: "OpenHands/OpenHands, 156d0686: RecentEventsCondenser",
      spec: "keep-first-last(first: 1, last: 99, overlap: repeat)",
      notes: [
        "where there are fewer than 100 events, head and tail overlap: the first stands twice",
        "once full the front moves on every request; events are cut from their observations",
        "the class itself defaults to 10 events, the configuration to 100",
      ],
      basis: "The policy is read in its source; an event is taken to be an entry."),
    Preset(
      name: "openhands.amortized",
      summary: "Down to half once there are more than 100 events, the first always kept.",
      source: "OpenHands/OpenHands, 156d0686: AmortizedForgettingCondenser",
      spec: "amortized-window(when: 100 entries, target: 50 entries, first: 1)",
      notes: [
        "events are forgotten without a trace, actions apart from their observations",
        "the class itself keeps no first event, the configuration one",
      ],
      basis: "The policy is read in its source; an event is taken to be an entry."),
    Preset(
      name: "openhands.conversation-window",
      summary:
        "After an overflow: the first prompt and the last half, without leading observations.",
      source: "OpenHands/OpenHands, 156d0686: ConversationWindowCondenser",
      spec: "amortized-window(when: overflow, drop: 50%, rounding: up, leading-outputs: dropped, "
        + "first: 1)",
      notes: [
        "observations that the last half begins with are stripped; deeper ones whose actions are "
          + "gone, as of a parallel batch, stay",
        "half of what stands behind the first prompt is forgotten, rounded up, without a trace",
        "the recalled knowledge it keeps beside the first prompt is not in a transcript; inferred",
      ],
      basis: "The policy is read in its source; that it is asked for after an overflow, too."),
    Preset(
      name: "openhands.llm-attention",
      summary: "Down to the 50 events a model finds most important, once there are more than 100.",
      source: "OpenHands/OpenHands, 156d0686: LLMAttentionCondenser",
      spec: "score-select(scorer: model, when: 100 entries, budget: 50 entries, unit: entry, "
        + "first: 1, by: arm)",
      notes: [
        "events are kept one by one: observations lose their actions, actions their observations",
        "the turn in flight is kept here whatever the model says; there only the first event is",
      ],
      basis: "The policy is read in its source; the prompt to the model is ours."),
  ]

  private static let autoGenWindows: [Preset] = [
    Preset(
      name: "autogen.buffered",
      summary: "The last entries, without outputs they begin with, as a view.",
      source: "microsoft/autogen, source read in 2026: BufferedChatCompletionContext",
      spec: "rolling-window(entries: 10) "
        + "| repair(orphan-output: leading, orphan-call: keep, whole-rounds: false, "
        + "non-empty: false, dedup-ids: false)",
      notes: [
        "the size has no default there; 10 here; a round's outputs are one message there",
        "an even size starts plain chat on a response; in a tool loop the prompt is lost",
      ],
      basis: "The policy is read in its source; its size is a choice of ours."),
    Preset(
      name: "autogen.head-tail",
      summary: "The first and the last entries with a marker between, as a view.",
      source: "microsoft/autogen, source read in 2026: HeadAndTailChatCompletionContext",
      spec: "keep-first-last(first: 1, last: 9, marker: 'Skipped {count} messages.') "
        + "| repair(non-empty: false, dedup-ids: false)",
      notes: [
        "the sizes have no default there; 1 and 9 here; calls at the end of the head and outputs at "
          + "the beginning of the tail fall",
        "the marker is a user's message and counts: it changes on every request, and the cache "
          + "breaks there",
        "the marker counts what the sizes skip, not the calls and outputs that fall beside",
      ],
      basis: "The policy is read in its source; its sizes are a choice of ours."),
    Preset(
      name: "autogen.token-limited",
      summary: "The middle message popped until the rest fits the window, as a view.",
      source:
        "microsoft/autogen, source read in 2026: TokenLimitedChatCompletionContext (experimental)",
      spec: "middle-out(in-flight: false) "
        + "| repair(orphan-output: leading, orphan-call: keep, whole-rounds: false, "
        + "non-empty: false, dedup-ids: false)",
      notes: [
        "calls and outputs are popped one by one: the middle is left with outputs without calls and "
          + "calls without outputs",
        "it pops the prompt, too, if the rest is too large",
        "the limit is what the model has left unless given",
      ],
      basis:
        "The policy is read in its source; a round's outputs are one message there, one entry each here."
    ),
  ]
}
