/// Finds summaries that grow from one to the next.
struct SummaryGrowth: HazardRule {
  let id = "summary-growth"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "A summary is longer than the last one by more than 25 %."
  let consequence =
    "It takes the room it was to free: each compaction brings less, and the summary is never cut."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .twoSummaries(
        "It weighs 5 kg.", "It weighs 5 kg. The other one weighs 7 kg, says the model."),
      silent: .twoSummaries("It weighs 5 kg.", "5 kg, then 7 kg.")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for summary in scene.newSummaries where !summary.earlier.isEmpty {
      let before = summary.earlier.reduce(0) { $0 + scene.ownSize(of: $1) }
      let now = scene.ownSize(of: summary.item)
      guard before > 0, now * 4 > before * 5 else { continue }
      let unit = scene.subject.ledger == nil ? "bytes" : "tokens"
      report(
        HazardHit(
          summary.entry,
          "\(now) \(unit) after \(before): \((now - before) * 100 / before) % more"))
    }
  }
}
