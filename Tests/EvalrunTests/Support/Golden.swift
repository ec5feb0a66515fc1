import Foundation
import Testing

@testable import evalrun

/// Outputs that are kept beside the tests: what changes in them is looked at before it is kept.
enum Golden {
  /// The folder of fixtures.
  static let fixtures = "\(PackageFolder.path)/Tests/EvalrunTests/Fixtures"

  /// Compares a text with a file; writes it instead where `EVALRUN_RECORD` is set.
  static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = URL(fileURLWithPath: "\(fixtures)/\(name)")
    if Platform.environment("EVALRUN_RECORD") != nil {
      try Data(text.utf8).write(to: url)
      return
    }
    let kept = try String(contentsOf: url, encoding: .utf8)
    if kept == text { return }
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = kept.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = zip(wanted, found).filter { $0 != $1 }.map { "-\($0)\n+\($1)" }
    Issue.record(
      "\(name): \(wanted.count) lines wanted, \(found.count) found\n\(lines.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }
}
