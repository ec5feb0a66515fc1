import EvalKit
import Testing

struct ClaudeCodeFormatTests {
  /// A row; `message` is the content of its message, as JSON.
  private func row(
    _ type: String, _ uuid: String, after parent: String?, _ content: String,
    id: String? = nil, _ more: String = ""
  ) -> String {
    let parent = parent.map { "\"\($0)\"" } ?? "null"
    let id = id.map { "\"id\":\"\($0)\"," } ?? ""
    return """
      {"type":"\(type)","uuid":"\(uuid)","parentUuid":\(parent),"sessionId":"s",\(more)\
      "message":{\(id)"role":"\(type)","content":\(content)}}
      """
  }

  private func use(_ id: String) -> String {
    #"[{"type":"tool_use","id":"\#(id)","name":"n","input":{}}]"#
  }

  private func result(_ id: String) -> String {
    #"[{"type":"tool_result","tool_use_id":"\#(id)","content":"R\#(id)"}]"#
  }

  private func read(_ rows: [String], skipsLines: Bool = false) throws -> ImportedTranscript {
    var options = TranscriptImporter.Options()
    options.skipsMalformedLines = skipsLines
    let transcripts = try TranscriptImporter.read(
      Array(rows.joined(separator: "\n").utf8), file: "f.jsonl", options: options)
    #expect(transcripts.map(\.format) == ["claude-code"])
    return try #require(transcripts.first)
  }

  @Test func `parallel calls that share a parent, or branch by their results, are one round`()
    throws
  {
    let read = try read([
      row("user", "u1", after: nil, #""go""#),
      row("assistant", "a1", after: "u1", use("1"), id: "msg"),
      row("assistant", "a2", after: "u1", use("2"), id: "msg"),
      row("user", "r1", after: "a1", result("1")), row("user", "r2", after: "a2", result("2")),
      row("assistant", "a3", after: "r2", #""done""#, id: "msg2"),
    ])
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput, .toolOutput, .response])
    #expect(entries[1].calls.map(\.id) == ["1", "2"])
    #expect(read.notes.map(\.kind) == [.mergedRecords])
  }

