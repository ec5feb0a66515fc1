/// Finds views that end on the model's own words.
struct TrailingResponse: HazardRule {
  let id = "trailing-response"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "The view ends on a response of the model though a request follows."
  let consequence =
    "Some providers continue that response instead of answering, others reject it."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
          .prompt("And that?"),
        ], shows: [0, 1]),
      silent: HazardExample(
        [
          .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
          .prompt("And that?"),
        ], shows: [0, 1, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    // Reasoning is the model's own as well; calls that end a view wait for their outputs.
    guard let last = scene.kinds.last, last == .response || last == .reasoning else { return }
    let entry = scene.entry(at: scene.kinds.count - 1).map { EntryID($0) }
    let input = scene.record.entry
    guard input.index < scene.transcript.entries.count, scene.transcript[input].kind.isInput else {
      report(HazardHit(entry, "so the history ended before the edit", isInherited: true))
      return
    }
    report(
      HazardHit(
        entry, "\(scene.label(input)), which is to be answered, is not behind it", lost: input))
  }
}
