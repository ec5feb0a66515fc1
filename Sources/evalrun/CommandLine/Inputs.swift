import EvalKit

/// Reads what a command line names, so that every failure says which file and why.
enum Inputs {
  /// The bytes of a file, or of standard input for `-`.
  ///
  /// - Throws: ``Failure``: missing input, or a read that failed.
  static func bytes(_ path: String) throws -> [UInt8] {
    do throws(Platform.SystemError) {
      return try Platform.read(path)
    } catch {
      if error.isFolder {
        throw Failure(.missingInput, "\(path): is a folder; name its files: \(path)/*.json")
      }
      if error.isMissing { throw Failure(.missingInput, "\(path): \(error)") }
      throw Failure(.inputOutput, "\(path): \(error)")
    }
  }

  /// The cases that a path names, where their transcripts are not in the file itself: an eval set, by
  /// its folder or its own file, or a case that keeps its transcript beside it.
  ///
  /// - Returns: nil where the path names something else.
  /// - Throws: ``Failure``: a set or case that cannot be loaded.
  static func cases(_ path: String) throws -> [EvalCase]? {
    let isManifest = path.split(separator: "/").last.map(String.init) == EvalSetLoader.manifest
    guard
      isManifest || Platform.exists("\(path)/\(EvalSetLoader.manifest)")
        || keepsTranscriptBeside(path)
    else { return nil }
    do {
      return try EvalSetLoader.load(path).set.cases
    } catch let error as LoadError {
      throw Failure(.badData, error.description)
    } catch let error as FileReaderError {
      if case .missing = error { throw Failure(.missingInput, "\(path): \(error)") }
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// Whether a file is a case that names the file of its transcript.
  private static func keepsTranscriptBeside(_ path: String) -> Bool {
    guard path.hasSuffix(".json5"), let bytes = try? Platform.read(path),
      let node = try? JSONNode.parse(bytes, file: path, options: .json5)
    else { return false }
    return node["transcript"].map { $0.elements == nil } ?? false
  }

  /// The name messages call an input by.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The format a user named.
  static func format(_ name: String?) throws -> TranscriptFormat? {
    guard let name else { return nil }
    if let format = TranscriptFormat.named(name) { return format }
    let names = TranscriptFormat.all.map(\.name)
    throw Failure(
      .usage,
      "unknown format '\(name)'; expected one of \(names.joined(separator: ", "))"
        + EditDistance.suggestion(for: name, in: names))
  }

  /// The transcripts of a file, each by itself.
  ///
  /// - Throws: ``Failure``: missing input, or a file without transcripts.
  static func eachTranscript(_ path: String, format: TranscriptFormat?, select: String?) throws
    -> [Result<ImportedTranscript, ImportError>]
  {
    let bytes = try bytes(path)
    guard !bytes.isEmpty else { throw Failure(.badData, "\(name(path)): the file is empty") }
    do throws(ImportError) {
      return try TranscriptImporter.readEach(
        bytes, file: name(path), format: format, select: select)
    } catch {
      throw Failure(.badData, error.description)
    }
  }

  /// The transcripts of a file.
  ///
  /// - Throws: ``Failure``: missing input, or any transcript that cannot be read.
  static func transcripts(_ path: String, format: TranscriptFormat?, select: String?) throws
    -> [ImportedTranscript]
  {
    try eachTranscript(path, format: format, select: select).map { result throws(Failure) in
      do throws(ImportError) {
        return try result.get()
      } catch {
        throw Failure(.badData, error.description)
      }
    }
  }
}
