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
      guard call.entry.index < scene.count,
        let output = scene.structure.outputs[call.entry.index][call.index],
        output.index < scene.count
      else { continue }
      let turn = scene.structure.turns[call.entry.index]
      guard turn >= 0, scene.isReadable(scene.structure.turnStarts[turn]) else { continue }
      if scene.shows(call) || scene.shows(output)
        || scene.plan.responses[turn].contains(where: {
          $0.index < scene.count && scene.isReadable($0)
        })
        || scene.isReadable(call.entry) || scene.isNamed(tool)
      {
        continue
      }
      report(HazardHit(call.entry, "nothing shows that \(tool) was called"))
    }
  }
}
