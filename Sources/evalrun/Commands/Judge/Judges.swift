import EvalKit
import Foundation

/// Reads the judges a command line names.
enum Judges {
  /// The judge of a file, its prompts read from the file's own folder; nil where none is named.
  ///
  /// - Throws: ``Failure``.
  static func named(_ path: String?) throws -> Judge? {
    guard let path else { return nil }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let prefix = path.contains("/") ? String(path.prefix { _ in true }.dropLast(name(path).count)) : ""
    do {
      return try Judge(
        json5: Inputs.bytes(path), file: Inputs.name(path),
        files: path == "-" ? nil : .folder(folder, prefix: prefix))
    } catch let error as JudgeError {
      throw Failure(.badData, "the judge cannot be used:\n\(error)")
    }
  }

  private static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
}
