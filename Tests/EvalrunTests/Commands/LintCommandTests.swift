import EvalKit
import Testing

@testable import evalrun

@Suite struct `Lint` {
  private func lint(_ arguments: String..., width: Int = 120) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole(width: width)
    let code = await Tool.run(["lint"] + arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  private func chat(_ messages: String...) -> String {
    #"{"messages": ["# + messages.joined(separator: ", ") + "]}"
  }

  private let user = #"{"role": "user", "content": "Weigh parcel 7741, please."}"#
  private let call =
    #"{"role": "assistant", "content": null, "tool_calls": [{"id": "k1", "type": "function", "#
    + #""function": {"name": "weigh", "arguments": "{}"}}]}"#
  private let output = #"{"role": "tool", "tool_call_id": "k1", "content": "5 kg"}"#
  private let answer = #"{"role": "assistant", "content": "It weighs 5 kg."}"#
  private let next = #"{"role": "user", "content": "And parcel 7742?"}"#

  @Test func `says what a policy breaks, with the stage and the request to blame`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 8))
    let report = await lint(file, "-s", "keep last = rolling-window(3)")
    #expect(report.code == .failed)
    #expect(report.output.contains("chat.json: keep last (16 requests"))
    #expect(report.output.contains("error  orphan-response"))
    #expect(report.output.contains("rolling-window(entries: 3) dropped it at request"))
    #expect(report.output.contains("and some providers reject a history"))
  }

  @Test func `a policy that breaks nothing is clean`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 8))
    let report = await lint(file, "-s", "whole-turn-window(turns: 20)", "--context", "100k")
    #expect(report.code == .done)
    #expect(report.output.contains("  nothing\n"))
    #expect(report.output.contains("0 errors"))
  }

  @Test func `two transcripts are an edit, unless each is a session of its own`() async throws {
    let folder = try TemporaryFolder()
    let before = try folder.file("before.json", chat(user, call, output, answer, next))
    let after = try folder.file("after.json", chat(user, output, answer, next))
    let edit = await lint(before, after)
    #expect(edit.code == .failed)
    #expect(edit.output.contains("orphan-output"))
    #expect(edit.output.contains("the edit of"))
    let same = await lint(before, before)
    #expect(same.code == .done)
    let each = await lint(before, after, "--each")
    #expect(each.output.contains("before.json: the record itself"))
    #expect(each.output.contains("after.json: the record itself"))
  }

  @Test func `what the record has itself is charged to nobody`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", chat(user, output, answer, next, answer))
    let record = await lint(file)
    #expect(record.code == .failed)
    #expect(record.output.contains("orphan-output"))
    let policy = await lint(file, "-s", "identity", "--context", "100k")
    #expect(policy.code == .done)
    #expect(policy.output.contains("the records themselves have"))
    #expect(!policy.output.contains("orphan-output:"))
    let listed = await lint(file, "-s", "identity", "--context", "100k", "--inherited")
    #expect(listed.output.contains("the record has it"))
  }

  @Test func `prints JSON and SARIF, and refuses formats that are none`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a chat.json", Chats.json(turns: 6))
    let json = try JSONValue.parse(await lint(file, "-s", "rolling-window(3)", "--json").output)
    #expect(json.objectValue?["kind"]?.stringValue == "lint")
    let sarif = try JSONValue.parse(
      await lint(file, "-s", "rolling-window(3)", "--format", "sarif").output)
    let run = try #require(sarif.objectValue?["runs"]?.arrayValue?.first?.objectValue)
    let rules = try #require(
      run["tool"]?.objectValue?["driver"]?.objectValue?["rules"]?.arrayValue)
    let results = try #require(run["results"]?.arrayValue).compactMap { $0.objectValue }
    #expect(!results.isEmpty)
    for result in results {
      let place = try #require(result["ruleIndex"]?.intValue)
      #expect(rules[place].objectValue?["id"] == result["ruleId"])
      #expect(result["level"]?.stringValue == "none" || result["kind"]?.stringValue == "fail")
    }
    #expect(sarif.serialised().contains("a%20chat.json"))
    #expect(await lint(file, "--json", "--format", "sarif").code == .usage)
    #expect(await lint(file, "--format", "markdown").code == .usage)
    #expect(await lint().code == .usage)
    #expect(await lint("absent.json").code == .missingInput)
  }

  @Test func `a run is linted as it was made, without its controls`() async throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/run"
    let recorder = RecordingConsole()
    let code = await Tool.run(
      [
        "run", "\(PackageFolder.path)/evalsets/tool-confusion", "--case", "ghost-*", "-s",
        "rolling-window(3)", "--context", "2048", "--image-tokens", "77", "--out", out,
      ], console: recorder.console)
    #expect(code == .done)
    let report = await lint(out)
    #expect(report.code == .failed)
    #expect(report.output.contains("rolling-window(entries: 3)|reader|2048 ("))
    #expect(report.output.contains("dropped it at request"))
    #expect(!report.output.contains("null|"))
    #expect(await lint(out, "-s", "identity").code == .usage)
    #expect(await lint(out, out).code == .failed)
  }

  @Test func `lists every rule`() async throws {
    let text = await lint("--rules")
    for rule in HazardRules.all { #expect(text.output.contains("  \(rule.id) (")) }
    let page = await lint("--rules", "--format", "markdown")
    for rule in HazardRules.all { #expect(page.output.contains("### \(rule.id)\n")) }
  }

  @Test(arguments: [80, 120]) func `keeps to the width of the terminal`(_ width: Int) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 8))
    let report = await lint(file, "-s", "rolling-window(3)", width: width)
    for line in report.output.split(separator: "\n") where line.hasPrefix(" ") {
      #expect(DisplayWidth.of(line) <= width, "\(line)")
    }
  }
}
