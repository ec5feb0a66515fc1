/// Finds summaries that were made of summaries.
struct NestedSummary: HazardRule {
  let id = "nested-summary"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "A summary was summarised again and did not stay word for word."
  let consequence =
    "Each generation loses and bends some more, and what the first left out is out of reach of the next."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .twoSummaries("It weighs 5 kg.", "A weight was given."),
      silent: .twoSummaries("It weighs 5 kg.", "It weighs 5 kg.\nThe user asked for another.")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for summary in scene.newSummaries {
      let text = summary.item.entry.text
      for old in summary.earlier {
        let lines = old.entry.text.split(whereSeparator: \.isNewline).filter {
          $0.contains { !$0.isWhitespace }
        }
        let gone = lines.count { !text.contains($0) }
        guard gone > 0 else { continue }
        report(
          HazardHit(
            summary.entry,
            "a summary of a summary: \(gone) of the \(lines.count) lines of the one before are "
              + "not in it word for word"))
        break
      }
    }
  }
}

extension HazardExample {
  /// Two requests: the first two turns became a summary, and then that and the third another one.
  static func twoSummaries(_ first: String, _ second: String) -> HazardExample {
    let entries = plainTurns + [.response("7 kg."), .prompt("Thanks.")]
    return HazardExample(
      Transcript(entries: entries),
      requests: [
        Request(
          after: 5, shows: [.made(.prompt(first), covers: [0, 1, 2, 3]), .entry(4)],
          summaries: [.example(fed: [0, 1, 2, 3])]),
        Request(
          after: 7, shows: [.made(.prompt(second), covers: [0, 1, 2, 3, 4, 5]), .entry(6)],
          summaries: [.example(fed: [0, 1, 2, 3, 4, 5], request: 2)]),
      ])
  }
}
