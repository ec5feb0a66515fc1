import EvalKit

/// A transcript as `evalrun show` prints it.
struct TranscriptPage: Sendable {
  private let imported: ImportedTranscript
  private let session: RecordedSession

  /// Reads a transcript's structure and counts its tokens.
  init(_ imported: ImportedTranscript) {
    self.imported = imported
    session = RecordedSession(imported, imageTokens: NeutralRenderer.defaultImageTokens)
  }

  /// One line a transcript, for a file that holds several.
  static func list(_ transcripts: [ImportedTranscript], width: Int) -> String {
    var table = TextTable(["transcript", "turns", "entries", "requests", "largest\nrequest"])
    for imported in transcripts {
      let page = TranscriptPage(imported)
      table.add([
        imported.label, Figures.grouped(page.session.structure.turnStarts.count),
        Figures.grouped(imported.transcript.entries.count),
        Figures.grouped(page.session.structure.requests.count), Figures.grouped(page.session.peak),
      ])
    }
    return table.lines(width: width).joined(separator: "\n")
  }

  /// The page: head, entries, changes of the head and compactions in order.
  func text(width: Int, isFull: Bool) -> String {
    let transcript = session.transcript
    var lines = [
      "\(imported.label) (\(imported.format)): "
        + "\(Figures.counted(session.structure.turnStarts.count, "turn")), "
        + "\(Figures.counted(transcript.entries.count, "entry", plural: "entries")), "
        + "\(Figures.counted(session.structure.requests.count, "request")), "
        + "largest \(Figures.grouped(session.peak)) tokens",
      "",
    ]
    for (place, entry) in transcript.head.instructions.enumerated() {
      lines += line(
        place == 0 ? "instructions" : "", entry.label, tokens: session.ledger.run(of: entry).count,
        Self.content(of: entry), width: width, isFull: isFull)
    }
    if !transcript.head.tools.isEmpty {
      lines += line(
        "tools", "", tokens: session.ledger.count(Head(tools: transcript.head.tools)),
        transcript.head.tools.map(\.name).joined(separator: ", "), width: width, isFull: isFull)
    }
    let addresses = Self.addresses(of: transcript.entries)
    for (position, entry) in transcript.entries.enumerated() {
      lines += changes(at: position, width: width, isFull: isFull)
      lines += compactions(at: position, width: width, isFull: isFull)
      let item = session.ledger.item(entry, at: EntryID(position))
      lines += line(
        addresses[position], entry.label, tokens: session.ledger.count(item),
        Self.content(of: entry), width: width, isFull: isFull)
    }
    lines += changes(at: transcript.entries.count, width: width, isFull: isFull)
    lines += compactions(at: transcript.entries.count, width: width, isFull: isFull)
    if !imported.notes.isEmpty { lines.append("") }
    lines += imported.notes.map { "note: \($0)" }
    return lines.joined(separator: "\n")
  }

  private func changes(at position: Int, width: Int, isFull: Bool) -> [String] {
    session.transcript.changes.filter { $0.position == position }.flatMap { change -> [String] in
      let instructions = change.instructions.map { entries in
        line(
          "→ instructions", "", tokens: session.ledger.count(Head(instructions: entries)),
          entries.map(\.text).joined(separator: "\n"), width: width, isFull: isFull)
      }
      let tools = change.tools.map { tools in
        line(
          "→ tools", "", tokens: session.ledger.count(Head(tools: tools)),
          tools.map(\.name).joined(separator: ", "), width: width, isFull: isFull)
      }
      return (instructions ?? []) + (tools ?? [])
    }
  }

  private func compactions(at position: Int, width: Int, isFull: Bool) -> [String] {
    session.transcript.compactions.filter { $0.position == position }.flatMap { event in
      let made = event.summaries.map { Entry(kind: $0.kind, segments: $0.segments) }
      return line(
        "→ compaction", event.by ?? "",
        tokens: made.reduce(0) { $0 + session.ledger.run(of: $1).count },
        Self.described(event), width: width, isFull: isFull)
    }
  }

