/// Finds replies that decline though a tool at hand would bring what they lack.
struct RetrievalNotAttempted: ConfusionSignature {
  let kind = ToolConfusion.retrievalNotAttempted
  let sentence =
    "The model declines and calls nothing, though a tool that is defined would bring what it lacks."
  let origin =
    "The output that had the answer was cleared, cut or moved away, and what stands in its place does not make the model fetch it."
  let remedy =
    "Say in the placeholder what was there and how to get it back, or keep the output."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let step = scene.steps.indices.last, scene.made.isEmpty, scene.steps[step].declines
    else { return nil }
    let reads = scene.omittedTools.filter { scene.judged.effects.effect(of: $0) == .read }
    if !reads.isEmpty {
      return ConfusionHit(
        kind, "it declines; \(reads.sorted().joined(separator: ", ")) would tell",
        lost: scene.lostExchanges(of: reads, step: step), step: step)
    }
    guard scene.unmet.isEmpty else { return nil }
    let lost = scene.lostSources(step: step)
    guard !lost.isEmpty else { return nil }
    return ConfusionHit(
      kind, "it declines; \(scene.labels(lost)) has it, and its tool could be asked again",
      lost: lost, step: step)
  }
}

extension ConfusionScene {
  /// The outputs of read tools still defined that the oracle answered from and a step's view does not
  /// show whole.
  ///
  /// What the oracle answered from: the outputs that hold its answer, where it answered in a few words,
  /// or its words of digits.
  func lostSources(step: Int) -> [EntryID] {
    guard oracle.indices.contains(step), !oracle[step].declines, oracle[step].reply.calls.isEmpty
    else { return [] }
    let values = Self.values(in: oracle[step].reply.text)
    let defined = Set(tools(step).map(\.name))
    return past.filter { past in
      guard let output = past.output, defined.contains(past.call.name),
        judged.effects.effect(of: past.call.name) == .read, !isWhole(output, step: step)
      else { return false }
      return values.contains { $0.isIn(judged.texts[output.index]) }
    }.compactMap(\.output)
  }

  /// The values an answer gives: all of it if it is short, else its words that have digits.
  private static func values(in answer: String) -> [ValueMatcher] {
    let words = answer.split(whereSeparator: \.isWhitespace)
    let texts =
      words.count <= 4 ? [answer] : words.filter { $0.contains(where: \.isNumber) }.map(String.init)
    return texts.compactMap { text in
      let value = ArgumentTrace.matcher(text, isNumber: false)
      return value.isWeak || value.compact.isEmpty ? nil : value
    }
  }
}
