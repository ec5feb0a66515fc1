import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct GenerateCommandTests {
  private static let templates = "\(PackageFolder.path)/evalsets/templates"

  private struct Result {
    var code: ExitCode
    var output: String
    var notes: String
  }

  private static func evalrun(_ arguments: String...) async -> Result {
    let recorder = RecordingConsole(width: 200)
    let code = await Tool.run(arguments, console: recorder.console)
    return Result(code: code, output: recorder.output, notes: recorder.notes)
  }

  private static func generate(_ arguments: String...) async -> Result {
    let recorder = RecordingConsole(width: 200)
    let code = await Tool.run(
      ["generate"] + arguments + ["--turns", "22..26", "--tokens", "4k"],
      console: recorder.console)
    return Result(code: code, output: recorder.output, notes: recorder.notes)
  }

  @Test func `prints cases of a template, one a line, and what they are worth beside`() async throws
  {
    let made = await Self.generate(
      "\(Self.templates)/logistics-rerouting.json5", "--cases", "2", "--seed", "4")
    #expect(made.code == .done, "\(made.notes)")
    let lines = made.output.split(separator: "\n")
    #expect(lines.count == 2)
    let first = try JSONValue.parse(String(lines[0]))
    #expect(first["id"]?.stringValue == "logistics-rerouting-1")
    #expect(first["source"]?["template"]?.stringValue == "logistics-rerouting")
    #expect(made.notes.contains("words of a probe that its evidence has: at most "))
    #expect(made.notes.contains("paragraphs of two cases: 0 of "))
    #expect(made.notes.contains("reader: "))
  }

  @Test func `writes a set that can be run, the same twice`() async throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/set"
    let made = await Self.generate(Self.templates, "--cases", "3", "--out", out, "--no-measure")
    #expect(made.code == .done, "\(made.notes)")
    #expect(made.notes.isEmpty)
    let again = await Self.generate(Self.templates, "--cases", "3", "--out", out, "--no-measure")
    #expect(again.code == .done, "\(again.notes)")
    let set = try EvalSetLoader.load(out).set
    #expect(set.id == "templates")
    #expect(set.cases.count == 3)
    #expect(Set(set.cases.map(\.cluster)).count == 3)
    let run = await Self.evalrun(
      "run", out, "-s", "rolling-window(entries: 10)", "--context", "2048", "--out",
      "\(folder.path)/run")
    #expect(run.code == .done, "\(run.notes)")
  }

  @Test func `replaces nothing that differs unless it is told to`() async throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/set"
    let source = "\(Self.templates)/travel-group.json5"
    let first = await Self.generate(source, "--cases", "1", "--out", out, "--no-measure")
    #expect(first.code == .done, "\(first.notes)")
    try "mine".write(toFile: "\(out)/README.md", atomically: true, encoding: .utf8)
    let other = await Self.generate(
      source, "--cases", "1", "--seed", "9", "--out", out, "--no-measure")
    #expect(other.code == .cannotWrite)
    #expect(other.notes.contains("cases.jsonl: is there already, and differs; --replace"))
    let forced = await Self.generate(
      source, "--cases", "1", "--seed", "9", "--out", out, "--no-measure", "--replace")
    #expect(forced.code == .done, "\(forced.notes)")
    #expect(try String(contentsOfFile: "\(out)/README.md", encoding: .utf8) == "mine")
  }

  @Test func `follows a plan, and what is said instead`() async throws {
    let folder = try TemporaryFolder()
    let plan = "\(folder.path)/plan.json5"
    let text = """
      { version: 1, kind: "setPlan", id: "planned", title: "A plan", cases: 5, seed: 8,
        templates: ["\(Self.templates)/clinic-*.json5"], profiles: ["uniform"],
        defaults: { contexts: [2048], strategies: ["rolling-window(entries: 6)"] } }
      """
    try text.write(toFile: plan, atomically: true, encoding: .utf8)
    let out = "\(folder.path)/set"
    let made = await Self.generate(plan, "--cases", "2", "--out", out, "--json")
    #expect(made.code == .done, "\(made.notes)")
    let report = try JSONValue.parse(made.output)
    #expect(report["id"]?.stringValue == "planned")
    #expect(report["cases"]?.arrayValue?.count == 2)
    #expect(report["paragraphs"]?["equal"]?.intValue == 0)
    let set = try EvalSetLoader.load(out).set
    #expect(set.strategies == ["rolling-window(entries: 6)"])
    #expect(set.contexts == [.tokens(2048)])
  }

  @Test(arguments: [
    (
      "{ version: 1, kind: \"setPlan\", id: \"a b\", title: \"x\", templates: [] }",
      "plan.json5:1:36: an id is made of"
    ),
    (
      "{ version: 2, kind: \"setPlan\", id: \"a\", title: \"x\", templates: [] }",
      "unknown version 2"
    ),
    (
      "{ version: 1, kind: \"setPlan\", id: \"a\", title: \"x\", templates: [], turns: [9, 2] }",
      "expected two numbers, the least and the most (at turns)"
    ),
    (
      "{ version: 1, kind: \"setPlan\", id: \"a\", title: \"x\", templates: [], tokens: [5, 9], mean: 12 }",
      "expected a number within 'tokens' (at mean)"
    ),
    (
      "{ version: 1, kind: \"setPlan\", id: \"a\", title: \"x\", templates: [], asks: 0 }",
      "expected 1 to 4 (at asks)"
    ),
    (
      "{ version: 1, kind: \"setPlan\", id: \"a\", title: \"x\", templates: [], profiles: [\"usge\"] }",
      "did you mean 'usage'?"
    ),
    (
      "{ version: 1, kind: \"setPlan\", id: \"a\", title: \"x\", templates: [\"no*.json5\"] }",
      "no file matches 'no*.json5'"
    ),
  ])
  func `says what is wrong with a plan`(text: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let plan = "\(folder.path)/plan.json5"
    try text.write(toFile: plan, atomically: true, encoding: .utf8)
    let made = await Self.generate(plan)
    #expect(made.code == .badData || made.code == .missingInput)
    #expect(made.notes.contains(message), "\(made.notes)")
  }

  @Test func `says what is missing`() async throws {
    #expect(await Self.generate("nowhere.json5").code == .missingInput)
    #expect(await Self.generate(Self.templates, "--json").code == .usage)
    let folder = try TemporaryFolder()
    let empty = await Self.generate(folder.path)
    #expect(empty.code == .badData)
    #expect(empty.notes.contains("holds no template"))
  }
}

