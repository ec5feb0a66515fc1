/// Finds policies that act again and again.
struct Thrash: HazardRule {
  let id = "thrash"
  let group = HazardGroup.budget
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let sentence =
    "The policy edits three or more requests in a row, or frees less than a tenth of the budget and soon acts again."
  let consequence =
    "Every edit reads the rest of the request anew: work is done all the time and room is never made."

  private static func example(_ starts: [Int]) -> HazardExample {
    let entries = HazardExample.turns(4)
    return HazardExample(
      Transcript(entries: entries),
      requests: starts.enumerated().map { turn, start in
        HazardExample.Request(
          after: 2 * turn + 1, shows: (start..<2 * turn + 1).map { .entry($0) })
      })
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example([0, 1, 3, 5]), silent: Self.example([0, 1, 1, 5]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let runs = scene.editedRuns
    if let longest = runs.filter({ $0.count >= 3 }).max(by: { $0.count < $1.count }) {
      let all = runs.reduce(0) { $0 + $1.count }
      return report(
        HazardHit(
          nil,
          "edits on \(longest.count) requests in a row, from "
            + "\(scene.steps[longest.lowerBound].record.number) on; \(all) of "
            + "\(scene.steps.count) requests edited", requests: scene.requests(longest)))
    }
    guard let budget = scene.subject.budget, scene.subject.ledger != nil else { return }
    let edits = scene.steps.indices.filter { scene.steps[$0].isEdited }
    for (place, next) in zip(edits, edits.dropFirst()) where next - place <= 3 {
      let freed = scene.steps[place].freed
      guard freed >= 0, freed * 10 < budget.tokens else { continue }
      return report(
        HazardHit(
          nil,
          "an edit at request \(scene.steps[place].record.number) freed \(freed) tokens of a "
            + "budget of \(budget.tokens), and the next came at request "
            + "\(scene.steps[next].record.number)", requests: scene.requests(place..<next + 1)))
    }
  }
}
