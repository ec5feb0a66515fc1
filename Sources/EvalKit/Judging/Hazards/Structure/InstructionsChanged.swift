/// Finds instructions that were rewritten.
struct InstructionsChanged: HazardRule {
  let id = "instructions-changed"
  let group = HazardGroup.structure
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let sentence =
    "The instructions in view are not those in force."
  let consequence =
    "A rule that fell out is followed no more, and the cache is lost from the first token on."

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: InstructionsFate.example(shown: Head("Be helpful.")),
      silent: InstructionsFate.example(shown: Head("Be brief."))
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for case .changed(let entry, let label, let detail) in scene.instructionsFates {
      report(HazardHit(entry, "\(label) \(detail)"))
    }
  }
}
