/// Finds outputs whose call is gone.
struct OrphanOutput: HazardRule {
  let id = "orphan-output"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "A tool output is in view whose call is gone."
  let consequence =
    "Providers answer 400 to an output that answers no call; where they do not, the model reads a result it never asked for."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ], shows: [0, 2, 3, 4]),
      silent: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ], shows: [0, 1, 2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for (place, kind) in scene.kinds.enumerated() where kind == .toolOutput {
      guard let entry = scene.entry(at: place) else {
        if scene.madePairs?.answers[place] == nil {
          report(HazardHit(nil, "a made output answers no call"))
        }
        continue
      }
      guard let call = scene.structure.answers[entry] else {
        report(HazardHit(EntryID(entry), "answers no recorded call", isInherited: true))
        continue
      }
      if !scene.shows(call) {
        report(
          HazardHit(
            EntryID(entry), "its call, \(scene.label(call.entry)), is not in view",
            lost: call.entry))
      }
    }
  }
}
