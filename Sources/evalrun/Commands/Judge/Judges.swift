import EvalKit
import Foundation

/// Reads the judges a command line names.
enum Judges {
  /// The judge of a file, its prompts read from the file's own folder; nil where none is named.
  ///
  /// - Throws: ``Failure``.
  static func named(_ path: String?) throws -> Judge? {
    guard let path else { return nil }
    let url = URL(fileURLWithPath: path)
    let folder = FileReader.folder(
      url.deletingLastPathComponent(), prefix: String(path.dropLast(url.lastPathComponent.count)))
    do {
      return try Judge(
        json5: Inputs.bytes(path), file: Inputs.name(path), files: path == "-" ? nil : folder)
    } catch let error as JudgeError {
      throw Failure(.badData, "the judge cannot be used:\n\(error)")
    }
  }
}
