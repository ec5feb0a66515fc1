import Testing

@testable import evalrun

@Suite struct `A session that was compacted` {
  private let fixture =
    "\(PackageFolder.path)/Tests/EvalKitTests/Fixtures/compacted-case.json5"

  private func evalrun(_ arguments: String...) async -> (code: ExitCode, output: String) {
    let recorder = RecordingConsole()
    let code = await Tool.run(arguments, console: recorder.console)
    return (code, recorder.output)
  }

  @Test func `is shown with its compactions where they stand`() async throws {
    let page = await evalrun("show", fixture)
    #expect(page.code == .done)
    let lines = page.output.split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("→ compaction    model ") })
    #expect(lines[first - 1].hasPrefix("response 2 "))
    #expect(lines[first].contains("summarises 3 entries: The sensor reads 71 % humidity."))
    #expect(lines[first + 1].hasPrefix("prompt 3 "))
    let second = try #require(lines.lastIndex { $0.hasPrefix("→ compaction ") })
    #expect(lines[second].contains("summarises 5 entries, masks 1 entry: "))
    #expect(lines.contains { $0.contains(": 4 turns, 12 entries, 6 requests") })
    let json = await evalrun("show", fixture, "--json")
    #expect(json.output.contains(#""position":6"#))
  }

  @Test func `is replayed as it was recorded, and others say they have no record`() async throws {
    let folder = try TemporaryFolder()
    let chat = try folder.file("chat.json", Chats.json(turns: 8))
    let report = await evalrun("replay", fixture, chat, "-s", "recorded", "-s", "identity")
    #expect(report.code == .done)
    #expect(report.output.contains("no compaction was recorded: recorded (1 of 2 sessions)"))
    #expect(report.output.contains("never compacted: identity"))
    #expect(!report.output.contains("never compacted: recorded"))
    let alone = await evalrun("replay", fixture, "-s", "recorded")
    #expect(!alone.output.contains("no compaction was recorded"))
    #expect(!alone.output.contains("never compacted"))
  }
}