  /// What a compaction did, and what it put in.
  private static func described(_ event: CompactionEvent) -> String {
    let covered = event.summaries.reduce(RangeSet<Int>()) { $0.union($1.standsFor) }
    let counts = [
      ("summarises", size(covered)), ("drops", size(event.dropped.subtracting(covered))),
      ("masks", event.replacements.count),
    ]
    let done = counts.filter { $0.1 > 0 }.map { verb, count in
      "\(verb) \(Figures.counted(count, "entry", plural: "entries"))"
    }
    let texts = event.summaries.map { content(of: Entry(kind: $0.kind, segments: $0.segments)) }
    return done.joined(separator: ", ") + (texts.isEmpty ? "" : ": ")
      + texts.joined(separator: "\n")
  }

  private static func size(_ places: RangeSet<Int>) -> Int {
    places.ranges.reduce(0) { $0 + $1.count }
  }

  /// How cases address each entry: its kind and number.
  static func addresses(of entries: [Entry]) -> [String] {
    var counts: [EntryKind: Int] = [:]
    return entries.map { entry in
      counts[entry.kind, default: 0] += 1
      return "\(entry.kind.addressName) \(counts[entry.kind] ?? 0)"
    }
  }

  /// What an entry holds, as text.
  static func content(of entry: Entry) -> String {
    let segments = entry.segments.map { segment -> String in
      switch segment.content {
      case .text(let text): text
      case .structure(let value, _), .opaque(let value): value.serialised()
      case .attachment(let attachment): "[\(attachment.name)]"
      }
    }
    let calls = entry.calls.enumerated().map { index, call in
      "\(entry.callLabel(index)): \(call.name) \(call.argumentsText ?? call.arguments.serialised())"
    }
    return (segments + calls).joined(separator: "\n")
  }

  private func line(
    _ address: String, _ label: String, tokens: Int, _ content: String, width: Int, isFull: Bool
  ) -> [String] {
    let count = Figures.grouped(tokens)
    let padding = String(repeating: " ", count: max(0, 7 - count.count))
    let start = Self.column(address, 16) + Self.column(label, 16) + padding + count + "  "
    if isFull {
      return [start]
        + content.split(omittingEmptySubsequences: false) { $0.isNewline }
        .map { "    " + Self.clean($0) }
    }
    let room = max(20, width - DisplayWidth.of(start))
    // What is cut away need not be cleaned first: entries may be megabytes.
    return [start + DisplayWidth.cut(Self.clean(content.prefix(room + 1)), to: room)]
  }

  private static func column(_ text: String, _ width: Int) -> String {
    let cut = DisplayWidth.cut(text, to: width - 1)
    return cut + String(repeating: " ", count: width - DisplayWidth.of(cut))
  }

  /// A text without line ends and without control characters, which must not reach a terminal.
  static func clean(_ text: some StringProtocol) -> String {
    String(
      text.map { character in
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
          ? " " : character
      })
  }

  /// The page for a program.
  var json: JSONValue {
    let transcript = session.transcript
    let addresses = Self.addresses(of: transcript.entries)
    let entries = transcript.entries.enumerated().map { position, entry -> JSONValue in
      let item = session.ledger.item(entry, at: EntryID(position))
      return [
        "address": .string(addresses[position]), "content": .string(Self.content(of: entry)),
        "kind": .string(entry.kind.rawValue), "label": .string(entry.label),
        "tokens": JSONValue(session.ledger.count(item)),
        "turn": JSONValue(session.structure.turns[position]),
      ]
    }
    let compactions = transcript.compactions.map { event -> JSONValue in
      [
        "by": event.by.map { .string($0) } ?? .null, "content": .string(Self.described(event)),
        "position": JSONValue(event.position),
        "takenOut": JSONValue(Self.size(event.takenOut)),
        "trigger": event.trigger.map { .string($0) } ?? .null,
      ]
    }
    return [
      "compactions": .array(compactions), "entries": .array(entries),
      "format": .string(imported.format),
      "instructions": .string(transcript.head.instructionsText),
      "notes": .array(imported.notes.map { .string("\($0)") }),
      "peakTokens": JSONValue(session.peak),
      "requests": JSONValue(session.structure.requests.count),
      "tools": .array(transcript.head.tools.map { .string($0.name) }),
      "transcript": .string(imported.label),
    ]
  }
}
