internal import EvalKit

extension Strategies {
  /// What LangChain ships for trimming and summarising messages.
  static let langChainPresets: [Preset] = [
    Preset(
      name: "langchain.trim-messages",
      summary: "The last messages that fit a number of tokens, the system message kept.",
      source: "langchain-core 1.8.3, trim_messages(strategy=\"last\", include_system=True)",
      spec: "rolling-window(tokens: 75%)",
      notes: [
        "documented: the last messages whose tokens and the system message's fit max_tokens",
        "max_tokens has no default there; 75% of the context size is chosen here",
        "inferred: one message an entry; there a reply with text and calls is one message, so text "
          + "and calls fall together",
        "the tokens of tool definitions count here; there the counter sees messages only",
        "it may start on a tool output whose call is gone; start_on=\"human\" is start-on: prompt",
        "a last message that does not fit leaves the system message alone",
      ])
  ]
}
