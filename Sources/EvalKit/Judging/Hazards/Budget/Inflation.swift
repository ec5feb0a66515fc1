/// Finds edits that put more tokens in than they took out.
struct Inflation: HazardRule {
  let id = "inflation"
  let group = HazardGroup.budget
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let needs = [HazardNeed.ledger]
  let sentence =
    "What an edit put in has more tokens than what it stands for."
  let consequence =
    "The compaction makes the request larger, and pays for it with a broken cache."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .summarised(
        "Summary of the conversation so far: the user said hello, then asked for something to be "
          + "weighed, and was told that it weighs five kilograms."
      ) { $0.price() },
      silent: .summarised("5 kg.") { $0.price() }
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let edit = scene.edit, let ledger = scene.subject.ledger else { return }
    let made = edit.inserted.filter { !$0.isWhole }
    guard !made.isEmpty else { return }
    let covered = Set(made.flatMap(\.standsFor))
    // What was added without anything being taken out for it is no compaction.
    let replaced = edit.removed.filter { item in
      let entries = item.standsFor
      return !entries.isEmpty && entries.allSatisfy(covered.contains)
    }
    let known = Set(replaced.flatMap(\.standsFor))
    let standing = made.filter { $0.standsFor.contains(where: known.contains) }
    let before = ledger.count(replaced)
    let after = ledger.count(standing)
    guard !standing.isEmpty, after > before else { return }
    report(
      HazardHit(edit.first, "\(after) tokens stand where \(before) stood", lost: edit.first))
  }
}
