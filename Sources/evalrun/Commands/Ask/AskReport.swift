import EvalKit

/// What is said beside the prompts: how many, of what, what has none, and what comes next.
struct AskReport: Sendable {
  /// The prompts.
  let prompts: PromptCollection
  /// How they were written.
  let format: PromptFormat
  /// Whether the user named the model.
  let isModelNamed: Bool
  /// Where they went.
  let output: String
  /// Cells of the run that are not there.
  let missingCells: Int

  /// The lines.
  var lines: [String] {
    let count = prompts.elements.count
    var lines = [
      "\(Inputs.name(output) == "standard input" ? "standard output" : output): "
        + "\(Figures.counted(count, "prompt")) for "
        + "\(Figures.counted(prompts.tally.asked, "question")) of "
        + "\(Figures.counted(prompts.arms.count, "arm")); the same view is asked about once"
    ]
    if prompts.tally.unasked > 0 { lines.append(Self.unasked(prompts)) }
    if missingCells > 0 { lines.append(Self.incomplete(missingCells)) }
    if format.namesModel {
      let odd = prompts.elements.count {
        $0.prompt.hasSplitPairs || (format == .anthropic && $0.prompt.beginsWithReply)
      }
      if odd > 0 {
        lines.append(
          "\(Figures.counted(odd, "prompt")) likely to be refused, which is the policy's doing: a "
            + "call or an output without the other"
            + (format == .anthropic ? ", or the model speaks first" : ""))
      }
      if !isModelNamed {
        lines.append(
          "the requests are for a model '\(PromptFormat.unnamedModel)'; --model names yours")
      }
    }
    lines.append(
      "next: evalrun run … --model replay:answers.jsonl, with the same sets, policies and contexts")
    return lines
  }

  /// What is to be done about cells of the run that are not there.
  static func incomplete(_ missing: Int) -> String {
    "the run is not complete: \(Figures.counted(missing, "cell")) missing; the same 'evalrun run' "
      + "goes on, then ask again"
  }

  /// What has no prompt, and why.
  static func unasked(_ prompts: PromptCollection) -> String {
    let tally = prompts.tally
    let reasons = [
      (tally.overflow, "over the context"), (tally.errored, "errored"),
      (tally.notApplicable, "not applicable"),
    ].filter { $0.0 > 0 }.map { "\(Figures.grouped($0.0)) \($0.1)" }
    return "no prompt for \(Figures.counted(tally.unasked, "question"))"
      + (reasons.isEmpty ? "" : ": \(Figures.list(reasons))")
  }
}
