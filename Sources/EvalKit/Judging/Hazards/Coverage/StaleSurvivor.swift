/// Finds values that were corrected and are in view without their correction.
struct StaleSurvivor: HazardRule {
  let id = "stale-survivor"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.error
  let needs = [HazardNeed.evalCase]
  let sentence =
    "A value that was replaced is still in view while the one that replaced it is gone."
  let consequence =
    "The model answers with the old value, surely and wrongly: worse than knowing nothing."

  private static func example(_ shows: [Int]) -> HazardExample {
    HazardExample(
      [
        .prompt("My bag tag is BA4117."), .response("Noted."),
        .prompt("Sorry, it is BA4711."), .response("Noted."), .prompt("Where is it?"),
      ], showing: shows.map { .entry($0) }
    ) { subject in
      subject.evalCase = EvalCase(
        id: "bags", transcript: subject.transcript,
        facts: [
          Fact(
            id: "tag", kind: "identifier", value: "BA4711",
            evidence: [Evidence(entry: EntryID(2), quote: "BA4711")],
            supersedes: [Fact.Superseded(value: "BA4117")])
        ])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example([0, 1, 4]), silent: Self.example([0, 1, 2, 4]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let facts = scene.subject.evalCase?.facts,
      facts.contains(where: { !$0.supersedes.isEmpty })
    else { return }
    for fact in scene.subject.texts.facts(of: scene.subject) where !fact.superseded.isEmpty {
      check(fact, scene, report)
    }
  }

  private func check(_ fact: PreparedFact, _ scene: HazardScene, _ report: (HazardHit) -> Void) {
    let shown = scene.shown
    // The correction was said, and no entry that has it is in view.
    guard let correction = fact.evidence.compactMap(\.entry).max(), correction < scene.count,
      !fact.evidence.contains(where: { $0.entry.map(shown.showsWhole) ?? true }),
      !fact.mentions.contains(where: shown.showsWhole)
    else { return }
    let texts = shown.made.map { scene.subject.texts.text(of: shown.items[$0]) }
    guard !texts.contains(where: { text in fact.values.contains { $0.isIn(text) } }) else { return }
    let value = fact.fact.supersedes.map(\.value).joined(separator: "', '")
    let detail = "'\(value)' is in view, and '\(fact.fact.value)', which replaced it, is not"
    if let stale = fact.staleMentions.first(where: shown.showsWhole) {
      report(HazardHit(EntryID(stale), detail, lost: EntryID(correction)))
    } else if let place = texts.firstIndex(where: {
      PreparedFact.says(fact.superseded, apartFrom: fact.values, in: $0)
    }) {
      let item = shown.items[shown.made[place]]
      report(HazardHit(item.standsFor.first, detail, lost: EntryID(correction)))
    }
  }
}
