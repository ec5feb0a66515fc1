/// Finds wrong arguments whose right value is in view and was not used.
struct WrongArgumentPresent: ConfusionSignature {
  let kind = ToolConfusion.wrongArgumentPresent
  let sentence =
    "The right tool is called with a wrong argument, or without it, though nothing took the right value away."
  let origin =
    "What says which value counts is gone: the call that last used it, the word that it replaces another; or the model did not look."
  let remedy =
    "Drop what was replaced (`superseded-content`), and keep the newest use of a value; where nothing was lost, it is the model's own."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let wrong = WrongArgument(scene), wrong.source == .present,
      CrossTopicBleed.otherTopic(wrong, scene) == nil
    else { return nil }
    let shown = wrong.holders.filter { scene.shows($0, step: wrong.made.step) }
    let place = shown.isEmpty ? "" : "; it is in view in \(scene.labels(shown))"
    return ConfusionHit(
      kind, "\(wrong.made.call.name): \(wrong.key) \(wrong.reason)\(place)",
      lost: wrong.lost(scene), step: wrong.made.step)
  }
}
