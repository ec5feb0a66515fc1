/// Finds words that point at what is gone.
///
/// Two kinds: an entry that opens with "as shown above" and the like while nothing it could mean
/// stands before it any more; and a path in what a stage wrote that nothing in the session could open.
struct DanglingReference: HazardRule {
  let id = "dangling-reference"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.warning
  let sentence =
    "Words in view point at something that is gone: \"as shown above\", \"already read\", a path to what was left out."
  let consequence =
    "The model takes for seen what it cannot see, does not look again, and makes up what was there."

  private static let entries: [Entry] = [
    .prompt("Weigh it."), .exampleCalls("get_weight"), .output("5 kg", callID: "k1"),
    .response("As shown above, it is light."), .prompt("How much is it?"),
  ]

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: HazardExample(Self.entries, shows: [0, 3, 4]),
      silent: HazardExample(Self.entries, shows: [0, 1, 2, 3, 4])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for reference in scene.subject.texts.references() {
      if reference.entry >= scene.count { break }
      guard let place = scene.shown.place(of: reference.entry),
        scene.shown.showsWhole(reference.entry)
      else { continue }
      func isMeant(_ entry: Int) -> Bool {
        let kind = scene.transcript.entries[entry].kind
        return kind == .toolOutput || (!reference.meansOutput && kind == .response)
      }
      let isThere = scene.kinds[..<place].indices.contains { before in
        guard let entry = scene.entry(at: before) else { return true }
        return isMeant(entry) && scene.items[before].form != .masked
      }
      // What never was there is the record's own affair.
      guard !isThere, let meant = (0..<reference.entry).last(where: isMeant) else { continue }
      report(
        HazardHit(
          EntryID(reference.entry), "'\(reference.phrase)', and nothing it could mean is in view",
          lost: EntryID(meant)))
    }
    checkPaths(scene, report)
  }

  /// Paths in masks and headings: somebody must be able to open them.
  private func checkPaths(_ scene: HazardScene, _ report: (HazardHit) -> Void) {
    guard scene.subject.definesTools, let edit = scene.edit,
      !scene.head.tools.contains(where: Self.opens)
    else { return }
    for item in edit.inserted where !item.isWhole {
      let written: [String]
      if item.isSynthesised {
        written = scene.stage(of: item)?.stage.texts.map(\.text) ?? []
      } else {
        written = item.entry.segments.compactMap(\.text).filter { text in
          !scene.transcript[item.id ?? EntryID(0)].segments.contains { $0.text == text }
        }
      }
      let paths = written.flatMap { StatedValues($0).values }.filter { $0.kind == "path" }
      for path in paths where item.entry.text.contains(path.matcher.value) {
        guard scene.subject.texts.index.texts(with: path.matcher, limit: 1).isEmpty else {
          continue
        }
        report(
          HazardHit(
            item.standsFor.first,
            "it points at \(path.matcher.value), and no tool of the request could open that"))
        break
      }
    }
  }

  /// Whether a tool could open a path.
  private static func opens(_ tool: ToolDefinition) -> Bool {
    let name = tool.name.lowercased()
    return verbs.contains(where: name.contains)
      || tool.parameters.serialised().lowercased().contains("path")
  }

  private static let verbs = [
    "read", "open", "cat", "view", "file", "fetch", "bash", "shell", "exec", "run", "retriev",
    "recall", "search", "load", "terminal", "command", "python", "grep",
  ]
}

extension HazardTexts.BackReference {
  /// The entries of a transcript whose opening words point back.
  ///
  /// Only the opening is looked at: further on a text may mean itself.
  static func all(in transcript: Transcript) -> [Self] {
    transcript.entries.enumerated().compactMap { place, entry in
      guard entry.kind == .response || entry.kind == .prompt,
        let text = entry.segments.lazy.compactMap(\.text).first
      else { return nil }
      let opening = text.prefix(120).lowercased()
      for (phrase, meansOutput) in phrases where opening.contains(phrase) {
        return Self(entry: place, phrase: phrase, meansOutput: meansOutput)
      }
      return nil
    }
  }

  /// What is looked for, and whether it means what a tool gave.
  private static let phrases: [(String, Bool)] = [
    ("output above", true), ("results above", true), ("result above", true),
    ("already read the", true), ("already read that", true), ("already looked at the", true),
    ("as shown above", false), ("as you can see above", false), ("as mentioned above", false),
    ("as described above", false), ("as listed above", false), ("as noted above", false),
    ("see above", false), ("the list above", false), ("the table above", false),
  ]
}
