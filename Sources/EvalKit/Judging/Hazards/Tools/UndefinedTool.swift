/// Finds calls of tools that the request does not define.
struct UndefinedTool: HazardRule {
  let id = "undefined-tool"
  let group = HazardGroup.tools
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let needs: [HazardNeed] = [.toolDefinitions]
  let sentence =
    "A call is in view of a tool that the request does not define."
  let consequence =
    "Some providers answer 400; the model calls the tool again, as it sees itself doing, and the call cannot be run."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
      .response("5 kg."), .prompt("And that?"),
    ]
    let head = Head("Be brief.", tools: [ToolDefinition(name: "weigh")])
    func example(_ shown: Head) -> HazardExample {
      HazardExample(
        Transcript(head: head, entries: entries),
        requests: [
          HazardExample.Request(after: 5, shows: (0..<5).map { .entry($0) }, head: shown)
        ])
    }
    return (fires: example(Head("Be brief.")), silent: example(head))
  }

  /// - Complexity: O(tools called), and O(calls) of those that are not defined.
  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let defined = scene.heads.shown.defined
    for (tool, entries) in scene.recorded.callers where !defined.contains(tool) {
      let isInherited = !scene.heads.recorded.defined.contains(tool)
      for entry in entries {
        guard entry.index < scene.count else { break }
        if scene.calls(tool, at: entry) {
          report(HazardHit(entry, "\(tool) is not defined", isInherited: isInherited))
        }
      }
    }
    for place in scene.synthesised where scene.kinds[place] == .toolCalls {
      for call in scene.items[place].entry.calls where !defined.contains(call.name) {
        report(HazardHit(nil, "\(call.name), which a stage made a call of, is not defined"))
      }
    }
  }
}

extension HazardScene {
  /// Whether an entry is shown with a call of a tool.
  fileprivate func calls(_ tool: String, at entry: EntryID) -> Bool {
    guard let place = place(of: entry) else { return false }
    let item = items[place]
    return !item.isPartial || item.entry.calls.contains { $0.name == tool }
  }
}
