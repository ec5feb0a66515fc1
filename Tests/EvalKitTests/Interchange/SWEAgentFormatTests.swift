import EvalKit
import Testing

struct SWEAgentFormatTests {
  private func history(_ messages: String, beside: String = "") throws -> ImportedTranscript {
    try imported(#"{"history":[\#(messages)]\#(beside),"info":{"exit_status":"submitted"}}"#)
  }

  private let system = #"{"role":"system","content":"Rules.","agent":"main"}"#

  @Test func `a message of a tool answers the call in its list`() throws {
    let read = try history(
      #"""
      \#(system),{"role":"assistant","content":"Look.","thought":"Look.","action":"ls","agent":"main",
      "tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}}]},
      {"role":"tool","content":"a.py\r\n\u001b[0m","agent":"main","tool_call_ids":["a"]}
      """#)
    let entries = read.transcript.entries
    #expect(read.format == "swe-agent")
    #expect(read.transcript.head.instructionsText == "Rules.")
    #expect(entries.map(\.label) == ["m1.text", "m1.calls", "m2"])
    #expect(entries[0].extra["action"] == "ls")
    #expect(entries[2].text == "a.py\r\n\u{1b}[0m")
    #expect(TranscriptStructure(entries).answers[2]?.entry == EntryID(1))
    #expect(read.metadata.keys == ["info"])
    #expect(read.notes == [])
  }

  @Test func `commands in the text and what they gave stay text`() throws {
    let read = try history(
      #"""
      \#(system),{"role":"user","content":"Fix it.","agent":"main"},
      {"role":"assistant","content":"Look.\n```\nls\n```","action":"ls\n","agent":"main"},
      {"role":"user","content":"a.py","agent":"main"}
      """#)
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .response, .prompt])
    #expect(read.notes == [])
  }

  @Test func `demonstrations and other agents are no part of the run`() throws {
    let read = try history(
      #"""
      \#(system),{"role":"user","content":"A demonstration","agent":"main","is_demo":true},
      {"role":"user","content":"Fix it.","agent":"main","is_demo":false},
      {"role":"user","content":"Sum up.","agent":"summariser"}
      """#,
      beside: #","trajectory":[{"action":"ls","observation":"a.py"}]"#)
    #expect(read.transcript.entries.map(\.text) == ["Fix it."])
    #expect(
      read.notes.map(\.description) == [
        "a message of a demonstration, no part of the run (m1)",
        "a message of another agent, left out (m3)",
        "a step that stands in 'history' too, left out (trajectory[0])",
      ])
    #expect(read.metadata["trajectory"] == nil)
  }

  @Test func `an output of several calls is the first one's`() throws {
    let read = try history(
      #"""
      \#(system),{"role":"assistant","content":"","agent":"main","tool_calls":[
      {"id":"a","function":{"name":"f","arguments":"{}"}},
      {"id":"b","function":{"name":"f","arguments":"{}"}}]},
      {"role":"tool","content":"both","agent":"main","tool_call_ids":["a","b"]}
      """#)
    #expect(read.transcript.entries.map(\.text) == ["", "both", ""])
    #expect(TranscriptStructure(read.transcript.entries).answers.map { $0?.index } == [nil, 0, 1])
    #expect(read.notes.map(\.kind) == [.mergedRecords])
  }

  @Test func `a call id used again is paired with the nearest call`() throws {
    let round = #"""
      {"role":"assistant","content":"","agent":"main","tool_calls":[
      {"id":"a","function":{"name":"f","arguments":"{}"}}]},
      {"role":"tool","content":"x","agent":"main","tool_call_ids":["a"]}
      """#
    let read = try history("\(round),\(round)")
    let structure = TranscriptStructure(read.transcript.entries)
    #expect(structure.answers.map { $0?.entry.index } == [nil, 0, nil, 2])
    #expect(read.notes.map(\.kind) == [.repeatedCallID])
  }

  @Test func `content may be parts`() throws {
    let read = try history(
      #"{"role":"user","agent":"main","content":[{"type":"text","text":"a"}]}"#)
    #expect(read.transcript.entries.map(\.text) == ["a"])
  }

  @Test func `what mini-swe-agent writes are chat messages`() throws {
    let texts = [
      #"{"messages":[{"role":"user","content":"x","extra":{}}],"info":{},"trajectory_format":"mini-swe-agent-1"}"#,
      #"[{"role":"user","content":"x"}]"#,
    ]
    for text in texts {
      let read = try imported(text)
      #expect(read.format == "openai-chat")
      #expect(read.transcript.entries.map(\.text) == ["x"])
    }
  }

  @Test func `what does not fit is refused with its place`() {
    #expect(
      refusal(
        #"{"history":[{"role":"user","agent":"a","content":"x"},{"role":"tool","content":5}]}"#
      )
      .hasSuffix("expected a string, an array of parts or null (at history[1].content)"))
  }
}
