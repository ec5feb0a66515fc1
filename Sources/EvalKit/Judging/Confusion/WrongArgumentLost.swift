/// Finds wrong arguments whose right value is not in view.
struct WrongArgumentLost: ConfusionSignature {
  let kind = ToolConfusion.wrongArgumentLost
  let sentence =
    "The right tool is called with a wrong argument, or without it; the right value is nowhere in view."
  let origin = "Every entry that holds the value was dropped, cleared or cut."
  let remedy =
    "Keep the entry that established the value (`pinned-state`), or a summary that quotes it."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let wrong = WrongArgument(scene), wrong.source == .lost else { return nil }
    return ConfusionHit(
      kind,
      "\(wrong.made.call.name): \(wrong.key) \(wrong.reason); it was said in "
        + scene.labels(wrong.holders),
      lost: wrong.lost(scene), step: wrong.made.step)
  }
}
