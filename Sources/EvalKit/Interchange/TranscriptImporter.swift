/// Reads transcripts from files of any format there is.
///
/// The format follows from the content: a name such as `.json` says little (many are JSONL).
public enum TranscriptImporter {
  /// What to accept, and how much of it.
  public struct Options: Sendable {
    /// The formats that are tried, in order.
    public var formats = TranscriptFormat.all
    /// How many bytes a file may have.
    public var maximumBytes = 256_000_000
    /// How many bytes of content an entry may have.
    public var maximumEntryBytes = 16_000_000
    /// Whether lines that are no JSON are skipped, and noted, instead of refused.
    public var skipsMalformedLines = false
    /// Whether empty responses before tool calls, which some recorders write, are dropped.
    public var dropsEmptyResponses = false

    /// Makes options; the defaults are every format, 256 MB a file and 16 MB an entry.
    public init() {}
  }

  /// Reads the transcripts of a file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - file: The name, for labels and messages; `.json5` is read as JSON5.
  ///   - format: The format; nil to go by the content.
  ///   - selection: A path to the transcript, or to an array of them, such as `[3]`, `3` or
  ///     `simulations`; nil for all.
  ///   - options: What to accept.
  /// - Throws: ``ImportError`` if the file, or any transcript selected, cannot be read.
  public static func read(
    _ bytes: [UInt8], file: String = "", format: TranscriptFormat? = nil,
    select selection: String? = nil, options: Options = Options()
  ) throws(ImportError) -> [ImportedTranscript] {
    var transcripts: [ImportedTranscript] = []
    for result in try readEach(
      bytes, file: file, format: format, select: selection, options: options)
    { transcripts.append(try result.get()) }
    return transcripts
  }

  /// Reads the transcripts of a file, each by itself: one that cannot be read leaves the others.
  ///
  /// - Parameters: as for ``read(_:file:format:select:options:)``.
  /// - Returns: in order, the transcripts, and what is wrong with those that cannot be read.
  /// - Throws: ``ImportError`` if the file cannot be read, or holds no transcript.
  public static func readEach(
    _ bytes: [UInt8], file: String = "", format: TranscriptFormat? = nil,
    select selection: String? = nil, options: Options = Options()
  ) throws(ImportError) -> [Result<ImportedTranscript, ImportError>] {
    let document: SourceDocument
    do throws(JSONError) {
      document = try SourceDocument(
        bytes, file: file,
        options: JSONParser.Options(
          json5: file.hasSuffix(".json5"), maximumBytes: options.maximumBytes),
        skipsMalformedLines: options.skipsMalformedLines)
    } catch {
      throw ImportError([error.diagnostic])
    }
    let steps = KeyPathText.steps(of: selection ?? "")
    guard let selected = document.root.value(at: steps) else {
      throw document.error("there is no '\(selection ?? "")' here", at: steps)
    }
    let formats = format.map { [$0] } ?? options.formats
    let unit = ImportUnit(value: selected, steps: steps, document: document)
    var results: [Result<ImportedTranscript, ImportError>] = []
    do throws(ImportError) {
      for (match, unit) in try units(of: unit, format: format, options: options) {
        results += self.results(of: unit, as: match, formats: formats, options: options)
      }
    } catch {
      // A part of a file need not be known by itself, such as one sample of a log.
      let whole = ImportUnit(value: document.root, steps: [], document: document)
      results =
        try selection == nil
        ? [] : self.results(in: whole, at: steps, format: format, options: options)
      if results.isEmpty { throw error }
    }
    // What is to be said of the file is said once.
    for (index, result) in results.enumerated() {
      guard case .success(var transcript) = result else { continue }
      transcript.notes.insert(contentsOf: document.notes.notes, at: 0)
      results[index] = .success(transcript)
      break
    }
    return results
  }

  /// The transcripts at a path, or under it, of a file that is known as a whole.
  private static func results(
    in whole: ImportUnit, at steps: [KeyPathStep], format: TranscriptFormat?, options: Options
  ) throws(ImportError) -> [Result<ImportedTranscript, ImportError>] {
    guard let units = try? units(of: whole, format: format, options: options) else { return [] }
    let formats = format.map { [$0] } ?? options.formats
    return units.flatMap { match, unit in
      results(of: unit, as: match, formats: formats, options: options)
    }.filter { result in
      switch result {
      case .success(let transcript): transcript.path.starts(with: steps)
      case .failure(let error):
        error.diagnostics.contains { KeyPathText.steps(of: $0.path).starts(with: steps) }
      }
    }
  }

