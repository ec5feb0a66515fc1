internal import EvalKit

/// What each preset rests on: what was documented by the product or read in its source at the version
/// named, and what is inferred; and the window its sizes in tokens were chosen for.
enum PresetBasis {
  /// A preset with what it rests on.
  static func grounded(_ preset: Preset) -> Preset {
    var preset = preset
    if preset.basis.isEmpty { preset.basis = basis[preset.name] ?? "" }
    if preset.window == nil { preset.window = windows[preset.name] }
    return preset
  }

  /// Context sizes, in tokens. Presets that hold sizes in tokens and have none here hold constants of
  /// the product, the same at every window (langchain.summarization, deepagents.summarization), or a
  /// size the product works out from the window (aider.summary).
  private static let windows: [String: Int] = [
    "anthropic.clear-tool-uses": 200_000, "anthropic.compact": 200_000,
    "langchain.clear-tool-uses": 200_000, "opencode.prune": 200_000, "opencode.compact": 200_000,
    "cline.compact": 200_000, "pi.compact": 200_000, "codex.compact": 200_000,
    "gemini-cli.mask-tool-output": 1_000_000,
  ]

  private static let basis: [String: String] = [
    "apple.rolling-window":
      "Read in the source: which entries stay, and when. Inferred: the size, which has no default.",
    "apple.rolling-window-view":
      "Read in the source and its tests. Inferred: the size, which has no default.",
    "apple.drop-completed-tool-calls": "Read in the source: the cut. Nothing is inferred.",
    "apple.summarize-history":
      "Read in the source: trigger, shape of the prompt, what the log leaves out. Inferred: the "
      + "threshold; the texts are our own words for what the built-in ones ask.",
    "apple.documented-pipeline":
      "Documented: the composition and its numbers. Read in the source: the order of running.",
    "apple.without-tool-traffic":
      "Documented: the filter that is said to equal dropping completed calls. Nothing is inferred.",
    "anthropic.clear-tool-uses":
      "Documented: trigger, number kept, what stays of a pair. Inferred: the placeholder's text.",
    "anthropic.clear-thinking": "Documented: the number of turns kept on older models.",
    "anthropic.compact":
      "Documented: trigger, same model, what is ignored from then on. Inferred: the summary's role.",
    "langchain.trim-messages":
      "Documented and read in the source: which messages stay. Inferred: the size, which has no default.",
    "langchain.clear-tool-uses":
      "Read in the source: sizes, placeholder, counting in characters. Nothing is inferred.",
    "langchain.summarization":
      "Read in the source: kept messages, cut, role and heading. Inferred: the trigger, which has no "
      + "default.",
    "deepagents.summarization":
      "Read in the source: the shares where the model's window is known. Inferred: the prompt's words.",
    "deepagents.truncate-arguments":
      "Read in the source: tools, sizes, text. Inferred: the number of messages kept, in entries.",
    "openhands.llm":
      "Read in the source: sizes, place of the summary, clipping. Inferred: an event as an entry.",
    "openhands.structured":
      "Read in the source: sizes, silent failure. Inferred: the sections, from its schema's fields.",
    "openhands.sdk":
      "Read in the source: sizes, whole batches. Inferred: shrinking in place of its hard reset.",
    "openhands.observation-masking":
      "Read in the source: window, text, lost metadata. Inferred: an event as an entry.",
    "openhands.browser-output-masking":
      "Read in the source: window and text. Inferred: the names of browser tools; the address is not "
      + "recorded with the output.",
    "swe-agent.last-n": "Read in the source: the formula, text and tags. Nothing is inferred.",
    "swe-agent.closed-window":
      "Read in the source: roles looked at, headless output. Nothing is inferred.",
    "swe-agent.remove-regex": "Read in the source: the default pattern. Nothing is inferred.",
    "inspect.edit": "Read in the source: numbers kept and both texts. Nothing is inferred.",
    "inspect.summary":
      "Read in the source: threshold, input kept, mark of the summary. Inferred: the input as the "
      + "first entry.",
    "codex.compact":
      "Read in the source: the budget of user messages, order, trigger, the oldest item left out on an "
      + "overflow. Inferred: that it acts in tool loops, too; the sentence before the summary is ours.",
    "gemini-cli.compress":
      "Read in the source: threshold, share kept, verification. Inferred: the sections, from its tags.",
    "gemini-cli.mask-tool-output":
      "Read in the source: sizes, last message, exempt tools. Inferred: the names of plan tools.",
    "claude-code.compact":
      "Documented: the order, and what survives. Inferred, from third-party analyses: trigger, number "
      + "kept, sections.",
    "cline.compact":
      "Read in the source: tokens kept, clipping, limit, files, the typed message. Inferred: the trigger "
      + "as a share of the window, the last summary handed over; the prompt's words are our own.",
    "pi.compact":
      "Read in the source: tokens kept, split turns, clipping. Inferred: the trigger as a share.",
    "opencode.prune": "Read in the source: sizes, turns skipped, protected tool, text.",
    "opencode.compact":
      "Read in the source: tokens kept, roles, empty summary. Inferred: the trigger as a share.",
    "goose.compact":
      "Read in the source: threshold, what stays, order of leaving out. Inferred: the sentence, which "
      + "is our own.",
    "roo.condense":
      "Read in the source: one summary for everything. Inferred: the trigger, from its buffer.",
    "aider.summary":
      "Read in the source: the clamp, shape, what is lost without a word. Inferred: which part is left "
      + "out, here the oldest.",
    "letta.sliding-window":
      "Read in the source: share evicted, steps, clipping. Inferred: the trigger.",
    "semantic-kernel.summarization":
      "Read in the source: the cut, what is summarised, the overlap. Inferred: the target, which has "
      + "no default.",
    "vercel.prune-messages":
      "Documented: the arguments of its example. Read in the source: what they drop.",
    "agent-framework.tool-result":
      "Read in the source: groups kept, share, format. Inferred: how much of a result a line tells.",
  ]
}
