public import Foundation

extension FileReader {
  /// A reader of a folder on disk; links are followed as long as they stay in the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - prefix: How it is named in messages; by default as it was given.
  public static func folder(_ folder: URL, prefix: String? = nil) -> FileReader {
    let root = folder.resolvingSymlinksInPath().standardizedFileURL.path
    let named = folder.relativePath
    let start = named == "." || named.isEmpty ? "" : named.hasSuffix("/") ? named : named + "/"
    return FileReader(prefix: prefix ?? start) { path, maximum throws(FileReaderError) in
      let url = folder.appendingPathComponent(path)
      let real = url.resolvingSymlinksInPath().standardizedFileURL.path
      guard staysInside(path), real.hasPrefix(root == "/" ? root : root + "/") else {
        throw .outside(path)
      }
      return try contents(url, path, maximum)
    } names: { inner in
      let url = inner.isEmpty ? folder : folder.appendingPathComponent(inner)
      return (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    }
  }

  /// The bytes of a file, if there are at most so many.
  static func contents(_ url: URL, _ path: String, _ maximum: Int) throws(FileReaderError)
    -> [UInt8]
  {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw .missing(path)
    }
    if isFolder.boolValue { throw .unreadable(path, reason: "it is a folder") }
    do {
      let attributes = try manager.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw FileReaderError.unreadable(path, reason: "it is no plain file")
      }
      if let size = attributes[.size] as? Int, size > maximum {
        throw FileReaderError.tooLarge(path, bytes: size, maximum: maximum)
      }
      return [UInt8](try Data(contentsOf: url))
    } catch let error as FileReaderError {
      throw error
    } catch {
      throw .unreadable(path, reason: (error as NSError).localizedDescription)
    }
  }
}

extension EvalSetLoader {
  /// Loads what a path names: a set's folder or its `evalset.json5`, or a file of cases.
  ///
  /// - Throws: ``LoadError`` with everything that is wrong, ``FileReaderError`` if there is nothing.
  public static func load(_ path: String, limits: LoadLimits = LoadLimits()) throws -> LoadedSet {
    let diagnostics = DiagnosticCollector()
    let loaded = try load(path, limits: limits, diagnostics: diagnostics)
    guard let loaded, !diagnostics.hasErrors else {
      throw LoadError(diagnostics: diagnostics.diagnostics)
    }
    return loaded
  }

  /// Loads what a path names; what is wrong is added to `diagnostics`.
  ///
  /// - Throws: ``FileReaderError`` if there is nothing.
  public static func load(
    _ path: String, limits: LoadLimits = LoadLimits(), diagnostics: DiagnosticCollector
  ) throws -> LoadedSet? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FileReaderError.missing(path)
    }
    let url = URL(fileURLWithPath: path)
    if isFolder.boolValue {
      let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
      return EvalSetLoader(.folder(url, prefix: prefix), limits: limits)
        .set(diagnostics: diagnostics)
    }
    let name = url.lastPathComponent
    let prefix = String(path.dropLast(name.count))
    let loader = EvalSetLoader(
      .folder(url.deletingLastPathComponent(), prefix: prefix), limits: limits)
    return name == manifest
      ? loader.set(diagnostics: diagnostics) : loader.cases(in: name, diagnostics: diagnostics)
  }
}

extension SpecAccess {
  /// Saved pipelines anywhere on the disk, as on a command line.
  public static func disk(programs: Programs = .typed) -> SpecAccess {
    SpecAccess(programs: programs) { path throws(FileReaderError) in
      try FileReader.contents(URL(fileURLWithPath: path), path, largestFile)
    }
  }
}
