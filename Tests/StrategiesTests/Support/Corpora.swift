import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

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

  /// A recorded session with the file it came from.
  struct Recording: Sendable {
    let name: String
    let transcript: Transcript
  }

  /// Every transcript of every file that can be read, in the order of the paths.
  static let all: [Recording] = {
    guard let folder,
      let files = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: [.fileSizeKey])
    else { return [] }
    let urls = files.compactMap { $0 as? URL }
      .filter { ["json", "jsonl"].contains($0.pathExtension) }
      .filter { ((try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0) < 40_000_000 }
      .sorted { $0.path() < $1.path() }
    return urls.flatMap { url -> [Recording] in
      guard let data = try? Data(contentsOf: url),
        let read = try? TranscriptImporter.read(Array(data), file: url.lastPathComponent)
      else { return [] }
      return read.enumerated().map {
        Recording(name: "\(url.lastPathComponent)[\($0.offset)]", transcript: $0.element.transcript)
      }
    }
  }()

  /// Whether all of them are looked at: in a release build, or where it is asked for.
  static let isWhole: Bool = {
    #if DEBUG
      ProcessInfo.processInfo.environment["EVALKIT_ALL_RECORDINGS"] != nil
    #else
      true
    #endif
  }()

  /// All of them, or a few, spread over the files.
  static var chosen: [Recording] {
    if isWhole { return all }
    let step = max(1, all.count / 24)
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }
}
