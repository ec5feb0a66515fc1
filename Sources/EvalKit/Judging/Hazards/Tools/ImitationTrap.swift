/// Finds answers that came from a tool and look as if they had not.
struct ImitationTrap: HazardRule {
  let id = "imitation-trap"
  let group = HazardGroup.tools
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "An answer that came from a tool is in view behind its prompt, and nothing of the calls it came from."
  let consequence =
    "The history shows answering without the tool, and the model does as it sees: it answers the next such prompt from nothing."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("get_weight"), .output("5 kg", callID: "k1"),
      .response("5 kg."), .prompt("And that?"),
    ]
    return (
      fires: HazardExample(entries, shows: [0, 3, 4]),
      silent: HazardExample(
        entries,
        showing: [
          .entry(0), .entry(1), .edited(2, .masked, .output("[removed]", callID: "k1")), .entry(3),
          .entry(4),
        ])
    )
  }

  /// Looks at the turns that the edit took something of: at the request that shows the last of the
  /// calls no more.
  ///
  /// - Complexity: O(what the edit removed, and the rounds of its turns).
  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let edit = scene.edit else { return }
    for turn in scene.turns(of: edit.removed) where turn >= 0 {
      guard let answer = scene.recorded.answers[turn], scene.shows(answer.response),
        scene.isReadable(scene.structure.turnStarts[turn]), let last = answer.rounds.last,
        !answer.rounds.contains(where: { isVisible($0, scene) })
      else { continue }
      let tools = Set(answer.rounds.flatMap { scene.transcript[$0].calls.map(\.name) }).sorted()
      report(
        HazardHit(
          answer.response, "nothing shows that \(tools.joined(separator: ", ")) was called for it",
          lost: last))
    }
  }

  /// Whether anything of a round is in view, or something that stands for it.
  private func isVisible(_ round: EntryID, _ scene: HazardScene) -> Bool {
    scene.isRepresented(round)
      || scene.structure.outputs[round.index].contains { output in
        output.map(scene.isRepresented) ?? false
      }
  }
}
