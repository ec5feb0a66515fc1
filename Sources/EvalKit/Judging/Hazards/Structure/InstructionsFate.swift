/// What an edit did to instructions that are in force; those left as they are have none.
enum InstructionsFate {
  /// They are in view nowhere.
  case lost(EntryID?, label: String)
  /// They stand elsewhere than first.
  case moved(EntryID?, label: String, detail: String)
  /// They stand first, with another text.
  case changed(EntryID?, label: String, detail: String)

  /// An example: instructions in force, and a head and an item that are shown.
  static func example(shown head: Head, _ last: HazardExample.Shown? = nil) -> HazardExample {
    HazardExample(
      Transcript(head: Head("Be brief."), entries: HazardExample.plainTurns),
      requests: [
        HazardExample.Request(
          after: 5, shows: (0..<5).map { .entry($0) } + (last.map { [$0] } ?? []), head: head)
      ])
  }
}

extension HazardScene {
  /// What edits did to the instructions of the head in force, and to those that the log begins with.
  ///
  /// - Complexity: O(1) where no stage edited the head and the log begins with none.
  var instructionsFates: [InstructionsFate] {
    leadingFates + (isHeadEdited && head.instructions != headInForce.instructions ? headFates : [])
  }

  /// Instructions that are entries of the log.
  private var leadingFates: [InstructionsFate] {
    (0..<min(recorded.leadingInstructions, count)).compactMap { index in
      let entry = EntryID(index)
      guard let place = place(of: entry) else {
        return isReadable(entry)
          ? .moved(entry, label: label(entry), detail: "stands within what a stage made")
          : .lost(entry, label: label(entry))
      }
      if kinds[..<place].contains(where: { $0 != .instructions }) {
        return .moved(entry, label: label(entry), detail: "stands at place \(place + 1)")
      }
      return items[place].form == .whole
        ? nil : .changed(entry, label: label(entry), detail: "was \(items[place].form.rawValue)")
    }
  }

  /// Instructions of the head.
  private var headFates: [InstructionsFate] {
    let inForce = headInForce.instructions.filter { !$0.isBlank }
    let shown = head.instructions.filter { !$0.isBlank }
    var kept: [Int] = []
    var missing: [Entry] = []
    var unmatched = Array(shown.indices)
    for entry in inForce {
      if let place = unmatched.first(where: { shown[$0].says(entry) }) {
        unmatched.removeAll { $0 == place }
        kept.append(place)
      } else {
        missing.append(entry)
      }
    }
    var fates: [InstructionsFate] = []
    if zip(kept, kept.dropFirst()).contains(where: >) {
      fates.append(.moved(nil, label: "the head", detail: "has its instructions in another order"))
    }
    for entry in missing {
      let label = entry.label.isEmpty ? "the text" : entry.label
      if let place = unmatched.first {
        unmatched.removeFirst()
        fates.append(.changed(nil, label: label, detail: detail(entry, shown[place])))
      } else if let place = place(ofText: entry.text) {
        guard place > 0 || kinds[place] != .instructions else { continue }
        fates.append(.moved(nil, label: label, detail: "stands within item \(place + 1)"))
      } else {
        fates.append(.lost(nil, label: label))
      }
    }
    if missing.isEmpty, !unmatched.isEmpty {
      fates.append(.changed(nil, label: "the head", detail: "has instructions added to it"))
    }
    return fates
  }

  private func detail(_ entry: Entry, _ shown: Entry) -> String {
    shown.text.contains(entry.text)
      ? "stands as it was, with a text added" : "has another text"
  }

  /// The place of the made item that holds a text in one piece.
  private func place(ofText text: String) -> Int? {
    var key = StableHash()
    key.combine("instructions")
    key.combine(text)
    return synthesised.first { place in
      !items[place].note(key.value) { $0.text.contains(text) ? ["found"] : [] }.isEmpty
    }
  }
}

extension Entry {
  /// Whether two entries have the same content, whatever their segments are called.
  fileprivate func says(_ other: Entry) -> Bool {
    segments.map(\.content) == other.segments.map(\.content)
  }
}
