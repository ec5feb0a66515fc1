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
    let unit = ImportUnit(value: selected, steps: steps, document: document)
    var results: [Result<ImportedTranscript, ImportError>] = []
    var notes = document.notes.notes
    let formats = format.map { [$0] } ?? options.formats
    for (match, unit) in try units(of: unit, format: format, options: options) {
      do throws(ImportError) {
        guard let match else {
          throw document.error(
            unknown(unit.value, formats: formats), at: unit.steps)
        }
        for var result in try decode(unit, as: match, options: options) {
          // What is to be said of the file is said once.
          if case .success(var transcript) = result {
            transcript.notes.insert(contentsOf: notes, at: 0)
            notes = []
            result = .success(transcript)
          }
          results.append(result)
        }
      } catch {
        results.append(.failure(error))
      }
    }
    return results
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
    decoded.notes.addPairing(of: decoded.transcript)
    let path = KeyPathText.text(of: steps)
    let index = steps.count == 1 ? path.filter { $0 != "[" && $0 != "]" } : path
    return ImportedTranscript(
      transcript: decoded.transcript,
      label: steps.isEmpty ? unit.document.file : "\(unit.document.file)#\(index)",
      format: format.name, notes: decoded.notes.notes, metadata: decoded.metadata,
      marks: decoded.marks, expectations: decoded.expectations)
  }
}

extension Entry {
  /// How many bytes its content has: texts, arguments and recorded payloads.
  package var contentByteCount: Int {
    var count = 0
    for segment in segments {
      switch segment.content {
      case .text(let text): count += text.utf8.count
      case .structure(let value, _), .opaque(let value): count += value.approximateByteCount
      case .attachment(let attachment): count += attachment.recorded?.approximateByteCount ?? 0
      }
    }
    for call in calls {
      count += call.argumentsText?.utf8.count ?? call.arguments.approximateByteCount
    }
    return count
  }
}

extension JSONValue {
  /// How many bytes it has as text, but for escapes.
  package var approximateByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .number(let number): number.literal.utf8.count
    case .string(let text): text.utf8.count + 2
    case .array(let values): values.reduce(2) { $0 + $1.approximateByteCount + 1 }
    case .object(let object):
      object.members.reduce(2) { $0 + $1.key.utf8.count + $1.value.approximateByteCount + 4 }
    }
  }
}
