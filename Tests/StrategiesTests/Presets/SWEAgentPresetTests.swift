import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct SWEAgentPresetTests {
  // Its first observation is the task: with n 5 five outputs stay, the first one is no exception.
  @Test func `All but the last five outputs are replaced`() async throws {
    let transcript = Shorthand.transcript(
      "p1 " + (1...7).map { "c\($0) o\($0)" }.joined(separator: " "))
    let history = try await Bench().edited(transcript, by: "swe-agent.last-n")
    #expect(
      Shorthand.text(history) == "p1 c1 o1* c2 o2* c3 o3 c4 o4 c5 o5 c6 o6 c7 o7")
    #expect(history.items[2].entry.text == "Old environment output: (1 lines omitted)")
  }

  // Flaw
  @Test func `The cache breaks with every output`() async throws {
    let transcript = Shorthand.transcript(
      "p1 " + (1...12).map { "c\($0) o\($0)" }.joined(separator: " ") + " r1")
    let records = try await Bench().replay(transcript, "swe-agent.last-n").records
    #expect(
      records.filter { $0.commonPrefix < $0.held }.map(\.number) == Array(7...13))
  }

  private static let window = "[File: a.py (9 lines total)]\n1:import os\n2:import sys\n"

  @Test func `An older window in a prompt is shut`() async throws {
    let transcript = Transcript(entries: [
      .prompt(Self.window, label: "p1"), .response("r1", label: "r1"),
      .prompt(Self.window, label: "p2"),
    ])
    let history = try await Bench().edited(transcript, by: "swe-agent.closed-window")
    #expect(Shorthand.text(history) == "p1* r1 p2")
    #expect(
      history.items[0].entry.text
        == "[File: a.py (9 lines total)]\nOutdated window with 2 lines omitted...\n")
  }

  // Flaw: a prompt that is a numbered list vanishes, the active one as well.
  @Test func `An entry with numbered lines and no header vanishes`() async throws {
    let transcript = Transcript(entries: [
      .prompt("hello", label: "p1"), .response("r1", label: "r1"),
      .prompt("Please:\n1: read the log\n2: fix it", label: "p2"),
    ])
    #expect(try await Bench().left(of: transcript, by: "swe-agent.closed-window") == "p1 r1")
  }

  // Flaw: tool outputs have another role.
  @Test func `Windows in tool outputs are never shut`() async throws {
    let transcript = Transcript(
      entries: ToolSession.round(1, "open", gives: Self.window)
        + ToolSession.round(2, "open", gives: Self.window))
    #expect(
      try await Bench().left(of: transcript, by: "swe-agent.closed-window")
        == "c1 o1.0 c2 o2.0")
  }

  // Flaw
  @Test func `An entry that was nothing but a diff is left empty`() async throws {
    let transcript = Transcript(entries: [
      .output("<diff>\n-a\n+b\n</diff>", label: "o1"), .prompt("<diff>x</diff> ok", label: "p1"),
    ])
    let items = try await Bench().edited(transcript, by: "swe-agent.remove-regex").items
    #expect(items.map(\.entry.text) == ["", " ok"])
  }
}
