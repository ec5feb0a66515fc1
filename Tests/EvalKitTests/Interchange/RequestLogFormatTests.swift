import Testing

@testable import EvalKit

struct RequestLogFormatTests {
  private func log(_ bodies: String...) throws -> [ImportedTranscript] {
    try TranscriptImporter.read(Array(bodies.joined(separator: "\n").utf8), file: "log.jsonl")
  }

  private func body(_ messages: String..., extra: String = "") -> String {
    #"{"model": "m"\#(extra), "messages": [\#(messages.joined(separator: ", "))]}"#
  }

  private func user(_ text: String) -> String { #"{"role": "user", "content": "\#(text)"}"# }
  private func model(_ text: String) -> String {
    #"{"role": "assistant", "content": "\#(text)"}"#
  }
  private func system(_ text: String) -> String { #"{"role": "system", "content": "\#(text)"}"# }
  private func call(_ id: String) -> String {
    #"{"role": "assistant", "content": null, "tool_calls": [{"id": "\#(id)", "type": "function", "#
      + #""function": {"name": "look", "arguments": "{}"}}]}"#
  }
  private func output(_ id: String, _ text: String) -> String {
    #"{"role": "tool", "tool_call_id": "\#(id)", "content": "\#(text)"}"#
  }

  private func texts(_ imported: ImportedTranscript) -> [String] {
    imported.transcript.entries.map(\.text)
  }

  @Test func `requests that grow are one session without compactions`() throws {
    let read = try log(
      body(system("s"), user("a")), body(system("s"), user("a"), model("b"), user("c")),
      body(system("s"), user("a"), model("b"), user("c"), model("d"), user("e")))
    #expect(read.map(\.format) == ["request-log"])
    #expect(texts(read[0]) == ["a", "b", "c", "d", "e"])
    #expect(read[0].transcript.compactions == [])
    #expect(read[0].transcript.head.instructionsText == "s")
    #expect(read[0].notes == [])
    #expect(read[0].metadata == JSONObject([("requests", 3)]))
  }

  @Test func `what a request leaves out was dropped before it`() throws {
    let read = try log(
      body(user("a")), body(user("a"), model("b"), user("c")),
      body(user("c"), model("d"), user("e")))
    #expect(texts(read[0]) == ["a", "b", "c", "d", "e"])
    #expect(
      read[0].transcript.compactions == [
        CompactionEvent(position: 4, dropped: RangeSet(0..<2), by: "client")
      ])
  }

  @Test func `a text in place of entries is their summary, and stays one`() throws {
    let read = try log(
      body(user("a")), body(user("a"), model("b"), user("c")),
      body(user("Summary: a, b."), user("c"), model("d"), user("e")),
      body(user("Summary: a, b."), user("c"), model("d"), user("e"), model("f"), user("g")),
      body(user("Summary: all."), user("g"), model("h"), user("i")))
    #expect(texts(read[0]) == ["a", "b", "c", "d", "e", "f", "g", "h", "i"])
    let events = read[0].transcript.compactions
    #expect(events.map(\.position) == [4, 8])
    #expect(events.map { $0.summaries.map(\.covers) } == [[RangeSet(0..<2)], [RangeSet(0..<6)]])
    #expect(
      read[0].transcript.viewed(.asSent).entries.map(\.text) == [
        "Summary: all.", "g", "h", "i",
      ])
    #expect(read[0].notes == [])
  }

  @Test func `a summary of everything stands before what is new`() throws {
    let read = try log(
      body(user("a")), body(user("a"), model("b"), user("c")),
      body(user("So far: a, b, c."), user("d")))
    #expect(texts(read[0]) == ["a", "b", "c", "d"])
    #expect(read[0].transcript.compactions.map { $0.summaries.map(\.place) } == [[3]])
    #expect(read[0].transcript.viewed(.asSent).entries.map(\.text) == ["So far: a, b, c.", "d"])
  }

