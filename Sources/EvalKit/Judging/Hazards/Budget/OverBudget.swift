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
      fires: HazardExample(HazardExample.plainTurns, shows: [0, 1, 2, 3, 4], overBy: 12),
      silent: HazardExample(HazardExample.plainTurns, shows: [0, 1, 2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard scene.record.overBy > 0 else { return }
    let detail = "over the budget by \(scene.record.overBy) tokens"
    guard let budget = scene.subject.budget, let ledger = scene.subject.ledger else {
      return report(HazardHit(nil, detail))
    }
    let giant = scene.plan.giants.first {
      $0.entry.index < scene.count && scene.shown.showsWhole($0.entry.index)
    }
    let made = scene.synthesised.first { ledger.count(scene.items[$0]) > budget.tokens }
    if let giant {
      report(
        HazardHit(
          nil,
          "\(detail); \(scene.label(giant.entry)) alone takes \(giant.tokens) of "
            + "\(budget.tokens)"))
    } else if let made {
      let tokens = ledger.count(scene.items[made])
      report(
        HazardHit(nil, "\(detail); what a stage made alone takes \(tokens) of \(budget.tokens)"))
    } else {
      report(HazardHit(nil, "\(detail); no entry alone is too large"))
    }
  }
}
