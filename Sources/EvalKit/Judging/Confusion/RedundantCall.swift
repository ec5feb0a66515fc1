/// Finds reads made again whose output the oracle still sees.
struct RedundantCall: ConfusionSignature {
  let kind = ToolConfusion.redundantCall
  let sentence = "A call is made again whose output the whole log still shows."
  let origin = "The output, or the whole exchange, was dropped, cleared or summarised away."
  let remedy =
    "Keep outputs longer, or leave a placeholder that says what was read and that it can be read again; the call costs a round, and a live source may answer otherwise."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    for made in scene.unexpected {
      guard scene.oracle.indices.contains(made.step) else { continue }
      let oracle = scene.oracle[made.step].shown
      let before = scene.past.last { past in
        past.isCompleted(in: scene) && CallSameness.areEqual(made.call, past.call)
          && past.output.map { oracle.showsWhole($0.index) } ?? false
      }
      guard let before else { continue }
      let lost = before.entries.filter { !scene.isWhole($0, step: made.step) }
      return ConfusionHit(
        kind,
        "\(made.call.brief) was answered in "
          + "\(before.output.map(scene.label) ?? ""), \(lost.isEmpty ? "in view" : "not in view whole")",
        lost: lost, step: made.step)
    }
    return nil
  }
}