  @Test func `results between the rows of a message do not take it apart`() throws {
    let read = try read([
      row("user", "u1", after: nil, #""go""#),
      row("assistant", "a1", after: "u1", use("1"), id: "msg"),
      row("user", "r1", after: "a1", result("1")),
      row("assistant", "a2", after: "r1", use("2"), id: "msg"),
      row("user", "r2", after: "a2", result("2")),
    ])
    #expect(
      read.transcript.entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput, .toolOutput])
    #expect(
      TranscriptStructure(read.transcript.entries).answers.map { $0?.index } == [
        nil, nil, 0, 1,
      ])
  }

  @Test func `the path to the last row is read, other branches are counted`() throws {
    let read = try read([
      row("user", "u1", after: nil, #""a""#), row("assistant", "a1", after: "u1", #""b""#),
      row("user", "u2", after: "a1", #""wrong""#), row("assistant", "a2", after: "u2", use("1")),
      row("user", "r2", after: "a2", result("1")),
      #"{"type":"progress","uuid":"p","parentUuid":"a1"}"#,
      row("user", "u3", after: "p", #""right""#), row("assistant", "a3", after: "u3", #""c""#),
      row("assistant", "s1", after: "u3", #""side""#, #""isSidechain":true,"#),
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "b", "right", "c"])
    #expect(
      read.notes.map(\.description) == [
        "a row of type 'progress', no part of the conversation (line 6)",
        "3 times: a row of an abandoned branch, left out (first at line 3)",
        "a row of a sub-agent, left out (line 9)",
      ])
  }

  @Test func `a session rewound to its start begins anew`() throws {
    let read = try read([
      row("user", "u1", after: nil, #""old""#), row("assistant", "a1", after: "u1", #""b""#),
      row("user", "u2", after: nil, #""new""#), row("assistant", "a2", after: "u2", #""c""#),
    ])
    #expect(read.transcript.entries.map(\.text) == ["new", "c"])
    #expect(read.notes.map(\.kind) == [.otherBranch])
  }

  @Test func `a file of a sub-agent is its own session`() throws {
    let side = #""isSidechain":true,"agentId":"x","#
    let read = try read([
      row("user", "u1", after: nil, #""a""#, side),
      row("assistant", "a1", after: "u1", #""b""#, side),
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "b"])
    #expect(read.metadata["agentId"] == "x")
    #expect(read.notes == [])
  }

  @Test func `rows without parents are taken as they stand`() throws {
    let read = try read([
      row("user", "u1", after: nil, #""a""#), row("assistant", "a1", after: nil, #""b""#),
      row("user", "u2", after: nil, #""c""#),
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "b", "c"])
    #expect(read.notes == [])
  }

  @Test func `a compaction is an event, and the path goes on before it`() throws {
    let read = try read([
      row("user", "u1", after: nil, #""a""#), row("assistant", "a1", after: "u1", #""b""#),
      """
      {"type":"system","subtype":"compact_boundary","uuid":"c","parentUuid":null,
       "logicalParentUuid":"a1","compactMetadata":{"trigger":"auto","preTokens":155000}}
      """.split(separator: "\n").joined(),
      row(
        "user", "k", after: "c", #""This session is being continued""#, #""isCompactSummary":true,"#
      ),
      row("assistant", "a2", after: "k", #""d""#),
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "b", "d"])
    let event = try #require(read.transcript.compactions.first)
    #expect(event.position == 2)
    #expect(event.trigger == "auto")
    #expect(event.extra == JSONObject([("preTokens", 155000)]))
    #expect(event.summaries.map(\.covers) == [RangeSet(0..<2)])
    #expect(event.summaries.map(\.segments) == [[.text("This session is being continued")]])
    #expect(read.notes == [])
  }

  @Test func `a compaction may keep what is last, or clear outputs alone`() throws {
    let read = try read([
      row("user", "u1", after: nil, #""a""#), row("assistant", "a1", after: "u1", use("1")),
      row("user", "r1", after: "a1", result("1")),
      #"{"type":"system","subtype":"microcompact_boundary","uuid":"m","parentUuid":"r1","microcompactMetadata":{"trigger":"auto","compactedToolIds":["1"],"tokensSaved":9}}"#,
      row("user", "u2", after: "m", #""b""#),
      #"{"type":"system","subtype":"compact_boundary","uuid":"c","parentUuid":"u2","compactMetadata":{"preservedSegment":{"headUuid":"u2"}}}"#,
      row("user", "k", after: "c", #""Sum""#, #""isCompactSummary":true,"#),
      row("assistant", "a2", after: "k", #""d""#),
    ])
    let events = read.transcript.compactions
    #expect(events.map(\.position) == [3, 4])
    #expect(
      events[0].replacements == [
        CompactionEvent.Replacement(entry: 2, text: "[Old tool result content cleared]")
      ])
    #expect(events[0].extra == JSONObject([("tokensSaved", 9)]))
    #expect(events[1].summaries.map(\.covers) == [RangeSet(0..<3)])
    #expect(events[1].summaries.map(\.place) == [3])
  }

  @Test func `a summary without its session is an entry, a mark without a summary is noted`()
    throws
  {
    let read = try read([
      row("user", "k", after: nil, #""Sum""#, #""isCompactSummary":true,"#),
      row("assistant", "a1", after: "k", #""b""#),
      #"{"type":"system","subtype":"compact_boundary","uuid":"c","parentUuid":"a1"}"#,
    ])
    #expect(read.transcript.entries.map(\.text) == ["Sum", "b"])
    #expect(read.transcript.compactions == [])
    #expect(
      read.notes.map(\.description) == [
        "an earlier session of which only the summary is here (m0)",
        "a compaction of which the summary is missing",
      ])
  }

  @Test func `rows that are no messages are counted by reason`() throws {
    let read = try read(
      [
        "not json", #""text""#, "42", "[1]", #"{"silly":"this"}"#,
        row("user", "u1", after: nil, #""a""#),
        #"{"type":"user","uuid":"u2","parentUuid":"u1","message":"error"}"#,
        row(
          "user", "u3", after: "u1", #""<command-name>/clear</command-name>""#, #""isMeta":true,"#),
        row("assistant", "a1", after: "u3", #""API Error""#, #""isApiErrorMessage":true,"#),
        row("assistant", "a2", after: "a1", #"["b"]"#, #""toolUseResult":"x","#),
        row("assistant", "a2", after: "a1", #"["b"]"#, #""toolUseResult":"x","#),
        #"{"type":"system","subtype":"informational","uuid":"i"}"#,
      ], skipsLines: true)
    #expect(
      read.transcript.entries.map(\.text) == [
        "a", "<command-name>/clear</command-name>", "b",
      ])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .instructions, .response])
    #expect(
      read.notes.map(\.description) == [
        "a line that is no JSON, skipped (line 1)", "a row that is a string, no object (line 2)",
        "a row that is a number, no object (line 3)", "a row that is an array, no object (line 4)",
        "a row of type 'none', no part of the conversation (line 5)",
        "a row whose message is no object with a role (line 7)",
        "an error of the connection, shown as a message (line 9)",
        "a row that stands in the file twice (line 11)",
        "a system row of subtype 'informational', no part of the conversation (line 12)",
        "a second copy of a tool's output (toolUseResult) (line 10)",
        "a message that no user wrote, kept as instructions (line 8)",
      ])
  }

  @Test func `a truncated last line is refused, or skipped and counted`() throws {
    let rows = [row("user", "u1", after: nil, #""a""#), #"{"type":"assistant","uuid":"a1","#]
    #expect(
      refusal(rows.joined(separator: "\n"), file: "f.jsonl").contains("the last line is cut off"))
    let read = try read(rows, skipsLines: true)
    #expect(read.transcript.entries.map(\.text) == ["a"])
    #expect(read.notes.map(\.kind) == [.skippedLine])
  }

  @Test func `rows may be in one object`() throws {
    let read = try imported(
      #"{"loglines":[{"type":"user","timestamp":"t","message":{"role":"user","content":"a"}}]}"#)
    #expect(read.transcript.entries.map(\.text) == ["a"])
    #expect(
      refusal(
        #"{"loglines":[{"type":"user","timestamp":"t","message":{"role":"user","content":[{"type":"text"}]}}]}"#
      ) == "f.json:1:81: missing key 'text' (at loglines[0].message.content[0])")
  }
}
