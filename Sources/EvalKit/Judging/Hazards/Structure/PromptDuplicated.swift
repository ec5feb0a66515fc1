/// Finds the prompt that is to be answered twice.
struct PromptDuplicated: HazardRule {
  let id = "prompt-duplicated"
  let group = HazardGroup.structure
  let severity = HazardSeverity.warning
  let sentence =
    "The active prompt stands twice in view, as entries or within something a stage made."
  let consequence =
    "The model answers it twice, or takes the first copy for asked and answered before."

  /// A text shorter than this, in bytes, may stand in a summary by chance.
  private static let leastBytes = 40

  var examples: (fires: HazardExample, silent: HazardExample) {
    func example(_ summary: HazardExample.Shown) -> HazardExample {
      HazardExample(HazardExample.plainTurns, showing: [summary, .entry(3), .entry(4)])
    }
    return (
      fires: example(.made(.prompt("They said: And that?"), covers: [0, 1, 2], carries: [4])),
      silent: example(.made(.prompt("They weighed it."), covers: [0, 1, 2]))
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let prompt = scene.activePrompt else { return }
    if scene.shown.repeated.contains(prompt) {
      report(HazardHit(prompt, "it is shown as an entry twice"))
      return
    }
    // Beside the entry, once more; without it, in two items.
    var copies = scene.shows(prompt) ? 1 : 0
    for item in candidates(scene, prompt) where holds(item, prompt, scene) {
      copies += 1
      if copies > 1 {
        report(HazardHit(prompt, "it stands also within what a stage made"))
        return
      }
    }
  }

  /// The items that may hold the prompt: those that stand for it, else those that were made for this
  /// request; what was made before it was said holds its words only by chance.
  private func candidates(_ scene: HazardScene, _ prompt: EntryID) -> [Item] {
    scene.isStoodFor(prompt)
      ? scene.synthesised.map { scene.items[$0] }
      : scene.edit?.inserted.filter(\.isSynthesised) ?? []
  }

  private func holds(_ item: Item, _ prompt: EntryID, _ scene: HazardScene) -> Bool {
    guard case .synthesised(_, let covers, let carries) = item.source else { return false }
    if carries.contains(prompt) { return true }
    let text = scene.transcript[prompt].text
    let isCovered = covers.contains(prompt)
    guard !text.isEmpty, isCovered || text.utf8.count >= Self.leastBytes else { return false }
    return item.entry.text.contains(text)
      && (isCovered
        // The same words of an earlier turn are that turn's.
        || !scene.structure.turnStarts.contains { earlier in
          earlier < prompt && scene.transcript[earlier].text.contains(text)
        })
  }
}
