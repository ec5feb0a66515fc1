extension TranscriptImporter {
  /// Reads the transcripts of a source block by block, each by itself, in order.
  ///
  /// Where every line holds transcripts of its own, one line is in memory at a time, and the source
  /// may be of any size. Else it is one session or one JSON text, which is read whole: it may have
  /// `options.maximumBytes`.
  ///
  /// - Parameters:
  ///   - next: The next block; empty at the end.
  ///   - file: The name, for labels and messages; `.json5` is read as JSON5.
  ///   - format: The format; nil to go by the content.
  ///   - selection: A path, as for ``read(_:file:format:select:options:)``.
  ///   - options: What to accept.
  ///   - each: Is handed the transcripts, and what is wrong with those that cannot be read.
  /// - Throws: ``ImportError`` if the source cannot be read, or holds no transcript: what was handed
  ///   over by then stands. Also whatever `next` and `each` throw.
  /// - Complexity: O(bytes).
  public static func readEach(
    from next: () throws -> [UInt8], file: String = "", format: TranscriptFormat? = nil,
    select selection: String? = nil, options: Options = Options(),
    _ each: (Result<ImportedTranscript, ImportError>) throws -> Void
  ) throws {
    try readEach(
      from: next, file: file, format: format, select: selection, options: options,
      probeBytes: 1 << 20, each)
  }

  /// The same, with how much is looked at before it is decided how to go on.
  static func readEach(
    from next: () throws -> [UInt8], file: String, format: TranscriptFormat?,
    select selection: String?, options: Options, probeBytes: Int,
    _ each: (Result<ImportedTranscript, ImportError>) throws -> Void
  ) throws {
    var lines = LineCutter()
    var isAtEnd = false
    while !isAtEnd, lines.bytes.count < probeBytes || !lines.hasLines(2) {
      let block = try next()
      isAtEnd = block.isEmpty
      lines.append(block)
      try checkSize(of: lines.bytes, file: file, options)
    }
    let formats = format.map { [$0] } ?? options.formats
    guard !isAtEnd, !file.hasSuffix(".json5"), lines.holdTranscripts(formats) else {
      while !isAtEnd {
        let block = try next()
        isAtEnd = block.isEmpty
        lines.append(block)
        try checkSize(of: lines.bytes, file: file, options)
      }
      for result in try readEach(
        lines.bytes, file: file, format: format, select: selection, options: options)
      { try each(result) }
      return
    }
    var reader = LineReader(
      file: file, formats: formats, selection: KeyPathText.steps(of: selection ?? ""),
      options: options)
    while true {
      while let line = lines.next(isAtEnd: isAtEnd) { try reader.read(line, each) }
      if isAtEnd { break }
      let block = try next()
      isAtEnd = block.isEmpty
      lines.append(block)
      try checkSize(of: lines.bytes, file: file, options, line: lines.number)
    }
    try reader.finish()
  }

  private static func checkSize(
    of bytes: [UInt8], file: String, _ options: Options, line: Int = 1
  ) throws(ImportError) {
    guard bytes.count > options.maximumBytes else { return }
    throw ImportError([
      Diagnostic(
        severity: .error, file: file, position: TextPosition(line: line, column: 1),
        message: "one session, or one JSON text, of more than \(options.maximumBytes) bytes; "
          + "it would have to be read whole")
    ])
  }
}

/// Cuts blocks of bytes into lines; only what was not handed out yet is kept.
private struct LineCutter {
  private(set) var bytes: [UInt8] = []
  /// The number of the line that begins the bytes.
  private(set) var number = 1
  private var start = 0
  /// How far the bytes were searched for a line's end.
  private var searched = 0

  /// A line with its number.
  struct Line {
    var bytes: [UInt8]
    var number: Int
  }

  mutating func append(_ block: [UInt8]) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes += block
  }

  /// Whether there are as many complete lines that hold something.
  func hasLines(_ count: Int) -> Bool { completeLines(count).count == count }

  /// The next line that holds something; the last needs no line feed.
  mutating func next(isAtEnd: Bool) -> Line? {
    while start < bytes.count {
      let feed = bytes[max(start, searched)...].firstIndex(of: 0x0A)
      guard let end = feed ?? (isAtEnd ? bytes.count : nil) else {
        searched = bytes.count
        return nil
      }
      let line = Line(bytes: Array(bytes[start..<end]), number: number)
      start = min(end + 1, bytes.count)
      searched = start
      number += 1
      if line.bytes.contains(where: { $0 > 0x20 }) { return line }
    }
    return nil
  }

  /// Whether each line is read by itself: the first are JSON, none of the formats takes them for one
  /// session, and one takes the first for a transcript.
  func holdTranscripts(_ formats: [TranscriptFormat]) -> Bool {
    var values: [JSONValue] = []
    for line in completeLines(8) {
      guard let parsed = try? JSONParser.value(line) else { return false }
      values.append(parsed.root)
    }
    guard values.count > 1, let first = values.first else { return false }
    return !formats.contains { $0.recognises(.array(values)) }
      && formats.contains { $0.recognises(first) }
  }

  private func completeLines(_ count: Int) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var position = start
    while found.count < count, let end = bytes[position...].firstIndex(of: 0x0A) {
      if bytes[position..<end].contains(where: { $0 > 0x20 }) {
        found.append(Array(bytes[position..<end]))
      }
      position = end + 1
    }
    return found
  }
}

/// Reads transcripts from lines, one at a time.
private struct LineReader {
  let file: String
  let formats: [TranscriptFormat]
  let selection: [KeyPathStep]
  let options: TranscriptImporter.Options
  private var index = 0
  private var notes = ImportNotes()
  private var hasFound = false

  init(
    file: String, formats: [TranscriptFormat], selection: [KeyPathStep],
    options: TranscriptImporter.Options
  ) {
    self.file = file
    self.formats = formats
    self.selection = selection
    self.options = options
  }

  mutating func read(
    _ line: LineCutter.Line, _ each: (Result<ImportedTranscript, ImportError>) throws -> Void
  ) throws {
    let document: SourceDocument
    do throws(JSONError) {
      document = try SourceDocument(
        line: line.bytes, number: line.number, index: index, file: file,
        options: JSONParser.Options(maximumBytes: options.maximumBytes))
    } catch {
      guard options.skipsMalformedLines else { throw ImportError([error.diagnostic]) }
      notes.add(.skippedLine, at: "line \(line.number)", "a line that is no JSON, skipped")
      return
    }
    defer { index += 1 }
    for note in document.notes.notes {
      notes.add(note.kind, count: note.count, at: "line \(line.number)", note.message)
    }
    if let wanted = selection.first, wanted != .index(index) { return }
    let inner = selection.dropFirst()
    let steps = [.index(index)] + inner
    guard let value = document.root.value(at: inner) else {
      throw document.error("there is no '\(KeyPathText.text(of: selection))' here", at: steps)
    }
    hasFound = true
    let unit = ImportUnit(value: value, steps: steps, document: document)
    for var result in TranscriptImporter.results(
      of: unit, as: formats.first { $0.recognises(value) }, formats: formats, options: options)
    {
      if case .success(var transcript) = result {
        transcript.notes.insert(contentsOf: notes.notes, at: 0)
        notes = ImportNotes()
        result = .success(transcript)
      }
      try each(result)
    }
  }

  func finish() throws(ImportError) {
    guard !hasFound, !selection.isEmpty else { return }
    throw ImportError([
      Diagnostic(
        severity: .error, file: file, position: TextPosition(line: 1, column: 1),
        message:
          "there is no '\(KeyPathText.text(of: selection))' here; the file has \(index) lines")
    ])
  }
}
