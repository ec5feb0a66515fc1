/// Finds stages that stop where they begin.
struct TargetAtTrigger: HazardRule {
  let id = "target-at-trigger"
  let group = HazardGroup.budget
  let severity = HazardSeverity.error
  let scope = HazardScope.session
  let needs = [HazardNeed.pipeline, .budget]
  let sentence =
    "The target of a stage leaves no room below its trigger."
  let consequence =
    "It acts again on the next request and on every one after that: the cache breaks each time."

  private static func example(_ left: Int) -> HazardExample {
    HazardExample(HazardExample.plainTurns, showing: (0..<5).map { .entry($0) }) { subject in
      subject.budget = ContextBudget(contextSize: 4096)
      subject.pipeline = Pipeline([
        ExamplePolicy.stage(when: .count(20, .entries)) { $0.target = .entries(left) }
      ])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example(20), silent: Self.example(10))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    if let found = scene.analysis(id) { report(HazardHit(nil, found.detail)) }
  }
}
