import EvalKit
import Foundation

/// Imports files one after the other; nothing of a file is kept once its transcripts are written.
struct ImportWork {
  private let options: ImportOptions
  private let console: Console
  private let format: TranscriptFormat?
  private let view: CompactionView
  private let expectations: [ExpectationFile]
  private let folder: ImportFolder?
  /// What was imported.
  private(set) var report = ImportReport()

  /// Reads what the options name beside the files.
  ///
  /// - Throws: ``Failure``.
  init(_ options: ImportOptions, console: Console) throws {
    self.options = options
    self.console = console
    format = try Inputs.format(options.format)
    view = try options.view()
    _ = try options.redactor()
    var expectations: [ExpectationFile] = []
    for path in options.expectations {
      let bytes = try Inputs.bytes(path)
      do throws(ImportError) {
        expectations.append(try ExpectationFile(bytes, file: path))
      } catch {
        throw Failure(.badData, error.description)
      }
    }
    self.expectations = expectations
    folder = try options.out.map { try ImportFolder($0) }
  }

  /// Imports every file.
  ///
  /// - Throws: ``Failure`` where nothing can be written any more; `CancellationError`.
  mutating func run() throws {
    let paths = try options.inputs.flatMap { try Self.files(at: $0) }
    let progress = Progress("import", total: paths.count, console: console)
    defer { progress.finish() }
    for path in paths {
      try Task.checkCancellation()
      try add(path)
      progress.advance(path)
    }
  }

  /// The files that a path names: itself, or all in a folder by name, but for hidden ones.
  private static func files(at path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    else { return [path] }
    let stem = path.hasSuffix("/") ? String(path.dropLast()) : path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    let files = names.sorted().filter { name in
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
      return !isHidden
        && FileManager.default.fileExists(atPath: "\(stem)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    guard !files.isEmpty else { throw Failure(.missingInput, "\(path): a folder without files") }
    return files.map { "\(stem)/\($0)" }
  }

  private mutating func add(_ path: String) throws {
    var file = ImportReport.File(name: Inputs.name(path))
    var redactor = try options.redactor()
    defer {
      file.redacted = redactor?.counts ?? [:]
      report.files.append(file)
    }
    do {
      let blocks = try Self.blocks(path)
      try TranscriptImporter.readEach(
        from: blocks, file: Inputs.name(path), format: format, select: options.select,
        options: options.reading
      ) { result in
        try Task.checkCancellation()
        let imported: ImportedTranscript
        do throws(ImportError) {
          imported = try finished(result.get(), &redactor)
        } catch {
          return file.refuse(error.description)
        }
        if options.isStrict, !imported.notes.isEmpty {
          let reasons = imported.notes.map(\.description).joined(separator: "; ")
          return file.refuse("\(imported.label): refused for \(reasons)")
        }
        file.add(imported)
        if let folder { file.written += try folder.write(imported, of: path) }
      }
    } catch let error as ImportError {
      file.refuse(error.description)
    } catch let failure as Failure
      where failure.code != .cannotWrite && failure.code != .inputOutput
    {
      file.refuse(failure.description, missing: failure.code == .missingInput)
    }
    for message in file.refused { console.note("evalrun: \(message)") }
  }

  /// A transcript as it is asked for: with what is expected, in a view, redacted.
  private func finished(_ imported: ImportedTranscript, _ redactor: inout Redactor?)
    throws(ImportError) -> ImportedTranscript
  {
    var imported = imported
    for expectation in expectations { try expectation.apply(to: &imported) }
    imported = imported.viewed(view)
    // Placeholders are the file's.
    if let redacted = redactor?.redact(imported) { imported = redacted }
    return imported
  }

  /// The blocks of a file; the first is asked for at once, so that an empty file is told.
  private static func blocks(_ path: String) throws -> () throws -> [UInt8] {
    let file: Platform.FileBlocks
    var first: [UInt8]?
    do throws(Platform.SystemError) {
      file = try Platform.FileBlocks(path)
      first = try file.next()
    } catch {
      throw Failure(error.isMissing ? .missingInput : .badData, "\(path): \(error)")
    }
    if first?.isEmpty ?? true {
      throw Failure(.badData, "\(Inputs.name(path)): the file is empty")
    }
    return {
      if let block = first {
        first = nil
        return block
      }
      do throws(Platform.SystemError) {
        return try file.next()
      } catch {
        throw Failure(.badData, "\(path): \(error)")
      }
    }
  }
}
