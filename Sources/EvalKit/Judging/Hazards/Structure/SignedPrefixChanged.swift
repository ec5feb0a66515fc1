/// Finds signed reasoning behind an edit.
struct SignedPrefixChanged: HazardRule {
  let id = "signed-prefix-changed"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let dialects: Set<Dialect>? = Set(Dialect.allCases.filter(\.signsReasoning))
  let sentence =
    "Signed reasoning is in view, and it, or what stood before it, was edited."
  let consequence =
    "The signature no longer fits: providers answer 400 or leave the reasoning out without a word."

  var examples: (fires: HazardExample, silent: HazardExample) {
    var signed = Entry.reasoning("Greet back.")
    signed.extra["signature"] = "AAEC"
    let entries: [Entry] = [
      .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), signed, .response("5 kg."),
      .prompt("And that?"),
    ]
    func example(_ places: [Int]) -> HazardExample {
      HazardExample(entries, showing: places.map { .entry($0) }) { $0.dialect = .anthropic }
    }
    return (fires: example([2, 3, 4, 5]), silent: example([0, 1, 2, 3, 5]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let isHeadEdited = scene.isHeadEdited && scene.head != scene.headInForce
    let first = isHeadEdited ? 0 : scene.shown.firstEdited
    guard first < scene.items.count else { return }
    for entry in scene.recorded.signed {
      guard entry.index < scene.count else { return }
      // Where its signature was taken out too, nothing is checked.
      guard let place = scene.place(of: entry), place >= first, scene.items[place].entry.isSigned
      else { continue }
      report(HazardHit(entry, detail(scene, isHeadEdited, first, place), lost: lost(scene, first)))
    }
  }

  private func detail(
    _ scene: HazardScene, _ isHeadEdited: Bool, _ first: Int, _ place: Int
  ) -> String {
    if isHeadEdited { return "the head before it was edited" }
    return first == place && scene.entry(at: place) == place
      ? "it was edited itself" : "the view is other than the record from item \(first + 1) on"
  }

  /// The first entry that is not as recorded.
  private func lost(_ scene: HazardScene, _ first: Int) -> EntryID? {
    first < scene.count ? EntryID(first) : nil
  }
}
