/// Finds what is stored as a summary and is none.
struct SummaryFailed: HazardRule {
  let id = "summary-failed"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.error
  let scope = HazardScope.edits
  let sentence =
    "Something that is no summary is stored as one: nothing, an error, a tool call, a conversation that goes on, or a summary of nothing."
  let consequence =
    "All that it stands for is gone at once, and the model goes on as if the session had been empty."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .summarised("Error generating summary: 429 rate limit exceeded"),
      silent: .summarised("The service answered 429; the weight is 5 kg.")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let summaries = scene.newSummaries
    guard let first = summaries.first else { return }
    let calls = scene.usedCalls
    // Recorded with the calls: these hold whatever the text around the summary is.
    if let call = calls.first(where: { $0.isRemedy && Self.empty.contains($0.by) }) {
      let what = call.by == "no-input" ? "nothing fits its input" : "none came"
      return report(HazardHit(first.entry, "\(what), and something else stands in its place"))
    }
    if calls.contains(where: { !$0.isRemedy && $0.output == 0 }) {
      return report(HazardHit(first.entry, "the summary is empty"))
    }
    if summaries.count == 1, !calls.isEmpty, calls.allSatisfy({ $0.fed.isEmpty && !$0.isRemedy }) {
      return report(HazardHit(first.entry, "the summariser was fed no entry"))
    }
    for summary in summaries {
      if let fault = fault(of: summary, scene) { report(HazardHit(summary.entry, fault)) }
    }
  }

  /// Rungs after which nothing is left of what was to be summarised.
  private static let empty: Set<String> = [
    Summarising.Rung.empty.rawValue, Summarising.Rung.unread.rawValue, "no-input",
  ]

  private func fault(of summary: NewSummary, _ scene: HazardScene) -> String? {
    let known = Set(summary.stage?.texts.map(\.text) ?? [])
    let segments = scene.ownSegments(of: summary)
    let texts = segments.compactMap(\.text).filter { !known.contains($0) }
    let text = texts.joined(separator: "\n")
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.isEmpty, segments.allSatisfy({ $0.text != nil }), summary.item.entry.calls.isEmpty {
      return "the summary is empty"
    }
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.drop { $0.isWhitespace || "#*>-[".contains($0) }
    }.filter { !$0.isEmpty }
    if text.utf8.count < 600,
      let line = lines.prefix(3).first(where: { line in
        let line = line.lowercased()
        return Self.errors.contains { line.hasPrefix($0) }
      })
    {
      return "it reads as an error: '\(line.prefix(60))'"
    }
    if let start = lines.first(where: { !$0.hasSuffix(":") }),
      Self.calls.contains(where: start.hasPrefix)
    {
      return "it is a tool call: '\(start.prefix(60))'"
    }
    return goesOn(lines, summary, scene)
  }

  /// A conversation that goes on: lines of speakers that say what nobody said.
  private func goesOn(
    _ lines: [Substring], _ summary: NewSummary, _ scene: HazardScene
  ) -> String? {
    let spoken = lines.compactMap { line -> String? in
      guard let speaker = Self.speakers.first(where: line.hasPrefix) else { return nil }
      let said = line.dropFirst(speaker.count).drop(while: \.isWhitespace).prefix(60)
      return said.utf8.count >= 8 ? String(said) : nil
    }
    guard spoken.count >= 2 else { return nil }
    let index = scene.subject.texts.index
    let invented = spoken.filter { said in
      let bytes = TextFolding.folded(said)
      return !index.texts.prefix(scene.count).contains { $0.holds(bytes) }
    }
    return invented.count >= 2 && invented.count * 2 > spoken.count
      ? "it goes on with the conversation: '\(invented[0])'" : nil
  }

  private static let errors = [
    "error generating", "error while", "error occurred", "an error occurred", "error: ",
    "failed to ", "summary unavailable", "no summary available", "summary generation failed",
    "previous conversation was too long to summarize", "no previous conversation history",
    "i don't see any", "i do not see any", "there is no conversation to",
    "there are no messages to",
    "nothing to summarize", "nothing to summarise", "please provide the conversation",
    "rate limit exceeded", "traceback (most recent call last)", "internal server error",
    "context length exceeded", "prompt is too long",
  ]
  private static let calls = [
    "<tool_call>", "<function_calls>", "<function=", "<invoke", "<|tool_call", "TOOL_CALLS]",
    "{\"name\":", "{\"name\" :", "{\"tool\":", "{\"tool_calls\":", "{\"function\":",
    "functions.",
  ]
  private static let speakers = ["User:", "Assistant:", "Human:", "AI:", "user:", "assistant:"]
}
