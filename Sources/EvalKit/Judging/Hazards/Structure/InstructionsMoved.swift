/// Finds instructions that do not stand first.
struct InstructionsMoved: HazardRule {
  let id = "instructions-moved"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let sentence =
    "The instructions in force stand elsewhere than first."
  let consequence =
    "Providers reject instructions mid-conversation or take them for the user's words, which weigh less and can be overruled."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: InstructionsFate.example(
        shown: Head(), .made(.prompt("Be brief."), covers: [])),
      silent: InstructionsFate.example(
        shown: Head("Be brief."), .made(.prompt("Be brief."), covers: []))
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for case .moved(let entry, let label, let detail) in scene.instructionsFates {
      report(HazardHit(entry, "\(label) \(detail)"))
    }
  }
}
