/// Finds standing rules of the case that are no longer in view.
///
/// A summary that has at least half of the words of a rule is taken to tell it.
struct ConstraintLost: HazardRule {
  let id = "constraint-lost"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.error
  let needs = [HazardNeed.evalCase]
  let sentence =
    "A standing constraint of the case is no longer in view."
  let consequence =
    "The model does what it was told never to do; nothing in front of it speaks against that."

  private static func example(_ shows: [Int]) -> HazardExample {
    HazardExample(
      [
        .prompt("Never phone the traveller."), .response("Understood."), .prompt("Weigh it."),
        .response("5 kg."), .prompt("Tell him."),
      ], showing: shows.map { .entry($0) }
    ) { subject in
      subject.evalCase = EvalCase(
        id: "calls", transcript: subject.transcript,
        constraints: [
          Constraint(
            id: "no-phone", text: "never phone the traveller",
            evidence: [Evidence(entry: EntryID(0), quote: "Never phone the traveller")])
        ])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example([2, 3, 4]), silent: Self.example([0, 2, 3, 4]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for constraint in scene.subject.evalCase?.constraints ?? [] {
      // Said already: in the head or in an entry.
      let said = constraint.evidence.filter { ($0.entry?.index ?? -1) < scene.count }
      guard !said.isEmpty, !said.contains(where: { isThere($0, constraint, scene) }) else {
        continue
      }
      let entry = said.lazy.compactMap(\.entry).first
      report(
        HazardHit(entry, "nothing in view says '\(constraint.text)'", lost: entry))
    }
  }

  private func isThere(
    _ evidence: Evidence, _ constraint: Constraint, _ scene: HazardScene
  ) -> Bool {
    let texts = scene.subject.texts
    let ways = [evidence.quote, constraint.text].filter { !$0.isEmpty }
    let quotes = ways.map { ValueMatcher($0, kind: .text) }
    guard let entry = evidence.entry else {
      if !scene.shown.head.instructions.isEmpty, scene.head == scene.headInForce { return true }
      let head = texts.text(of: scene.head)
      return quotes.contains { $0.isIn(head) } || isTold(ways, in: scene)
    }
    return scene.shown.showsWhole(entry.index) || isTold(ways, in: scene)
  }

  /// Whether something a stage made or left of an entry tells it.
  private func isTold(_ ways: [String], in scene: HazardScene) -> Bool {
    let wanted = ways.map { way in
      Set(MatchText(way).atoms.filter { $0.count >= 4 || $0.kind == .ideograph }.map(\.hash))
    }
    return scene.shown.made.contains { place in
      let words = Set(
        scene.subject.texts.text(of: scene.shown.items[place]).atoms.map(\.hash))
      return wanted.contains { !$0.isEmpty && $0.intersection(words).count * 2 >= $0.count }
    }
  }
}
