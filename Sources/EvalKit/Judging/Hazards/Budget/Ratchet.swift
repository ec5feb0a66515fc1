/// Finds policies that free less each time.
struct Ratchet: HazardRule {
  let id = "ratchet"
  let group = HazardGroup.budget
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let needs = [HazardNeed.ledger]
  let sentence =
    "The policy frees less each time it acts, towards nothing."
  let consequence =
    "What it may take is used up: after a few more turns it acts on every request and the session is stuck."

  private static func example(_ drops: [Int]) -> HazardExample {
    let entries = HazardExample.turns(12)
    var gone = 0
    return HazardExample(
      Transcript(entries: entries),
      requests: drops.enumerated().map { place, drop in
        gone += drop
        let count = 12 + 4 * place + 1
        return HazardExample.Request(after: count, shows: (gone..<count).map { .entry($0) })
      }
    ) { $0.price() }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example([8, 3, 1]), silent: Self.example([3, 3, 3]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let edits = scene.steps.filter { $0.isEdited && $0.removedTokens > 0 }
    // The longest run that falls and ends on the last.
    var start = edits.count - 1
    while start > 0, edits[start - 1].freed > edits[start].freed { start -= 1 }
    guard edits.count - start >= 3, let last = edits.last, last.freed >= 0,
      last.freed * 4 < edits[start].freed
    else { return }
    let freed = edits[start...].suffix(5).map { "\($0.freed)" }.joined(separator: ", ")
    report(
      HazardHit(
        nil, "\(edits.count - start) edits freed less and less; the last \(freed) tokens",
        requests: edits[start].record.number...last.record.number))
  }
}
