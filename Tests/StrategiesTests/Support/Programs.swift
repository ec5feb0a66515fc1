import EvalKit
import Foundation
import Strategies
import Testing

/// Programs and files for tests of policies that run one.
enum Programs {
  /// The package's folder.
  static let root: URL = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root
  }()

  /// Whether a command is there.
  static func has(_ command: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(command)")
    }
    if !found { print("\(command) is not there: the tests that need it are skipped") }
    return found
  }

  static let hasPython = has("python3")
  static let hasJQ = has("jq")

  /// A stage of the only strategy of a spec that runs a command.
  static func stage(_ command: String, _ more: String = "") throws -> Stage {
    let text = command.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "'", with: "\\'").replacingOccurrences(of: "\n", with: "\\n")
    let spec = "exec('\(text)'\(more.isEmpty ? "" : ", \(more)"))"
    return try #require(try Strategies.catalog.parse(spec).stages.first)
  }

  /// A folder that goes when the test is over.
  final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "exec-\(UUID().uuidString)")
    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func path(_ name: String) -> String { url.appending(path: name).path }
    func text(_ name: String) -> String {
      (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
    }
    func write(_ text: String, to name: String) throws {
      try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }
  }

  /// Whether a process runs; one that ended and is only not waited for does not.
  static func isRunning(_ process: Int) -> Bool {
    if let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) {
      return status.split(separator: ")").last?.split(separator: " ").first != "Z"
    }
    return !FileManager.default.fileExists(atPath: "/proc/self") && kill(Int32(process), 0) == 0
  }
}
