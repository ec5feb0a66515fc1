/// Finds the prompt that is to be answered gone.
struct PromptLost: HazardRule {
  let id = "prompt-lost"
  let group = HazardGroup.structure
  let severity = HazardSeverity.error
  let sentence =
    "The active prompt is not in view, neither as an entry nor verbatim in something a stage made."
  let consequence =
    "The model does not know what it is asked and goes on with whatever stands last."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .exampleCalls("weigh"),
      .output("5 kg", callID: "k1"),
    ]
    return (
      fires: HazardExample(entries, shows: [0, 1, 3, 4]),
      silent: HazardExample(entries, shows: [2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let prompt = scene.activePrompt, !scene.isReadable(prompt) else { return }
    report(HazardHit(prompt, "what is asked is in view nowhere"))
  }
}
