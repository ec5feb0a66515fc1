import EvalKit
import Testing

@testable import evalrun

@Suite struct `The author command` {
  private func author(_ arguments: String...) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole()
    let code = await Tool.run(["author"] + arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  private static let chat =
    #"[{"role":"user","content":"Hello."},{"role":"assistant","content":"Yes."}]"#

  @Test func `makes a page of a case`() async throws {
    let folder = try TemporaryFolder()
    let page = "\(folder.path)/page.html"
    let done = await author("\(PackageFolder.path)/docs/example-case.json5", "--html", page)
    #expect(done.code == .done)
    #expect(done.notes == "\(page): open it in a browser\n")
    let html = String(decoding: try Inputs.bytes(page), as: UTF8.self)
    #expect(html.hasPrefix("<!doctype html>") && html.contains("lost-luggage"))
  }

  @Test func `makes a page of a transcript, named for its file`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("my session.v2.json", Self.chat)
    let done = await author(file, "--html", "-")
    #expect(done.code == .done && done.notes == "")
    #expect(done.output.contains(#""id":"my-session""#))
  }

  @Test func `says where a case is to be kept that names its transcript`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "s.json",
      #"[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"x","content":"b"}]"#)
    let done = await author(file, "--html", "-")
    #expect(done.code == .done)
    #expect(done.notes.contains("keep what you download beside \(file)"))
  }

  @Test func `a case of many lines is chosen by its id`() async throws {
    let folder = try TemporaryFolder()
    func line(_ id: String) -> String {
      #"{"version":1,"id":"\#(id)","transcript":[{"prompt":"a"},{"response":"b"}]}"#
    }
    let file = try folder.file("cases.jsonl", line("one") + "\n" + line("two") + "\n")
    let many = await author(file, "--html", "-")
    #expect(many.code == .usage && many.notes.contains("there is: one, two"))
    let near = await author(file, "--html", "-", "--case", "tow")
    #expect(near.code == .usage && near.notes.contains("did you mean 'two'"))
    let two = await author(file, "--html", "-", "--case", "two")
    #expect(two.code == .done && two.output.contains(#""state":{"id":"two""#))
  }

  @Test func `a case that cannot be read has to be mended first`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "c.json5",
      "{ version: 1, id: 'c', transcript: [ { prompt: 'a' } ],\n  probes: [ { ask: 'b', facts: ['x'] } ] }"
    )
    let done = await author(file, "--html", "-")
    #expect(done.code == .badData && done.output == "")
    #expect(done.notes.contains("\(file):2:") && done.notes.contains("there is no fact 'x'"))
  }

  @Test(arguments: [[], ["--html", "-"]]) func `what is missing is said`(options: [String]) async {
    let recorder = RecordingConsole()
    let code = await Tool.run(
      ["author", "no-such-file.json"] + options, console: recorder.console)
    #expect(code == (options.isEmpty ? .usage : .missingInput))
  }
}
