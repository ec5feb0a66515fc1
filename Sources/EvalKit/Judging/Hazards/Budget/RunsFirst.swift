/// Finds stages that run before one they are written behind.
struct RunsFirst: HazardRule {
  let id = "runs-first"
  let group = HazardGroup.budget
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let needs = [HazardNeed.pipeline, .budget]
  let sentence =
    "A stage that is written after another runs before it: stored stages run first, then views."
  let consequence =
    "A summary is made of what the view was to drop, and the view cuts into the summary."

  private static func example(_ first: Persistence, _ second: Persistence) -> HazardExample {
    HazardExample(HazardExample.plainTurns, showing: (0..<5).map { .entry($0) }) { subject in
      subject.budget = ContextBudget(contextSize: 4096)
      subject.pipeline = Pipeline([
        ExamplePolicy.stage(persistence: first), ExamplePolicy.stage(persistence: second),
      ])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example(.view, .stored), silent: Self.example(.stored, .view))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    if let found = scene.analysis(id) { report(HazardHit(nil, found.detail)) }
  }
}