@Suite struct MinimiseCommandTests {
  private struct Result {
    var code: ExitCode
    var output: String
    var notes: String
  }

  private static func evalrun(_ arguments: [String]) async -> Result {
    let recorder = RecordingConsole(width: 200)
    let code = await Tool.run(arguments, console: recorder.console)
    return Result(code: code, output: recorder.output, notes: recorder.notes)
  }

  @Test func `prints a ready case that shows the loss`() async throws {
    let folder = try TemporaryFolder()
    let run = "\(folder.path)/run"
    let made = await Self.evalrun([
      "run", "\(PackageFolder.path)/evalsets/starter", "--case", "coding-agent", "-s",
      "rolling-window(entries: 10)", "--context", "4096", "--out", run,
    ])
    #expect(made.code == .done, "\(made.notes)")
    let small = await Self.evalrun([
      "minimise", run, "--probe", "flake-count", "--arm", "rolling*",
    ])
    #expect(small.code == .done, "\(small.notes)")
    #expect(small.notes.contains("coding-agent/flake-count: "))
    let files = FileReader(files: ["small.json5": small.output])
    let loaded = try EvalSetLoader(files).cases(in: "small.json5")
    let value = try #require(loaded.set.cases.first)
    #expect(value.id == "coding-agent-flake-count-minimal")
    #expect(value.transcript.entries.count <= 16, "\(small.output)")
    #expect(loaded.cases.allSatisfy { CaseCheck.errors(of: $0).isEmpty })

    let kept = await Self.evalrun([
      "minimise", run, "--probe", "coding-agent/release-freeze", "--arm", "rolling*",
    ])
    #expect(kept.code == .usage)
    let control = await Self.evalrun([
      "minimise", run, "--probe", "flake-count", "--arm", "oracle",
    ])
    #expect(control.code == .usage)
    #expect(control.notes.contains("is a control"))
    let unflipped = await Self.evalrun([
      "minimise", run, "--probe", "review-number", "--arm", "rolling*", "--case", "coding-agnt",
    ])
    #expect(unflipped.code == .usage)
    #expect(unflipped.notes.contains("did you mean 'coding-agent'?"))
  }
}
