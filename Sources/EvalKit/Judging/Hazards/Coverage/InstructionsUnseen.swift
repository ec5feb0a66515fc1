/// Finds summarisers that are to preserve instructions they were not shown.
struct InstructionsUnseen: HazardRule {
  let id = "instructions-unseen"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let needs = [HazardNeed.pipeline]
  let sentence =
    "A summariser is asked to preserve rules or instructions that it is not shown."
  let consequence =
    "It leaves them out or makes them up, and made-up rules stand in the history from then on."

  private static func example(_ told: String) -> HazardExample {
    HazardExample(
      Transcript(head: Head("Never phone the traveller."), entries: HazardExample.plainTurns),
      requests: [
        HazardExample.Request(
          after: 5, shows: [.made(.prompt("They talked."), covers: [0, 1, 2, 3]), .entry(4)],
          summaries: [.example(fed: [0, 1, 2, 3])])
      ]
    ) { subject in
      var asking = try? Summarising(
        StrategyArguments(["by": .string("example"), "fallback": .list([])]))
      asking?.instructions = told
      let summarising = asking
      subject.pipeline = Pipeline([ExamplePolicy.stage { $0.summarising = summarising }])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: Self.example("Summarise, and preserve all system instructions word for word."),
      silent: Self.example("Summarise, and preserve what the user asked for.")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let pipeline = scene.subject.pipeline,
      scene.headInForce.instructions.contains(where: { !$0.text.isEmpty })
    else { return }
    var found: [String] = []
    for (place, stage) in pipeline.stages.enumerated() {
      guard let summarising = stage.strategy.summarising, !summarising.sharesPrefix,
        scene.summaries.contains(where: { $0.by == summarising.summariser && !$0.isRemedy })
      else { continue }
      let told =
        (summarising.instructions ?? "") + "\n"
        + stage.texts.filter { $0.name == "sections" }.map(\.text).joined(separator: "\n")
      guard let phrase = Self.asksForRules(told) else { continue }
      found.append(
        "stage \(place + 1) '\(stage.definition.name)' is to preserve '\(phrase)', and its "
          + "summariser is shown entries only")
    }
    if !found.isEmpty { report(HazardHit(nil, found.joined(separator: "; "))) }
  }

  /// What of the head a text asks to preserve; the user's own instructions are among the entries.
  private static func asksForRules(_ text: String) -> String? {
    let text = text.lowercased()
    return phrases.first { phrase in
      guard let range = text.firstRange(of: phrase) else { return false }
      let before = text[..<range.lowerBound].suffix(24)
      let after = text[range.upperBound...].prefix(24)
      return !before.contains("user") && !after.contains("user")
    }
  }

  private static let phrases = [
    "system prompt", "system message", "system instructions", "system rules", "your instructions",
    "the instructions", "all instructions", "original instructions", "standing rules", "all rules",
    "the rules", "project rules", "guidelines", "policies",
  ]
}
