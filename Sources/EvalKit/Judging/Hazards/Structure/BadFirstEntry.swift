/// Finds views that do not begin with a prompt.
struct BadFirstEntry: HazardRule {
  let id = "bad-first-entry"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "The first entry after the instructions is not a prompt."
  let consequence =
    "Several providers demand that a conversation begins with the user and answer 400."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(HazardExample.plainTurns, shows: [1, 2, 3, 4]),
      silent: HazardExample(HazardExample.plainTurns, shows: [2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let place = scene.kinds.firstIndex(where: { $0 != .instructions }),
      scene.kinds[place] != .prompt
    else { return }
    let entry = scene.entry(at: place).map { EntryID($0) }
    let turn = entry.map { scene.structure.turns[$0.index] } ?? -1
    report(
      HazardHit(
        entry, "the view begins with a \(scene.kinds[place].rawValue)",
        isInherited: entry != nil && entry == scene.plan.first,
        lost: turn >= 0 ? scene.structure.turnStarts[turn] : scene.plan.first))
  }
}
