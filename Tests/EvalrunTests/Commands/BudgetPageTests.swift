import EvalKit
import Foundation
import Testing

@testable import evalrun

/// The page about budgets says what the tool does.
@Suite struct `The page on budgets` {
  private let page: String

  init() throws {
    page = try String(contentsOfFile: "\(PackageFolder.path)/docs/budget.md", encoding: .utf8)
  }

  @Test func `lists every rule of the audit once, and none besides`() {
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(listed.sorted() == AuditRule.all.map(\.id).sorted())
  }

  @Test func `names the six recommendations in order`() {
    let numbered = AuditRecommendation.allCases.enumerated().map { "\($0 + 1). **\($1.advice)**" }
    var rest = page[...]
    for line in numbered {
      guard let found = rest.range(of: line) else {
        Issue.record("\(line) is missing, or out of order")
        continue
      }
      rest = rest[found.upperBound...]
    }
  }

  @Test func `states the limits that the audit has`() {
    let limits = AuditLimits()
    for text in [
      "\(Int(limits.windowAlarm * 100)) %", "\(Int(limits.fixedShare * 100)) %",
      "\(Int(limits.cacheAlarm * 100)) %", "\(limits.nameCharacters) characters",
      "\(limits.toolDescriptionCharacters) characters",
      "\(limits.keyDescriptionCharacters) characters",
    ] { #expect(page.contains(text), "\(text)") }
  }

  @Test func `shows commands that work`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("session.json", Chats.json(turns: 12))
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("evalrun ") }
    #expect(lines.count >= 6)
    for line in lines {
      let command = line.replacing("session.json", with: file)
        .replacing("evalsets/", with: "\(PackageFolder.path)/evalsets/")
        .replacing("runs/budget", with: "\(folder.path)/run")
      let recorder = RecordingConsole()
      let code = await Tool.run(Self.words(String(command)), console: recorder.console)
      #expect(code == .done, "\(line)\n\(recorder.notes)")
    }
  }

  /// The words of a command line after the tool's name, quotes taken off.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for (place, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if place % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return Array(words.dropFirst())
  }
}
