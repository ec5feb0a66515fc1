/// Finds instructions that are gone.
struct InstructionsLost: HazardRule {
  let id = "instructions-lost"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let sentence =
    "The instructions in force are not in view."
  let consequence =
    "The model answers without its role and its rules, and nothing tells it that it had any."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: InstructionsFate.example(shown: Head()),
      silent: InstructionsFate.example(shown: Head("Be brief."))
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for case .lost(let entry, let label) in scene.instructionsFates {
      report(HazardHit(entry, "\(label) is in view nowhere"))
    }
  }
}
