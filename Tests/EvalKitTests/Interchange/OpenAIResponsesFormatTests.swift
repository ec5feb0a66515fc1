import EvalKit
import Testing

struct OpenAIResponsesFormatTests {
  private func read(_ items: String) throws -> ImportedTranscript {
    let read = try imported("[\(items)]")
    #expect(read.format == "openai-responses")
    return read
  }

  @Test func `calls that follow each other are a round, whatever ids they have`() throws {
    let read = try read(
      #"""
      {"role":"user","content":"x"},
      {"type":"function_call","id":"fc_1","call_id":"a","name":"n","arguments":"{\"x\":1}"},
      {"type":"custom_tool_call","call_id":"b","name":"sh","input":"ls \"a\""},
      {"type":"local_shell_call","id":"l","call_id":"c","action":{"command":["ls"]}},
      {"type":"custom_tool_call_output","call_id":"b","output":"B"},
      {"type":"local_shell_call_output","id":"c","output":"{\"output\":\"\"}"},
      {"type":"function_call_output","call_id":"a","output":[{"type":"input_text","text":"A"},
       {"type":"input_image","image_url":"data:image/png;base64,AAEC"}]},
      {"type":"message","role":"assistant","phase":"final_answer","content":[
       {"type":"output_text","text":"Done.","annotations":[]},{"type":"refusal","refusal":"No."}]}
      """#)
    let entries = read.transcript.entries
    #expect(
      entries.map(\.kind) == [
        .prompt, .toolCalls, .toolOutput, .toolOutput, .toolOutput, .response,
      ])
    #expect(entries[1].calls.map(\.name) == ["n", "sh", "local_shell"])
    #expect(entries[1].calls.map(\.arguments) == [["x": 1], #"ls "a""#, ["command": ["ls"]]])
    #expect(entries[1].calls[0].extra == JSONObject([("item_id", "fc_1")]))
    #expect(entries[1].calls[1].extra == JSONObject([("type", "custom_tool_call")]))
    #expect(TranscriptStructure(entries).answers.map { $0?.index } == [nil, nil, 1, 2, 0, nil])
    #expect(entries[4].segments.map(\.text) == ["A", nil])
    #expect(entries[5].segments.map(\.text) == ["Done.", "No."])
    #expect(entries[5].extra == JSONObject([("phase", "final_answer")]))
    #expect(read.notes == [])
  }

  @Test func `reasoning may be there in full, as a summary, or for the provider alone`() throws {
    let read = try read(
      #"""
      {"type":"reasoning","id":"r1","summary":[{"type":"summary_text","text":"s"}],
       "content":[{"type":"reasoning_text","text":"whole"}]},
      {"type":"reasoning","id":"r2","summary":[{"type":"summary_text","text":"s"}],
       "encrypted_content":"gAAA"},
      {"type":"reasoning","id":"r3","summary":[],"encrypted_content":"gAAA"}
      """#)
    let entries = read.transcript.entries
    #expect(entries.map(\.text) == ["whole", "s", ""])
    #expect(entries.map(\.isSigned) == [false, true, true])
    #expect(entries.map(\.recordedID) == ["r1", "r2", "r3"])
    #expect(
      read.notes.map(\.description) == [
        "a summary of reasoning that is there in full (m0)",
        "reasoning that only its provider can read (m2)",
      ])
  }

  /// The calls and outputs of a file with a wrapper, whose output is given.
  private func wrapped(output: String) throws -> (ImportedTranscript, [Entry]) {
    let read = try read(
      #"""
      {"type":"function_call","call_id":"w","name":"parallel","arguments":
       "{\"tool_uses\":[{\"recipient_name\":\"functions.a\",\"parameters\":{\"x\":1}},{\"recipient_name\":\"b\",\"parameters\":{}}]}"},
      {"type":"function_call_output","call_id":"w","output":\#(output)}
      """#)
    return (read, read.transcript.entries)
  }

  @Test func `a wrapper of parallel calls is taken apart, and so is its output`() throws {
    let (read, entries) = try wrapped(output: #""[\"A\",{\"b\":2}]""#)
    #expect(entries[0].calls.map(\.name) == ["a", "b"])
    #expect(entries[0].calls.map(\.id) == ["w", "w#2"])
    #expect(entries[0].calls.map(\.arguments) == [["x": 1], [:]])
    #expect(entries.map(\.callID) == [nil, "w", "w#2"])
    #expect(entries[1].text == "A")
    #expect(entries[2].segments == [.structure(["b": 2])])
    #expect(
      read.notes.map(\.description) == ["a wrapper of parallel calls, taken apart (m0)"])
  }

  @Test func `an output of a wrapper that is one text stays the first call's`() throws {
    let (read, entries) = try wrapped(output: #""both done""#)
    #expect(entries.map(\.callID) == [nil, "w"])
    #expect(
      read.notes.map(\.kind) == [.wrappedCalls, .unansweredCall])
  }

  @Test func `a call named parallel that wraps nothing is a call`() throws {
    let read = try read(
      #"""
      {"type":"function_call","call_id":"w","name":"parallel","arguments":"{\"lines\":2}"},
      {"type":"function_call_output","call_id":"w","output":"ok"}
      """#)
    #expect(read.transcript.entries[0].calls.map(\.name) == ["parallel"])
    #expect(read.notes == [])
  }

  @Test func `tools that the provider runs have their output in the item, or nowhere`() throws {
    let read = try read(
      #"""
      {"type":"web_search_call","id":"ws","action":{"type":"search","query":"q"},"status":"completed"},
      {"type":"file_search_call","id":"fs","queries":["q"],"results":[{"text":"hit"}]},
      {"type":"mcp_call","id":"m","name":"shorten","arguments":"{\"u\":1}","output":"done","error":null,
       "server_label":"zip"},
      {"type":"code_interpreter_call","id":"ci","code":"1+1","outputs":null},
      {"type":"image_generation_call","id":"ig","result":"AAEC"}
      """#)
    let entries = read.transcript.entries
    #expect(entries.count == 10)
    #expect(
      entries.flatMap(\.calls).map(\.name) == [
        "web_search", "file_search", "shorten", "code_interpreter", "image_generation",
      ])
    #expect(entries[2].calls[0].arguments == ["queries": ["q"]])
    #expect(entries[3].segments == [.structure([["text": "hit"]])])
    #expect(entries[5].text == "done")
    #expect(entries[4].calls[0].extra["server_label"] == "zip")
    guard case .attachment(let image)? = entries[9].segments.first?.content else {
      Issue.record("an image is an attachment")
      return
    }
    #expect(image.byteCount == 3)
    #expect(
      read.notes.map(\.description) == [
        "2 times: the output of a tool that the provider ran, not in the file (first at m0)"
      ])
  }

  @Test func `a compaction is a summary that only the provider can read`() throws {
    let read = try read(
      #"""
      {"role":"user","content":"a"},
      {"type":"compaction","id":"c","encrypted_content":"gAAA"},
      {"role":"user","content":"b"},
      {"type":"compaction_summary","encrypted_content":"gBBB"},{"role":"user","content":"c"}
      """#)
    #expect(read.transcript.entries.map(\.text) == ["a", "b", "c"])
    let events = read.transcript.compactions
    #expect(events.map(\.position) == [1, 2])
    #expect(events.map(\.takenOut) == [RangeSet(0..<1), RangeSet(0..<2)])
    #expect(events.flatMap { $0.summaries.map(\.kind) } == [.opaque, .opaque])
    #expect(
      read.notes.map(\.description) == [
        "2 times: a summary that only its provider can read (first at m1)"
      ])
  }

  @Test func `a request and its reply are one transcript`() throws {
    let read = try imported(
      #"""
      {"model":"m","instructions":"S","tools":[{"type":"function","name":"n","parameters":{}},
      {"type":"web_search"}],"input":"Hi","previous_response_id":"resp_0",
      "output":[{"type":"mcp_list_tools","id":"l","server_label":"z","tools":[{"name":"short","input_schema":{}}]},
      {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hello."}]}]}
      """#)
    #expect(read.format == "openai-responses")
    #expect(read.transcript.head.instructions.map(\.text) == ["S"])
    #expect(read.transcript.head.tools.map(\.name) == ["n", "web_search"])
    #expect(read.transcript.entries.map(\.text) == ["Hi", "Hello."])
    #expect(read.transcript.entries.map(\.label) == ["m0", "m2"])
    #expect(read.transcript.head(at: 1).tools.map(\.name) == ["n", "web_search", "short"])
    #expect(read.metadata == JSONObject([("model", "m"), ("previous_response_id", "resp_0")]))
    #expect(read.notes.map(\.kind) == [.missingContent])
  }

  @Test func `items of unknown type and those that are elsewhere are kept`() throws {
    let read = try read(
      #"""
      {"role":"user","content":"a"},{"type":"item_reference","id":"msg_9"},
      {"type":"mcp_approval_request","id":"r","name":"n","arguments":"{}"},
      {"type":"ghost_snapshot","ghost_commit":{}},
      {"type":"message","role":"critic","content":"meh"},
      {"type":"function_call_output","call_id":"lost","output":"x"}
      """#)
    #expect(
      read.transcript.entries.map(\.kind) == [.prompt, .opaque, .opaque, .opaque, .toolOutput])
    #expect(
      read.notes.map(\.description) == [
        "an item that the provider keeps, which is not in the file (m1)",
        "an item of unknown type 'mcp_approval_request' (m2)",
        "an item of type 'ghost_snapshot', no part of the conversation (m3)",
        "a message of unknown role 'critic' (m4)", "an output that answers no call (m5)",
      ])
  }

  @Test(
    arguments: [
      (
        #"{"input":[{"type":"function_call","call_id":"a","arguments":"{}"}]}"#,
        "f.json:1:11: missing key 'name' (at input[0])"
      ),
      (
        #"{"instructions":"S","input":[{"role":"user","content":"x"},4]}"#,
        "f.json:1:60: expected an item, an object; found a number (at input[1])"
      ),
      (
        #"[{"type":"reasoning","summary":[]},{"type":"message","role":"user","content":{}}]"#,
        "f.json:1:78: expected a string, an array of parts or null (at [1].content)"
      ),
    ])
  func `what does not fit is refused with its place`(text: String, error: String) {
    #expect(refusal(text) == error)
  }
}
