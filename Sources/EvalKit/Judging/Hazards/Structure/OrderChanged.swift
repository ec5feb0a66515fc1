/// Finds entries that changed places.
struct OrderChanged: HazardRule {
  let id = "order-changed"
  let group = HazardGroup.structure
  let severity = HazardSeverity.warning
  let sentence =
    "The entries in view are not in the order of the record."
  let consequence =
    "The model takes what stands later for newer: a value that was corrected is the correction now."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(HazardExample.plainTurns, shows: [2, 3, 0, 1, 4]),
      silent: HazardExample(HazardExample.plainTurns, shows: [2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for place in scene.shown.misplaced {
      guard let entry = scene.entry(at: place) else { continue }
      report(HazardHit(EntryID(entry), "an entry that is later in the record stands before it"))
    }
  }
}
