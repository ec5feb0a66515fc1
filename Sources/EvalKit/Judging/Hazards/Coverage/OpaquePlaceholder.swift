/// Finds masks that do not say enough.
///
/// A mask should say what it replaced, that the whole is still there, and how to get it back. English
/// words are looked for; a mask without Latin letters is left alone.
struct OpaquePlaceholder: HazardRule {
  let id = "opaque-placeholder"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "A mask does not say what it replaced, that the whole is intact, and how to get it back."
  let consequence =
    "The model cannot tell a result that was taken out from an empty one, and either repeats the call or makes it up."

  private static func example(_ mask: String) -> HazardExample {
    HazardExample(
      [
        .prompt("Weigh it."), .exampleCalls("get_weight"), .output("5 kg", callID: "k1"),
        .response("5 kg."), .prompt("Thanks."),
      ],
      showing: [
        .entry(0), .entry(1), .edited(2, .masked, .output(mask, callID: "k1")), .entry(3),
        .entry(4),
      ])
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: Self.example("[cleared]"),
      silent: Self.example(
        "[Output of get_weight, 4 characters, taken out; it is intact in the record. "
          + "Repeat the call to see it again.]")
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let edit = scene.edit else { return }
    var opaque: [(entry: EntryID, text: String, missing: [String])] = []
    for item in edit.inserted where item.form == .masked && item.kind != .toolCalls {
      guard let id = item.id, let missing = missing(in: item) else { continue }
      opaque.append((id, item.entry.text, missing))
    }
    guard let first = opaque.min(by: { $0.entry < $1.entry }) else { return }
    let shown = first.text.isEmpty ? "nothing" : "'\(first.text.prefix(60))'"
    report(
      HazardHit(
        nil,
        "\(shown) stands for \(scene.label(first.entry)) and does not say "
          + first.missing.joined(separator: " or "), lost: first.entry))
  }

  /// What a mask does not say; nil where it says all.
  private func missing(in item: Item) -> [String]? {
    let found = item.note(Self.key) { entry in
      let text = entry.text.lowercased()
      let isReadable = text.utf8.contains { (0x61...0x7A).contains($0) }
      if !isReadable, text.contains(where: \.isLetter) { return [] }
      return Self.demands.filter { demand in !demand.words.contains(where: text.contains) }
        .map(\.what)
    }
    return found.isEmpty ? nil : found
  }

  private static let key = MatchText.hash("opaque-placeholder")

  private static let demands: [(what: String, words: [String])] = [
    (
      "what it replaced",
      [
        "output", "result", "prompt", "response", "reasoning", "content", "call", "file", "image",
        "window", "message", "screenshot",
      ]
    ),
    (
      "that the whole is intact",
      [
        "intact", "record", "kept", "stored", "saved", "available", "archived", "preserved",
        "still ",
      ]
    ),
    (
      "how to get it back",
      [
        "repeat", "call ", "ask ", "read ", "retrieve", "fetch", "available at", "see ", "open ",
        "recall", "use ", "run ", "again",
      ]
    ),
  ]
}
