/// Finds secrets of the case in views made after their turn ended.
///
/// The record has them in any case: a policy is charged with not taking them out.
struct SecretLeaked: HazardRule {
  let id = "secret-leaked"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let needs = [HazardNeed.evalCase]
  let isAboutPolicy = true
  let sentence =
    "A secret of the case is in a view made after its turn ended."
  let consequence =
    "It goes to the provider with every request, and into summaries, logs and answers."

  private static func example(_ shown: [HazardExample.Shown]) -> HazardExample {
    HazardExample(
      [
        .prompt("My card is 4111 1111 1111 1111."), .response("Paid."), .prompt("Thanks."),
      ], showing: shown
    ) { subject in
      subject.evalCase = EvalCase(
        id: "card", transcript: subject.transcript,
        secrets: [
          Secret(
            id: "card", value: "4111 1111 1111 1111",
            evidence: [Evidence(entry: EntryID(0), quote: "4111 1111 1111 1111")])
        ])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: Self.example([.entry(0), .entry(1), .entry(2)]),
      silent: Self.example([
        .edited(0, .truncated, .prompt("My card is [card].")), .entry(1), .entry(2),
      ])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let secrets = scene.subject.evalCase?.secrets, !secrets.isEmpty, scene.count > 0 else {
      return
    }
    let turns = scene.structure.turns
    let active = turns[scene.count - 1]
    let holders = scene.subject.texts.holders(of: secrets)
    for (secret, entries) in zip(secrets, holders) {
      let told = secret.evidence.compactMap(\.entry?.index).min() ?? entries.first
      // What is said in the turn in flight is needed for it.
      guard let told, told < scene.count, turns[told] < active else { continue }
      let past = entries.prefix { $0 < scene.count && turns[$0] < active }
      if let entry = past.first(where: scene.shown.showsWhole) {
        report(HazardHit(EntryID(entry), "secret '\(secret.id)' is in view after its turn"))
        continue
      }
      let value = ValueMatcher(secret.value, kind: .identifier)
      let place = scene.shown.made.first { place in
        let item = scene.shown.items[place]
        if let id = item.id, turns[id.index] >= active { return false }
        return value.isIn(scene.subject.texts.text(of: item))
      }
      guard let place else { continue }
      report(
        HazardHit(
          scene.shown.items[place].standsFor.first ?? EntryID(told),
          "secret '\(secret.id)' is in what a stage made"))
    }
  }
}
