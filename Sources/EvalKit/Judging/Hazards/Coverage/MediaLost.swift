/// Finds attachments and structures that went without a word.
struct MediaLost: HazardRule {
  let id = "media-lost"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let scope = HazardScope.edits
  let sentence =
    "An attachment or a structure vanished without a marker that says so."
  let consequence =
    "The model answers about a picture or a form as if there had never been one: renderings to text drop them."

  private static let entries: [Entry] = [
    Entry(
      kind: .prompt,
      segments: [
        .text("What is this?"), Segment(.attachment(Attachment(name: "scale.png", tokens: 9))),
      ]),
    .response("5 kg."), .prompt("And that?"),
  ]

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .summarised(
        "The user asked what something was.", of: Self.entries, covers: [0, 1], shows: [2]),
      silent: .summarised(
        "The user showed scale.png and asked what it was.", of: Self.entries, covers: [0, 1],
        shows: [2])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let edit = scene.edit else { return }
    for item in edit.inserted where item.form != .whole {
      guard let id = item.id else { continue }
      checkEdited(item, scene.transcript[id], id, report)
    }
    for summary in scene.newSummaries { check(summary, scene, report) }
  }

  /// A masked or truncated entry: any text that the record does not have marks what was left out.
  private func checkEdited(
    _ item: Item, _ recorded: Entry, _ id: EntryID, _ report: (HazardHit) -> Void
  ) {
    let kept = item.entry.segments.map(\.content)
    let lost = recorded.segments.filter { $0.text == nil && !kept.contains($0.content) }
    guard !lost.isEmpty else { return }
    let isMarked = item.entry.segments.contains { segment in
      guard let text = segment.text, text.contains(where: { !$0.isWhitespace }) else {
        return false
      }
      return !recorded.segments.contains { $0.text == text }
    }
    if !isMarked { report(HazardHit(id, "\(Self.name(lost)) of it went without a marker")) }
  }

  private func check(
    _ summary: NewSummary, _ scene: HazardScene, _ report: (HazardHit) -> Void
  ) {
    let before = Set(summary.earlier.flatMap(\.standsFor))
    let kept = summary.item.entry.segments.map(\.content)
    var attachments: [(entry: EntryID, segment: Segment)] = []
    var structures: [(entry: EntryID, segment: Segment)] = []
    for entry in summary.standsFor where !before.contains(entry) {
      for segment in scene.transcript[entry].segments where segment.text == nil {
        if kept.contains(segment.content) { continue }
        if case .attachment = segment.content {
          attachments.append((entry, segment))
        } else {
          structures.append((entry, segment))
        }
      }
    }
    guard !attachments.isEmpty || !structures.isEmpty else { return }
    let text = scene.ownText(of: summary)
    let lowered = text.lowercased()
    attachments.removeAll { _, segment in
      guard case .attachment(let attachment) = segment.content else { return true }
      return (!attachment.name.isEmpty && text.contains(attachment.name))
        || Self.words.contains(where: lowered.contains)
    }
    // Of what it was shown a summary keeps something: none of all structures is left only where a
    // rendering dropped them.
    let words = Set(MatchText(text).atoms.map(\.hash))
    if structures.contains(where: { Self.leavesTrace($0.segment, in: words) }) { structures = [] }
    let lost = (attachments + structures).sorted { $0.entry < $1.entry }
    guard let first = lost.first else { return }
    report(
      HazardHit(
        first.entry,
        "\(Self.name(lost.map(\.segment))) left no trace in the summary of "
          + "\(summary.standsFor.count) entries", lost: first.entry))
  }

  /// Whether any value of a structure stands in a text, so that whoever wrote it saw it.
  private static func leavesTrace(_ segment: Segment, in words: Set<UInt64>) -> Bool {
    let value: JSONValue
    switch segment.content {
    case .structure(let structure, _): value = structure
    case .opaque(let opaque): value = opaque
    case .text, .attachment: return true
    }
    var leaves: [String] = []
    value.appendLeaves(to: &leaves)
    return leaves.prefix(200).contains { leaf in
      let atoms = MatchText(String(leaf.prefix(400))).atoms
      guard atoms.reduce(0, { $0 + $1.count }) >= 3 else { return false }
      return atoms.contains { $0.count >= 3 && words.contains($0.hash) }
    }
  }

  private static func name(_ segments: [Segment]) -> String {
    let attachments = segments.count { if case .attachment = $0.content { true } else { false } }
    let structures = segments.count - attachments
    let parts = [
      attachments == 0 ? nil : "\(attachments) attachment\(attachments == 1 ? "" : "s")",
      structures == 0 ? nil : "\(structures) structure\(structures == 1 ? "" : "s")",
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  /// Words by which a summary tells of media it does not have.
  private static let words = [
    "image", "picture", "photo", "screenshot", "attachment", "attached", "audio", "video", "scan",
    "diagram", "drawing", "document", "file",
  ]
}
