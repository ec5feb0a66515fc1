import EvalKit
import Testing

/// What particular writers of chat messages do.
struct ChatWriterTests {
  @Test func `the last chain of a ToolBench answer is read, without ids`() throws {
    let read = try imported(
      "{\"win\":true,\"answer_generation\":{\"function\":[{\"name\":\"n\"}],\"train_messages\":[[],\r\n"
        + #"""
        [{"role":"system","content":"S"},{"role":"user","content":"x"},
        {"role":"assistant","content":null,"function_call":{"name":"n","arguments":"{\n \"a\": 1\n}"}},
        {"role":"function","name":"n","content":"{\"error\": \"\", \"response\": \"{'message': 'ok'}\"}"},
        {"role":"function","name":"n","content":"without a call"}]]}}
        """#)
    #expect(read.format == "openai-chat")
    #expect(read.transcript.head.tools.map(\.name) == ["n"])
    #expect(
      read.transcript.entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput, .toolOutput])
    #expect(read.transcript.entries[1].callLabel(0) == "m2c0")
    #expect(read.transcript.entries[1].calls[0].arguments == ["a": 1])
    #expect(read.metadata.keys == ["win"])
    #expect(read.notes.map(\.kind) == [.orphanOutput])
    #expect(
      refusal(
        #"""
        {"answer_generation":{"train_messages":[[{"role":"user","content":5}]]}}
        """#)
        == "f.json:1:67: expected a string, an array of parts or null "
        + "(at answer_generation.train_messages[0][0].content)")
  }

  @Test func `a reply is a transcript of its message`() throws {
    let read = try imported(
      #"{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"}}]}"#)
    #expect(read.transcript.entries.map(\.text) == ["Hi"])
    #expect(read.metadata.keys == ["id"])
    #expect(
      refusal(#"{"choices":[{"message":{"role":"assistant","content":5}}]}"#)
        == "f.json:1:54: expected a string, an array of parts or null "
        + "(at choices[0].message.content)")
  }

  @Test func `a wrapper of parallel calls is taken apart`() throws {
    let read = try imported(
      #"""
      [{"role":"assistant","content":null,"tool_calls":[{"id":"w","type":"function","function":
      {"name":"multi_tool_use.parallel","arguments":"{\"tool_uses\":[{\"recipient_name\":\"functions.a\",\"parameters\":{}},{\"recipient_name\":\"functions.b\",\"parameters\":{}}]}"}}]},
      {"role":"tool","tool_call_id":"w","content":"[1,2]"}]
      """#)
    #expect(read.transcript.entries[0].calls.map(\.name) == ["a", "b"])
    #expect(read.transcript.entries.map(\.callID) == [nil, "w", "w#2"])
    #expect(read.transcript.entries.map(\.label) == ["m0", "m1.output", "m1.output#2"])
    #expect(read.notes.map(\.kind) == [.wrappedCalls])
  }

  @Test func `rows of a data base have numbers, calls as a text, and some are taken back`() throws {
    let read = try imported(
      #"""
      [{"id":1,"session_id":"s","role":"user","content":"x","active":1},
      {"id":2,"session_id":"s","role":"assistant","content":"",
       "tool_calls":"[{\"name\": \"n\", \"arguments\": \"{}\"}]","active":1},
      {"id":3,"session_id":"s","role":"tool","tool_name":"n","content":"r","active":1},
      {"id":4,"session_id":"s","role":"user","content":"gone","active":0}]
      """#)
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput])
    #expect(entries.map(\.recordedID) == ["1", "2", "3"])
    #expect(entries[2].toolName == "n")
    #expect(TranscriptStructure(entries).answers[2]?.entry == EntryID(1))
    #expect(read.notes.map(\.kind) == [.otherBranch])
  }

  @Test func `an image and a file may be parts of input`() throws {
    let read = try imported(
      #"""
      [{"role":"user","content":[{"type":"input_image","file_id":"file_1"},
      {"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,AAEC"}]}]
      """#)
    let names = read.transcript.entries[0].segments.map { segment in
      if case .attachment(let attachment) = segment.content { attachment.name } else { "" }
    }
    #expect(names == ["file_1", "a.pdf"])
    #expect(read.notes == [])
  }
}
