/// Finds entries that a summary stands for though its summariser never saw them.
///
/// What a summariser read is known of the calls a stage makes. A program, or a strategy that makes
/// its summary itself, leaves no record of it: nothing is said of those.
struct SilentGap: HazardRule {
  let id = "silent-gap"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "A summary stands for entries that its summariser was never fed."
  let consequence =
    "What was said in them is in no summary and in no view: the model cannot know that it is missing."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .summarised("The user asked for a weight: 5 kg.", fed: [2, 3]),
      silent: .summarised("The user asked for a weight: 5 kg.", fed: [0, 1, 2, 3])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let calls = scene.usedCalls
    guard !calls.isEmpty else { return }
    for summary in scene.newSummaries {
      let carried = Set(summary.carries)
      let unseen = summary.standsFor.filter {
        !scene.fed.contains($0.index) && !carried.contains($0)
      }.sorted()
      guard let first = unseen.first else { continue }
      report(
        HazardHit(
          first,
          "\(unseen.count) of the \(summary.standsFor.count) entries a summary stands for "
            + "were not fed to its summariser, from \(scene.label(first)) on"))
    }
    // Where no summary came the entries were dropped instead.
    guard calls.contains(where: { $0.isRemedy && $0.by == Summarising.Rung.drop.rawValue }),
      let edit = scene.edit, let first = edit.vanished.min()
    else { return }
    report(
      HazardHit(
        first,
        "no summary came, and \(edit.vanished.count) entries were dropped, from "
          + "\(scene.label(first)) on"))
  }
}
