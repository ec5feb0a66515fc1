/// Finds prompts, or responses, that an edit brought next to each other.
struct BadAlternation: HazardRule {
  let id = "bad-alternation"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let dialects: Set<Dialect>? = Set(Dialect.allCases.filter(\.demandsAlternation))
  let sentence =
    "Two prompts, or two responses, stand in a row that the record did not have in a row."
  let consequence =
    "Providers whose turns must alternate answer 400 or run the two together as one."

  var examples: (fires: HazardExample, silent: HazardExample) {
    func example(_ places: [Int]) -> HazardExample {
      HazardExample(HazardExample.plainTurns, showing: places.map { .entry($0) }) {
        $0.dialect = .anthropic
      }
    }
    return (fires: example([0, 2, 3, 4]), silent: example([0, 1, 2, 3, 4]))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    var last: Int?
    // Reasoning is part of the message that follows it.
    for (place, kind) in scene.kinds.enumerated() where kind != .reasoning {
      defer { last = place }
      guard kind == .prompt || kind == .response, let last, scene.kinds[last] == kind else {
        continue
      }
      let entry = scene.entry(at: place).map { EntryID($0) }
      let missing = missing(scene, last, place)
      report(
        HazardHit(
          entry, "a \(kind.rawValue) stands right before it", isInherited: missing == nil,
          lost: missing.flatMap { $0 } ?? entry))
    }
  }

  /// The entry that the record has between two items of a kind; nil within where they were made or
  /// moved, nil where it has none, so that they stand in a row there too.
  private func missing(_ scene: HazardScene, _ left: Int, _ right: Int) -> EntryID?? {
    guard let before = scene.items[left].standsFor.max(),
      let after = scene.items[right].standsFor.min(), before < after,
      scene.transcript[before].kind == scene.kinds[left],
      scene.transcript[after].kind == scene.kinds[right]
    else { return .some(nil) }
    let between = (before.index + 1..<after.index).first {
      scene.transcript.entries[$0].kind != .reasoning
    }
    return between.map { .some(EntryID($0)) } ?? .none
  }
}
