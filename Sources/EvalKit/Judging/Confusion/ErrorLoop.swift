/// Finds calls made again though the view shows that the same call failed.
struct ErrorLoop: ConfusionSignature {
  let kind = ToolConfusion.errorLoop
  let sentence = "A call is made again that failed before, with the failure in view."
  let origin =
    "The failure is kept, and what followed it is not: the call that went through, or the word that it was settled."
  let remedy =
    "Drop failures together with what settled them, or keep both; a policy that pins the beginning keeps old failures for good."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    for made in scene.unexpected {
      let failures = scene.past.filter { past in
        past.isFailed(in: scene) && CallSameness.areEqual(made.call, past.call)
          && scene.shows(past, step: made.step)
          && past.output.map { scene.isWhole($0, step: made.step) } ?? false
      }
      guard let last = failures.last else { continue }
      let later = scene.past(of: [made.call.name]).filter { $0.entry > last.entry }
      return ConfusionHit(
        kind,
        "\(made.call.brief) failed in \(scene.labels(failures.map(\.entry))), in view",
        lost: later.flatMap(\.entries).filter { !scene.isWhole($0, step: made.step) },
        step: made.step)
    }
    return nil
  }
}
