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
    guard scene.subject.definesTools, let edit = scene.edit else { return }
    for item in edit.inserted where !item.isWhole {
      let paths =
        item.isSynthesised
        ? headingPaths(of: item, scene) : item.note(Self.key) { Self.paths(in: $0) }
      let path = paths.first { path in
        scene.subject.texts.index.texts(with: ValueMatcher(path, kind: .identifier), limit: 1)
          .isEmpty
      }
      guard let path, !scene.head.tools.contains(where: Self.opens) else { continue }
      report(
        HazardHit(
          item.standsFor.first, "it points at \(path), and no tool of the request could open that"))
    }
  }

  private static let key = MatchText.hash("dangling-reference")

  /// The paths that the policy itself writes into what it makes.
  private func headingPaths(of item: Item, _ scene: HazardScene) -> [String] {
    let texts = scene.stage(of: item)?.stage.texts.map(\.text) ?? []
    let shown = item.entry.text
    return texts.flatMap { Self.paths(in: $0) }.filter(shown.contains)
  }

  /// The paths in the lines of an edited entry that tell where the rest of it is.
  private static func paths(in entry: Entry) -> [String] {
    entry.segments.compactMap(\.text).flatMap { text -> [String] in
      guard text.utf8.contains(UInt8(ascii: "/")) else { return [] }
      return text.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
        guard line.utf8.count < 400, line.utf8.contains(UInt8(ascii: "/")) else { return [] }
        let lowered = line.lowercased()
        return pointers.contains(where: lowered.contains) ? paths(in: String(line)) : []
      }
    }
  }

  private static func paths(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "/")) else { return [] }
    return StatedValues(text).values.filter { $0.kind == "path" }.map(\.matcher.value)
  }

  private static let pointers = [
    "left out", "full output", "whole output", "available at", "saved to", "stored in",
    "written to", "is at", "is in",
  ]

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
