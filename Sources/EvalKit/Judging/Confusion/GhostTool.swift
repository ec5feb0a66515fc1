/// Finds calls of tools that the request does not define.
struct GhostTool: ConfusionSignature {
  let kind = ToolConfusion.ghostTool
  let sentence = "A tool is called that the request does not define."
  let origin =
    "Exchanges with a tool that is gone are still in view, and those with the tool that took its place are not."
  let remedy =
    "Drop the traffic of tools that are no longer defined (`forget-tools`), or keep an exchange with the new tool."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    let isUnknown =
      scene.judged.evalCase.transcript.head.tools.isEmpty
      && scene.judged.evalCase.transcript.changes.allSatisfy { ($0.tools ?? []).isEmpty }
    // Where no tools are defined anywhere, which ones there were is not known.
    if isUnknown { return nil }
    for made in scene.unexpected
    where !scene.tools(made.step).contains(where: { $0.name == made.call.name }) {
      let shown = scene.past(of: [made.call.name]).filter { scene.shows($0, step: made.step) }
      let seen =
        shown.isEmpty
        ? "no call of it is in view" : "called in \(scene.labels(shown.map(\.entry))), in view"
      return ConfusionHit(
        kind, "\(made.call.name) is not defined; \(seen)",
        lost: scene.lostExchanges(
          of: Set(scene.unmet.map(\.expected.tool)), step: made.step),
        step: made.step)
    }
    return nil
  }
}
