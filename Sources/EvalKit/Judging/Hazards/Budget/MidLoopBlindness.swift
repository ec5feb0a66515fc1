/// Finds tool loops that grow over the budget while the policy looks away.
struct MidLoopBlindness: HazardRule {
  let id = "mid-loop-blindness"
  let group = HazardGroup.budget
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let needs = [HazardNeed.pipeline]
  let sentence =
    "The budget was exceeded inside a tool loop that the policy never looks at."
  let consequence =
    "A long loop runs into the window between two prompts, and the session fails in the middle of work."

  private static func example(_ moments: Set<Moment>) -> HazardExample {
    HazardExample(
      Transcript(entries: [
        .prompt("Weigh it."), .exampleCalls("get_weight"), .output("5 kg", callID: "k1"),
        .response("5 kg."),
      ]),
      requests: [
        HazardExample.Request(after: 1, shows: [.entry(0)]),
        HazardExample.Request(after: 3, shows: [.entry(0), .entry(1), .entry(2)], overBy: 9),
      ]
    ) { $0.pipeline = Pipeline([ExamplePolicy.stage(moments: moments)]) }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example([.prompt]), silent: Self.example([.prompt, .toolOutput]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let stages = scene.subject.pipeline?.stages, !stages.isEmpty,
      !stages.contains(where: Self.looksIntoLoops)
    else { return }
    let blind = scene.steps.filter { $0.record.moment == .toolOutput && $0.record.overBy > 0 }
    guard let first = blind.first, let last = blind.last else { return }
    report(
      HazardHit(
        first.record.entry,
        "\(blind.count) requests in tool loops are over the budget, by up to "
          + "\(blind.map(\.record.overBy).max() ?? 0) tokens, and no stage looks at them",
        requests: first.record.number...last.record.number))
  }

  /// Whether a stage may act between a prompt and its answer.
  private static func looksIntoLoops(_ stage: Stage) -> Bool {
    let moments: Set<Moment> =
      stage.persistence == .view
      ? [.toolOutput] : stage.moments.intersection([.toolOutput, .toolCalls, .overflow])
    return moments.contains { moment in
      if case .never = stage.strategy.reach(at: moment) { false } else { true }
    }
  }
}
