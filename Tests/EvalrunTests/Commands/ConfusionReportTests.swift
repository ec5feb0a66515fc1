import EvalKit
import Testing

@testable import evalrun

@Suite struct `Confused tools` {
  private static let policy = "keep-first-last(first: 10 entries, last: 3 entries)"

  private func run(_ folder: TemporaryFolder, _ more: String...) async -> String {
    let recorder = RecordingConsole()
    _ = await Tool.run(
      [
        "run", "\(PackageFolder.path)/evalsets/tool-confusion", "--case", "learned-*", "-s",
        Self.policy, "--out", "\(folder.path)/run",
      ] + more, console: recorder.console)
    return recorder.output
  }

  @Test func `stand in a table of a run beside the oracle's own rate`() async throws {
    let folder = try TemporaryFolder()
    let lines = await run(folder).split(separator: "\n").map(String.init)
    let title = try #require(lines.firstIndex { $0.hasPrefix("tools confused (reader (rule))") })
    let table = lines[title...].prefix { !$0.hasPrefix("flags:") }
    #expect(table.contains { $0.split(separator: " ").map(String.init) == ["oracle", "1", "0.0"] })
    #expect(
      table.contains {
        $0.split(separator: " ").map(String.init)
          == ["learned-refusal", "1", "100.0", "0.0", "learned-refusal/reserve-again"]
      })
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 120 })
  }

  @Test func `stand in the summary by kind`() async throws {
    let folder = try TemporaryFolder()
    let arms = try #require(try JSONValue.parse(await run(folder, "--json"))["arms"]?.arrayValue)
    let arm = try #require(arms.first { $0["arm"]?.stringValue == Self.policy })
    #expect(
      arm["confusions"] == [
        [
          "checkpoints": 1, "count": 1, "kind": "learned-refusal", "oracleCheckpoints": 1,
          "oracleCount": 0, "oracleRate": 0, "places": ["learned-refusal/reserve-again"], "rate": 1,
        ]
      ])
    #expect(arm["metrics"]?["toolConfusion"]?["value"] == 1)
    let oracle = try #require(arms.first { $0["arm"] == "oracle" })
    #expect(oracle["confusions"] == [])
  }

  @Test func `are explained where one answer is shown`() async throws {
    let folder = try TemporaryFolder()
    _ = await run(folder)
    let recorder = RecordingConsole()
    let code = await Tool.run(
      [
        "show", "\(folder.path)/run", "--case", "learned-refusal", "--arm", "keep-first-last*|2048",
        "--probe", "reserve-again",
      ], console: recorder.console)
    #expect(code == .done)
    let text = recorder.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("toolConfusion 100.0 % · learned-refusal · it says 'I cannot reserve"))
    #expect(
      text.contains(
        "cause: call 3: keep-first-last(first: 10 entries, last: 3 entries) dropped it at request"))
    #expect(text.contains(ToolConfusion.learnedRefusal.signature.sentence))
    #expect(text.contains("remedy \(ToolConfusion.learnedRefusal.signature.remedy)"))
  }
}
