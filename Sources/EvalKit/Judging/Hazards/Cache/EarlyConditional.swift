/// Finds parts of a head that change in front of parts that do not.
struct EarlyConditional: HazardRule {
  let id = "early-conditional"
  let group = HazardGroup.cache
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let needs = [HazardNeed.ledger]
  let sentence =
    "Instructions or tools that changed stand before ones that did not."
  let consequence =
    "What did not change is read again all the same: moved to the end, the change would leave it cached."

  private static func example(_ heads: (String, String)) -> HazardExample {
    HazardExample(
      Transcript(head: Head(heads.0), entries: HazardExample.plainTurns),
      requests: [
        HazardExample.Request(after: 3, shows: (0..<3).map { .entry($0) }),
        HazardExample.Request(
          after: 5, shows: (0..<5).map { .entry($0) }, head: Head(heads.1)),
      ]
    ) { $0.price() }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: Self.example(
        ("Draft mode.\nNever phone the traveller.", "Final mode.\nNever phone the traveller.")),
      silent: Self.example(
        ("Never phone the traveller.\nDraft mode.", "Never phone the traveller.\nFinal mode."))
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard scene.isHeadChanged, let before = scene.previousHead, let ledger = scene.subject.ledger
    else { return }
    let isInherited =
      scene.steps.last?.isHeadEdited != true && scene.steps.dropLast().last?.isHeadEdited != true
    let lines = (Self.lines(before), Self.lines(scene.head))
    let text = Self.unchangedBehind(lines.0, lines.1)
    if !text.isEmpty {
      let tokens = ledger.count(Head(text.joined(separator: "\n")))
      report(
        HazardHit(
          nil,
          "\(tokens) tokens of instructions did not change and stand behind what did: moved "
            + "last, it would leave them cached", isInherited: isInherited))
    }
    let tools = Self.unchangedBehind(before.tools, scene.head.tools)
    // Where the instructions changed, no order of the tools would help.
    if !tools.isEmpty, lines.0 == lines.1 {
      let tokens = ledger.count(Head("", tools: tools))
      report(
        HazardHit(
          nil,
          "\(tokens) tokens of tool definitions did not change and stand behind one that did: "
            + "moved last, it would leave them cached", isInherited: isInherited))
    }
  }

  private static func lines(_ head: Head) -> [String] {
    head.instructionsText.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The parts that stand behind the first change and are in both lists.
  private static func unchangedBehind<Part: Hashable>(_ old: [Part], _ new: [Part]) -> [Part] {
    guard let first = zip(old, new).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      return []
    }
    let known = Set(old[first...])
    return new[first...].filter(known.contains)
  }
}
