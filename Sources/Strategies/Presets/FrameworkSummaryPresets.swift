internal import EvalKit

extension Strategies {
  /// Presets of frameworks' policies that summarise.
  static let frameworkSummaryPresets: [Preset] = [
    Preset(
      name: "langchain.summarization",
      summary: "A summary of all but the newest 20 messages, of which it is shown 4,000 tokens.",
      source: "langchain-ai/langchain, source read in 2026: SummarizationMiddleware",
      spec: "summarize(when: 4k tokens, keep: 20 entries, boundary: round, edge: back, "
        + "current: folded, heading: 'Here is a summary of the conversation to date:\\n', "
        + "input: 4k tokens, no-input: 'Previous conversation was too long to summarize.', "
        + "fallback: [])",
      notes: [
        "the trigger has no default there and then it never acts; 4,000 is its documented example",
        "what is over 4,000 tokens is left out without a word, the older part",
        "where no user message is within them, a fixed sentence replaces the history",
        "a round that the cut falls into stays whole: one large batch leaves little to summarise",
        "the summary is a user message, and another may follow it",
        "a message that speaks and calls is one there, two entries here",
      ]),
    Preset(
      name: "deepagents.summarization",
      summary: "A summary that names a file with the full history, before the newest tenth.",
      source: "langchain-ai/deepagents, f4ca8439",
      spec: "summarize(when: 85%, keep: 10%, boundary: round, edge: back, current: folded, "
        + "heading: 'The full history of this conversation is in "
        + "/conversation_history/thread.md. A summary of it:\\n', input: 4k tokens, "
        + "no-input: 'Previous conversation was too long to summarize.', fallback: [])",
      notes: [
        "for a model without a profile: 170,000 tokens, and the newest 6 messages stay",
        "the summary names a file that is not there to read in a replay, nor if writing it failed",
        "long arguments of file writes are cut, too, there: a policy of its own",
      ]),
    Preset(
      name: "openhands.llm",
      summary: "The first event, one summary that goes on, and the newest 48 events of 100.",
      source: "OpenHands, 156d0686: LLMSummarizingCondenser",
      spec: "anchored-incremental-summary(when: 100 entries, keep: 48 entries, first: 1, "
        + "boundary: entry, current: folded, clip: 10000 chars, fallback: [])",
      notes: [
        "events are cut anywhere: a call may lose its output",
        "only the last summary survives, handed over to the next",
        "the current prompt is folded like any event once 48 follow it",
        "there an event over 10,000 characters keeps both ends",
      ]),
    Preset(
      name: "openhands.structured",
      summary: "As openhands.llm with a summary in fixed sections.",
      source: "OpenHands, 156d0686: StructuredSummaryCondenser",
      spec: "structured-summary(sections: [user-context, completed, pending, code-state, tests, "
        + "changes, other], earlier: handed, when: 100 entries, keep: 48 entries, first: 1, "
        + "boundary: entry, current: folded, clip: 10000 chars, fallback: [unread])",
      notes: [
        "a summary that cannot be read becomes an empty one, in silence; one longer than what it "
          + "replaces is refused here, and nothing changes",
        "events are cut anywhere: a call may lose its output",
        "the sections are inferred from its schema",
      ]),
    Preset(
      name: "openhands.sdk",
      summary: "The first two events, one summary that goes on, and the newest 117 of 240.",
      source: "OpenHands/software-agent-sdk, 611629e",
      spec: "anchored-incremental-summary(when: 240 entries, keep: 117 entries, first: 2, "
        + "boundary: round, current: folded, fallback: [shrink])",
      notes: [
        "calls and outputs stay together; a turn is cut anywhere else",
        "the current prompt is folded like any event once 117 follow it",
        "after a failure it summarises everything with shorter events there",
        "the agent's preset acts at 80 events and keeps the first 4",
      ]),
    Preset(
      name: "inspect.summary",
      summary: "The first user message and a summary of all that followed it.",
      source: "UKGovernmentBEIS/inspect_ai, 499e6152: CompactionSummary",
      spec: "summarize(when: 90%, keep: 0 entries, first: 1, current: folded, "
        + "heading: '[CONTEXT COMPACTION SUMMARY]\\n', fallback: [shrink])",
      notes: [
        "made for one task and a loop of tools: in a chat the current prompt is in the summary only",
        "the last summary is summarised with what followed it",
        "over the summariser's window the largest tool outputs are cut in the middle",
      ]),
    Preset(
      name: "letta.sliding-window",
      summary: "A summary of at least the oldest third, so that 70% of the window stays.",
      source: "letta-ai/letta, 56ba9c25: sliding_window",
      spec: "summarize(when: 90%, keep: 70%, boundary: round, current: folded, "
        + "clip: 50000 chars)",
      notes: [
        "0.30 is documented as the share to keep and used as the share to evict: 70% stays",
        "there it evicts in steps of a tenth of the messages and cuts at the model's messages only",
        "the summary of a summary: each fold rewrites the last",
      ]),
    Preset(
      name: "semantic-kernel.summarization",
      summary: "A summary of all but the newest 10 messages, whenever there are more.",
      source: "microsoft/semantic-kernel, b39d95a3: ChatHistorySummarizationReducer",
      spec: "summarize(when: 10 entries, keep: 10 entries, boundary: round, edge: back, "
        + "current: folded, role: response, heading: '', feed: talk, overlap: 1, fallback: [])",
      notes: [
        "the target has no default there; the threshold is 0, so it acts again at every message",
        "calls and outputs are left out of what is summarised, without a word",
        "the first message that stays is summarised, too (.NET)",
        "the summary is the model's own message and may open the history",
      ]),
  ]
}
