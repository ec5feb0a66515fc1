/// Finds ids that an edit made clash.
struct DuplicateID: HazardRule {
  let id = "duplicate-id"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
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
      report(HazardHit(entry, "\(scene.label(entry)) stands twice"))
    }
    let made = scene.shown.synthesised.flatMap { scene.items[$0].entry.calls.compactMap(\.id) }
    guard !made.isEmpty else { return }
    var seen = Set<String>()
    for id in made where !seen.insert(id).inserted {
      report(HazardHit(nil, "two made calls have the id '\(id)'"))
    }
    for (place, kind) in scene.kinds.enumerated() where kind == .toolCalls {
      guard let entry = scene.entry(at: place) else { continue }
      for case let id? in scene.items[place].entry.calls.map(\.id) where seen.contains(id) {
        report(HazardHit(EntryID(entry), "a made call has its id '\(id)'"))
      }
    }
  }
}
