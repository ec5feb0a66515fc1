/// Finds made entries that are made again otherwise of the same.
struct UnstableSynthetic: HazardRule {
  let id = "unstable-synthetic"
  let group = HazardGroup.cache
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "An entry that a stage made changed though what it stands for did not."
  let consequence =
    "A new id, a counter or another wording each time breaks the cache for nothing."

  private static func example(_ second: String) -> HazardExample {
    HazardExample(
      Transcript(entries: HazardExample.plainTurns),
      requests: [
        HazardExample.Request(
          after: 3,
          shows: [.made(.prompt("Skipped 2 messages (id 17)."), covers: [0, 1]), .entry(2)]),
        HazardExample.Request(
          after: 5,
          shows: [.made(.prompt(second), covers: [0, 1]), .entry(2), .entry(3), .entry(4)]),
      ])
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: Self.example("Skipped 2 messages (id 18)."),
      silent: Self.example("Skipped 2 messages (id 17).")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let edit = scene.edit else { return }
    let old = edit.removed.filter(\.isSynthesised)
    if old.isEmpty { return }
    for item in edit.inserted {
      guard case .synthesised(let id, let covers, let carries) = item.source,
        !(covers.isEmpty && carries.isEmpty)
      else { continue }
      let before = old.first { other in
        guard case .synthesised(let otherID, let others, let kept) = other.source else {
          return false
        }
        return otherID.stage == id.stage && others == covers && kept == carries
      }
      guard let before, before.kind == item.kind, before.entry != item.entry else { continue }
      let first = item.standsFor.min()
      report(
        HazardHit(first, "what stands for \(item.standsFor.count) entries was made anew otherwise"))
    }
  }
}
