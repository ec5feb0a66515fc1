import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `Import` {
  private func run(_ arguments: String..., width: Int = 140) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole(width: width)
    let code = await Tool.run(["import"] + arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private let row = #"{"messages": [{"role": "user", "content": "I am ann@x.io."}]}"#
  private let orphan =
    #"{"messages": [{"role": "user", "content": "a"}, {"role": "tool", "tool_call_id": "k", "content": "b"}]}"#

  @Test func `without a folder the report is all there is`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 3))
    let report = await run(file)
    #expect(report.code == .done)
    #expect(report.output.contains("imported 1 transcript of 1 file; refused 0"))
    #expect(
      report.output.contains("3 prompts, 3 responses, 3 rounds of calls, 3 outputs and 3 calls"))
    #expect(try names(in: folder.path) == ["chat.json"])
  }

  @Test func `a transcript is kept in a file named for its source, and read again as it was`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 3))
    let out = "\(folder.path)/a/b"
    let report = await run(file, "--out", out)
    #expect(report.code == .done)
    #expect(try names(in: out) == ["chat.transcript.json"])
    let kept = try text("\(out)/chat.transcript.json")
    #expect(kept.contains(#""source": {"format":"openai-chat","path":"chat.json"}"#))
    let again = try TranscriptImporter.read(Array(kept.utf8), file: "t")
    let first = try TranscriptImporter.read(Array(Chats.json(turns: 3).utf8), file: "t")
    #expect(again.first?.transcript == first.first?.transcript)
  }

  @Test func `nothing is overwritten: same bytes are kept, others get the next number`()
    async throws
  {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/out"
    _ = try folder.file("rows.jsonl", "\(row)\n\(orphan)\n")
    _ = await run("\(folder.path)/rows.jsonl", "--out", out)
    #expect(try names(in: out) == ["rows-0.transcript.json", "rows-1.transcript.json"])
    let before = try text("\(out)/rows-0.transcript.json")
    let same = await run("\(folder.path)/rows.jsonl", "--out", out)
    #expect(same.output.contains("wrote 0 files; there already: 2"))
    _ = try folder.file("rows.jsonl", "\(orphan)\n\(orphan)\n")
    let other = await run("\(folder.path)/rows.jsonl", "--out", out)
    #expect(other.output.contains("wrote 1 file; there already: 1"))
    #expect(
      try names(in: out) == [
        "rows-0.2.transcript.json", "rows-0.transcript.json", "rows-1.transcript.json",
      ])
    #expect(try text("\(out)/rows-0.transcript.json") == before)
  }

  @Test func `a folder's files are all tried, and each refusal says why`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.json", row)
    _ = try folder.file("b.md", "# Not JSON")
    _ = try folder.file(".hidden", "x")
    _ = try folder.file("c.json", "")
    let report = await run(folder.path)
    #expect(report.code == .badData)
    #expect(report.output.contains("imported 1 transcript of 3 files; refused 2"))
    #expect(report.notes.contains("b.md:1:1:"))
    #expect(report.notes.contains("c.json: the file is empty"))
    #expect(await run("\(folder.path)/none.json").code == .missingInput)
  }

  @Test func `what is odd is counted, and refused where nothing odd is wanted`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("rows.jsonl", "\(row)\n\(orphan)\n")
    let lax = await run(file)
    #expect(lax.code == .done)
    #expect(lax.output.contains("an output that answers no call"))
    let strict = await run(file, "--strict", "--out", "\(folder.path)/out")
    #expect(strict.code == .badData)
    #expect(
      strict.notes.contains("rows.jsonl#1: refused for an output that answers no call (m1)"))
    #expect(try names(in: "\(folder.path)/out") == ["rows-0.transcript.json"])
  }

  @Test func `a report for programs counts everything`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("rows.jsonl", "\(row)\n\(orphan)\n{\"x\": 1}\n")
    let report = try JSONValue.parse(await run(file, "--json").output)
    #expect(report["kind"] == "import" && report["transcripts"] == 2 && report["refused"] == 1)
    let first = try #require(report["files"]?.arrayValue?.first)
    #expect(first["counts"]?["orphanOutputs"] == 1)
    #expect(first["counts"]?["entries"] == ["prompt": 2, "toolOutput": 1])
    #expect(first["notes"]?.arrayValue?.first?["kind"] == "orphanOutput")
    #expect(first["formats"] == ["openai-chat": 2])
  }

  @Test func `lines that are no JSON are skipped where asked for, and counted`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("rows.jsonl", "\(row)\noops\n\(row)\n")
    #expect(await run(file).code == .badData)
    let report = await run(file, "--skip-malformed")
    #expect(report.code == .done)
    #expect(report.output.contains("a line that is no JSON, skipped (line 2)"))
    #expect(report.output.contains("1 record left out"))
  }

  @Test func `personal data is replaced in what is written, and counted`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("rows.jsonl", "\(row)\n\(row)\n")
    let words = try folder.file("words.txt", "user\n\n  I am \n")
    let report = await run(file, "--redact", "pii", "--out", "\(folder.path)/out")
    #expect(report.output.contains("Replaced: e-mail addresses: 1 in 2 places"))
    let kept = try text("\(folder.path)/out/rows-0.transcript.json")
    #expect(!kept.contains("ann@x.io") && kept.contains("xxx@x.xa"))
    let listed = await run(file, "--redact", words, "--out", "\(folder.path)/words")
    #expect(listed.output.contains("listed words: 1 in 2 places"))
    #expect(try text("\(folder.path)/words/rows-0.transcript.json").contains("X xa xxx@x.xa."))
    let empty = try folder.file("empty.txt", "\n")
    #expect(await run(file, "--redact", empty).code == .badData)
    let short = try folder.file("short.txt", "x\n")
    #expect(await run(file, "--redact", short).notes.contains("'x' is too short"))
    #expect(await run(file, "--redact", "\(folder.path)/absent").code == .missingInput)
  }

  @Test func `one of several is picked, and a view of compactions chosen`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("rows.jsonl", "\(row)\n\(orphan)\n")
    _ = await run(file, "--select", "[1]", "--out", "\(folder.path)/out")
    #expect(try names(in: "\(folder.path)/out") == ["rows-1.transcript.json"])
    let both = await run(file, "--as-sent", "--before-compaction")
    #expect(both.code == .usage)
    let log = try folder.file(
      "log.jsonl",
      [
        #"{"model": "m", "messages": [{"role": "user", "content": "a"}]}"#,
        #"{"model": "m", "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]}"#,
        #"{"model": "m", "messages": [{"role": "user", "content": "c"}, {"role": "assistant", "content": "d"}, {"role": "user", "content": "e"}]}"#,
      ].joined(separator: "\n"))
    #expect(await run(log).output.contains("1 compaction"))
    #expect(await run(log, "--before-compaction").output.contains("3 prompts and 2 responses"))
    #expect(await run(log, "--as-sent").output.contains("2 prompts and 1 response"))
  }

  @Test func `what is expected may be in a file beside`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "row.jsonl",
      #"{"id": "r", "question": [[{"role": "user", "content": "a"}], [{"role": "user", "content": "b"}]]}"#
    )
    let answers = try folder.file(
      "answers.jsonl", #"{"id": "r", "ground_truth": [["f(x=1)"], []]}"#)
    let report = await run(file, "--expect", answers)
    #expect(report.code == .done)
    #expect(report.output.contains("1 trajectory"))
    let alone = await run(answers)
    #expect(alone.code == .badData)
    #expect(alone.notes.contains("answers of BFCL and no transcript"))
    #expect(await run(file, "--expect", file).code == .badData)
    #expect(await run(file, "--expect", "\(folder.path)/absent").code == .missingInput)
  }

  @Test func `what is expected becomes a case beside the transcript, which can be run`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "memory.json",
      #"""
      {"id": "m", "messages": [{"role": "user", "content": "My locker is B-417."}, {"role": "assistant", "content": "Noted."}, {"role": "user", "content": "Lunch is at noon."}, {"role": "assistant", "content": "Fine."}],
       "facts": [{"id": "locker", "question": "Which locker is mine?", "answers": ["B-417"], "evidence": [0]}]}
      """#)
    let out = "\(folder.path)/out"
    let report = await run(file, "--out", out)
    #expect(report.code == .done)
    #expect(try names(in: out) == ["memory.case.json5", "memory.transcript.json"])
    let loaded = try EvalSetLoader.load("\(out)/memory.case.json5").set
    let value = try #require(loaded.cases.first)
    #expect(value.id == "memory" && value.cluster == "m")
    #expect(value.facts.map(\.value) == ["B-417"])
    #expect(value.facts.first?.evidence.map(\.entry) == [EntryID(0)])
    #expect(value.probes.map(\.ask) == ["Which locker is mine?"])
    #expect(value.source?["path"] == "memory.json")
    let again = await run(file, "--out", out)
    #expect(again.output.contains("wrote 0 files; there already: 2"))
  }

  @Test func `an empty response before calls is dropped where asked for`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "apple.json",
      #"""
      {"type": "FoundationModels.Transcript", "version": "1.1", "transcript": {"entries": [
        {"role": "user", "id": "a", "contents": [{"type": "text", "id": "s", "text": "Go."}]},
        {"role": "response", "id": "b", "contents": []},
        {"role": "response", "id": "c", "toolCalls": [{"id": "k", "name": "f", "arguments": "{}"}]},
        {"role": "tool", "id": "k", "toolCallID": "k", "toolName": "f", "contents": []}]}}
      """#)
    let told = await run(file)
    #expect(told.output.contains("an empty response before tool calls (b)"))
    #expect(told.output.contains("1 response"))
    let mended = await run(file, "--repair")
    #expect(mended.output.contains("an empty response before tool calls, dropped (b)"))
    #expect(!mended.output.contains("1 response"))
  }

  @Test func `the formats are listed`() async throws {
    let list = await run("--formats")
    #expect(list.code == .done)
    for format in TranscriptFormat.all { #expect(list.output.contains(format.name)) }
    let json = try JSONValue.parse(await run("--formats", "--json").output)
    #expect(json["formats"]?.arrayValue?.count == TranscriptFormat.all.count)
    #expect(await run().code == .usage)
  }

  @Test(
    arguments: [
      ("a/b.json", "[2]", "b-2"), ("b.test.json", "eval_cases[1]", "b-1"), ("x", "", "x"),
      ("chat.transcript.json", "", "chat"), ("é x.jsonl", "best.run", "é-x-best.run"),
      ("-", "", "stdin"), (".json", "", ".json"),
    ])
  func `names come from the source and the place`(source: String, place: String, name: String) {
    #expect(ImportFolder.name(of: source, at: KeyPathText.steps(of: place)) == name)
  }
}
