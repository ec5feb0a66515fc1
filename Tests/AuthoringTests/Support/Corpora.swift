import EvalKit
import Foundation

/// Recorded sessions that lie beside the package, where they do; read, and no part of it.
enum Corpora {
  /// The folder; nil where there is none.
  static let folder: URL? = {
    var folder = URL(filePath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "shared/corpora")
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    print("shared/corpora is absent: the tests on recordings are skipped")
    return nil
  }()

  /// The bytes of a file; nil where it is not there.
  static func bytes(_ path: String) -> [UInt8]? {
    folder.flatMap { try? Data(contentsOf: $0.appending(path: path)) }.map { [UInt8]($0) }
  }
}

/// The repository's folder.
enum Package {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folders of the shipped sets, by name.
  static let sets: [String] = {
    let all = folder.appending(path: "evalsets")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: all.path())) ?? []
    return names.sorted().filter {
      FileManager.default.fileExists(atPath: all.appending(path: "\($0)/evalset.json5").path())
    }
  }()
}
