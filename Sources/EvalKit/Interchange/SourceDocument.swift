/// A file as a JSON value, whether it is one JSON text, one a line, or an archive of them.
struct SourceDocument {
  let bytes: [UInt8]
  let file: String
  let options: JSONParser.Options
  /// The value; for lines, the array of them.
  private(set) var root: JSONValue
  /// Where each line that holds a value is, and its number; nil if the file is one text.
  private(set) var lines: [(range: Range<Int>, number: Int)]?
  /// The place of the first of them among the lines of the file.
  private var firstLine = 0
  private(set) var notes = ImportNotes()
  /// The parts, if the file is an archive.
  private var archive: InspectArchive?

  /// Reads a file; what it is follows from its content, not its name.
  init(_ bytes: [UInt8], file: String, options: JSONParser.Options, skipsMalformedLines: Bool)
    throws(JSONError)
  {
    self.bytes = bytes
    self.file = file
    self.options = options
    root = .null
    try Self.checkBeginning(of: bytes, file: file)
    if bytes.count > options.maximumBytes {
      throw JSONError(
        file: file, position: TextPosition(line: 1, column: 1),
        message: "\(bytes.count) bytes; at most \(options.maximumBytes) are read")
    }
    if ZipArchive.isArchive(bytes) {
      try readArchive()
      return
    }
    let first = try wholeText(skipsMalformedLines: skipsMalformedLines)
    if let first {
      root = first.root
      addSurrogates(first.replacedSurrogates)
    } else {
      try readLines(skipsMalformedLines: skipsMalformedLines)
    }
  }

  /// Reads one line of a file, the `index`-th of those that hold a value; the root is its value.
  init(line bytes: [UInt8], number: Int, index: Int, file: String, options: JSONParser.Options)
    throws(JSONError)
  {
    self.bytes = bytes
    self.file = file
    self.options = options
    let parsed: JSONParser.Parsed<JSONValue> = try JSONParser.parse(
      bytes, range: bytes.indices, firstLine: number, file: file, options: options)
    root = parsed.root
    lines = [(bytes.indices, number)]
    firstLine = index
    addSurrogates(parsed.replacedSurrogates)
  }

  private mutating func readArchive() throws(JSONError) {
    let archive = try InspectArchive(bytes, file: file, options: options)
    let parsed = try archive.value()
    root = parsed.root
    self.archive = archive
    addSurrogates(parsed.replacedSurrogates)
  }

  /// The value, if the file is one text; nil if it is lines.
  private func wholeText(skipsMalformedLines: Bool) throws(JSONError)
    -> JSONParser.Parsed<JSONValue>?
  {
    do throws(JSONError) {
      return try JSONParser.value(bytes, file: file, options: options)
    } catch {
      let newline = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
      if error.reason == .trailing, isValue(0..<newline) { return nil }
      if skipsMalformedLines, newline < bytes.endIndex, hasObjectLine { return nil }
      throw error
    }
  }

  private func isValue(_ range: Range<Int>) -> Bool {
    let parsed: JSONParser.Parsed<JSONValue>? = try? JSONParser.parse(
      bytes, range: range, firstLine: 1, file: file, options: options)
    return parsed != nil
  }

  /// Whether any line is an object by itself.
  private var hasObjectLine: Bool {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if end > start, bytes[start] == UInt8(ascii: "{"), isValue(start..<end) { return true }
      start = end + 1
    }
    return false
  }

  private mutating func readLines(skipsMalformedLines: Bool) throws(JSONError) {
    var values: [JSONValue] = []
    var lines: [(range: Range<Int>, number: Int)] = []
    var start = 0
    var number = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if bytes[start..<end].contains(where: { $0 > 0x20 }) {
        do throws(JSONError) {
          let parsed: JSONParser.Parsed<JSONValue> = try JSONParser.parse(
            bytes, range: start..<end, firstLine: number, file: file, options: options)
          values.append(parsed.root)
          lines.append((start..<end, number))
          addSurrogates(parsed.replacedSurrogates)
        } catch {
          guard skipsMalformedLines else { throw cutOff(error, lineEndsAt: end) }
          notes.add(.skippedLine, at: "line \(number)", "a line that is no JSON, skipped")
        }
      }
      start = end + 1
      number += 1
    }
    root = .array(values)
    self.lines = lines
  }

  /// Says of a mistake at the end of the last line that the file may have been cut off.
  private func cutOff(_ error: JSONError, lineEndsAt end: Int) -> JSONError {
    var error = error
    if end == bytes.count, error.reason == .cutOff {
      error.message += "; the last line is cut off"
    }
    return error
  }

  private mutating func addSurrogates(_ count: Int) {
    if count > 0 {
      notes.add(.replacedSurrogates, count: count, at: "", "a lone surrogate, replaced by U+FFFD")
    }
  }

  /// Refuses what is no text, by its first bytes.
  private static func checkBeginning(of bytes: [UInt8], file: String) throws(JSONError) {
    let message: String
    switch (bytes.first ?? 0, bytes.dropFirst().first ?? 0) {
    case (0x1F, 0x8B): message = "compressed by gzip; unpack it first"
    case (0xFF, 0xFE), (0xFE, 0xFF): message = "UTF-16; convert it to UTF-8 first"
    default: return
    }
    throw JSONError(file: file, position: TextPosition(line: 1, column: 1), message: message)
  }

  /// The node at a path, read anew: positions are worth their cost only when something is wrong.
  func node(at steps: [KeyPathStep]) -> JSONNode? {
    if let archive { return archive.place(of: steps).node }
    var steps = steps[...]
    var range = bytes.indices
    var number = 1
    if let lines {
      guard case .index(let index)? = steps.popFirst(),
        lines.indices.contains(index - firstLine)
      else { return nil }
      (range, number) = lines[index - firstLine]
    }
    let parsed: JSONParser.Parsed<JSONNode>? = try? JSONParser.parse(
      bytes, range: range, firstLine: number, file: file, options: options)
    return parsed?.root.deepest(at: steps)
  }

  /// An error about the value at a path.
  func error(_ message: String, at steps: [KeyPathStep]) -> ImportError {
    ImportError([
      Diagnostic(
        severity: .error, file: archive?.place(of: steps).file ?? file,
        position: node(at: steps)?.position ?? TextPosition(line: 1, column: 1),
        path: KeyPathText.text(of: steps), message: message)
    ])
  }
}
