internal import EvalKit

extension Strategies {
  /// Presets of policies for tool traffic.
  static let toolPresets: [Preset] = serverPresets + agentPresets + libraryPresets

  /// What a provider applies to the messages it is sent.
  private static let serverPresets: [Preset] = [
    Preset(
      name: "anthropic.clear-tool-uses",
      summary: "From 100,000 tokens on all but the three newest tool results cleared, as a view.",
      source: "Anthropic API, clear_tool_uses_20250919: context editing documentation, SDK 009b035",
      spec: "clear-tool-results(when: 100k tokens, keep: 3 uses, placeholder: short)",
      notes: [
        "documented: trigger, keep, clear-at-least, excluded tools, inputs; inferred: the "
          + "placeholder's text, and that clear-at-least is measured on each request anew",
        "three results are kept whatever the size of a parallel round: in a wider one results are "
          + "cleared that the model has not seen",
        "the edge moves with every result, so from the trigger on the cache breaks at each",
      ]),
    Preset(
      name: "anthropic.clear-thinking",
      summary: "Thinking of all but the newest turn that has some left out, as a view.",
      source: "Anthropic API, clear_thinking_20251015: context editing documentation",
      spec: "reasoning-clear(keep: turns, count: 1)",
      notes: [
        "documented: 1 for older models, all for newer ones: then reasoning-clear(keep: all)",
        "clearing breaks the cache where the thinking stood, keeping all does not",
      ]),
  ]

  /// What agents do to their own history.
  private static let agentPresets: [Preset] = [
    Preset(
      name: "openhands.observation-masking",
      summary: "Outputs that are not among the last 100 events replaced, as a view.",
      source: "OpenHands/OpenHands, 156d0686: ObservationMaskingCondenser",
      spec: "observation-mask(last: 100 entries, keep-first-observation: false, "
        + "placeholder: '<MASKED>', metadata: lost)",
      notes: [
        "documented: the window of 100; read in the code: it counts events, not outputs",
        "what stands instead is no output any more: the call is left without one",
        "the placeholder says nothing of what it replaced",
      ]),
    Preset(
      name: "openhands.browser-output-masking",
      summary: "All but the newest output of the browser replaced, as a view.",
      source: "OpenHands/OpenHands, 156d0686: BrowserOutputCondenser",
      spec: "observation-mask(last: 1 use, keep-first-observation: false, "
        + "tools: [browser, web_read], placeholder: 'Visited URL\\nContent omitted', "
        + "metadata: lost)",
      notes: [
        "inferred: the names of the tools; the product names the URL, which a recording has in the "
          + "call only",
        "what stands instead is no output any more: the call is left without one",
      ]),
    Preset(
      name: "swe-agent.last-n",
      summary: "All but the last five observations replaced by a count of lines, as a view.",
      source: "SWE-agent/SWE-agent, 3ea751c0: LastNObservations, n 5 as in its 0.7 configuration",
      spec: "observation-mask(last: 5 uses, keep-first-observation: task, "
        + "keep-tags: [keep_output], remove-tags: [remove_output])",
      notes: [
        "its first observation is the task, which is never replaced: here the first prompt",
        "with polling 1 the edge moves and the cache breaks with every output",
      ]),
    Preset(
      name: "swe-agent.closed-window",
      summary: "Older windows on a file shut, in prompts alone, as a view.",
      source: "SWE-agent/SWE-agent, 3ea751c0: ClosedWindowHistoryProcessor",
      spec: "superseded-content(key: window, in: prompts, headless: dropped)",
      notes: [
        "an entry with numbered lines and no file header vanishes, the active prompt as well",
        "only what the user role said is looked at: tool outputs are never shut",
      ]),
    Preset(
      name: "swe-agent.remove-regex",
      summary: "Text between <diff> and </diff> taken out, as a view.",
      source: "SWE-agent/SWE-agent, 3ea751c0: RemoveRegex",
      spec: "regex-remove(patterns: ['(?s)<diff>.*?</diff>'])",
      notes: ["an entry that was nothing but a diff is left empty"]),
    Preset(
      name: "opencode.prune",
      summary: "Outputs beyond the newest 40,000 tokens erased in batches of 20,000, stored.",
      source: "anomalyco/opencode, e03db9bc: session compaction, prune",
      spec: "tool-budget-prune(protect: 40k tokens, minimum: 20k tokens, skip-last: 2 turns, "
        + "exclude-tools: [skill], persistence: stored, moments: response)",
      notes: [
        "read in the code: it runs when the model has answered; newer versions have it off unless "
          + "configured",
        "the output that crosses the protected size goes though part of it was within",
        "the placeholder does not say which output it was or how to get it back",
      ]),
    Preset(
      name: "gemini-cli.mask-tool-output",
      summary: "Outputs beyond the newest 50,000 tokens cut to their ends in batches, stored.",
      source: "google-gemini/gemini-cli, 5411f113: toolOutputMaskingService",
      spec: "tool-budget-prune(protect: 50k tokens, minimum: 30k tokens, skip-last: 0 turns, "
        + "skip-last-messages: 1, longer: refused, "
        + "exclude-tools: [activate_skill, ask_user, enter_plan_mode, exit_plan_mode], "
        + "placeholder: '<tool_output_masked>\\n{head}\\n... [TRUNCATED] ...\\n{tail}\\n\\n"
        + "Output too large. Full output available at: {entry}\\n</tool_output_masked>')",
      notes: [
        "inferred: names of the plan tools; the file's path is random there, the entry's name here",
        "what it calls the latest turn is the last message: earlier rounds of the turn in flight "
          + "are masked",
        "the output that crosses the protected size goes though part of it was within",
      ]),
  ]

