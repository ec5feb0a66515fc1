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
      let prompt = scene.structure.turnStarts[turn]
      guard let answer = scene.plan.responses[turn].last(where: { $0.index < scene.count }),
        scene.shows(answer), scene.isReadable(prompt),
        let tools = hiddenTools(before: answer, after: prompt, scene)
      else { continue }
      report(
        HazardHit(
          answer, "nothing shows that \(tools.names.joined(separator: ", ")) was called for it",
          lost: tools.last))
    }
  }

  /// The tools that were called and answered between two entries, and the last round of them; nil
  /// where there was none, or something of one is in view or stands for it.
  private func hiddenTools(
    before answer: EntryID, after prompt: EntryID, _ scene: HazardScene
  ) -> (names: [String], last: EntryID)? {
    var names = Set<String>()
    var last: EntryID?
    for place in (prompt.index..<answer.index).reversed() {
      let outputs = scene.structure.outputs[place].compactMap { $0 }
      // The calls of the same reply as the response are not what it answers from.
      guard outputs.contains(where: { $0 < answer }) else { continue }
      let round = EntryID(place)
      if scene.isRepresented(round) || outputs.contains(where: scene.isRepresented) { return nil }
      names.formUnion(scene.transcript[round].calls.map(\.name))
      last = last ?? round
    }
    return last.map { (names.sorted(), $0) }
  }
}
