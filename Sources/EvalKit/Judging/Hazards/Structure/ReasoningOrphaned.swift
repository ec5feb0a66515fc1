/// Finds reasoning that leads to nothing.
struct ReasoningOrphaned: HazardRule {
  let id = "reasoning-orphaned"
  let group = HazardGroup.structure
  let severity = HazardSeverity.warning
  let sentence =
    "Reasoning is in view, and the calls or the response it led to are gone."
  let consequence =
    "Some providers refuse reasoning without what follows it; the model reads a plan as not carried out."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Weigh it."), .reasoning("The scales are free."), .exampleCalls("weigh"),
      .output("5 kg", callID: "k1"), .response("5 kg."), .prompt("And that?"),
    ]
    return (
      fires: HazardExample(entries, shows: [0, 1, 4, 5]),
      silent: HazardExample(entries, shows: [0, 1, 2, 3, 4, 5])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for reasoning in scene.recorded.reasoning {
      guard reasoning.entry.index < scene.count else { return }
      guard scene.shows(reasoning.entry) else { continue }
      if reasoning.led.isEmpty {
        report(HazardHit(reasoning.entry, "led to nothing in the record", isInherited: true))
      } else if !reasoning.led.contains(where: scene.isReadable) {
        report(
          HazardHit(
            reasoning.entry, "what it led to, \(scene.label(reasoning.led[0])), is not in view",
            lost: reasoning.led[0]))
      }
    }
  }
}
