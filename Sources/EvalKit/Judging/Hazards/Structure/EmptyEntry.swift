/// Finds entries that an edit left nothing in.
struct EmptyEntry: HazardRule {
  let id = "empty-entry"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let sentence =
    "An entry has no content, or nothing but reasoning, that the record did not have empty."
  let consequence =
    "Providers reject empty messages; the model takes the gap for a turn in which nothing was said."

  var examples: (fires: HazardExample, silent: HazardExample) {
    func example(_ text: String) -> HazardExample {
      HazardExample(
        HazardExample.plainTurns,
        showing: [
          .entry(0), .entry(1), .entry(2), .edited(3, .masked, .response(text)), .entry(4),
        ])
    }
    return (fires: example(""), silent: example("[removed]"))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for place in scene.shown.emptied {
      guard let entry = scene.entry(at: place) else {
        report(
          HazardHit(
            nil, "what a stage made is empty", lost: scene.items[place].standsFor.first))
        continue
      }
      if scene.transcript.entries[entry].isBlank { continue }
      report(HazardHit(EntryID(entry), "nothing is left in it"))
    }
  }
}
