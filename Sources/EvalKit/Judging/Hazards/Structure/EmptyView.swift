/// Finds views with nothing to answer.
struct EmptyView: HazardRule {
  let id = "empty-view"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "Nothing but instructions is in view, or nothing at all."
  let consequence =
    "Providers reject an empty conversation; a model that is asked nonetheless answers its instructions."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
          .prompt("And that?"),
        ], shows: []),
      silent: HazardExample(
        [
          .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
          .prompt("And that?"),
        ], shows: [4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    if scene.kinds.allSatisfy({ $0 == .instructions }) {
      report(
        HazardHit(
          nil, scene.kinds.isEmpty ? "no entry is left" : "only instructions are left",
          lost: scene.record.entry))
    }
  }
}
