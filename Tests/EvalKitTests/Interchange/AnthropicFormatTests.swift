import EvalKit
import Testing

struct AnthropicFormatTests {
  private func read(_ messages: String, beside: String = #""system":"S","#) throws
    -> ImportedTranscript
  {
    let read = try imported("{\(beside)\"messages\":[\(messages)]}")
    #expect(read.format == "anthropic")
    return read
  }

  @Test func `results and new text in one user message are entries in order`() throws {
    let read = try read(
      #"""
      {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n","input":{}},
      {"type":"tool_use","id":"b","name":"n","input":{"x":[1]}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"B","is_error":true},
      {"type":"tool_result","tool_use_id":"a"},{"type":"text","text":"and is it thawed?"}]}
      """#)
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.toolCalls, .toolOutput, .toolOutput, .prompt])
    #expect(entries.map(\.label) == ["m0", "m1.output", "m1.output#2", "m1.text"])
    #expect(entries[0].calls.map(\.arguments) == [[:], ["x": [1]]])
    #expect(TranscriptStructure(entries).answers.map { $0?.index } == [nil, 1, 0, nil])
    #expect(entries[1].extra["is_error"] == true)
    #expect(entries[2].segments == [])
    #expect(read.transcript.head.instructions.map(\.text) == ["S"])
    #expect(read.notes == [])
  }

  @Test func `content of a result may be blocks`() throws {
    let read = try read(
      #"""
      {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[
      {"type":"text","text":"one"},
      {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAEC"}},
      {"type":"document","source":{"type":"text","media_type":"text/plain","data":"plain"}},
      {"type":"search_result","source":"s","title":"t","content":[]},{"type":"novel"}]}]}
      """#)
    let segments = read.transcript.entries[1].segments
    #expect(segments.map(\.text) == ["one", nil, "plain", nil, nil])
    guard case .attachment(let image) = segments[1].content else {
      Issue.record("an image is an attachment")
      return
    }
    #expect(image.mediaType == "image/png")
    #expect(image.byteCount == 3)
    #expect(read.notes.map(\.description) == ["a segment of unknown type 'novel' (m1)"])
  }

  @Test func `each thought is signed by itself, and a redacted one is kept`() throws {
    let read = try read(
      #"""
      {"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"AA"},
      {"type":"thinking","thinking":"b","signature":"BB"},{"type":"redacted_thinking","data":"CC"},
      {"type":"text","text":"done"}]}
      """#)
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.reasoning, .reasoning, .reasoning, .response])
    #expect(entries.map(\.isSigned) == [true, true, true, false])
    #expect(entries.map(\.text) == ["a", "b", "", "done"])
    #expect(
      read.notes.map(\.description) == [
        "reasoning that only its provider can read (m0.reasoning#3)"
      ])
  }

  @Test func `thinking in the tags of old models is text, as the model wrote it`() throws {
    let read = try read(#"{"role":"assistant","content":"<thinking>hm</thinking>Yes."}"#)
    #expect(read.transcript.entries.map(\.kind) == [.response])
    #expect(read.transcript.entries[0].text == "<thinking>hm</thinking>Yes.")
  }

  @Test func `a tool that the provider runs answers within the reply`() throws {
    let read = try imported(
      #"""
      {"type":"message","id":"msg","role":"assistant","stop_reason":"end_turn","content":[
      {"type":"text","text":"Searching."},
      {"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"q"}},
      {"type":"web_search_tool_result","tool_use_id":"s","content":[{"type":"web_search_result"}]},
      {"type":"text","text":"Found. "},{"type":"text","text":"Twice.","citations":[]}]}
      """#)
    let entries = read.transcript.entries
    #expect(read.format == "anthropic")
    #expect(entries.map(\.kind) == [.response, .toolCalls, .toolOutput, .response])
    #expect(entries[1].calls[0].extra["type"] == "server_tool_use")
    #expect(TranscriptStructure(entries).answers[2]?.entry == EntryID(1))
    #expect(entries[3].segments.map(\.text) == ["Found. ", "Twice."])
    #expect(entries[3].recordedID == "msg")
    #expect(read.metadata["stop_reason"] == "end_turn")
    #expect(read.notes == [])
  }

  @Test func `a compaction block is a compaction, whose text stands for all before it`() throws {
    let read = try read(
      #"""
      {"role":"user","content":"a"},{"role":"assistant","content":[
      {"type":"compaction","content":"Sum"},{"type":"text","text":"b"}]},
      {"role":"user","content":"c"}
      """#)
    #expect(read.transcript.entries.map(\.text) == ["a", "b", "c"])
    let event = try #require(read.transcript.compactions.first)
    #expect(event.position == 1)
    #expect(event.by == "provider")
    #expect(event.summaries.map(\.segments) == [[.text("Sum")]])
    #expect(event.summaries.map(\.covers) == [RangeSet(0..<1)])
    #expect(event.summaries.map(\.kind) == [.response])
  }

  @Test func `a compaction of what is not in the file is an entry, and noted`() throws {
    let read = try imported(
      #"""
      {"type":"message","role":"assistant","stop_reason":"end_turn","content":[
      {"type":"compaction","content":"Sum"},{"type":"text","text":"b"}]}
      """#)
    #expect(read.transcript.entries.map(\.text) == ["Sum", "b"])
    #expect(read.transcript.compactions == [])
    #expect(
      read.notes.map(\.description) == [
        "an earlier session of which only the summary is here (m0)"
      ])
  }

  @Test func `tools that the provider runs are named by their type`() throws {
    let read = try read(
      #"{"role":"user","content":"x"}"#,
      beside: #"""
        "system":[{"type":"text","text":"A"},{"type":"text","text":"B"}],"tools":[
        {"name":"n","input_schema":{"type":"object"}},{"type":"web_search_20250305","name":"web_search"},
        {"type":"mcp_toolset","mcp_server_name":"s"}],
        """#)
    let tools = read.transcript.head.tools
    #expect(tools.map(\.name) == ["n", "web_search", "mcp_toolset"])
    #expect(
      tools.map { $0.extra["type"]?.stringValue } == [
        nil, "web_search_20250305", "mcp_toolset",
      ])
    #expect(read.transcript.head.instructions[0].segments.map(\.text) == ["A", "B"])
  }

  @Test(
    arguments: [
      (
        #"{"system":"S","messages":[{"role":"user","content":3}]}"#,
        "f.json:1:52: expected a string or an array of blocks, found a number "
          + "(at messages[0].content)"
      ),
      (
        #"{"system":"S","messages":[{"role":"user","content":[{"text":"x"}]}]}"#,
        "f.json:1:53: missing key 'type' (at messages[0].content[0])"
      ),
      (
        #"{"role":"assistant","stop_reason":"x","content":[{"type":"tool_use","id":"a","input":{}}]}"#,
        "f.json:1:50: missing key 'name' (at content[0])"
      ),
    ])
  func `what does not fit is refused with its place`(text: String, error: String) {
    #expect(refusal(text) == error)
  }
}
