import EvalKit
import Testing

struct TrajectoryRowsFormatTests {
  @Test func `rows are read as lines, as records and as canonical rows`() throws {
    let user = #"{"role":"user","content":"Hi"}"#
    let texts = [
      "{\"role\":\"meta\",\"source\":\"x\"}\n\(user)",
      #"{"records":[{"role":"meta","source":"x"},\#(user)],"diagnostics":[]}"#,
      #"{"records":[{"record_type":"meta","record_json":"{\"role\":\"meta\",\"source\":\"x\"}"},"#
        + #"{"record_type":"user","record_json":"{\"role\":\"user\",\"content\":\"Hi\"}"}]}"#,
    ]
    for text in texts {
      let read = try imported(text)
      #expect(read.format == "trajectory-v1")
      #expect(read.transcript.entries.map(\.text) == ["Hi"])
      #expect(read.metadata == JSONObject([("source", "x")]))
    }
  }

  @Test func `calls are of an assistant without content, outputs say whether all went well`() throws
  {
    let read = try imported(
      #"""
      {"role":"reasoning","content":"Hm."}
      {"role":"assistant","content":null,"tool_calls":[{"id":"a","name":"f","args":"{\"x\": 1}"}]}
      {"role":"tool","tool_call_id":"a","content":"no","ok":false}
      {"role":"observation","content":"Reset."}
      """#)
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.reasoning, .toolCalls, .toolOutput, .toolOutput])
    #expect(entries[1].calls[0].arguments == ["x": 1])
    #expect(entries[2].extra["ok"] == false)
    #expect(read.notes.map(\.description) == ["an output that answers no call (m3)"])
  }

  @Test func `what does not fit is refused with its place`() {
    #expect(
      refusal("{\"role\":\"meta\"}\n{\"role\":\"user\",\"content\":[]}")
        == "f.json:2:26: expected a string, found an array (at [1].content)")
    #expect(
      refusal(#"{"records":[{"record_type":"meta","record_json":"{"}]}"#)
        == "f.json:1:49: expected the text of a JSON object (at records[0].record_json)")
  }
}

struct ShareGPTFormatTests {
  private func turns(_ turns: String) throws -> ImportedTranscript {
    try imported(#"{"conversations":[\#(turns)]}"#)
  }

  @Test func `tools and instructions may stand beside the turns`() throws {
    let read = try imported(
      #"""
      {"system":"Rules.","tools":"[{\"name\":\"f\",\"description\":\"F\"}]","source":"s",
      "conversations":[{"from":"human","value":"Hi"},{"from":"gpt","value":"","weight":0}]}
      """#)
    #expect(read.transcript.head.instructionsText == "Rules.")
    #expect(read.transcript.head.tools.map(\.name) == ["f"])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .response])
    #expect(read.transcript.entries[1].segments.isEmpty)
    #expect(read.transcript.entries[1].extra["weight"] == 0)
    #expect(read.metadata.keys == ["source"])
  }

  @Test func `calls have no ids and may be several in a turn`() throws {
    let read = try turns(
      #"""
      {"from":"human","value":"x"},
      {"from":"function_call","value":"[{\"name\":\"f\",\"arguments\":{\"a\":1}},{\"name\":\"g\",\"arguments\":\"{}\"}]"},
      {"from":"observation","value":"one"},{"from":"observation","value":"two"}
      """#)
    let entries = read.transcript.entries
    #expect(entries[1].calls.map(\.name) == ["f", "g"])
    #expect(entries[1].calls.map(\.id) == [nil, nil])
    #expect(TranscriptStructure(entries).answers.map { $0?.index } == [nil, nil, 0, 1])
    #expect(read.notes == [])
  }

  @Test func `a call that is no JSON is what was said, and others are kept`() throws {
    let read = try turns(
      #"{"from":"function_call","value":"f(1)"},{"from":"judge","value":"meh"}"#)
    #expect(read.transcript.entries.map(\.kind) == [.response, .opaque])
    #expect(
      read.notes.map(\.description) == [
        "a call that is no JSON with a 'name', kept as text (m0)",
        "a turn from unknown 'judge' (m1)",
      ])
  }

  @Test func `tools that are none are refused with their place`() {
    #expect(
      refusal(#"{"tools":"nope","conversations":[{"from":"human","value":"x"}]}"#)
        == "f.json:1:10: expected an array of tool definitions, or the text of one (at tools)")
  }
}

struct SGDFormatTests {
  @Test func `a turn of the system is its calls, their results and what it says`() throws {
    let read = try imported(
      """
      {"dialogue_id":"d","services":["A_1","B_1"],"turns":[
      {"speaker":"USER","utterance":"Both?","frames":[{"service":"A_1","state":{"x":1}}]},
      {"speaker":"SYSTEM","utterance":"Done.","frames":[
      {"service":"A_1","service_call":{"method":"Find","parameters":{"city":"Ulm"}},
       "service_results":[{"name":"X"}]},
      {"service":"B_1","service_call":{"method":"Book","parameters":{}}}]}]}
      """)
    let entries = read.transcript.entries
    #expect(entries.map(\.label) == ["m0", "m1.calls", "m1.output", "m1.text"])
    #expect(entries[1].calls.map(\.name) == ["Find", "Book"])
    #expect(entries[1].calls.map { $0.extra["service"] } == ["A_1", "B_1"])
    #expect(entries[2].segments == [.structure([["name": "X"]])])
    #expect(entries[0].extra["frames"] != nil)
    #expect(read.notes.map(\.description) == ["a call that nothing answers (m1c1)"])
    #expect(read.metadata.keys == ["dialogue_id", "services"])
  }

  @Test func `an unknown speaker is refused with its place`() {
    #expect(
      refusal(#"{"dialogue_id":"d","turns":[{"speaker":"BOT","utterance":"x"}]}"#)
        == "f.json:1:40: expected 'USER' or 'SYSTEM', found 'BOT' (at turns[0].speaker)")
  }
}

struct APIBankFormatTests {
  @Test func `a row of the API is a call and its result, and neighbours stay apart`() throws {
    let read = try imported(
      """
      {"role":"User","text":"a"}
      {"role":"AI","text":"Wait."}
      {"role":"API","api_name":"f","param_dict":{"x":"1"},"result":{"api_name":"f","input":{"x":"1"},"output":"ok","exception":null}}
      {"role":"API","api_name":"g","param_dict":{},"result":{"output":null,"exception":"no such key"}}
      {"role":"AI","text":"b"}
      {"role":"AI","text":"c"}
      """)
    let entries = read.transcript.entries
    #expect(
      entries.map(\.label) == [
        "m0", "m1", "m2.calls", "m2.output", "m3.calls", "m3.output", "m4", "m5",
      ])
    #expect(entries.map(\.text) == ["a", "Wait.", "", "ok", "", "no such key", "b", "c"])
    #expect(TranscriptStructure(entries).answers.map { $0?.entry.index }[3] == 2)
    #expect(read.notes == [])
  }

  @Test func `a call without a result is unanswered`() throws {
    let read = try imported(
      """
      {"role":"User","text":"a"}
      {"role":"API","api_name":"f","param_dict":{}}
      """)
    #expect(read.notes.map(\.kind) == [.unansweredCall])
  }
}
