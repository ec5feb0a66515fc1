/// Finds tools that instructions speak of and no definition provides.
struct ToolInProseOnly: HazardRule {
  let id = "tool-in-prose-only"
  let group = HazardGroup.tools
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let needs: [HazardNeed] = [.toolDefinitions]
  let sentence =
    "The instructions name a tool that the request does not define."
  let consequence =
    "The model is told to use what it cannot call: it writes the call as text, or makes up an answer in its stead."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let head = Head(
      "Weigh with the `get_weight` tool.", tools: [ToolDefinition(name: "get_weight")])
    func example(_ shown: Head) -> HazardExample {
      HazardExample(
        Transcript(head: head, entries: [.prompt("Weigh it.")]),
        requests: [HazardExample.Request(after: 1, shows: [.entry(0)], head: shown)])
    }
    return (fires: example(Head("Weigh with the `get_weight` tool.")), silent: example(head))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let shown = scene.heads.shown.undefined
    if shown.isEmpty { return }
    let recorded = Set(scene.heads.recorded.undefined)
    for isInherited in [true, false] {
      let tools = shown.filter { recorded.contains($0) == isInherited }
      if tools.isEmpty { continue }
      let names = tools.map { "'\($0)'" }.joined(separator: ", ")
      report(
        HazardHit(
          nil, "\(names) \(tools.count == 1 ? "is" : "are") not defined", isInherited: isInherited))
    }
  }
}
