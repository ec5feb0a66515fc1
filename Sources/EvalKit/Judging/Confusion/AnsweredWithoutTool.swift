/// Finds replies in prose where a call was expected and no recorded habit explains the prose.
struct AnsweredWithoutTool: ConfusionSignature {
  let kind = ToolConfusion.answeredWithoutTool
  let sentence =
    "No call is made where one was expected: the reply is prose that no tool stands behind."
  let origin =
    "Exchanges were dropped and their answers kept, so that the history shows a model that knows such things by itself; or nothing shows the tool in use any more."
  let remedy =
    "Drop answers with their exchanges (whole turns), keep a line of each exchange (`collapse-tool-pairs`), or mask outputs instead of dropping them."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let step = scene.steps.indices.last, !scene.omitted.isEmpty else { return nil }
    let tools = scene.omittedTools.sorted().joined(separator: ", ")
    return ConfusionHit(
      kind, "it says \(scene.lastWords), and \(tools) was not called",
      lost: scene.lostExchanges(of: scene.omittedTools, step: step), step: step)
  }
}
