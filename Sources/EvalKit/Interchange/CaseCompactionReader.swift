/// Reads what a compaction of a case did.
///
/// `through` is the last entry it took out, with all before it but those in `keep`; `summary` stands
/// for them, behind what was kept. `drop` takes out entries that nothing stands for, `mask` shows
/// entries with another text.
struct CaseCompactionReader {
  private let object: StrictObject
  private let transcript: Transcript
  private let before: RecordedCompactions

  /// Makes a reader of the object of a step that stands after a transcript.
  init(_ object: StrictObject, after transcript: Transcript, _ before: RecordedCompactions) {
    self.object = object
    self.transcript = transcript
    self.before = before
  }

  /// The event; nil where something is wrong, which was reported.
  func event() -> CompactionEvent? {
    let errors = object.diagnostics.errorCount
    if transcript.entries.isEmpty {
      object.error("there is nothing to compact before the first entry")
    }
    var event = CompactionEvent(position: transcript.entries.count)
    let dropped = entries("drop")
    event.dropped = RangeSet(dropped.map { $0..<$0 + 1 })
    readRange(into: &event)
    event.replacements = masks(takenOut: event.takenOut)
    event.by = object.optional("by", as: String.self)
    event.trigger = object.optional("trigger", as: String.self)
    object.finish()
    guard object.diagnostics.errorCount == errors else { return nil }
    if event.takenOut.isEmpty, event.replacements.isEmpty {
      object.error("a compaction says what it did: 'through' an entry, 'drop' or 'mask'")
      return nil
    }
    if !event.takenOut.isEmpty, !before.isChanged(by: event) {
      object.error("nothing that it takes out was shown any more", at: "through")
      return nil
    }
    return event
  }

  // MARK: What is taken out

  private func readRange(into event: inout CompactionEvent) {
    let kept = entries("keep")
    let summary = summary()
    guard object.contains("through") else {
      _ = object.node("through")
      for key in ["summary", "opaque", "keep"] where object.contains(key) {
        object.error("'\(key)' needs 'through': the last entry that was taken out", at: key)
      }
      return
    }
    guard let node = object.node("through"), let last = entry(node, "through") else { return }
    for place in kept where place > last {
      object.error("\(name(place)) stands after \(name(last)) and is kept anyway", at: "keep")
    }
    let range = RangeSet(0..<last + 1).subtracting(RangeSet(kept.map { $0..<$0 + 1 }))
    guard let summary else {
      event.dropped = event.dropped.union(range)
      return
    }
    event.summaries = [
      CompactionEvent.Summary(
        kind: summary.kind, segments: summary.segments, covers: range.subtracting(event.dropped),
        place: last + 1)
    ]
  }

  /// What stands for the entries; nil where nothing does.
  private func summary() -> (kind: EntryKind, segments: [Segment])? {
    let kind = kind()
    let opaque = object.optional("opaque", as: JSONValue.self)
    guard let node = object.node("summary") else {
      if object.contains("as") { object.error("'as' says how a 'summary' is shown", at: "as") }
      return opaque.map { (.opaque, [Segment(.opaque($0))]) }
    }
    if opaque != nil {
      object.error("a 'summary' is a text, 'opaque' what nobody can read; give one", at: "opaque")
    }
    // An empty summary is one that went wrong; it was shown all the same.
    let text = text(node, path: object.path(of: "summary"))
    return text.map { (kind, $0.isEmpty ? [] : [.text($0)]) }
  }

  private func kind() -> EntryKind {
    guard let word = object.optional("as", as: String.self) else { return .prompt }
    let kinds: [EntryKind] = [.prompt, .response, .instructions]
    if let kind = kinds.first(where: { $0.rawValue == word }) { return kind }
    object.error(
      "a summary is shown as prompt, response or instructions, not '\(word)'"
        + EditDistance.suggestion(for: word, in: kinds.map(\.rawValue)), at: "as")
    return .prompt
  }

  // MARK: Masks

  private func masks(takenOut: RangeSet<Int>) -> [CompactionEvent.Replacement] {
    guard let node = object.node("mask") else { return [] }
    let path = object.path(of: "mask")
    guard let members = node.members else {
      object.error(
        "expected an object of entries with their texts, found \(node.kindName)", at: "mask")
      return []
    }
    var replacements: [CompactionEvent.Replacement] = []
    for member in members {
      let here = KeyPathText.appending(key: member.key, to: path)
      func error(_ message: String) {
        object.diagnostics.error(message, at: member.keyPosition, path: here)
      }
      guard let place = entry(named: member.key, at: member.keyPosition, path: here),
        let text = text(member.value, path: here)
      else { continue }
      if takenOut.contains(place) {
        error("\(name(place)) is taken out; only what stays can be masked")
      } else if transcript.entries[place].kind == .toolCalls {
        error("\(name(place)) has calls and no text to mask")
      } else if replacements.contains(where: { $0.entry == place }) {
        error("\(name(place)) is masked twice")
      } else {
        replacements.append(CompactionEvent.Replacement(entry: place, text: text))
      }
    }
    return replacements
  }

  /// A text that was shown; marks have no place in it.
  private func text(_ node: JSONNode, path: String) -> String? {
    guard let string = String.decode(node, path: path, diagnostics: object.diagnostics) else {
      return nil
    }
    let marked = MarkedText(string)
    var mistakes = marked.mistakes
    if let mark = marked.found.first {
      mistakes.append(
        "the mark of '\(mark.factID)' stands in a compaction's text, which is no evidence; "
          + "mark the entry that says it")
    }
    for mistake in mistakes { object.diagnostics.error(mistake, at: node.position, path: path) }
    return marked.text
  }

  // MARK: Addresses

  private func entries(_ key: String) -> [Int] {
    object.array(key) { node, path in
      String.decode(node, path: path, diagnostics: object.diagnostics).flatMap {
        entry(named: $0, at: node.position, path: path)
      }
    }
  }

  /// The entry at `through`, which may be gone already: a summary of a summary begins with it.
  private func entry(_ node: JSONNode, _ key: String) -> Int? {
    object.required(key, as: String.self).flatMap {
      entry(named: $0, at: node.position, path: object.path(of: key), mayBeGone: true)
    }
  }

  private func entry(
    named name: String, at position: TextPosition, path: String, mayBeGone: Bool = false
  ) -> Int? {
    switch transcript.location(named: name) {
    case .entry(let id):
      guard mayBeGone || !before.takesOut(id) else {
        object.diagnostics.error(
          "'\(name)' was taken out by an earlier compaction", at: position, path: path)
        return nil
      }
      return id.index
    case .head, .change:
      object.diagnostics.error(
        "'\(name)' is in the head, which a compaction leaves alone; name an entry", at: position,
        path: path)
    case nil:
      object.diagnostics.error(
        "there is no entry '\(name)' before this compaction" + transcript.hint(for: name),
        at: position, path: path)
    }
    return nil
  }

  private func name(_ place: Int) -> String { "'\(transcript.entries[place].label)'" }
}
