/// Finds requests that leave the prefix the model still held.
struct PrefixBreak: HazardRule {
  let id = "prefix-break"
  let group = HazardGroup.cache
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let sentence =
    "The cached prefix fell: an edit changed something before the end of what the model still held."
  let consequence =
    "Everything behind the edit is read and paid for again, at the full price and while the user waits."

  private static func example(_ shows: [Int], common: Int) -> HazardExample {
    HazardExample(
      Transcript(entries: HazardExample.plainTurns),
      requests: [
        HazardExample.Request(after: 3, shows: (0..<3).map { .entry($0) }, tokens: 30),
        HazardExample.Request(
          after: 5, shows: shows.map { .entry($0) }, tokens: 10 * shows.count, cached: common,
          commonPrefix: common, held: 39),
      ])
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example([2, 3, 4], common: 0), silent: Self.example([0, 1, 2, 3, 4], common: 39))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let record = scene.record
    guard record.isBreak, record.held > 0 else { return }
    let read = "\(record.held - record.commonPrefix) of \(record.held) held tokens are read again"
    let headTokens = scene.subject.ledger?.count(scene.head)
    if scene.isHeadChanged, headTokens.map({ record.commonPrefix < $0 }) ?? true {
      let isOwn = scene.steps.last?.isHeadEdited == true || scene.edit?.removed.isEmpty == false
      return report(
        HazardHit(nil, "\(read), from the head on", isInherited: !isOwn))
    }
    guard let edit = scene.edit, let first = edit.first else {
      // No stage did it: the record changes the head, or reasoning is not rendered again.
      return report(HazardHit(nil, "\(read), though nothing was edited", isInherited: true))
    }
    report(
      HazardHit(
        first, "\(read); the first that differs is at \(scene.label(first))", lost: first))
  }
}
