/// Finds writes that were carried out before and are made again.
struct RepeatedSideEffect: ConfusionSignature {
  let kind = ToolConfusion.repeatedSideEffect
  let sentence = "A call that changed something and was completed is made again."
  let origin =
    "Nothing in view shows that it was done: the call, its output and the answer are gone."
  let remedy =
    "Keep calls that write, or a line each (`collapse-tool-pairs`); mask their outputs rather than drop them."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    for made in scene.unexpected where scene.judged.effects.effect(of: made.call.name) == .write {
      let tool = scene.tools(made.step).first { $0.name == made.call.name }
      let before = scene.past.last {
        $0.entry.index < scene.count(made.step) && $0.isCompleted(in: scene)
          && CallSameness.haveSameEffect(made.call, $0.call, tool: tool)
      }
      guard let before else { continue }
      return ConfusionHit(
        kind, "\(made.call.brief) was done in \(scene.label(before.entry))",
        lost: before.entries.filter { !scene.isWhole($0, step: made.step) }, step: made.step)
    }
    return nil
  }
}

extension ConfusionScene.Past {
  /// Whether an output came and says nothing of a failure.
  func isCompleted(in scene: ConfusionScene) -> Bool {
    output.map { !FailedOutput.isFailed(scene.judged.evalCase.transcript[$0]) } ?? false
  }

  /// Whether an output came and says that the call failed.
  func isFailed(in scene: ConfusionScene) -> Bool { output != nil && !isCompleted(in: scene) }
}
