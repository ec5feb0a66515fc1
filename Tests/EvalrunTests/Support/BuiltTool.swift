import Foundation
import Testing

/// The binary that was built beside the tests.
struct BuiltTool {
  /// What a process left behind.
  struct Result {
    var code: Int32
    var output: String
    var notes: String
  }

  private let url: URL

  /// Finds the binary: in the folder of the test bundle, or above it.
  init() throws {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var candidates: [URL] = []
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      candidates.append(folder.appendingPathComponent("evalrun"))
    }
    let package = URL(fileURLWithPath: PackageFolder.path)
    candidates.append(package.appendingPathComponent(".build/debug/evalrun"))
    url = try #require(
      candidates.first { url in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
          && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: url.path)
      }, "evalrun was not built beside the tests")
  }

  /// Runs it to its end in the package's folder.
  func run(_ arguments: String..., input: String = "") throws -> Result {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: PackageFolder.path)
    let folder = try TemporaryFolder()
    let paths = (output: "\(folder.path)/out", notes: "\(folder.path)/err")
    _ = FileManager.default.createFile(atPath: paths.output, contents: nil)
    _ = FileManager.default.createFile(atPath: paths.notes, contents: nil)
    process.standardInput = FileHandle(forReadingAtPath: try folder.file("in", input))
    process.standardOutput = FileHandle(forWritingAtPath: paths.output)
    process.standardError = FileHandle(forWritingAtPath: paths.notes)
    try process.run()
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus,
      output: try String(contentsOfFile: paths.output, encoding: .utf8),
      notes: try String(contentsOfFile: paths.notes, encoding: .utf8))
  }
}
