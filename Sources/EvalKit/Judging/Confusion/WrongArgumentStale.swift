/// Finds arguments that were replaced, where what replaced them is not in view.
struct WrongArgumentStale: ConfusionSignature {
  let kind = ToolConfusion.wrongArgumentStale
  let sentence =
    "The right tool is called with a value that was replaced; the one that replaced it is nowhere in view."
  let origin = "The correction was dropped and what it corrects was kept."
  let remedy =
    "Keep corrections with what they correct; a policy that drops tool output keeps every value that only a prompt had."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let wrong = WrongArgument(scene), wrong.source == .stale else { return nil }
    return ConfusionHit(
      kind,
      "\(wrong.made.call.name): \(wrong.key) \(wrong.reason); it was replaced in "
        + scene.labels(wrong.holders),
      lost: wrong.lost(scene), step: wrong.made.step)
  }
}
