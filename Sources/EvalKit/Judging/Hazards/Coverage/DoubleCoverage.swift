/// Finds entries that are in view and in a summary too.
struct DoubleCoverage: HazardRule {
  let id = "double-coverage"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "An entry is in view and was summarised too."
  let consequence =
    "The model reads one event twice and takes it for two; the tokens of the summary buy nothing."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .summarised("The user asked for a weight: 5 kg.", shows: [3, 4]),
      silent: .summarised(
        "The user asked for a weight: 5 kg.", covers: [0, 1, 2], shows: [3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let summaries = scene.newSummaries
    guard !summaries.isEmpty else { return }
    var counted = Set<EntryID>()
    for summary in summaries { counted.formUnion(summary.standsFor) }
    for call in scene.usedCalls where !call.isRemedy { counted.formUnion(call.fed) }
    // What is held word for word is kept, and the prompt in force is another rule's.
    for summary in summaries { counted.subtract(summary.carries) }
    if let active = scene.activePrompt { counted.remove(active) }
    for entry in counted.sorted() where scene.shown.showsWhole(entry.index) {
      report(HazardHit(entry, "\(scene.label(entry)) is kept and summarised"))
    }
  }
}