  /// The transcripts of a value, or what is wrong with it; without a match it is in no known format.
  static func results(
    of unit: ImportUnit, as match: TranscriptFormat?, formats: [TranscriptFormat], options: Options
  ) -> [Result<ImportedTranscript, ImportError>] {
    do throws(ImportError) {
      guard let match else {
        throw unit.document.error(unknown(unit.value, formats: formats), at: unit.steps)
      }
      return try decode(unit, as: match, options: options)
    } catch {
      return [.failure(error)]
    }
  }

  /// What is to be read as one transcript each: the value, or its elements; without a format where
  /// there is none for an element.
  private static func units(of unit: ImportUnit, format: TranscriptFormat?, options: Options)
    throws(ImportError) -> [(TranscriptFormat?, ImportUnit)]
  {
    let formats = format.map { [$0] } ?? options.formats
    if let match = formats.first(where: { $0.recognises(unit.value) }) { return [(match, unit)] }
    if case .array(let elements) = unit.value, !elements.isEmpty {
      var units: [(TranscriptFormat?, ImportUnit)] = []
      for (index, element) in elements.enumerated() {
        let match = formats.first { $0.recognises(element) }
        // Only an array of transcripts is worth pointing into.
        if match == nil, units.isEmpty { break }
        let steps = unit.steps + [.index(index)]
        units.append((match, ImportUnit(value: element, steps: steps, document: unit.document)))
      }
      if !units.isEmpty { return units }
    }
    if let format, unit.value.objectValue != nil { return [(format, unit)] }
    throw unit.document.error(unknown(unit.value, formats: formats), at: unit.steps)
  }

  /// The message for a value in no format known.
  private static func unknown(_ value: JSONValue, formats: [TranscriptFormat]) -> String {
    if let refusal = ExpectationFile.refusal(of: value) { return refusal }
    let names = formats.map(\.name).joined(separator: ", ")
    return "\(described(value)) is no transcript in a known format; known are \(names)"
      + (nestedPath(in: value).map { "; is it at '\($0)'?" } ?? "")
  }

  private static func described(_ value: JSONValue) -> String {
    switch value {
    case .object(let object):
      let keys = object.keys.prefix(6).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
      return object.isEmpty ? "an empty object" : "an object with the keys \(keys)"
    case .array(let elements):
      guard let first = elements.first else { return "an empty array" }
      return "an array of " + (first.objectValue == nil ? first.kindName : described(first))
    default: return value.kindName
    }
  }

  /// The key under which an object has something that is a transcript or an array of them.
  private static func nestedPath(in value: JSONValue) -> String? {
    value.objectValue?.members.first { member in
      TranscriptFormat.all.contains { format in
        format.recognises(member.value)
          || member.value.arrayValue?.first.map { format.recognises($0) } ?? false
      }
    }?.key
  }

  private static func decode(_ unit: ImportUnit, as format: TranscriptFormat, options: Options)
    throws(ImportError) -> [Result<ImportedTranscript, ImportError>]
  {
    do {
      return try format.decode(unit).map { result in
        do throws(ImportError) {
          return .success(try finished(result, unit, format, options))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      throw importError(error, in: unit)
    }
  }

  /// What went wrong within a unit, with its place in the file.
  private static func importError(_ error: any Error, in unit: ImportUnit) -> ImportError {
    switch error {
    case let error as Refusal:
      unit.document.error(error.message, at: unit.steps + error.steps.reversed())
    case let error as ImportError: error
    default: unit.document.error("\(error)", at: unit.steps)
    }
  }

  private static func finished(
    _ result: Result<DecodedTranscript, Refusal>, _ unit: ImportUnit, _ format: TranscriptFormat,
    _ options: Options
  ) throws(ImportError) -> ImportedTranscript {
    var decoded: DecodedTranscript
    do throws(Refusal) {
      decoded = try result.get()
    } catch {
      throw importError(error, in: unit)
    }
    let steps = unit.steps + decoded.steps
    for entry in decoded.transcript.entries {
      let size = entry.contentByteCount
      if size > options.maximumEntryBytes {
        throw unit.document.error(
          "entry \(entry.label) has \(size) bytes; at most \(options.maximumEntryBytes) are read",
          at: steps)
      }
    }
    decoded.mendEmptyResponses(dropping: options.dropsEmptyResponses)
    decoded.notes.addPairing(of: decoded.transcript)
    let path = KeyPathText.text(of: steps)
    let index = steps.count == 1 ? path.filter { $0 != "[" && $0 != "]" } : path
    return ImportedTranscript(
      transcript: decoded.transcript,
      label: steps.isEmpty ? unit.document.file : "\(unit.document.file)#\(index)",
      format: format.name, notes: decoded.notes.notes, metadata: decoded.metadata,
      marks: decoded.marks, path: steps, expectations: decoded.expectations)
  }
}
