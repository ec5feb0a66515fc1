/// Finds responses whose prompt is gone.
struct OrphanResponse: HazardRule {
  let id = "orphan-response"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "A response is in view whose prompt is neither in view nor part of a summary."
  let consequence =
    "The model reads itself as having spoken unasked, takes the answer for one to another prompt, and some providers reject a history that begins with it."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(HazardExample.plainTurns, shows: [1, 2, 3, 4]),
      silent: HazardExample(HazardExample.plainTurns, shows: [2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for (place, kind) in scene.kinds.enumerated() where kind == .response {
      guard let entry = scene.entry(at: place) else { continue }
      let turn = scene.structure.turns[entry]
      guard turn >= 0 else {
        report(HazardHit(EntryID(entry), "was recorded before any prompt", isInherited: true))
        continue
      }
      let prompt = scene.structure.turnStarts[turn]
      if !scene.isRepresented(prompt) {
        report(
          HazardHit(
            EntryID(entry), "its prompt, \(scene.label(prompt)), is not in view", lost: prompt))
      }
    }
  }
}
