/// Finds replies in prose where a call was expected, in a view whose like requests were recorded in
/// prose.
struct OmittedByImitation: ConfusionSignature {
  let kind = ToolConfusion.omittedByImitation
  let sentence =
    "No call is made where one was expected, and the view shows like requests that were answered in prose."
  let origin =
    "Turns from before the tool was used outweigh its definition, once the exchanges with the tool are gone."
  let remedy =
    "Keep an exchange with the tool (`clear-tool-results` keeps calls), or drop the turns that were answered in prose."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let step = scene.steps.indices.last, !scene.omitted.isEmpty else { return nil }
    let precedents = LikeTurns.turns(before: scene.count(step), in: scene.judged)
      .filter { turn in
        turn.tools.isEmpty && scene.shows(turn.prompt, step: step)
          && turn.responses.contains { scene.shows($0, step: step) }
      }.map(\.prompt)
    let shown = scene.past(of: scene.omittedTools).count { scene.shows($0, step: step) }
    guard precedents.count > shown else { return nil }
    return ConfusionHit(
      kind,
      "it says \(scene.lastWords), in prose as after \(scene.labels(precedents))",
      lost: scene.lostExchanges(of: scene.omittedTools, step: step), step: step)
  }
}