  /// What libraries offer to those who build agents.
  private static let libraryPresets: [Preset] = [
    Preset(
      name: "langchain.clear-tool-uses",
      summary: "From 100,000 tokens on all but the three newest tool messages cleared, as a view.",
      source: "langchain-ai/langchain, 03373459: ContextEditingMiddleware with ClearToolUsesEdit",
      spec: "clear-tool-results(when: 100k tokens, keep: 3 uses, placeholder: short, "
        + "counts: chars)",
      notes: [
        "keep in tokens counts characters: it keeps about a quarter of what it says",
        "keep: 0 clears results the model has not seen",
        "clear-at-least is where it stops there: clear: enough, the oldest first",
      ]),
    Preset(
      name: "deepagents.truncate-arguments",
      summary: "Arguments over 2,000 characters of old file writes cut to 20, as a view.",
      source: "langchain-ai/deepagents, f4ca8439: SummarizationMiddleware, truncate_args_settings",
      spec: "truncate-tool-arguments(when: 19 entries, last: 20 entries)",
      notes: [
        "the defaults for a model without a profile; with one 85% and 10% of the window",
        "it keeps no memory of what it cut: the edge slides and the cache breaks at each call",
        "an argument short by itself stays however many there are",
      ]),
    Preset(
      name: "inspect.edit",
      summary: "From 90% on old reasoning dropped and all but three tool results cleared, stored.",
      source: "UKGovernmentBEIS/inspect_ai, 499e6152: CompactionEdit",
      spec: "reasoning-clear(keep: messages, count: 1, when: 90%, persistence: stored) "
        + "| clear-tool-results(when: 90%, keep: 3 uses, "
        + "placeholder: '(Tool result removed)', persistence: stored)",
      notes: [
        "one policy there, two stages here: where dropping reasoning gets under 90% the results "
          + "stay",
        "what it calls a turn is a message of the model: in a tool loop all but the last reasoning "
          + "goes",
        "a wider round than three loses results the model has not seen",
      ]),
    Preset(
      name: "vercel.prune-messages",
      summary: "Reasoning and tool exchanges before the last two messages dropped, as a view.",
      source: "vercel/ai, ed857f50: pruneMessages, with the arguments of its documentation",
      spec: "reasoning-clear(keep: before-last) "
        + "| drop-completed-tool-calls(boundary: everything, last-messages: 2)",
      notes: [
        "by itself it prunes nothing: both arguments default to none",
        "no marker stands where an exchange was",
        "at a prompt the last two messages are the answer and the prompt: no exchange is left",
        "reasoning of the turn in flight goes as soon as a tool has answered",
      ]),
    Preset(
      name: "agent-framework.tool-result",
      summary: "From half of the window on old rounds collapsed to a line until it fits, stored.",
      source: "microsoft/agent-framework, 5eb3eb74: ToolResultCompactionStrategy",
      spec: "collapse-tool-pairs(when: 50%, last: 16, target: 50%, format: yaml, "
        + "in-flight: false, persistence: stored)",
      notes: [
        "the target is the trigger: it stops as soon as it no longer fires, so it fires on "
          + "request after request",
        "a past call reads as prose of the model",
        "inferred: how much of a result a line tells",
      ]),
    Preset(
      name: "apple.without-tool-traffic",
      summary: "Every tool call and output left out, as a view.",
      source: "apple/foundation-models-utilities, 2aa1293: documentation of historyTransform",
      spec: "drop-completed-tool-calls(boundary: everything)",
      notes: [
        "documented as the equivalent of dropping completed calls, which it is not: the exchange "
          + "in flight is hidden too, and the model asks again for what it was just given"
      ]),
  ]
}
