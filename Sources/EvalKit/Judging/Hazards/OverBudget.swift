/// Finds views that exceed the budget.
struct OverBudget: HazardRule {
  let id = "over-budget"
  let group = HazardGroup.budget
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let sentence =
    "The view still exceeds the budget after all stages ran."
  let consequence =
    "The reserve for the answer is eaten into; past the context size the request fails."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(
        [
          .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
          .prompt("And that?"),
        ], shows: [0, 1, 2, 3, 4], overBy: 12),
      silent: HazardExample(
        [
          .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
          .prompt("And that?"),
        ], shows: [0, 1, 2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard scene.record.overBy > 0 else { return }
    report(HazardHit(nil, "over the budget by \(scene.record.overBy) tokens"))
  }
}
