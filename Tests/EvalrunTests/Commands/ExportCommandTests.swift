import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `The export command` {
  private func run(_ arguments: String...) async -> (code: ExitCode, output: String, notes: String)
  {
    let recorder = RecordingConsole()
    let code = await Tool.run(arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  private static let set = "\(Golden.fixtures)/gate/set"
  private static let chat =
    #"[{"role":"system","content":"Help."},{"role":"user","content":"Hi."},{"role":"assistant","content":"Yes."}]"#

  @Test func `writes a transcript to standard output, and says what is lost on the other`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "c.json5",
      "[ { instructions: 'Help.' }, { prompt: 'Hi.' }, { response: 'Yes.' }, { tools: [] }, "
        + "{ prompt: 'Bye.' } ]")
    let done = await run("export", file, "--to", "openai-chat")
    #expect(done.code == .done)
    #expect(
      done.output
        == #"{"messages":[{"role":"system","content":"Help."},{"role":"user","content":"Hi."},"#
        + #"{"role":"assistant","content":"Yes."},{"role":"user","content":"Bye."}]}"# + "\n")
    #expect(done.notes == "openai-chat has no place of its own for:\n  1 × change of tools\n")
  }

  @Test func `writes a file, which is replaced`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("s.json", Self.chat)
    let out = try folder.file("out.json", "old")
    let done = await run("export", file, "--to", "atif", "--out", out)
    #expect(done.code == .done && done.output == "" && done.notes == "")
    let written = try JSONValue.parse(Inputs.bytes(out))
    #expect(written["steps"]?.arrayValue?.count == 3)
  }

  @Test func `a case of a set is chosen by its id`() async throws {
    let several = await run("export", Self.set, "--to", "openai-chat")
    #expect(several.code == .usage && several.notes.contains("choose one with --case"))
    let cases = try #require(try Inputs.cases(Self.set))
    let id = try #require(cases.first?.id)
    let one = await run("export", Self.set, "--to", "openai-chat", "--case", id)
    #expect(one.code == .done && one.output.hasPrefix(#"{"messages":["#))
  }

  @Test(arguments: [
    (["s.json"], "--to takes one of foundation-models, openai-chat, anthropic, atif, csv, inspect"),
    (["s.json", "--to", "opneai-chat"], "one of foundation-models, openai-chat"),
    (["s.json", "--to", "csv"], "is no run's folder"),
    (["s.json", "--to", "atif", "--case", "x"], "is no set"),
  ]) func `a command line that makes no sense is explained`(arguments: [String], message: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.file("s.json", Self.chat)
    let recorder = RecordingConsole()
    let code = await Tool.run(
      ["export", file] + arguments.dropFirst(), console: recorder.console)
    #expect(code == .usage)
    #expect(recorder.notes.contains(message), "\(recorder.notes)")
  }

  @Test func `a missing folder is missing input`() async {
    let done = await run("export", "nowhere", "--to", "csv")
    #expect(done.code == .missingInput)
  }

  @Test func `a run goes to rows and to logs`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/run"
    let made = await run("run", Self.set, "-s", "w, = rolling-window(4)", "--out", path)
    try #require(made.code == .done, "\(made.notes)")
    let lines = String(decoding: try Inputs.bytes("\(path)/scores.jsonl"), as: UTF8.self)
      .split(separator: "\n")

    let rows = await run("export", path, "--to", "csv")
    #expect(rows.code == .done)
    #expect(rows.output.components(separatedBy: "\r\n").count >= lines.count + 2)
    #expect(rows.output.contains("\"w,\",reader,"))

    let mine = await run("export", path, "--to", "csv", "--arm", "w,")
    #expect(mine.output.utf8.count < rows.output.utf8.count && mine.code == .done)
    let wrong = await run("export", path, "--to", "csv", "--arm", "orcale")
    #expect(wrong.code == .usage && wrong.notes.contains("did you mean"))

    let many = await run("export", path, "--to", "inspect")
    #expect(many.code == .usage && many.notes.contains("name a folder with --out"))
    let one = await run("export", path, "--to", "inspect", "--arm", "w,")
    #expect(one.code == .done)
    let log = try JSONValue.parse(one.output)
    try check(log, against: lines.map { try JSONValue.parse(String($0)) })

    let refused = await run("export", path, "--to", "atif")
    #expect(refused.code == .usage && refused.notes.contains("is a run"))
  }

  /// Holds a log against the scores of its arm.
  private func check(_ log: JSONValue, against scores: [JSONValue]) throws {
    let samples = try #require(log["samples"]?.arrayValue)
    #expect(!samples.isEmpty)
    #expect(log["results"]?["total_samples"]?.intValue == samples.count)
    let ids = samples.compactMap { $0["id"]?.stringValue }
    #expect(Set(ids).count == samples.count)
    let recalls = scores.filter {
      $0["metric"] == "recall" && $0["arm"]?.stringValue?.hasPrefix("w,|") == true
        && $0["value"] != nil
    }
    #expect(!recalls.isEmpty)
    for score in recalls {
      let id = "\(score["case"]?.stringValue ?? "")/\(score["question"]?.stringValue ?? "")"
      let sample = try #require(samples.first { $0["id"]?.stringValue == id })
      #expect(sample["scores"]?["recall"]?["value"] == score["value"])
      // What was asked is the last thing the model was shown, and its answer stands after it.
      let messages = try #require(sample["messages"]?.arrayValue)
      #expect(messages.last?["role"] == "assistant")
      #expect(messages.dropLast().last?["role"] == "user")
      #expect(sample["input"]?.arrayValue?.count == messages.count - 1)
    }
  }
}
