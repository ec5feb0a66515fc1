/// Finds calls of defined tools that were not expected.
struct WrongTool: ConfusionSignature {
  let kind = ToolConfusion.wrongTool
  let sentence =
    "Another tool is called than the one expected, or one where none should be called."
  let origin = "The exchanges that show which tool is for such a request are gone."
  let remedy =
    "Keep one exchange of each tool, or say in the tools' descriptions which is for what."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    let expected = Set(scene.unmet.map(\.expected.tool))
    // Where everything expected was called, what else may be called is the reference's affair.
    let wrong = expected.isEmpty ? scene.refused : scene.unexpected
    guard let made = wrong.first(where: { !expected.contains($0.call.name) }) else { return nil }
    let wanted = expected.isEmpty ? "no call" : expected.sorted().joined(separator: ", ")
    return ConfusionHit(
      kind, "\(made.call.brief) is called, expected was \(wanted)",
      lost: expected.isEmpty
        ? scene.lostSources(step: made.step) : scene.lostExchanges(of: expected, step: made.step),
      step: made.step)
  }
}
