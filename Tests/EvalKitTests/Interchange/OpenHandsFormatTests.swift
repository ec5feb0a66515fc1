import EvalKit
import Testing

struct OpenHandsFormatTests {
  private func events(_ events: String...) throws -> ImportedTranscript {
    try imported("[\(events.joined(separator: ","))]")
  }

  private let user =
    #"{"kind":"MessageEvent","id":"e1","source":"user","llm_message":{"content":[{"type":"text","text":"Go."}]},"extended_content":[{"type":"text","text":"Today."}]}"#

  private func action(_ id: String, response: String, call: String) -> String {
    #"{"kind":"ActionEvent","id":"\#(id)","source":"agent","thought":[],"tool_name":"f","#
      + #""tool_call_id":"\#(call)","tool_call":{"id":"\#(call)","name":"f","arguments":"{}"},"#
      + #""llm_response_id":"\#(response)"}"#
  }

  @Test func `the head tells the system prompt and the tools, in either form`() throws {
    let read = try events(
      #"""
      {"kind":"SystemPromptEvent","id":"e0","source":"agent","system_prompt":{"type":"text","text":"Rules."},
      "dynamic_context":{"type":"text","text":"Repo."},"tools":[
      {"type":"function","function":{"name":"f","description":"F","parameters":{}}},
      {"description":"G","kind":"TerminalTool"}]}
      """#, user)
    #expect(
      read.transcript.head.instructions.first?.segments.compactMap(\.text) == ["Rules.", "Repo."])
    #expect(read.transcript.head.tools.map(\.name) == ["f", "TerminalTool"])
    #expect(read.transcript.entries[0].segments.compactMap(\.text) == ["Go.", "Today."])
  }

  @Test func `actions of one response are one round, wherever their outputs are`() throws {
    let read = try events(
      user, action("e2", response: "r", call: "a"),
      #"{"kind":"ObservationEvent","id":"e3","tool_call_id":"a","action_id":"e2","observation":{"content":"one","is_error":true}}"#,
      action("e4", response: "r", call: "b"),
      #"{"kind":"ObservationEvent","id":"e5","action_id":"e4","observation":{"content":[{"type":"text","text":"two"}]}}"#,
      action("e6", response: "s", call: "c"))
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput, .toolOutput, .toolCalls])
    #expect(entries[1].calls.map(\.id) == ["a", "b"])
    #expect(TranscriptStructure(entries).answers.map { $0?.index } == [nil, nil, 0, 1, nil])
    #expect(entries[2].extra["is_error"] == true)
    #expect(
      read.notes.map(\.description) == [
        "an action of a round of several, put to it (m3)", "a call that nothing answers (c)",
      ])
  }

  @Test func `calls without ids are linked by their events, rejections and errors answer them`()
    throws
  {
    let read = try events(
      user,
      #"{"kind":"ActionEvent","id":"e2","tool_name":"edit","thinking_blocks":[{"type":"thinking","thinking":"Hm."}],"thought":[{"type":"text","text":"Now."}],"action":{"kind":"FileEditAction","path":"a.ts"}}"#,
      #"{"kind":"UserRejectObservation","id":"e3","action_id":"e2","rejection_reason":"No."}"#,
      #"{"kind":"ActionEvent","id":"e4","tool_call":{"arguments":"[]"}}"#,
      #"{"kind":"AgentErrorEvent","id":"e5","action_id":"e4","error":"Failed."}"#,
      #"{"kind":"ObservationEvent","id":"e6","observation":{"content":[{"type":"text","text":"Ready."}]}}"#,
      "null", #"{"kind":"PauseEvent","id":"e7"}"#)
    let entries = read.transcript.entries
    #expect(
      entries.map(\.kind) == [
        .prompt, .reasoning, .response, .toolCalls, .toolOutput, .toolCalls, .toolOutput,
        .toolOutput,
      ])
    #expect(entries[3].calls[0].arguments == ["path": "a.ts"])
    #expect(entries.map(\.text)[4] == "No.")
    #expect(entries[5].calls[0].arguments == [])
    #expect(TranscriptStructure(entries).answers.map { $0?.entry.index }[4...] == [3, nil, 5, nil])
    #expect(
      read.notes.map(\.description) == [
        "a call that names no tool, called 'unknown' (m3)", "a place without an event (m6)",
        "an event of kind 'PauseEvent', no part of the conversation (m7)",
        "an output that answers no call (m5)",
      ])
  }

  @Test func `events may stand in an object, and images in a message`() throws {
    let read = try imported(
      #"""
      {"items":[{"kind":"MessageEvent","source":"user","llm_message":{"role":"user","content":[
      {"type":"image","image_urls":["https://x.test/a.png","data:image/png;base64,AAEC"]}]}}],"id":"c"}
      """#)
    #expect(read.transcript.entries[0].segments.count == 2)
    #expect(read.metadata == JSONObject([("id", "c")]))
  }

  @Test func `a condensation is a compaction of the events it forgets`() throws {
    let read = try events(
      user, action("e2", response: "r", call: "a"),
      #"{"kind":"ObservationEvent","id":"e3","tool_call_id":"a","observation":{"content":"one"}}"#,
      #"{"kind":"Condensation","id":"e4","forgotten_event_ids":["e2","e3","gone"],"summary":"f gave one.","summary_offset":1}"#,
      #"{"kind":"MessageEvent","id":"e5","source":"agent","llm_message":{"content":"Done."}}"#,
      #"{"kind":"Condensation","id":"e6","forgotten_event_ids":["e1"]}"#)
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput, .response])
    let events = read.transcript.compactions
    #expect(events.map(\.position) == [3, 4])
    #expect(events[0].summaries.map(\.covers) == [RangeSet(1..<3)])
    #expect(events[0].summaries.map(\.place) == [1])
    #expect(events[0].summaries.flatMap(\.segments) == [.text("f gave one.")])
    #expect(events[0].extra["summary_offset"] == 1)
    #expect(events[1].dropped == RangeSet(0..<1))
    #expect(
      read.notes.map(\.description) == [
        "an event that a compaction forgets and that is not there (m3)"
      ])
  }

  @Test func `what does not fit is refused with its place`() {
    #expect(
      refusal("[\(user),{\"kind\":\"MessageEvent\"}]")
        .hasSuffix("missing key 'llm_message' (at [1])"))
    #expect(
      refusal("[\(user),{\"kind\":\"MessageEvent\",\"llm_message\":{\"content\":5}}]")
        .hasSuffix(
          "expected a string or an array of parts, found a number (at [1].llm_message.content)"))
  }
}

struct OpenHandsHistoryFormatTests {
  private func history(_ events: String...) throws -> ImportedTranscript {
    try imported(#"{"instance_id":"i","history":[\#(events.joined(separator: ","))]}"#)
  }

  private let user =
    #"{"id":0,"source":"user","action":"message","args":{"content":"Go.","image_urls":["https://x.test/a.png"],"wait_for_response":false}}"#

  /// An action with what the model's response says of it.
  private func action(_ id: Int, call: String, response: String) -> String {
    #"{"id":\#(id),"source":"agent","action":"run","args":{"command":"ls","thought":"Now.","blocking":false},"#
      + #""tool_call_metadata":{"function_name":"bash","tool_call_id":"\#(call)","#
      + #""total_calls_in_response":2,"model_response":{"id":"\#(response)","choices":[{"message":"#
      + #"{"reasoning_content":"Hm.","tool_calls":[{"id":"\#(call)","function":{"name":"bash","#
      + #""arguments":"{\"command\": \"ls -a\"}"}}]}}]}}}"#
  }

  @Test func `calls are as the model wrote them, one round a response`() throws {
    let read = try history(
      user, action(1, call: "a", response: "r"),
      #"{"id":2,"source":"agent","cause":1,"observation":"run","content":"one","extras":{"x":1}}"#,
      action(3, call: "b", response: "r"),
      #"{"id":4,"source":"agent","cause":3,"observation":"run","content":"two"}"#)
    let entries = read.transcript.entries
    #expect(
      entries.map(\.kind) == [
        .prompt, .reasoning, .response, .toolCalls, .toolOutput, .toolOutput,
      ])
    #expect(entries[0].segments.count == 2)
    #expect(entries[3].calls.map(\.id) == ["a", "b"])
    #expect(entries[3].calls[0].name == "bash")
    #expect(entries[3].calls[0].arguments == ["command": "ls -a"])
    #expect(entries[3].calls[0].extra == JSONObject([("blocking", false)]))
    #expect(TranscriptStructure(entries).answers.map { $0?.index }[4...] == [0, 1])
    #expect(read.notes.map(\.kind) == [.mergedRecords])
    #expect(read.metadata == JSONObject([("instance_id", "i")]))
  }

  @Test func `an observation without a cause, or of what is no call, came by itself`() throws {
    let read = try history(
      #"{"id":0,"source":"user","action":"recall","args":{"query":"q"}}"#,
      #"{"id":1,"source":"environment","cause":0,"observation":"recall","content":"Repo."}"#, user,
      #"{"id":3,"source":"agent","action":"run","args":{"command":"ls"}}"#,
      #"{"id":4,"source":"agent","observation":"error","content":"Slow."}"#,
      #"{"id":5,"source":"agent","cause":3,"observation":"user_rejected","content":"No."}"#,
      #"{"id":6,"source":"environment","observation":"agent_state_changed","content":""}"#,
      #"{"id":7,"source":"agent","action":"finish","args":{"final_thought":"Done.","outputs":{}},"message":"Done."}"#
    )
    let entries = read.transcript.entries
    #expect(entries.map(\.text) == ["Repo.", "Go.", "", "Slow.", "No.", "Done."])
    #expect(
      TranscriptStructure(entries).answers.map { $0?.entry.index } == [nil, nil, nil, nil, 2, nil])
    #expect(entries[2].calls.map(\.id) == ["event-3"])
    #expect(
      read.notes.map(\.description) == [
        "an event 'recall', no part of the conversation (m0)",
        "an event 'agent_state_changed', no part of the conversation (m6)",
        "2 times: an output that answers no call (first at m1)",
      ])
  }

  @Test func `the oldest histories have no ids, no sources and no arguments apart`() throws {
    let read = try history(
      #"{"action":"message","content":"Go.","images_urls":null,"wait_for_response":false,"action_risk":null}"#,
      #"{"action":"run_ipython","code":"1+1","thought":"Now.","action_risk":null,"kernel_init_code":"k"}"#,
      #"{"observation":"run_ipython","content":"2","code":"1+1"}"#,
      #"{"action":"message","content":"More?","wait_for_response":true}"#,
      #"{"action":"message","content":"No.","wait_for_response":false}"#,
      #"{"action":"finish","outputs":{},"thought":"Done."}"#)
    let entries = read.transcript.entries
    #expect(
      entries.map(\.kind) == [
        .prompt, .response, .toolCalls, .toolOutput, .response, .prompt, .response,
      ])
    #expect(entries.map(\.text) == ["Go.", "Now.", "", "2", "More?", "No.", "Done."])
    #expect(entries[2].calls[0].arguments == ["code": "1+1"])
    #expect(entries[2].calls[0].extra == JSONObject([("kernel_init_code", "k")]))
    #expect(entries[0].extra == JSONObject([("args", ["wait_for_response": false])]))
    #expect(read.notes == [])
  }

  @Test func `pairs of an action and its observation are read in turn`() throws {
    let pairs =
      #"[{"action":"message","content":"Go."},{"observation":"null","content":""}],"#
      + #"[{"action":"run","command":"ls"},{"observation":"run","content":"a"}]"#
    let read = try imported("{\"history\":[\(pairs)]}")
    #expect(read.transcript.entries.map(\.text) == ["Go.", "", "a"])
    #expect(
      refusal("{\"history\":[\(pairs),[{\"action\":\"run\"},{}]]}")
        .hasSuffix("expected an event with 'action' or 'observation' (at history[2][1])"))
  }

  @Test(
    arguments: [
      #""forgotten_event_ids":[1,2]"#,
      #""forgotten_events_start_id":1,"forgotten_events_end_id":2"#,
    ])
  func `a condensation is a compaction of the events it forgets`(ids: String) throws {
    let read = try history(
      user, action(1, call: "a", response: "r"),
      #"{"id":2,"source":"agent","cause":1,"observation":"run","content":"one"}"#,
      #"{"id":3,"source":"agent","action":"condensation","args":{\#(ids),"summary":"S","summary_offset":1}}"#
    )
    #expect(read.transcript.compactions.map(\.position) == [5])
    #expect(read.transcript.compactions[0].summaries.map(\.covers) == [RangeSet(1..<5)])
    #expect(read.transcript.compactions[0].summaries.map(\.place) == [1])
  }

  @Test func `a history may stand alone`() throws {
    #expect(try imported("[\(user)]").format == "openhands-v0")
  }
}
