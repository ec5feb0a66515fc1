/// Finds entries that are shown twice.
struct DuplicateEntry: HazardRule {
  let id = "duplicate-entry"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "An entry stands twice in view."
  let consequence =
    "The model reads one event as two; it is what overlapping windows of a head and a tail do."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(HazardExample.plainTurns, shows: [0, 1, 2, 2, 3, 4]),
      silent: HazardExample(HazardExample.plainTurns, shows: [0, 1, 2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for entry in scene.shown.repeated { report(HazardHit(entry, "it stands twice")) }
  }
}
