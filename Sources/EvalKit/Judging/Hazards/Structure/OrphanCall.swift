/// Finds calls whose output is gone.
struct OrphanCall: HazardRule {
  let id = "orphan-call"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "A call is in view whose output is not, though it had come."
  let consequence =
    "Providers answer 400 to a call without an output; where they do not, the model makes the call again."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ], shows: [0, 1, 3, 4]),
      silent: HazardExample(
        [
          .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
          .response("5 kg."), .prompt("And that?"),
        ], shows: [0, 1, 2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for (place, kind) in scene.kinds.enumerated() where kind == .toolCalls {
      guard let entry = scene.entry(at: place) else {
        checkMade(place, scene, report)
        continue
      }
      let outputs = scene.structure.outputs[entry]
      let item = scene.items[place]
      let kept = item.isPartial ? scene.keptCalls(item, of: EntryID(entry)) : nil
      for index in outputs.indices where kept?.contains(index) ?? true {
        guard let output = outputs[index] else {
          // Never answered: still waiting in the turn in flight, else so recorded.
          if scene.structure.turns[entry] < scene.structure.turns[scene.count - 1] {
            report(HazardHit(EntryID(entry), "was never answered", isInherited: true))
          }
          continue
        }
        if output.index < scene.count, !scene.shows(output),
          !scene.isAnswered(.init(entry: EntryID(entry), index: index))
        {
          report(
            HazardHit(
              EntryID(entry), "its output, \(scene.label(output)), is not in view", lost: output))
        }
      }
    }
  }

  /// A call that a stage made is never in flight: its output stands behind it.
  private func checkMade(_ place: Int, _ scene: HazardScene, _ report: (HazardHit) -> Void) {
    for (call, output) in zip(scene.items[place].entry.calls, scene.madePairs?.outputs[place] ?? [])
    where output == nil {
      report(HazardHit(nil, "a made call of \(call.name) has no output"))
    }
  }
}
