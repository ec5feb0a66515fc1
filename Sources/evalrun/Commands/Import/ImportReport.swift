import EvalKit

/// What was imported, file by file; nothing is left out in silence.
struct ImportReport: Sendable {
  /// A file.
  struct File: Sendable {
    /// Its name.
    var name: String
    /// How many transcripts, by format.
    private(set) var formats: [String: Int] = [:]
    /// What is in the transcripts.
    private(set) var counts = ImportCounts()
    /// What was odd, like notes put together.
    private(set) var notes: [ImportNote] = []
    /// What was refused, with the reason.
    private(set) var refused: [String] = []
    private(set) var isMissing = false
    /// What was replaced.
    var redacted: [Redactor.Kind: Redactor.Count] = [:]
    /// The files written.
    var written: [ImportFolder.Written] = []

    init(name: String) { self.name = name }

    mutating func add(_ imported: ImportedTranscript) {
      formats[imported.format, default: 0] += 1
      counts.add(imported)
      for note in imported.notes { notes.add(note) }
    }

    mutating func refuse(_ message: String, missing: Bool = false) {
      refused.append(message)
      isMissing = isMissing || missing
    }
  }

  /// The files, in order.
  var files: [File] = []

  /// Zero, or why something was refused: a missing file before bad data.
  var exitCode: ExitCode {
    if files.contains(where: \.isMissing) { return .missingInput }
    return files.contains { !$0.refused.isEmpty } ? .badData : .done
  }

  // MARK: Text

  /// The report as a table, with the notes under it.
  func text(width: Int) -> String {
    var table = TextTable(
      [
        "file", "format", "transcripts", "entries", "calls", "outputs", "orphans", "unknown", "odd",
      ],
      leftColumns: [0, 1])
    for file in files where file.counts.transcripts > 0 {
      table.add([file.name, Figures.list(file.formats.keys.sorted())] + Self.cells(of: file))
    }
    var total = ImportCounts()
    var notes: [ImportNote] = []
    for file in files {
      total.add(file.counts)
      for note in file.notes { notes.add(note) }
    }
    if files.count > 1 {
      table.addRule()
      table.add(
        ["all", ""] + Self.cells(total, odd: notes.reduce(0) { $0 + $1.count }))
    }
    var lines = total.transcripts > 0 ? table.lines(width: width) + [""] : []
    let refused = files.reduce(0) { $0 + $1.refused.count }
    lines += Help.wrapped(
      "imported \(Figures.counted(total.transcripts, "transcript")) of "
        + "\(Figures.counted(files.count, "file")); refused \(refused)", indent: 0, width: width)
    if total.transcripts > 0 { lines += Help.wrapped(total.sentence, indent: 0, width: width) }
    if !notes.isEmpty {
      lines += ["", "What was odd:"]
      for note in notes { lines += Help.wrapped(note.description, indent: 2, width: width) }
    }
    let redacted = Redactor.Kind.allCases.compactMap { kind -> String? in
      let counts = files.compactMap { $0.redacted[kind] }
      guard !counts.isEmpty else { return nil }
      let places = counts.reduce(0) { $0 + $1.places }
      let values = counts.reduce(0) { $0 + $1.values }
      return "\(kind.plural) \(Figures.grouped(values)) in \(Figures.counted(places, "place"))"
    }
    if files.contains(where: { !$0.redacted.isEmpty }) {
      lines += [""] + Help.wrapped("Replaced: \(Figures.list(redacted))", indent: 0, width: width)
    }
    let written = files.flatMap(\.written)
    if !written.isEmpty {
      let new = written.count { !$0.wasThere }
      lines += ["", "wrote \(Figures.counted(new, "file")); there already: \(written.count - new)"]
      lines += written.prefix(20).map { "  " + $0.path }
      if written.count > 20 { lines.append("  … and \(written.count - 20) more") }
    }
    return lines.joined(separator: "\n")
  }

  private static func cells(of file: File) -> [String] {
    cells(file.counts, odd: file.notes.reduce(0) { $0 + $1.count })
  }

  private static func cells(_ counts: ImportCounts, odd: Int) -> [String] {
    [
      counts.transcripts, counts.entries.values.reduce(0, +), counts.calls,
      counts.entries[.toolOutput] ?? 0, counts.orphans, counts.unknown, odd,
    ].map(Figures.grouped)
  }

  // MARK: JSON

  /// The report for a program.
  var json: JSONValue {
    [
      "files": .array(files.map(Self.json)), "kind": "import",
      "refused": JSONValue(files.reduce(0) { $0 + $1.refused.count }),
      "transcripts": JSONValue(files.reduce(0) { $0 + $1.counts.transcripts }), "version": 1,
    ]
  }

  private static func json(_ file: File) -> JSONValue {
    var object = JSONObject()
    object["counts"] = file.counts.json
    object["file"] = .string(file.name)
    object["formats"] = .object(
      JSONObject(file.formats.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }))
    object["notes"] = .array(
      file.notes.map { note in
        [
          "count": JSONValue(note.count), "first": .string(note.label),
          "kind": .string(note.kind.rawValue), "message": .string(note.message),
        ]
      })
    if !file.redacted.isEmpty {
      object["redacted"] = .object(
        JSONObject(
          Redactor.Kind.allCases.compactMap { kind in
            file.redacted[kind].map { count in
              (
                kind.rawValue,
                ["places": JSONValue(count.places), "values": JSONValue(count.values)]
              )
            }
          }))
    }
    object["refused"] = .array(file.refused.map { .string($0) })
    object["written"] = .array(
      file.written.map { ["path": .string($0.path), "wasThere": .bool($0.wasThere)] })
    return .object(object)
  }
}

extension [ImportNote] {
  /// Adds a note; like ones are counted.
  fileprivate mutating func add(_ note: ImportNote) {
    if let index = firstIndex(where: { $0.kind == note.kind && $0.message == note.message }) {
      self[index].count += note.count
    } else {
      append(note)
    }
  }
}

extension Redactor.Kind {
  /// What several are called.
  fileprivate var plural: String {
    switch self {
    case .email: "e-mail addresses:"
    case .phone: "phone numbers:"
    case .card: "card numbers:"
    case .token: "tokens:"
    case .word: "listed words:"
    }
  }
}
