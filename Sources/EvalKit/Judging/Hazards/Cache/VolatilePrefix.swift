/// Finds heads that change in nothing that matters.
struct VolatilePrefix: HazardRule {
  let id = "volatile-prefix"
  let group = HazardGroup.cache
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let sentence =
    "Instructions or tools differ from the last request's only by a date, a UUID, a counter or an order."
  let consequence =
    "The whole request is read anew for a clock or the order of a set: put what changes at the end, in the prompt."

  private static func example(_ second: String) -> HazardExample {
    HazardExample(
      Transcript(head: Head("It is 2026-05-14. Be brief."), entries: HazardExample.plainTurns),
      requests: [
        HazardExample.Request(after: 3, shows: (0..<3).map { .entry($0) }),
        HazardExample.Request(
          after: 5, shows: (0..<5).map { .entry($0) }, head: Head(second)),
      ])
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: Self.example("It is 2026-05-15. Be brief."),
      silent: Self.example("It is 2026-05-14. Be thorough.")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard scene.isHeadChanged, let before = scene.previousHead else { return }
    let (old, new) = (before, scene.head)
    let texts = (old.instructionsText, new.instructionsText)
    guard VolatileText.masked(texts.0) == VolatileText.masked(texts.1),
      let tools = Self.difference(old.tools, new.tools)
    else { return }
    var parts: [String] = []
    if texts.0 != texts.1 { parts.append("the instructions by a date, an id or a number") }
    if !tools.isEmpty { parts.append("the tools by \(tools)") }
    guard !parts.isEmpty else { return }
    report(
      HazardHit(
        nil, "the head differs only in \(parts.joined(separator: ", "))",
        isInherited: scene.steps.last?.isHeadEdited != true && !Self.wasEdited(scene)))
  }

  private static func wasEdited(_ scene: HazardScene) -> Bool {
    scene.steps.dropLast().last?.isHeadEdited == true
  }

  /// What two lists of tools differ by: nothing, their order, numbers; nil where it is more.
  private static func difference(_ old: [ToolDefinition], _ new: [ToolDefinition]) -> String? {
    if old == new { return "" }
    func sorted(_ tools: [ToolDefinition]) -> [String] {
      tools.map { tool in
        VolatileText.masked(
          "\(tool.name)\n\(tool.description)\n\(canonical(tool.parameters))")
      }.sorted()
    }
    guard sorted(old) == sorted(new) else { return nil }
    return old.map(\.name) == new.map(\.name) ? "the order of keys or a number" : "their order"
  }

  /// JSON with its keys sorted.
  private static func canonical(_ value: JSONValue) -> String {
    switch value {
    case .object(let object):
      let members = object.members.sorted { $0.key < $1.key }
      return "{\(members.map { "\($0.key):\(canonical($0.value))" }.joined(separator: ","))}"
    case .array(let values): return "[\(values.map(canonical).joined(separator: ","))]"
    default: return value.serialised()
    }
  }
}
