/// Finds parallel rounds of which only a part survives.
struct SplitBatch: HazardRule {
  let id = "split-batch"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "Some but not all calls, or outputs, of one parallel round are in view."
  let consequence =
    "Providers demand all outputs of a round together; the model takes the missing ones for not done."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Weigh both."), .exampleCalls("weigh", "measure"), .output("5 kg", callID: "k1"),
          .output("1 m", callID: "k2"),
        ], shows: [0, 1, 2]),
      silent: HazardExample(
        [
          .prompt("Weigh both."), .exampleCalls("weigh", "measure"), .output("5 kg", callID: "k1"),
          .output("1 m", callID: "k2"),
        ], shows: [0, 1, 2, 3])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for round in scene.plan.batches where round.index < scene.count {
      let outputs = scene.structure.outputs[round.index]
      var come = 0
      var shown = 0
      var lost: EntryID?
      for (index, output) in outputs.enumerated() {
        guard let output, output.index < scene.count else { continue }
        come += 1
        if scene.shows(output) || scene.isAnswered(.init(entry: round, index: index)) {
          shown += 1
        } else if lost == nil {
          lost = output
        }
      }
      var calls = 0
      if let place = scene.place(of: round) {
        let item = scene.items[place]
        calls = item.isPartial ? scene.keptCalls(item, of: round).count : outputs.count
      }
      if calls > 0, calls < outputs.count {
        report(HazardHit(round, "\(calls) of \(outputs.count) calls are in view"))
      } else if shown > 0, shown < come {
        report(HazardHit(round, "\(shown) of \(come) outputs are in view", lost: lost))
      }
    }
  }
}
