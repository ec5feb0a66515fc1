/// Finds outputs that stand before their call.
struct OutputBeforeCall: HazardRule {
  let id = "output-before-call"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "A tool output stands before its call."
  let consequence =
    "Providers answer 400; the model reads effect before cause."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ], shows: [0, 2, 1, 3, 4]),
      silent: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ], shows: [0, 1, 2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for (place, kind) in scene.kinds.enumerated() where kind == .toolOutput {
      guard let entry = scene.entry(at: place), let call = scene.structure.answers[entry],
        let origin = scene.place(of: call.entry), origin > place
      else { continue }
      report(HazardHit(EntryID(entry), "its call, \(scene.label(call.entry)), stands after it"))
    }
  }
}
