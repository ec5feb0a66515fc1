import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `Writing cases` {
  private func run(_ arguments: String...) async -> (code: ExitCode, output: String, notes: String)
  {
    let recorder = RecordingConsole()
    let code = await Tool.run(arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  private let chat = """
    {"messages": [
      {"role": "user", "content": "My order is KX-2209, for Ottilie Brandvold."},
      {"role": "assistant", "content": "Thank you."},
      {"role": "user", "content": "How long does it take?"},
      {"role": "assistant", "content": "A week."},
      {"role": "user", "content": "Good, then send it."},
      {"role": "assistant", "content": null, "tool_calls": [{"id": "k1", "type": "function",
        "function": {"name": "ship_order", "arguments": "{\\"order\\": \\"KX-2209\\"}"}}]},
      {"role": "tool", "tool_call_id": "k1", "content": "shipped"},
      {"role": "assistant", "content": "It is on its way."},
      {"role": "user", "content": "Thanks."},
      {"role": "assistant", "content": "Goodbye."}
    ]}
    """

  @Test func `a session becomes a case of drafts, which only deleting lines accepts`() async throws
  {
    let folder = try TemporaryFolder()
    let session = try folder.file("session.json", chat)
    let file = "\(folder.path)/case.json5"
    let made = await run("suggest", session, "--out", file)
    #expect(made.code == .done && made.output.isEmpty)
    #expect(made.notes.contains("drafted"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("// Suggested from session.json."))
    #expect(text.contains("// used later as order of ship_order in 'm5'"))

    let refused = await run("run", file, "--out", "\(folder.path)/run", "--context", "50%")
    #expect(refused.code == .badData)
    #expect(refused.notes.contains("is a draft that nobody has looked at"))
    #expect(refused.notes.contains("--include-drafts"))
    let measured = await run(
      "run", file, "--out", "\(folder.path)/run", "--context", "50%", "--include-drafts")
    #expect(measured.code == .done)

    let doubtful = await run("check", file, "--no-model")
    #expect(doubtful.code == .done)
    #expect(doubtful.output.contains("[draft]"))
    let strict = await run("check", file, "--no-model", "--strict")
    #expect(strict.code == .failed)

    let accepted = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.trimmingCharacters(in: .whitespaces) != "draft: true," }.joined(separator: "\n")
    try accepted.write(toFile: file, atomically: true, encoding: .utf8)
    let clean = await run("check", file)
    #expect(clean.code == .done)
    #expect(!clean.output.contains("[draft]"))
    #expect(clean.output.contains("0 errors"))
  }

  @Test func `suggestions go to standard output, as a case or as JSON`() async throws {
    let folder = try TemporaryFolder()
    let session = try folder.file("session.json", chat)
    let text = await run("suggest", session, "--top", "1")
    let node = try JSONNode.parse(text.output, options: .json5)
    #expect(node["facts"]?.elements?.count == 1)
    #expect(node["source"]?["path"]?.stringValue == "session.json")
    let json = try JSONValue.parse(await run("suggest", session, "--json").output)
    #expect(json["kind"] == "suggestions")
    let first = try #require(json["facts"]?.arrayValue?.first)
    #expect(first["value"] == "KX-2209" && first["draft"] == true)
    #expect(first["reasons"]?.arrayValue?.isEmpty == false)
  }

  @Test func `nothing that is there is replaced`() async throws {
    let folder = try TemporaryFolder()
    let session = try folder.file("session.json", chat)
    let file = try folder.file("case.json5", "mine")
    #expect(await run("suggest", session, "--out", file).code == .cannotWrite)
    #expect(await run("new", "case", file).code == .cannotWrite)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test func `of a file of many sessions one is chosen`() async throws {
    let folder = try TemporaryFolder()
    let session = try folder.file("sessions.json", "[\(chat), \(chat)]")
    let several = await run("suggest", session)
    #expect(several.code == .badData && several.notes.contains("--select '[0]'"))
    let one = await run("suggest", session, "--select", "[1]")
    #expect(one.code == .done)
    #expect(one.output.contains("id: \"sessions-1\""))
  }

  @Test func `a new set and a new case pass the check as they are`() async throws {
    let folder = try TemporaryFolder()
    let set = "\(folder.path)/mine"
    let made = await run("new", "set", set)
    #expect(made.code == .done)
    #expect(made.output.contains("\(set)/evalset.json5"))
    #expect(await run("new", "set", set).code == .cannotWrite)
    #expect(await run("new", "case", "\(set)/cases/another.json5").code == .done)
    #expect(await run("new", "case", "\(set)/cases/another.json").code == .usage)
    #expect(await run("new").code == .usage)
    let check = await run("check", set)
    #expect(check.code == .done)
    #expect(check.output.contains("mine: 2 cases, 2 clusters"))
    #expect(check.output.contains("0 errors"))
    let ran = await run("run", set, "--out", "\(folder.path)/run")
    #expect(ran.code == .done)
  }

  @Test func `what takes no judgement is mended in the file, and said`() async throws {
    let folder = try TemporaryFolder()
    #expect(await run("new", "case", "\(folder.path)/c.json5").code == .done)
    let file = "\(folder.path)/c.json5"
    let right = try String(contentsOfFile: file, encoding: .utf8)
    let broken = right.replacingOccurrences(
      of: "cloze: \"In the end the book was found as\"", with: "cloze: \"It was KX-2209, so\"")
    try broken.write(toFile: file, atomically: true, encoding: .utf8)
    let found = await run("check", file, "--no-model")
    #expect(found.code == .failed)
    #expect(found.output.contains("the cloze says the answer, 'KX-2209'"))
    #expect(found.output.contains("--fix mends it"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == broken)
    let mended = await run("check", file, "--no-model", "--fix")
    #expect(mended.code == .done)
    #expect(mended.notes.contains("is taken out (at probes[1].cloze)"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!text.contains("KX-2209, so"))
    #expect(text.contains("// Questions. An 'ask' must not say the answer"))
    #expect(!FileManager.default.fileExists(atPath: file + ".new"))
  }

  @Test func `a check as JSON, of what is missing, and of what cannot be read`() async throws {
    let folder = try TemporaryFolder()
    #expect(await run("check", "\(folder.path)/none.json5").code == .missingInput)
    let bad = try folder.file("bad.json5", "{ version: 1, id: \"x\" }")
    let found = await run("check", bad, "--json")
    #expect(found.code == .failed)
    let json = try JSONValue.parse(found.output)
    #expect(json["errors"] == 1)
    #expect(json["findings"]?.arrayValue?.first?["rule"] == "load")
  }
}
