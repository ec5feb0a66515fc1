/// Finds reasoning that leads to nothing.
struct ReasoningOrphaned: HazardRule {
  let id = "reasoning-orphaned"
  let group = HazardGroup.structure
  let severity = HazardSeverity.warning
  let sentence =
    "Reasoning is in view, and the calls or the response it led to are gone."
  let consequence =
    "Some providers refuse reasoning without what follows it; the model reads a plan as not carried out."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Weigh it."), .reasoning("The scales are free."), .exampleCalls("weigh"),
      .output("5 kg", callID: "k1"), .response("5 kg."), .prompt("And that?"),
    ]
    return (
      fires: HazardExample(entries, shows: [0, 1, 4, 5]),
      silent: HazardExample(entries, shows: [0, 1, 2, 3, 4, 5])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard scene.recorded.hasReasoning else { return }
    for (place, kind) in scene.kinds.enumerated() where kind == .reasoning {
      guard let entry = scene.entry(at: place) else { continue }
      let led = Self.led(by: entry, scene)
      if led.isEmpty {
        report(HazardHit(EntryID(entry), "led to nothing in the record", isInherited: true))
      } else if !led.contains(where: { scene.isReadable(EntryID($0)) }) {
        let first = EntryID(led.lowerBound)
        report(
          HazardHit(
            EntryID(entry), "what it led to, \(scene.label(first)), is not in view", lost: first))
      }
    }
  }

  /// The rest of the reply: what follows the run of reasoning, up to the next.
  private static func led(by entry: Int, _ scene: HazardScene) -> Range<Int> {
    let entries = scene.transcript.entries
    var first = entry + 1
    while first < entries.count, entries[first].kind == .reasoning { first += 1 }
    var end = first
    while end < entries.count, entries[end].kind.isReply, entries[end].kind != .reasoning {
      end += 1
    }
    return first..<end
  }
}
