import EvalKit
import Testing

@testable import evalrun

@Suite struct `A run` {
  private static let set = "\(PackageFolder.path)/evalsets/tool-confusion"

  private func run(_ arguments: [String]) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole()
    let code = await Tool.run(["run"] + arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  private func small(_ folder: TemporaryFolder, _ name: String, _ more: String...) -> [String] {
    [
      Self.set, "--case", "ghost-*", "-s", "rolling-window(4)", "--context", "2048", "--out",
      "\(folder.path)/\(name)",
    ] + more
  }

  @Test func `prints controls, then policies, then what must be known`() async throws {
    let folder = try TemporaryFolder()
    let report = await run(small(folder, "run"))
    #expect(report.code == .done)
    let lines = report.output.split(separator: "\n").map(String.init)
    let oracle = try #require(lines.firstIndex { $0.hasPrefix("oracle ") })
    let policy = try #require(lines.firstIndex { $0.hasPrefix("rolling-window(entries: 4)") })
    #expect(oracle < policy)
    for start in ["flags: oracleFails ", "never compacted: ", "floor: ", "excluded: "] {
      #expect(lines.contains { $0.hasPrefix(start) }, "\(start)")
    }
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 120 })
  }

  @Test(arguments: [
    ("kind", "recall (%), by kind of fact"), ("probe", "survival (%), by kind of probe"),
    ("compactions", "survival (%) of n facts, by compactions since"),
    ("answer", "answers by what became of the fact"),
  ])
  func `tells questions apart in further tables`(word: String, title: String) async throws {
    let folder = try TemporaryFolder()
    let starter = "\(PackageFolder.path)/evalsets/starter"
    let report = await run([
      starter, "--limit", "6", "-s", "rolling-window(4)", "--context", "2048", "--out",
      "\(folder.path)/run", "--by", word,
    ])
    let lines = report.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("facts by answer") })
    #expect(lines.contains { $0.hasPrefix(title) })
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 120 })
    // The reader declines under a threshold of ours: its inventions say nothing of a model's.
    #expect(!report.output.contains("confabu"))
    let other = await run([starter, "--by", "colour", "--out", "\(folder.path)/other"])
    #expect(other.code == .usage)
  }

  @Test func `is complete the second time, and then only reported`() async throws {
    let folder = try TemporaryFolder()
    let first = await run(small(folder, "run", "--json"))
    let again = await run(small(folder, "run", "--json"))
    #expect(again.notes.contains("complete already"))
    #expect(again.output == first.output)
    let document = try JSONValue.parse(first.output)
    #expect(document["kind"] == "summary")
    #expect(document["version"] == 1)
  }

  @Test func `refuses the folder of another run, naming what differs`() async throws {
    let folder = try TemporaryFolder()
    _ = await run(small(folder, "run"))
    let other = await run(small(folder, "run", "--reserve", "100"))
    #expect(other.code == .badData)
    #expect(other.notes.contains("arms"))
    let fresh = await run(small(folder, "run", "--reserve", "100", "--fresh"))
    #expect(fresh.code == .done)
  }

  @Test func `says which questions a limit left out`() async throws {
    let folder = try TemporaryFolder()
    let report = await run(small(folder, "run", "--limit", "1"))
    #expect(report.output.contains("--limit 1"))
  }

  @Test func `refuses a pattern that no case fits`() async throws {
    let folder = try TemporaryFolder()
    let report = await run([Self.set, "--case", "gost-*", "--out", "\(folder.path)/run"])
    #expect(report.code == .usage)
    #expect(report.notes.contains("no case fits 'gost-*'"))
  }

  @Test func `refuses a judge with a misspelt key`() async throws {
    let folder = try TemporaryFolder()
    let judge = try folder.file("judge.json5", "{ version: 1, id: 'mine', primry: 'recall' }")
    let report = await run(small(folder, "run", "--judge", judge))
    #expect(report.code == .badData)
    #expect(report.notes.contains("judge.json5:1:"))
    #expect(report.notes.contains("primary"))
  }

  @Test func `refuses a model there is none of`() async throws {
    let folder = try TemporaryFolder()
    let report = await run(small(folder, "run", "--model", "reeder"))
    #expect(report.code == .modelUnavailable)
    #expect(report.notes.contains("did you mean 'reader'"))
  }

  @Test func `can be looked at answer by answer`() async throws {
    let folder = try TemporaryFolder()
    _ = await run(small(folder, "run"))
    let recorder = RecordingConsole()
    let code = await Tool.run(
      ["show", "\(folder.path)/run", "--arm", "rolling-window(*"], console: recorder.console)
    #expect(code == .done)
    #expect(recorder.output.contains("ghost-tool"))
    let missing = RecordingConsole()
    let wrong = await Tool.run(
      ["show", "\(folder.path)/run", "--arm", "oracl"], console: missing.console)
    #expect(wrong == .usage)
    #expect(missing.notes.contains("did you mean 'oracle'"))
  }

  @Test func `of the starter set takes the panel that replay has by default`() throws {
    let set = try EvalSetLoader.load("\(PackageFolder.path)/evalsets/starter").set
    #expect(set.strategies == Specs.defaultPanel)
  }

  @Test(arguments: [
    ("travel-desk", "travel-desk", true), ("travel-*", "travel-desk", true),
    ("*desk", "travel-desk", true), ("*", "", true), ("a*b*c", "axxbyyc", true),
    ("a*b", "ab", true), ("ab*ba", "aba", false), ("travel", "travel-desk", false),
  ]) func `takes patterns of ids`(_ pattern: String, _ id: String, _ fits: Bool) {
    #expect(CasePattern(pattern).matches(id) == fits)
  }
}
