/// Finds completed writes of which nothing is in view while their prompt is.
struct EffectForgotten: HazardRule {
  let id = "effect-forgotten"
  let group = HazardGroup.tools
  let severity = HazardSeverity.error
  let sentence =
    "A completed call that changed something is visible in no form, while the prompt that asked for it is."
  let consequence =
    "The model sees a request that nobody met and meets it again: it books, pays or sends twice."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Book it."), .exampleCalls("book_room"), .output("booked", callID: "k1"),
          .response("It is done."), .prompt("Thanks."),
        ], shows: [0, 4]),
      silent: HazardExample(
        [
          .prompt("Book it."), .exampleCalls("book_room"), .output("booked", callID: "k1"),
          .response("It is done."), .prompt("Thanks."),
        ], shows: [0, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for (call, tool) in scene.plan.writes {
      let turn = scene.structure.turns[call.entry.index]
      guard turn >= 0, scene.isReadable(scene.structure.turnStarts[turn]),
        scene.isForgotten(call, of: tool)
      else { continue }
      report(HazardHit(call.entry, "nothing shows that \(tool) was called"))
    }
  }
}

extension HazardScene {
  /// Whether a call was answered and is visible in no form: not itself, nor its output, nor a response
  /// of its turn, nor a text of a stage that names the tool.
  func isForgotten(_ call: TranscriptStructure.CallReference, of tool: String) -> Bool {
    guard let output = structure.outputs[call.entry.index][call.index], output.index < count,
      !shows(call), !shows(output), !isReadable(call.entry), !isNamed(tool)
    else { return false }
    let turn = structure.turns[call.entry.index]
    return turn < 0
      || !plan.responses[turn].contains { $0.index < count && isReadable($0) }
  }
}
