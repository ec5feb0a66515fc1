/// Finds edits of the turn that is going on.
struct InFlightEdited: HazardRule {
  let id = "in-flight-edited"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let sentence =
    "Something after the active prompt was dropped, masked or summarised."
  let consequence =
    "The model is in the middle of this work: it repeats calls it just made and loses what it is about to use."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let masked = Entry.output("[removed]", callID: "k1")
    return (
      fires: HazardExample(
        [
          .prompt("Weigh both."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .exampleCalls("weigh", first: 2), .output("6 kg", callID: "k2"),
        ],
        showing: [.entry(0), .entry(1), .edited(2, .masked, masked), .entry(3), .entry(4)]),
      silent: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ],
        showing: [.entry(0), .entry(1), .edited(2, .masked, masked), .entry(3), .entry(4)])
    )
  }

  /// - Complexity: O(1) where the view ends on the whole turn, else O(entries of the turn).
  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let prompt = scene.activePrompt else { return }
    let turn = prompt.index + 1..<scene.count
    if scene.shown.endsWhole(on: turn) { return }
    for entry in turn {
      let id = EntryID(entry)
      guard let place = scene.place(of: id) else {
        if scene.isReadable(id) { continue }
        report(HazardHit(id, scene.isRepresented(id) ? "it was summarised" : "it was dropped"))
        continue
      }
      let item = scene.items[place]
      if item.form == .masked {
        report(HazardHit(id, "it was masked"))
      } else if item.isPartial {
        report(HazardHit(id, "some of its calls were dropped"))
      }
    }
  }
}
