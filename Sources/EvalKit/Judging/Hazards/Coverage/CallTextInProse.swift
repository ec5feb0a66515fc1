/// Finds past tool calls that stand as text in what a stage made.
struct CallTextInProse: HazardRule {
  let id = "call-text-in-prose"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "A past tool call stands as text in a prompt, a response or a summary."
  let consequence =
    "Models imitate it: they write calls as text instead of making them, or make the old one again."

  private static let entries: [Entry] = [
    .prompt("Book it."), .exampleCalls("book_room"), .output("booked", callID: "k1"),
    .response("It is done."), .prompt("Thanks."),
  ]

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .summarised(
        "Assistant called book_room({\"nights\": 2}).", of: Self.entries),
      silent: .summarised("A room was booked with book_room.", of: Self.entries)
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let edit = scene.edit else { return }
    for item in edit.inserted where item.isSynthesised {
      guard [.prompt, .response, .instructions].contains(item.kind),
        case let covered = item.standsFor,
        !covered.isEmpty
      else { continue }
      let carried = Set(item.carried)
      var tools = Set<String>()
      for entry in covered where !carried.contains(entry) {
        for call in scene.transcript[entry].calls { tools.insert(call.name) }
      }
      guard !tools.isEmpty else { continue }
      let text = item.entry.text
      guard let tool = tools.sorted().first(where: { Self.isCalled($0, in: text) }) else {
        continue
      }
      let call = covered.filter { scene.transcript[$0].calls.contains { $0.name == tool } }.min()
      report(HazardHit(call, "a call of \(tool) stands as text in what stands for it"))
    }
  }

  /// Whether a text holds a call of a tool, as renderings write it.
  private static func isCalled(_ tool: String, in text: String) -> Bool {
    guard text.contains(tool) else { return false }
    return [
      "\(tool)(", "\(tool) {", "\(tool): {", "\"name\":\"\(tool)\"", "\"name\": \"\(tool)\"",
      "[Tool calls: \(tool)", "[Called \(tool)", "[Tool Calls]\n\(tool):", "Tool call: \(tool)",
    ].contains(where: text.contains)
  }
}

extension Item {
  /// The entries whose text a made item holds word for word.
  fileprivate var carried: [EntryID] {
    if case .synthesised(_, _, let carries) = source { carries } else { [] }
  }
}
