/// Finds ids that an edit made clash.
struct DuplicateID: HazardRule {
  let id = "duplicate-id"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let sentence =
    "Two calls or entries in view share an id, though the record did not clash there."
  let consequence =
    "Providers answer 400 or pair the output with the wrong call."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ], shows: [0, 1, 2, 3, 1, 2, 4]),
      silent: HazardExample(
        // The record itself uses the id twice: nobody is charged.
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .exampleCalls("weigh"), .output("6 kg", callID: "k1"), .response("5 and 6."),
          .prompt("And that?"),
        ], shows: [0, 1, 2, 3, 4, 6])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for entry in scene.shown.repeated {
      let recorded = scene.transcript[entry]
      guard recorded.recordedID != nil || recorded.calls.contains(where: { $0.id != nil }) else {
        continue
      }
      report(HazardHit(entry, "\(scene.label(entry)) stands twice, with its ids"))
    }
    guard scene.gaveIDs else { return }
    let given = Set(scene.shown.made.flatMap { scene.givenIDs(scene.items[$0]) })
    var holders: [String: Int] = [:]
    for place in scene.kinds.indices where scene.kinds[place] == .toolCalls {
      for case let id? in scene.items[place].entry.calls.map(\.id) where given.contains(id) {
        if holders.updateValue(place, forKey: id) == nil { continue }
        let entry = scene.entry(at: place).map { EntryID($0) }
        report(HazardHit(entry, "another call in view has the id '\(id)' too"))
      }
    }
  }
}
