/// Finds edits that move on with every request.
struct SlidingEdit: HazardRule {
  let id = "sliding-edit"
  let group = HazardGroup.cache
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let sentence =
    "The edit point moves on every request."
  let consequence =
    "The cache never holds beyond it: a policy without memory pays for the whole tail each time. Batch the edits or store them."

  private static func example(_ starts: [Int]) -> HazardExample {
    HazardExample(
      Transcript(entries: HazardExample.turns(4)),
      requests: starts.enumerated().map { turn, start in
        HazardExample.Request(
          after: 2 * turn + 1, shows: (start..<2 * turn + 1).map { .entry($0) })
      })
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example([0, 1, 3, 5]), silent: Self.example([0, 2, 2, 2]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    var longest: (run: Range<Int>, first: EntryID)?
    for run in scene.editedRuns where run.count >= 3 {
      var start = run.lowerBound
      for place in run {
        // A run goes on as long as the first entry edited is a later one each time.
        if place > start, !isLater(scene.steps[place], than: scene.steps[place - 1]) {
          start = place
        }
        let length = place + 1 - start
        if length >= 3, length > longest?.run.count ?? 0, let first = scene.steps[start].entry {
          longest = (start..<place + 1, first)
        }
      }
    }
    guard let longest else { return }
    report(
      HazardHit(
        longest.first, "the edit point moved on \(longest.run.count) requests in a row",
        requests: scene.requests(longest.run)))
  }

  private func isLater(_ step: HazardStep, than before: HazardStep) -> Bool {
    guard let entry = step.entry, let earlier = before.entry else { return false }
    return earlier < entry
  }
}
