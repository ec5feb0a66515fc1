/// Finds rounds that something was put into.
struct OutputNotAdjacent: HazardRule {
  let id = "output-not-adjacent"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let dialects: Set<Dialect>? = Set(Dialect.allCases.filter(\.demandsAdjacency))
  let sentence =
    "Something other than the outputs of its round stands between a call and its output."
  let consequence =
    "Providers that demand outputs right behind their calls answer 400."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Weigh both."), .exampleCalls("weigh", "measure"), .output("5 kg", callID: "k1"),
      .output("1 m", callID: "k2"),
    ]
    let note = HazardExample.Shown.made(.prompt("Be brief."), covers: [])
    func example(_ shown: [HazardExample.Shown]) -> HazardExample {
      HazardExample(entries, showing: shown) { $0.dialect = .openai }
    }
    return (
      fires: example([.entry(0), .entry(1), .entry(2), note, .entry(3)]),
      silent: example([.entry(0), note, .entry(1), .entry(2), .entry(3)])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for (place, kind) in scene.kinds.enumerated() where kind == .toolOutput {
      guard let entry = scene.entry(at: place), let call = scene.structure.answers[entry],
        let origin = scene.place(of: call.entry), origin < place
      else { continue }
      // Walking back ends at the call or at the first thing that is none of the round.
      var between = place - 1
      while between > origin, isOfRound(scene, between, call.entry) { between -= 1 }
      guard between > origin else { continue }
      let intruder = scene.items[between]
      let recorded = call.entry.index + 1..<entry
      let stands = intruder.standsFor
      let isInherited = !stands.isEmpty && stands.allSatisfy { recorded.contains($0.index) }
      let name = intruder.id.map { scene.label($0) } ?? "what a stage made"
      report(
        HazardHit(
          EntryID(entry), "\(name) stands between it and its call, \(scene.label(call.entry))",
          isInherited: isInherited, lost: intruder.id))
    }
  }

  private func isOfRound(_ scene: HazardScene, _ place: Int, _ round: EntryID) -> Bool {
    guard scene.kinds[place] == .toolOutput else { return false }
    guard let entry = scene.entry(at: place) else {
      return scene.madePairs?.answers[place].map { scene.items[$0.entry.index].id == round }
        ?? false
    }
    return scene.structure.answers[entry]?.entry == round
  }
}
