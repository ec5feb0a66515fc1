import EvalKit
import Foundation

/// Recorded sessions that lie beside the package, where they do; read, and no part of it.
enum Recordings {
  /// A recorded session with the file it came from.
  struct Recording: Sendable {
    let name: String
    let transcript: Transcript
  }

  /// Whether every recording is looked at: in a release build, or where it is asked for.
  static let isWhole: Bool = {
    #if DEBUG
      ProcessInfo.processInfo.environment["EVALKIT_ALL_RECORDINGS"] != nil
    #else
      true
    #endif
  }()

  /// Every transcript of every file that can be read, in the order of the paths; in a debug build
  /// only those of the longest sessions and a few more.
  static let all: [Recording] = {
    guard let corpora,
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: corpora.path)
    else { return [] }
    let files = paths.sorted().filter { path in
      (path.hasSuffix(".json") || path.hasSuffix(".jsonl") || path.hasSuffix(".traj"))
        && (isWhole || sample.contains { path.contains($0) })
    }
    return files.flatMap { path -> [Recording] in
      guard let data = try? Data(contentsOf: corpora.appending(path: path)),
        let read = try? TranscriptImporter.read(Array(data), file: path)
      else { return [] }
      return read.enumerated().map {
        Recording(name: "\(path)[\($0.offset)]", transcript: $0.element.transcript)
      }
    }
  }()

  private static let sample = [
    "chained.json", "long_context", "tau-bench-fork", "apple-transcript", "docker-agent",
  ]
}
