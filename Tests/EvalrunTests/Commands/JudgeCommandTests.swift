import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `Judging again` {
  private func tool(_ arguments: String...) async -> (code: ExitCode, output: String, notes: String)
  {
    let recorder = RecordingConsole()
    let code = await Tool.run(arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  /// A small run, and what it printed.
  private func run(_ folder: TemporaryFolder, _ more: String...) async -> (
    path: String, output: String
  ) {
    let path = "\(folder.path)/run"
    let recorder = RecordingConsole()
    let code = await Tool.run(
      [
        "run", "\(PackageFolder.path)/evalsets/starter", "--case", "travel-desk", "--limit", "3",
        "-s", "rolling-window(6)", "--context", "2048", "--out", path,
      ] + more, console: recorder.console)
    #expect(code == .done || code == .incomplete, "\(recorder.notes)")
    return (path, recorder.output)
  }

  private func bytes(_ path: String) throws -> [Data] {
    try ["judge.json", "scores.jsonl", "summary.json"].map {
      try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)"))
    }
  }

  private static let judge = """
    { version: 1, id: 'mine', modelJudges: [ { id: 'exact', kind: 'model', model: 'replay:answers.jsonl',
      prompt: 'prompt.md', scale: { labels: ['yes', 'no'] } } ] }
    """

  private func modelJudge(_ folder: TemporaryFolder) throws -> String {
    _ = try folder.file("prompt.md", "Does '{answer}' say {expected}? Say yes or no.")
    return try folder.file("mine.json5", Self.judge)
  }

  @Test func `by the run's own judge gives the same tables and the same bytes`() async throws {
    let folder = try TemporaryFolder()
    let (path, output) = await run(folder)
    let before = try bytes(path)
    let again = await tool("judge", path)
    #expect(again.code == .done)
    #expect(again.output == output)
    #expect(output.contains("--limit 3"))
    #expect(try bytes(path) == before)
    #expect(!again.notes.contains("replaced"))
  }

  @Test func `by another judge leaves the run's scores alone`() async throws {
    let folder = try TemporaryFolder()
    let (path, _) = await run(folder)
    let before = try bytes(path)
    let judge = "\(PackageFolder.path)/judges/structure-only.json5"
    let other = await tool("judge", path, "--judge", judge)
    #expect(other.code == .done, "\(other.notes)")
    #expect(other.output.contains("judge structure-only"))
    #expect(!other.output.contains("recall"))
    #expect(try bytes(path) == before)
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(path)/judged")
    #expect(folders.count == 1)
    #expect(folders.first?.hasPrefix("structure-only-") == true)
    let out = "\(folder.path)/out"
    let json = await tool("judge", path, "--judge", judge, "--out", out, "--json")
    #expect(try JSONValue.parse(json.output)["judge"]?["id"] == "structure-only")
    #expect(try bytes(out) == bytes("\(path)/judged/\(folders[0])"))
  }

  @Test func `says what it replaced`() async throws {
    let folder = try TemporaryFolder()
    let (path, _) = await run(folder)
    try Data("other\n".utf8).write(to: URL(fileURLWithPath: "\(path)/summary.json"))
    let again = await tool("judge", path)
    #expect(again.notes.contains("replaced what stood there and differed: summary.json"))
  }

  @Test func `a model judge is asked once, and then judges without the model`() async throws {
    let folder = try TemporaryFolder()
    let (path, _) = await run(folder)
    let judge = try modelJudge(folder)
    let missing = await tool("judge", path, "--judge", judge)
    #expect(missing.code == .incomplete)
    #expect(missing.notes.contains("exact: travel-desk/"))
    #expect(missing.notes.contains("--model replay:answers.jsonl"))
    let prompts = "\(folder.path)/prompts.jsonl"
    let written = await tool("judge", path, "--judge", judge, "--prompts", prompts)
    #expect(written.code == .done)
    let lines = try String(contentsOfFile: prompts, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 1)
    let answers = try lines.enumerated().map { place, line in
      let prompt = try JSONValue.parse(String(line))
      let fields = ["id", "digest"].compactMap { key in
        prompt[key].map { "\"\(key)\":\($0.serialised())" }
      }.joined(separator: ",")
      return "{\(fields),\"text\":\"\(place % 2 == 0 ? "yes" : "no")\"}"
    }
    let file = try folder.file("answers.jsonl", answers.joined(separator: "\n"))
    let out = "\(folder.path)/out"
    let asked = await tool(
      "judge", path, "--judge", judge, "--model", "replay:\(file)", "--out", out)
    #expect(asked.code == .done, "\(asked.notes)")
    #expect(asked.notes.contains("asked about \(lines.count) answers"))
    #expect(asked.output.contains("agrees with recall on"))
    let before = try bytes(out)
    let again = await tool("judge", path, "--judge", judge, "--out", out)
    #expect(again.code == .done)
    #expect(again.output == asked.output)
    #expect(try bytes(out) == before)
    #expect(!FileManager.default.fileExists(atPath: "\(path)/model-judgements.jsonl"))
    let more = await tool(
      "judge", path, "--judge", judge, "--model", "replay:\(file)", "--out", out)
    #expect(more.notes.contains("asked about 0 answers"))
  }

  @Test func `a run with a model judge says what is missing`() async throws {
    let folder = try TemporaryFolder()
    let judge = try modelJudge(folder)
    let recorder = RecordingConsole()
    let code = await Tool.run(
      [
        "run", "\(PackageFolder.path)/evalsets/starter", "--case", "travel-desk", "--limit", "1",
        "-s", "rolling-window(6)", "--context", "2048", "--out", "\(folder.path)/run", "--judge",
        judge,
      ], console: recorder.console)
    #expect(code == .incomplete)
    #expect(recorder.notes.contains("not judged by replay:answers.jsonl"))
  }

  @Test func `what makes no sense is refused`() async throws {
    let folder = try TemporaryFolder()
    let (path, _) = await run(folder)
    let judge = try modelJudge(folder)
    let none = await tool("judge", path, "--model", "reader")
    #expect(none.code == .usage)
    #expect(none.notes.contains("has no model judge"))
    let other = await tool("judge", path, "--judge", judge, "--model", "reader")
    #expect(other.code == .usage)
    #expect(other.notes.contains("'replay:answers.jsonl'"))
    let taken = await tool("judge", path, "--out", path)
    #expect(taken.code == .badData)
    #expect(await tool("judge", "\(folder.path)/no-run").code == .missingInput)
    #expect(await tool("judge", path, "--judge", "\(folder.path)/no.json5").code == .missingInput)
    #expect(await tool("judge", path, "--format", "plain").code == .usage)
    let bad = try folder.file("bad.json5", Self.judge.replacing("prompt.md", with: "none.md"))
    let unread = await tool("judge", path, "--judge", bad)
    #expect(unread.code == .badData)
    #expect(unread.notes.contains("none.md"))
  }

  @Test func `explaining names stage, request and entry of what was lost`() async throws {
    let folder = try TemporaryFolder()
    let (path, _) = await run(folder)
    let page = await tool("explain", path, "--arm", "rolling-window*")
    #expect(page.code == .done)
    #expect(page.output.contains("against oracle|reader|2048"))
    #expect(page.output.contains("× rolling-window(entries: 6) dropped it"))
    #expect(page.output.contains("dropped it at request"))
    #expect(
      page.output.split(separator: "\n").allSatisfy {
        $0.hasPrefix("one of them") || DisplayWidth.of(String($0)) <= 120
      })
    let json = try JSONValue.parse(
      await tool("explain", path, "--arm", "rolling-window*", "--json").output)
    #expect(json["kind"] == "flips")
    let groups = try #require(json["groups"]?.arrayValue)
    #expect(json["broken"]?.intValue ?? 0 > 0)
    #expect(groups.first?["cause"]?["spec"] == "rolling-window(entries: 6)")
    let reverse = await tool("explain", path, "--arm", "oracle", "--against", "rolling-window*")
    #expect(reverse.output.contains("BETTER"))
  }

  @Test func `explaining needs an arm that is there, and another`() async throws {
    let folder = try TemporaryFolder()
    let (path, _) = await run(folder)
    #expect(await tool("explain", path).code == .usage)
    let wrong = await tool("explain", path, "--arm", "oracl")
    #expect(wrong.code == .usage)
    #expect(wrong.notes.contains("did you mean 'oracle'"))
    let many = await tool("explain", path, "--arm", "*e")
    #expect(many.notes.contains("arms fit '*e'"))
    #expect(await tool("explain", path, "--arm", "oracle").code == .usage)
  }
}
