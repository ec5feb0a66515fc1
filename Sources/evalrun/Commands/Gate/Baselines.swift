import EvalKit
import Foundation

/// Finds, reads and writes baselines.
enum Baselines {
  /// The name of a set's baseline.
  static let name = "baseline.json"

  /// The baseline of a set that was named by its folder, or by a file in it.
  static func path(ofSet path: String) -> String {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard exists, !isFolder.boolValue else {
      return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [name[...]]).joined(separator: "/")
  }

  /// The baseline of a run, told by the set it is of.
  ///
  /// - Throws: ``Failure`` where it is of several.
  static func path(of run: MeasuredRun) throws -> String {
    guard let id = run.spec.sets.first?.id, run.spec.sets.count == 1 else {
      throw Failure(
        .usage,
        "\(run.label): is of \(run.spec.sets.count) sets, so its baseline must be named: --baseline FILE"
      )
    }
    return "evalsets/\(id)/\(name)"
  }

  /// Reads a baseline.
  ///
  /// - Throws: ``Failure``: missing input, or bad data.
  static func read(_ path: String) throws -> Baseline {
    guard Platform.exists(path) else {
      throw Failure(
        .missingInput,
        "\(path): there is no baseline; bless a run: evalrun bless RUN --reason '…'")
    }
    do {
      return try Baseline(file: try Inputs.bytes(path))
    } catch let error as BaselineError {
      throw Failure(.badData, "\(path): \(error)")
    }
  }
}
