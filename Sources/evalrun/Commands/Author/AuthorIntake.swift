import Authoring
import EvalKit

/// Reads what a page is to be made of: a case, or a transcript that is to become one.
struct AuthorIntake {
  private let options: AuthorCommand.Options
  private let console: Console

  init(_ options: AuthorCommand.Options, console: Console) {
    self.options = options
    self.console = console
  }

  /// The page of what a path names.
  ///
  /// - Throws: ``Failure``.
  func page(_ path: String) throws -> AuthorPage {
    let isSet = Platform.exists("\(path)/\(EvalSetLoader.manifest)")
    if isSet || path.hasSuffix(EvalSetLoader.manifest) { return try casePage(path) }
    let bytes = try Inputs.bytes(path)
    guard !bytes.isEmpty else {
      throw Failure(.badData, "\(Inputs.name(path)): the file is empty")
    }
    if options.format == nil, options.select == nil, path != "-", Self.isCase(bytes, path) {
      return try casePage(path)
    }
    return try transcriptPage(path)
  }

  /// Whether a file holds cases: an object with a transcript and an id of its own, or lines of them.
  private static func isCase(_ bytes: [UInt8], _ path: String) -> Bool {
    guard let first = try? objects(bytes, path, limit: 1).first else { return false }
    return first["id"]?.stringValue != nil && first["transcript"] != nil && first["kind"] == nil
  }

  /// The objects of a file: one, or one a line.
  private static func objects(_ bytes: [UInt8], _ path: String, limit: Int = .max) throws
    -> [JSONObject]
  {
    guard path.hasSuffix(".jsonl") else {
      let options: JSONParser.Options = path.hasSuffix(".json5") ? .json5 : .json
      return [try JSONNode.parse(bytes, file: path, options: options).value.objectValue]
        .compactMap { $0 }
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(limit)
    return try lines.compactMap { try JSONValue.parse(Array($0), file: path).objectValue }
  }

  // MARK: Cases

  private func casePage(_ path: String) throws -> AuthorPage {
    let loaded = try chosen(try load(path).cases, of: path)
    let file = loaded.places.file
    let written = try Self.objects(try Inputs.bytes(file), file).first {
      $0["id"]?.stringValue == loaded.value.id
    }
    guard let written else {
      throw Failure(.badData, "\(file): the case '\(loaded.value.id)' is no longer in it")
    }
    do throws(UnwritableTranscript) {
      return try AuthorPage(loaded, written: written)
    } catch {
      throw Failure(
        .badData,
        "\(file): its transcript says facts by marks and cannot be written as steps: \(error)")
    }
  }

  private func load(_ path: String) throws -> LoadedSet {
    do {
      return try EvalSetLoader.load(path)
    } catch let error as LoadError {
      throw Failure(
        .badData, "\(error)\nevalrun: what cannot be read has to be mended before there is a page")
    } catch let error as FileReaderError {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// The one case, or the one that was asked for.
  private func chosen(_ cases: [LoadedCase], of path: String) throws -> LoadedCase {
    let ids = cases.map(\.value.id)
    if let id = options.caseID {
      if let found = cases.first(where: { $0.value.id == id }) { return found }
      throw Failure(
        .usage, "\(path): there is no case '\(id)'" + EditDistance.suggestion(for: id, in: ids))
    }
    guard let only = cases.first, cases.count == 1 else {
      let names = ids.prefix(20).joined(separator: ", ")
      throw Failure(
        .usage, "\(path) has \(cases.count) cases; choose one with --case\nthere is: \(names)")
    }
    return only
  }

  // MARK: Transcripts

  private func transcriptPage(_ path: String) throws -> AuthorPage {
    if options.caseID != nil {
      throw Failure(.usage, "\(Inputs.name(path)) holds no cases; --select chooses a transcript")
    }
    let read = try Inputs.transcripts(
      path, format: try Inputs.format(options.format), select: options.select)
    guard let only = read.first, read.count == 1 else {
      throw Failure(
        .usage,
        "\(Inputs.name(path)) holds \(read.count) transcripts; choose one, such as --select '[0]'")
    }
    for note in only.notes { console.note("note: \(only.label): \(note)") }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    var reference = JSONObject([("path", .string(file)), ("format", .string(only.format))])
    if let select = options.select { reference["select"] = .string(select) }
    let stem = file.split(separator: ".").first.map(String.init) ?? "case"
    return AuthorPage(only, id: Self.identifier(path == "-" ? "case" : stem), reference: reference)
  }

  /// A name as an id: what an id cannot have becomes a dash.
  private static func identifier(_ name: String) -> String {
    let isPlain = { (scalar: Unicode.Scalar) in
      scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-_.:".unicodeScalars.contains(scalar)
    }
    let id = String(
      String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "-" }))
    return id.isEmpty ? "case" : id
  }
}
