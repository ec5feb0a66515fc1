/// Finds requests with other tools than the one before.
struct ToolsChanged: HazardRule {
  let id = "tools-changed"
  let group = HazardGroup.tools
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let needs: [HazardNeed] = [.toolDefinitions]
  let sentence =
    "The tools a request defines differ from those of the request before."
  let consequence =
    "Definitions stand before the conversation, so all of it is read anew; and what the model could do a moment ago it cannot do now, or the reverse."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let head = Head(
      "Be brief.", tools: [ToolDefinition(name: "weigh"), ToolDefinition(name: "measure")])
    func example(_ second: Head) -> HazardExample {
      HazardExample(
        Transcript(head: head, entries: HazardExample.plainTurns),
        requests: [
          HazardExample.Request(after: 3, shows: (0..<3).map { .entry($0) }),
          HazardExample.Request(after: 5, shows: (0..<5).map { .entry($0) }, head: second),
        ])
    }
    return (
      fires: example(Head("Be brief.", tools: [ToolDefinition(name: "weigh")])),
      silent: example(Head("Be very brief.", tools: head.tools))
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let before = scene.previousHead, scene.mayHaveOtherHead else { return }
    let tools = scene.head.tools
    guard tools != before.tools else { return }
    // Where the record changes its tools here, they change whatever a stage does.
    let isInherited = scene.heads.previousInForce.map { $0.tools != scene.headInForce.tools }
    report(HazardHit(nil, detail(from: before.tools, to: tools), isInherited: isInherited ?? false))
  }

  private func detail(from old: [ToolDefinition], to new: [ToolDefinition]) -> String {
    func names(_ tools: [ToolDefinition], not others: [ToolDefinition]) -> String {
      let known = Set(others.map(\.name))
      return tools.map(\.name).filter { !known.contains($0) }.joined(separator: ", ")
    }
    let added = names(new, not: old)
    let gone = names(old, not: new)
    if added.isEmpty, gone.isEmpty {
      return Set(old) == Set(new) ? "their order changed" : "a definition has another text"
    }
    return [added.isEmpty ? nil : "\(added) added", gone.isEmpty ? nil : "\(gone) left out"]
      .compactMap { $0 }.joined(separator: "; ")
  }
}

extension HazardScene {
  /// Whether the head shown may be other than at the request before.
  fileprivate var mayHaveOtherHead: Bool {
    heads.isReplaced || steps.suffix(2).contains { $0.isHeadEdited }
  }
}
