import Foundation

/// Who works here, by what git is told.
enum GitUser {
  /// The name; nil where there is no git, or it knows none.
  ///
  /// - Parameter command: What is asked; looked up on the path.
  static func name(_ command: [String] = ["git", "config", "user.name"]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    guard process.terminationStatus == 0, let bytes else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return name.isEmpty ? nil : name
  }
}
