/// Finds the call in flight edited away.
struct PendingCallRemoved: HazardRule {
  let id = "pending-call-removed"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "The call whose output the model is about to read was edited away."
  let consequence =
    "The model gets an answer to a question it cannot see, and asks again or makes up what it was for."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [.prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1")],
        shows: [0, 2]),
      silent: HazardExample(
        [.prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1")],
        shows: [0, 1, 2])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard scene.record.entry.index < scene.structure.answers.count,
      let call = scene.structure.answers[scene.record.entry.index]
    else { return }
    for index in scene.structure.outputs[call.entry.index].indices
    where !scene.shows(TranscriptStructure.CallReference(entry: call.entry, index: index)) {
      let name = scene.transcript[call.entry].calls[index].name
      report(HazardHit(call.entry, "the call of \(name) is in flight and not in view"))
      return
    }
  }
}
