/// Finds arguments that belong to another topic of the session while the right value is in view.
///
/// Topics are told apart by turns: the value given stands before the call in turns that do not hold the
/// right value, and in none that does; the turn in flight is of the right topic.
struct CrossTopicBleed: ConfusionSignature {
  let kind = ToolConfusion.crossTopicBleed
  let sentence =
    "The right tool is called with a value of another topic, while the right value is in view."
  let origin =
    "What tells two topics apart was dropped or merged: the prompts between them, or a summary that runs them together."
  let remedy = "Cut at whole turns (`whole-turn-window`), or summarise topic by topic."

  func check(_ scene: ConfusionScene) -> ConfusionHit? {
    guard let wrong = WrongArgument(scene), wrong.source == .present,
      let other = Self.otherTopic(wrong, scene)
    else { return nil }
    let structure = scene.judged.evalCase.structure
    let topic = wrong.holders.flatMap { holder in
      structure.range(ofTurn: structure.turns[holder.index]).map { EntryID($0) }
    }.filter { $0.index < scene.count(wrong.made.step) }
    return ConfusionHit(
      kind,
      "\(wrong.made.call.name): \(wrong.key) \(wrong.reason); it belongs to \(scene.labels(other))",
      lost: (topic + other).filter { !scene.isWhole($0, step: wrong.made.step) },
      step: wrong.made.step)
  }

  /// The entries of the other topic that the given value stands in; nil where it is of none.
  static func otherTopic(_ wrong: WrongArgument, _ scene: ConfusionScene) -> [EntryID]? {
    guard let text = WrongArgument.text(wrong.given), !text.isEmpty,
      !wrong.superseded.contains(where: { $0.isIn(text) }),
      let given = wrong.given.flatMap(Self.matcher), !given.isWeak
    else { return nil }
    let structure = scene.judged.evalCase.structure
    let found = scene.holders(of: given, step: wrong.made.step)
    let active = structure.turns[max(0, scene.count(wrong.made.step) - 1)]
    let own = Set(wrong.holders.map { structure.turns[$0.index] } + [active])
    guard !found.isEmpty, found.allSatisfy({ !own.contains(structure.turns[$0]) }) else {
      return nil
    }
    return found.map { EntryID($0) }
  }

  private static func matcher(_ value: JSONValue) -> ValueMatcher? {
    switch value {
    case .string(let text): ArgumentTrace.matcher(text, isNumber: false)
    case .number(let number): ArgumentTrace.matcher(number.literal, isNumber: true)
    default: nil
    }
  }
}
