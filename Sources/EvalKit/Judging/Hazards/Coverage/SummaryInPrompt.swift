/// Finds summaries that were put into a prompt of the user's.
struct SummaryInPrompt: HazardRule {
  let id = "summary-in-prompt"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "A summary was merged into the user's own prompt, so it reads as the user's words."
  let consequence =
    "The model takes what the summariser wrote for what the user wants, and an error in it for an order."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        Transcript(entries: HazardExample.plainTurns),
        requests: [
          HazardExample.Request(
            after: 5,
            shows: [
              .made(
                Entry(
                  kind: .prompt,
                  segments: [.text("Summary: it weighs 5 kg."), .text("And that?")]),
                covers: [0, 1, 2, 3], carries: [4])
            ], summaries: [.example(fed: [0, 1, 2, 3])])
        ]),
      silent: .summarised("Summary: it weighs 5 kg.")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for summary in scene.newSummaries where summary.item.kind == .prompt {
      guard let prompt = summary.carries.last(where: { scene.transcript[$0].kind == .prompt }),
        summary.standsFor.count > summary.carries.count,
        scene.ownText(of: summary).contains(where: { !$0.isWhitespace })
      else { continue }
      report(
        HazardHit(prompt, "\(scene.label(prompt)) holds a summary in front of the user's words"))
    }
  }
}
