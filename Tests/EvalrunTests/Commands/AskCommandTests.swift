import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `Asking elsewhere` {
  private struct Result {
    var code: ExitCode
    var output: String
    var notes: String
  }

  private func tool(_ arguments: String...) async -> Result { await tool(arguments) }

  private func tool(_ arguments: [String]) async -> Result {
    let recorder = RecordingConsole()
    let code = await Tool.run(arguments, console: recorder.console)
    return Result(code: code, output: recorder.output, notes: recorder.notes)
  }

  private static let starter = "\(PackageFolder.path)/evalsets/starter"
  private static let confusion = "\(PackageFolder.path)/evalsets/tool-confusion"

  /// A run of two policies on one case, by a model.
  private func run(
    _ folder: TemporaryFolder, _ set: String = confusion, case pattern: String = "ghost-*",
    model: String = "reader", to name: String
  ) async -> Result {
    await tool(
      "run", set, "--case", pattern, "-s", "rolling-window(6)", "-s", "short = rolling-window(3)",
      "--context", "2048", "--model", model, "--out", "\(folder.path)/\(name)")
  }

  private func scores(_ folder: TemporaryFolder, _ name: String) throws -> [[String]: Score] {
    let directory = try RunDirectory(reading: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    return Dictionary(
      uniqueKeysWithValues: try directory.scores().map { score in
        let arm = ArmIdentity(key: score.arm)
        return ([score.caseID, arm.name, arm.context, score.metric, score.question], score)
      })
  }

  static let cases: [(set: String, pattern: String, metrics: [String])] = [
    (starter, "travel-*", ["recall", "abstentionRight", "falseAbstention", "argumentFill"]),
    (confusion, "wrong-*", ["trajectoryInOrder", "argumentFill"]),
    (confusion, "ghost-*", ["trajectoryInOrder"]),
  ]

  @Test(arguments: cases) func `gives the scores that the answering model has by itself`(
    _ set: String, _ pattern: String, _ metrics: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    #expect(await run(folder, set, case: pattern, to: "direct").code == .done)
    let asked = await tool("ask", "\(folder.path)/direct", "--out", "\(folder.path)/prompts.jsonl")
    #expect(asked.code == .done, "\(asked.notes)")
    #expect(asked.output.isEmpty)
    let prompts = try String(contentsOfFile: "\(folder.path)/prompts.jsonl", encoding: .utf8)
    let answers = try folder.file(
      "answers.jsonl", try await Answering.lines(prompts).joined(separator: "\n") + "\n")
    let replayed = await run(
      folder, set, case: pattern, model: "replay:\(answers)", to: "replayed")
    #expect(replayed.code == .done, "\(replayed.notes)")
    #expect(replayed.output.contains("model replay:answers.jsonl"))
    // Of a model that is not the reader it is said what it invents where the fact is gone.
    #expect(replayed.output.contains("confabu-"))
    let direct = try scores(folder, "direct")
    var compared: [String: Int] = [:]
    for (key, score) in try scores(folder, "replayed") {
      if key[1] == "foreign" || key[1] == "placebo(short)" { continue }
      let own = try #require(direct[key])
      #expect(score.outcome == own.outcome, "\(key)")
      #expect(score.verdict == own.verdict, "\(key)")
      if case .scored = score.outcome { compared[score.metric, default: 0] += 1 }
    }
    for metric in metrics { #expect(compared[metric, default: 0] > 0, "\(metric)") }
  }

  @Test func `writes each question and view once, with all arms that show it`() async throws {
    let folder = try TemporaryFolder()
    _ = await run(folder, to: "direct")
    let asked = await tool("ask", "\(folder.path)/direct")
    let prompts = try asked.output.split(separator: "\n").map { try JSONValue.parse(String($0)) }
    var seen: Set<[String]> = []
    for prompt in prompts {
      let key = [prompt["id"]?.stringValue ?? "", prompt["digest"]?.stringValue ?? ""]
      #expect(seen.insert(key).inserted, "\(key)")
      #expect(prompt["kind"] == "prompt")
      #expect(prompt["arms"]?.arrayValue?.isEmpty == false)
    }
    #expect(prompts.contains { ($0["arms"]?.arrayValue?.count ?? 0) > 1 })
    let arms = Set(prompts.flatMap { $0["arms"]?.arrayValue ?? [] }.compactMap(\.stringValue))
    #expect(
      arms == [
        "rolling-window(entries: 6)|reader|2048", "short|reader|2048", "oracle|reader|2048",
        "null|reader|2048", "evidence|reader|2048",
        "placebo(rolling-window(entries: 6))|reader|2048",
      ])
    #expect(asked.notes.contains("standard output: \(prompts.count) prompts for "))
    #expect(asked.notes.contains("of 6 arms"))
  }

  @Test func `takes patterns of arms, and adds the controls they need`() async throws {
    let folder = try TemporaryFolder()
    _ = await run(folder, to: "direct")
    func arms(_ patterns: String...) async throws -> Set<String> {
      let asked = await tool(
        ["ask", "\(folder.path)/direct"] + patterns.flatMap { ["--arm", $0] })
      let prompts = try asked.output.split(separator: "\n").map { try JSONValue.parse(String($0)) }
      return Set(
        prompts.flatMap { $0["arms"]?.arrayValue ?? [] }.compactMap(\.stringValue)
          .map { ArmIdentity(key: $0).name })
    }
    #expect(try await arms("sho*") == ["short", "oracle", "null", "evidence", "placebo(short)"])
    #expect(try await arms("null", "oracle|*") == ["null", "oracle"])
    let wrong = await tool("ask", "\(folder.path)/direct", "--arm", "shrt")
    #expect(wrong.code == .usage)
    #expect(wrong.notes.contains("no arm fits 'shrt'; did you mean 'short'?"))
  }

  @Test func `errs on questions without an answer, and on answers for another view`() async throws {
    let folder = try TemporaryFolder()
    _ = await run(folder, to: "direct")
    let prompts = await tool("ask", "\(folder.path)/direct", "--arm", "short").output
    var lines = try await Answering.lines(prompts)
    let first = try JSONValue.parse(lines[0])
    let digest = try #require(first["digest"]?.stringValue)
    lines[0] = lines[0].replacing(digest, with: String(repeating: "0", count: 64))
    let removed = try #require(try JSONValue.parse(lines.removeLast())["id"]?.stringValue)
    let file = try folder.file("answers.jsonl", lines.joined(separator: "\n"))
    let replayed = await run(folder, model: "replay:\(file)", to: "replayed")
    #expect(replayed.code == .incomplete)
    let observations = try String(
      contentsOfFile: "\(folder.path)/replayed/observations.jsonl", encoding: .utf8)
    let id = try #require(first["id"]?.stringValue)
    #expect(observations.contains("the answer for '\(id)' in answers.jsonl is for another view"))
    #expect(observations.contains("'\(removed)'"))
  }

  @Test func `counts what has no prompt`() async throws {
    let folder = try TemporaryFolder()
    let run = "\(folder.path)/run"
    _ = await tool(
      "run", Self.starter, "--case", "travel-*", "--limit", "2", "-s", "identity", "--context",
      "1500", "--out", run)
    let asked = await tool("ask", run, "--arm", "identity")
    #expect(asked.code == .done)
    let note = try #require(
      asked.notes.split(separator: "\n").first { $0.hasPrefix("no prompt for ") })
    #expect(note.contains(" over the context"))
    // A control alone that nothing needs is not asked.
    let none = await tool("ask", run, "--arm", "foreign")
    #expect(none.code == .badData)
    #expect(none.notes.contains("no question is left to ask"))
  }

  @Test func `says where a run is not complete`() async throws {
    let folder = try TemporaryFolder()
    _ = await run(folder, to: "run")
    let file = "\(folder.path)/run/observations.jsonl"
    let whole = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let kept = try #require(whole.firstIndex { $0.contains(#""case":"ghost-tool""#) }) + 1
    try (whole.prefix(kept).joined(separator: "\n") + "\n")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let asked = await tool("ask", "\(folder.path)/run")
    #expect(asked.code == .incomplete)
    #expect(!asked.output.isEmpty)
    #expect(asked.notes.contains("the run is not complete: \(whole.count - kept) cells missing"))
  }

  @Test(arguments: PromptFormat.allCases) func `writes every format, a line each`(
    _ format: PromptFormat
  ) async throws {
    let folder = try TemporaryFolder()
    _ = await tool(
      "run", Self.confusion, "--case", "ghost-*", "-s", "rolling-window(4)", "--context", "2048",
      "--out", "\(folder.path)/run")
    let plain = await tool("ask", "\(folder.path)/run")
    let asked = await tool("ask", "\(folder.path)/run", "--format", format.rawValue)
    #expect(asked.code == .done)
    let lines = asked.output.split(separator: "\n")
    #expect(lines.count == plain.output.split(separator: "\n").count)
    for line in lines { #expect(try JSONValue.parse(String(line)).objectValue != nil) }
    #expect(asked.notes.contains("for a model 'MODEL'") == format.namesModel)
    let named = await tool(
      "ask", "\(folder.path)/run", "--format", format.rawValue, "--model", "m-7")
    #expect(named.code == (format.namesModel ? .done : .usage))
    #expect(named.output.contains(#""model":"m-7""#) == format.namesModel)
  }

  @Test func `refuses what is no run, and answers that cannot be used`() async throws {
    let folder = try TemporaryFolder()
    #expect(await tool("ask", "\(folder.path)/none").code == .missingInput)
    let set = Self.confusion
    let missing = await tool("run", set, "--model", "replay:\(folder.path)/none.jsonl")
    #expect(missing.code == .missingInput)
    #expect(missing.notes.contains("none.jsonl"))
    let empty = try folder.file("empty.jsonl", "")
    #expect(await tool("run", set, "--model", "replay:\(empty)").code == .badData)
    let broken = try folder.file("broken.jsonl", #"{"id": "x", "txt": "y"}"#)
    let refused = await tool("run", set, "--model", "replay:\(broken)")
    #expect(refused.code == .badData)
    #expect(refused.notes.contains("broken.jsonl:1:13: unknown key 'txt'; did you mean 'text'?"))
    #expect(await tool("run", set, "--model", "replay:").code == .usage)
    let twice = await tool("run", set, "--model", "reader", "--model", "reader")
    #expect(twice.code == .usage)
    #expect(twice.notes.contains("two models are called 'reader'"))
  }

  @Test func `names a run by what was answered, not by where that is kept`() throws {
    let folder = try TemporaryFolder()
    let view = String(repeating: "0", count: 64)
    func digest(_ name: String, _ text: String) throws -> String {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
      let file = try folder.file(
        "\(name)/answers.jsonl", #"{"id":"x","digest":"\#(view)","text":"\#(text)"}"#)
      var options = RunOptions()
      options.sets = [Self.confusion]
      options.models = ["replay:\(file)"]
      return try PreparedRun(options).spec.digest
    }
    #expect(try digest("a", "y") == digest("b", "y"))
    #expect(try digest("a", "y") != digest("c", "z"))
  }
}
