/// Finds completed writes that vanish together with the prompt that asked for them.
struct EffectInvisible: HazardRule {
  let id = "effect-invisible"
  let group = HazardGroup.tools
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "A completed call that changed something is visible in no form, nor is the prompt that asked for it."
  let consequence =
    "Asked whether it was done, the model says no; asked for it again, it does it twice."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Book it."), .exampleCalls("book_room"), .output("booked", callID: "k1"),
      .response("It is done."), .prompt("Thanks."),
    ]
    return (
      fires: HazardExample(entries, shows: [4]), silent: HazardExample(entries, shows: [3, 4])
    )
  }

  /// Looks at the turns that the edit took something of: at the request that shows the last of a
  /// write no more.
  ///
  /// - Complexity: O(what the edit removed, and the writes of its turns).
  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let edit = scene.edit, !scene.plan.writes.isEmpty else { return }
    for turn in scene.turns(of: edit.removed) {
      guard turn < 0 || !scene.isReadable(scene.structure.turnStarts[turn]) else { continue }
      for (call, tool) in scene.plan.writes(in: scene.structure.range(ofTurn: turn))
      where scene.isForgotten(call, of: tool) {
        report(HazardHit(call.entry, "nothing shows that \(tool) was called, or asked for"))
      }
    }
  }
}

extension HazardPlan {
  /// The calls that write within entries.
  ///
  /// - Complexity: O(log writes + those found).
  fileprivate func writes(
    in entries: Range<Int>
  ) -> ArraySlice<(call: TranscriptStructure.CallReference, tool: String)> {
    func first(from entry: Int) -> Int {
      var (low, high) = (0, writes.count)
      while low < high {
        let middle = (low + high) / 2
        if writes[middle].call.entry.index < entry { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return writes[first(from: entries.lowerBound)..<first(from: entries.upperBound)]
  }
}
