/// Finds reasoning that is held and not rendered again.
///
/// Not the policy's doing but its to avoid: reasoning that is cleared when the reply is there, before
/// the next prompt comes, is read again while nobody waits. An arm that never edited anything has left
/// nothing undone: there it is the model's own, and inherited.
struct StrippedReasoning: HazardRule {
  let id = "stripped-reasoning"
  let group = HazardGroup.cache
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let sentence =
    "The cache holds reasoning that the next request leaves out; reuse ends there."
  let consequence =
    "All that followed the reasoning, the answer included, is read again at the next prompt."

  private static func example(common: Int) -> HazardExample {
    HazardExample(
      Transcript(entries: [
        .prompt("Hello."), .response("Hello."), .prompt("Weigh it."), .reasoning("It is small."),
        .response("5 kg."), .prompt("And that?"),
      ]),
      requests: [
        HazardExample.Request(after: 3, shows: [.entry(2)], tokens: 10),
        HazardExample.Request(
          after: 6, shows: (2..<6).map { .entry($0) }, tokens: 30, cached: common,
          commonPrefix: common, held: 29),
      ])
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example(common: 10), silent: Self.example(common: 29))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let record = scene.record
    guard record.isBreak, record.held > 0, record.moment == .prompt, scene.edit == nil,
      !scene.isHeadChanged, let active = scene.activePrompt
    else { return }
    let turn = scene.structure.turns[active.index]
    guard turn > 0 else { return }
    let reasoning = scene.structure.range(ofTurn: turn - 1).first { entry in
      scene.transcript.entries[entry].kind == .reasoning && scene.shown.shows(entry)
    }
    guard let reasoning else { return }
    report(
      HazardHit(
        EntryID(reasoning),
        "\(record.held - record.commonPrefix) of \(record.held) held tokens are read again, from "
          + "\(scene.label(EntryID(reasoning))) on", isInherited: !scene.hasEdited))
  }
}
