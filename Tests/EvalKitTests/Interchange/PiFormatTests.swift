import EvalKit
import Testing

struct PiFormatTests {
  private let session =
    #"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/lab"}"#

  private func message(_ id: String, after parent: String?, _ message: String) -> String {
    let parent = parent.map { "\"\($0)\"" } ?? "null"
    return #"{"type":"message","id":"\#(id)","parentId":\#(parent),"message":\#(message)}"#
  }

  private func user(_ text: String) -> String { #"{"role":"user","content":"\#(text)"}"# }

  private func lines(_ lines: String...) throws -> ImportedTranscript {
    try imported(([session] + lines).joined(separator: "\n"))
  }

  @Test func `messages of every role are read`() throws {
    let read = try lines(
      message(
        "a", after: nil,
        #"{"role":"user","content":[{"type":"text","text":"Look."},{"type":"image","data":"AAEC","mimeType":"image/png"}]}"#
      ),
      message(
        "b", after: "a",
        #"{"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","thinkingSignature":"x"},{"type":"text","text":"So."},{"type":"toolCall","id":"k","name":"f","arguments":{"x":1}}],"stopReason":"toolUse","usage":{"input":3}}"#
      ),
      message(
        "c", after: "b",
        #"{"role":"toolResult","toolCallId":"k","toolName":"f","content":[{"type":"text","text":"no"}],"isError":true}"#
      ),
      message("d", after: "c", #"{"role":"assistant","content":[],"stopReason":"aborted"}"#),
      message(
        "e", after: "d",
        #"{"role":"bashExecution","command":"ls","output":"a.md\n","exitCode":2,"cancelled":false}"#
      ),
      message(
        "f", after: "e",
        #"{"role":"bashExecution","command":"pwd","output":"","exitCode":0,"excludeFromContext":true}"#
      ),
      #"{"type":"custom_message","id":"g","parentId":"f","customType":"todos","content":"Note."}"#,
      message("h", after: "g", #"{"role":"ghost","content":"x"}"#))
    let entries = read.transcript.entries
    #expect(read.format == "pi")
    #expect(
      entries.map(\.kind) == [
        .prompt, .reasoning, .response, .toolCalls, .toolOutput, .response, .prompt, .prompt,
        .opaque,
      ])
    #expect(entries[4].extra["isError"] == true)
    #expect(entries[5].segments.isEmpty)
    #expect(entries[5].extra["stopReason"] == "aborted")
    #expect(entries[6].text == "Ran `ls`\n```\na.md\n\n```\n\nCommand exited with code 2")
    #expect(entries[6].speaker == "bash")
    #expect(entries[7].speaker == "todos")
    #expect(
      read.notes.map(\.description) == [
        "a command of the user's that the model is not told of (m6)",
        "a message of unknown role 'ghost' (m8)",
      ])
    #expect(read.metadata["cwd"] == "/lab")
  }

  @Test func `the branch of the last row is read, others are counted`() throws {
    let read = try lines(
      message("a", after: nil, user("one")), message("b", after: "a", user("old")),
      message("c", after: "b", user("older")), message("d", after: "a", user("new")),
      #"{"type":"message","message":{"role":"assistant","content":"told"}}"#,
      message("e", after: "d", user("last")))
    #expect(read.transcript.entries.map(\.text) == ["one", "new", "told", "last"])
    #expect(
      read.notes.map(\.description) == [
        "2 times: a row of another branch, left out (first at m2)"
      ])
  }

  @Test func `sessions of version 1 have no ids and no branches`() throws {
    let read = try imported(
      """
      {"type":"session","id":"s","cwd":"/lab","provider":"p"}
      {"type":"message","timestamp":"t","message":\(user("a"))}
      {"type":"thinking_level_change","timestamp":"t","thinkingLevel":"low"}
      {"type":"message","timestamp":"t","message":\(user("b"))}
      {"type":"compaction","summary":"S","firstKeptEntryIndex":3,"tokensBefore":9}
      {"type":"message","timestamp":"t","message":\(user("c"))}
      """)
    #expect(read.transcript.entries.map(\.text) == ["a", "b", "c"])
    let event = try #require(read.transcript.compactions.first)
    #expect(event.position == 2)
    #expect(event.summaries.map(\.covers) == [RangeSet(0..<1)])
    #expect(event.summaries.flatMap(\.segments) == [.text("S")])
    #expect(event.extra == JSONObject([("tokensBefore", 9)]))
    #expect(
      read.notes.map(\.description) == [
        "a row of type 'thinking_level_change', no part of the conversation (m2)"
      ])
  }

  @Test func `a compaction keeps from the row that it names`() throws {
    let rows = [
      message("a", after: nil, user("a")), message("b", after: "a", user("b")),
      message("c", after: "b", user("c")),
    ]
    func events(_ kept: String) throws -> ImportedTranscript {
      try imported(
        ([session] + rows + [
          #"{"type":"compaction","id":"k","parentId":"c","summary":"S","firstKeptEntryId":"\#(kept)"}"#,
          message("d", after: "k", user("d")),
        ]).joined(separator: "\n"))
    }
    let read = try events("c")
    #expect(read.transcript.compactions.map(\.position) == [3])
    #expect(read.transcript.compactions[0].summaries.map(\.covers) == [RangeSet(0..<2)])
    let lost = try events("zzz")
    #expect(lost.transcript.compactions[0].summaries.map(\.covers) == [RangeSet(0..<3)])
    #expect(
      lost.notes.map(\.description) == [
        "a compaction that keeps rows from one that is not there (m4)"
      ])
  }

  @Test func `the summary of a branch that was left is told to the model`() throws {
    let read = try lines(
      message("a", after: nil, user("a")),
      #"{"type":"branch_summary","id":"b","parentId":"a","fromId":"x","summary":"Tried f."}"#)
    #expect(read.transcript.entries.map(\.text) == ["a", "Tried f."])
    #expect(read.transcript.entries[1].speaker == "branch_summary")
  }

  @Test func `rows that go round in a circle, or after none, are read once`() throws {
    let circle = try lines(
      message("a", after: "b", user("a")), message("b", after: "a", user("b")))
    #expect(circle.transcript.entries.map(\.text) == ["a", "b"])
    let lost = try lines(message("a", after: "zzz", user("a")))
    #expect(
      lost.notes.map(\.description) == ["a row after a row that is not in the file ('zzz') (m1)"])
  }

  @Test func `a session that was cut at the front and a message alone are read`() throws {
    let cut = try imported(
      "{\"type\":\"message\",\"timestamp\":\"t\",\"message\":\(user("a"))}\n"
        + "{\"type\":\"message\",\"timestamp\":\"t\",\"message\":\(user("b"))}")
    #expect(cut.format == "pi")
    #expect(cut.transcript.entries.map(\.text) == ["a", "b"])
    let alone = try imported(
      #"{"role":"assistant","api":"x","stopReason":"stop","content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"So."}]}"#
    )
    #expect(alone.format == "pi")
    #expect(alone.transcript.entries.map(\.kind) == [.reasoning, .response])
  }

  @Test func `what does not fit is refused with its place`() {
    #expect(
      refusal("\(session)\n{\"type\":\"message\",\"id\":\"a\"}")
        == "f.json:2:1: missing key 'message' (at [1])")
    #expect(
      refusal("\(session)\n\(message("a", after: nil, #"{"role":"user","content":5}"#))")
        .hasSuffix(
          "expected a string or an array of parts, found a number (at [1].message.content)"))
  }
}