  @Test func `outputs of the same call are masked or cut`() throws {
    let long = String(repeating: "row ", count: 20)
    let read = try log(
      body(user("a"), call("k1"), output("k1", long), call("k2"), output("k2", long)),
      body(
        user("a"), call("k1"), output("k1", "[cleared]"), call("k2"),
        output("k2", "row row row row"), model("b"), user("c")))
    #expect(
      read[0].transcript.compactions.map(\.replacements) == [
        [
          .init(entry: 2, text: "[cleared]"),
          .init(entry: 4, text: "row row row row", isPart: true),
        ]
      ])
    #expect(texts(read[0]).last == "c")
    #expect(read[0].notes.map(\.kind) == [])
  }

  @Test func `changes of the head are in force from their request on`() throws {
    let tools = #", "tools": [{"type": "function", "function": {"name": "look"}}]"#
    let read = try log(
      body(system("s"), user("a")),
      body(system("t"), user("a"), model("b"), user("c"), extra: tools))
    let change = try #require(read[0].transcript.changes.first)
    #expect(change.position == 2)
    #expect(change.instructions?.map(\.text) == ["t"])
    #expect(change.tools?.map(\.name) == ["look"])
  }

  @Test func `what cannot be shown again is noted, and the log goes on`() throws {
    let read = try log(
      body(user("a")), body(user("a"), model("b"), user("c")),
      body(user("c"), model("d"), user("e")),
      body(user("a"), model("b"), user("c"), model("d"), user("e"), model("f"), user("g")))
    #expect(texts(read[0]) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(read[0].notes.map(\.kind) == [.viewNotReproduced])
    #expect(read[0].notes.map(\.label) == ["request 4"])
  }

  @Test func `repeats, other conversations and new sessions are told apart`() throws {
    let read = try log(
      body(system("s"), user("a")), body(system("s"), user("a"), model("b"), user("c")),
      body(system("Make a title."), user("a b c d")),
      body(system("s"), user("a"), model("b"), user("c")), body(system("s"), user("other")),
      body(system("s"), user("other"), model("x"), user("y")))
    #expect(read.map(texts) == [["a", "b", "c"], ["other", "x", "y"]])
    #expect(read.map(\.label) == ["log.jsonl#0", "log.jsonl#4"])
    #expect(read[0].notes.map(\.kind) == [.duplicate, .otherBranch])
  }

  @Test func `markers of caching are no difference`() throws {
    let read = try log(
      #"{"model": "c", "max_tokens": 9, "system": "s", "messages": [{"role": "user", "content": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}]}]}"#,
      #"{"model": "c", "max_tokens": 9, "system": "s", "messages": [{"role": "user", "content": [{"type": "text", "text": "a"}]}, {"role": "assistant", "content": "b"}, {"role": "user", "content": [{"type": "text", "text": "c", "cache_control": {"type": "ephemeral"}}]}]}"#
    )
    #expect(texts(read[0]) == ["a", "b", "c"])
    #expect(read[0].transcript.head.instructionsText == "s")
    #expect(read[0].transcript.compactions == [])
  }

  @Test func `bodies may be wrapped, be texts, and have the response beside`() throws {
    let first = JSONValue.string(#"{"contents": [{"role": "user", "parts": [{"text": "a"}]}]}"#)
    let read = try log(
      #"{"time": 1, "body": \#(first.serialised())}"#,
      #"{"time": 2, "request": {"contents": [{"role": "user", "parts": [{"text": "a"}]}, {"role": "model", "parts": [{"text": "b"}]}, {"role": "user", "parts": [{"text": "c"}]}]}, "response": {"candidates": [{"content": {"role": "model", "parts": [{"text": "d"}]}}]}}"#
    )
    #expect(read.map(\.format) == ["request-log"])
    #expect(texts(read[0]) == ["a", "b", "c", "d"])
  }

  @Test func `items of the Responses API grow alike`() throws {
    let read = try log(
      #"{"model": "m", "instructions": "s", "input": [{"role": "user", "content": "a"}]}"#,
      #"{"model": "m", "instructions": "s", "input": [{"role": "user", "content": "a"}, {"type": "function_call", "call_id": "k", "name": "look", "arguments": "{}"}, {"type": "function_call_output", "call_id": "k", "output": "b"}]}"#
    )
    #expect(read[0].transcript.entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput])
    #expect(read[0].transcript.head.instructionsText == "s")
  }

  @Test func `a reply after calls that were left out is a reply, and a text for them is none`()
    throws
  {
    let read = try log(
      body(user("a"), call("k1"), output("k1", "x")), body(user("a"), model("b"), user("c")),
      body(user("a"), model("b"), user("c"), call("k2"), output("k2", "y")),
      body(user("a"), model("b"), user("c"), model("[looked]"), model("d"), user("e")))
    #expect(texts(read[0]) == ["a", "", "x", "b", "c", "", "y", "d", "e"])
    #expect(read[0].transcript.compactions.map(\.dropped) == [RangeSet(1..<3), RangeSet()])
    #expect(
      read[0].transcript.compactions.map { $0.summaries.map(\.covers) } == [[], [RangeSet(5..<7)]])
    #expect(read[0].notes.filter { $0.kind == .viewNotReproduced } == [])
  }

  @Test func `instructions put after those of the session are a summary`() throws {
    let read = try log(
      body(system("s"), user("a")), body(system("s"), user("a"), model("b"), user("c")),
      body(system("s"), system("So far: a, b, c."), user("d")),
      body(system("s"), system("So far: a to d."), user("e")))
    #expect(texts(read[0]) == ["a", "b", "c", "d", "e"])
    #expect(read[0].transcript.changes == [])
    #expect(
      read[0].transcript.compactions.map { $0.summaries.map(\.covers) } == [
        [RangeSet(0..<3)], [RangeSet(0..<4)],
      ])
    #expect(read[0].notes == [])
  }

  @Test func `requests that share their examples alone are no session`() throws {
    let examples = [system("s"), user("1+1?"), model("2"), user("2+2?"), model("4")]
    let rows = ["3+3?", "4+4?", "5+5?"].map { ask in
      #"{"model": "m", "messages": [\#((examples + [user(ask)]).joined(separator: ", "))]}"#
    }
    #expect(
      try TranscriptImporter.read(Array(rows.joined(separator: "\n").utf8), file: "f").count == 3)
  }

  @Test func `a row of examples is no request, and a body without messages is refused`() throws {
    let row = #"{"messages": [{"role": "user", "content": "a"}]}"#
    #expect(try log(row, row).map(\.format) == ["openai-chat", "openai-chat"])
    let format = TranscriptFormat.requestLog
    #expect(throws: ImportError.self) {
      try TranscriptImporter.read(
        Array("\(body(user("a")))\n{\"x\": 1}".utf8), file: "log.jsonl", format: format)
    }
  }

  // MARK: Common sequences

  @Test func `what two lists have in common is as long as it can be`() {
    func common(_ a: String, _ b: String) -> String {
      let left = Array(a)
      let pairs = CommonSequence.matches(left, Array(b))
      for (earlier, later) in zip(pairs, pairs.dropFirst()) {
        #expect(earlier.0 < later.0 && earlier.1 < later.1)
      }
      for pair in pairs { #expect(left[pair.0] == Array(b)[pair.1]) }
      return String(pairs.map { left[$0.0] })
    }
    #expect(common("abcd", "abcd") == "abcd")
    #expect(common("abcd", "xbyd") == "bd")
    #expect(common("", "abc") == "")
    #expect(common("abxcd", "abycd") == "abcd")
    #expect(common("aab", "ab") == "ab")
    #expect(common("xaxbxc", "abc") == "abc")
  }
}
