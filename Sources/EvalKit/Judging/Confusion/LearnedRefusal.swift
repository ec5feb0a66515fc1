/// Finds replies that decline as the model declined before, though what failed then works again.
struct LearnedRefusal: ConfusionSignature {
  let kind = ToolConfusion.learnedRefusal
  let sentence =
    "The model declines instead of making the expected call, as it did after failures that are in view and over."
  let origin = "Failures and refusals are kept, and the call that went through since is not."
  let remedy =
    "Keep the newest exchange of a tool rather than the oldest; drop failures that were overcome."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let step = scene.steps.indices.last, !scene.omitted.isEmpty, scene.steps[step].declines
    else { return nil }
    let past = scene.past(of: scene.omittedTools)
    let failures = past.filter { call in
      call.isFailed(in: scene) && call.output.map { scene.isWhole($0, step: step) } ?? false
    }.map { $0.output ?? $0.entry }
    let refusals = LikeTurns.turns(before: scene.count(step), in: scene.judged)
      .flatMap(\.responses).filter { response in
        scene.isWhole(response, step: step)
          && Declining.isMade(
            by: scene.judged.evalCase.transcript[response],
            text: scene.judged.texts[response.index])
      }
    let seen = Set(failures + refusals).sorted()
    guard let last = seen.last else { return nil }
    let overcome = past.filter { $0.isCompleted(in: scene) && $0.entry > last }
    if overcome.contains(where: { scene.shows($0, step: step) }) { return nil }
    return ConfusionHit(
      kind, "it says \(scene.lastWords), as after \(scene.labels(seen))",
      lost: overcome.flatMap(\.entries), step: step)
  }
}
