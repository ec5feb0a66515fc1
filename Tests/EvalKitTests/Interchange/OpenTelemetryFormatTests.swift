import EvalKit
import Testing

struct OpenTelemetryFormatTests {
  private func read(_ text: String) throws -> [ImportedTranscript] {
    try TranscriptImporter.read(Array(text.utf8), file: "f.json")
  }

  private func message(_ role: String, _ text: String) -> String {
    #"{"role":"\#(role)","parts":[{"type":"text","content":"\#(text)"}]}"#
  }

  /// A span as an SDK's console exporter prints it.
  private func span(
    _ input: [String], _ output: String, trace: String = "t", conversation: String? = nil,
    start: String = "2026-01-01T00:00:00Z"
  ) -> String {
    let id = conversation.map { #""gen_ai.conversation.id":"\#($0)","# } ?? ""
    return #"{"name":"chat","context":{"trace_id":"\#(trace)","span_id":"s"},"#
      + #""start_time":"\#(start)","attributes":{\#(id)"gen_ai.operation.name":"chat","#
      + #""gen_ai.input.messages":[\#(input.joined(separator: ","))],"#
      + #""gen_ai.output.messages":[\#(output)]}}"#
  }

  @Test func `the longest history of a conversation is taken, what it repeats is not`() throws {
    let first = span([message("user", "a")], message("assistant", "b"))
    let second = span(
      [message("user", "a"), message("assistant", "b"), message("user", "c")],
      message("assistant", "d"))
    for text in ["[\(first),\(second)]", "\(first)\n\(second)", "\(second)\n\(first)"] {
      let transcripts = try read(text)
      #expect(transcripts.count == 1)
      #expect(transcripts[0].transcript.entries.map(\.text) == ["a", "b", "c", "d"])
      #expect(
        transcripts[0].notes.map(\.description) == [
          "a span whose messages a later one repeats, left out (chat)"
        ])
      #expect(transcripts[0].metadata["gen_ai.operation.name"] == "chat")
      #expect(transcripts[0].metadata["gen_ai.input.messages"] == nil)
    }
  }

  @Test func `why a message ended is told at its end only`() throws {
    let ended =
      #"{"role":"assistant","parts":[{"type":"text","content":"b"}],"finish_reason":"stop"}"#
    let transcripts = try read(
      "\(span([message("user", "a")], ended))\n"
        + span([message("user", "a"), message("assistant", "b"), message("user", "c")], ""))
    #expect(transcripts.map { $0.notes.map(\.kind) } == [[.duplicate]])
  }

  @Test func `conversations of one file are apart, by id and by trace`() throws {
    let transcripts = try read(
      [
        span([message("user", "a")], message("assistant", "1"), trace: "x", conversation: "k"),
        span([message("user", "b")], message("assistant", "2"), trace: "y"),
        span(
          [message("user", "a"), message("assistant", "1"), message("user", "c")], "", trace: "z",
          conversation: "k"),
      ].joined(separator: "\n"))
    #expect(
      transcripts.map { $0.transcript.entries.map(\.text) } == [["a", "1", "c"], ["b", "2"]])
    #expect(transcripts.map(\.label) == ["f.json#2", "f.json#1"])
  }

  @Test func `a history that is no part of the longest is another branch`() throws {
    let transcripts = try read(
      [
        span([message("user", "a")], message("assistant", "b")),
        span([message("user", "sub-agent")], ""),
      ].joined(separator: "\n"))
    #expect(
      transcripts.flatMap(\.notes).map(\.description) == [
        "a span whose messages are no part of the longest history, left out (chat)"
      ])
  }

  @Test func `spans are in the order of their time, whatever that of the file`() throws {
    let late = span([message("user", "late")], "", start: "2026-01-01T00:00:09Z")
    let early = span([message("user", "early")], "", start: "2026-01-01T00:00:01Z")
    #expect(try read("\(late)\n\(early)")[0].transcript.entries.map(\.text) == ["late"])
    #expect(try read("\(early)\n\(late)")[0].transcript.entries.map(\.text) == ["late"])
  }

  @Test func `records that name neither conversation nor trace belong together while they grow`()
    throws
  {
    func plain(_ texts: String...) -> String {
      let messages = texts.map { message("user", $0) }.joined(separator: ",")
      return #"{"gen_ai.input.messages":[\#(messages)]}"#
    }
    let transcripts = try read(
      "\(plain("a"))\n\(plain("a", "b"))\n\(plain("x"))\n\(plain("x", "y"))")
    #expect(transcripts.map { $0.transcript.entries.map(\.text) } == [["a", "b"], ["x", "y"]])
  }

  @Test func `parts of every type are read`() throws {
    let transcript = try imported(
      #"""
      {"gen_ai.input.messages":[
      {"role":"system","parts":[{"type":"text","content":"Rules."}]},
      {"role":"user","name":"Ann","parts":[{"type":"text","content":"Look."},
       {"type":"blob","mime_type":"image/png","modality":"image","content":"AAEC"},
       {"type":"uri","modality":"image","uri":"https://x.test/i.png"},
       {"type":"file","modality":"image","file_id":"file-1"},{"type":"hologram","content":1}]},
      {"role":"assistant","parts":[{"type":"reasoning","content":"Hm."},
       {"type":"tool_call","id":" a","name":"f","arguments":"{\"x\":1}"},
       {"type":"server_tool_call","id":"s","name":"web","server_tool_call":{"q":"y"}},
       {"type":"server_tool_call_response","id":"s","server_tool_call_response":{"hits":2}}]},
      {"role":"tool","parts":[{"type":"tool_call_response","id":" a","result":"ok"}]}]}
      """#
    )
    let entries = transcript.transcript.entries
    #expect(transcript.transcript.head.instructionsText == "Rules.")
    #expect(entries[0].speaker == "Ann")
    #expect(entries[0].segments.count == 5)
    #expect(
      entries.map(\.kind) == [
        .prompt, .reasoning, .toolCalls, .toolOutput, .toolCalls, .toolOutput,
      ])
    #expect(entries[2].calls.map(\.name) == ["web"])
    #expect(entries[2].calls[0].arguments == ["q": "y"])
    #expect(entries[3].segments == [.structure(["hits": 2])])
    #expect(entries[4].calls[0].arguments == ["x": 1])
    #expect(entries[4].calls[0].id == "a")
    #expect(entries[5].text == "ok")
    #expect(
      transcript.notes.map(\.description) == [
        "a segment of unknown type 'hologram' (m1)",
        "2 times: a blank around the id of a call, taken out (first at m2)",
      ])
  }

  @Test func `what the tools' own spans tell fills what no message tells`() throws {
    func tool(_ id: String, _ result: String) -> String {
      #"{"name":"execute_tool f","context":{"trace_id":"t"},"attributes":{"#
        + #""gen_ai.tool.name":"f","gen_ai.tool.call.id":"\#(id)","#
        + #""gen_ai.tool.call.result":"\#(result)"}}"#
    }
    let call =
      #"{"role":"assistant","parts":[{"type":"tool_call","id":"b","name":"f","arguments":{}}]}"#
    let done =
      #"{"role":"assistant","parts":[{"type":"tool_call","id":"a","name":"f","arguments":{}}]},"#
      + #"{"role":"tool","parts":[{"type":"tool_call_response","id":"a","response":"one"}]}"#
    let transcripts = try read(
      [
        span([message("user", "x"), done], call), tool("a", "one"), tool("b", "two"),
        tool("zzz", "three"),
      ].joined(separator: "\n"))
    let entries = transcripts[0].transcript.entries
    #expect(entries.map(\.text) == ["x", "", "one", "", "two"])
    #expect(TranscriptStructure(entries).answers[4]?.entry == EntryID(3))
    #expect(
      transcripts[0].notes.map(\.description) == [
        "a span of a tool whose result the messages tell too (execute_tool f)",
        "a span of a tool that no message calls, left out (execute_tool f)",
      ])
  }

  @Test func `events of the older convention are read, of spans and as logs`() throws {
    let events = [
      #"{"name":"gen_ai.system.message","attributes":{"content":"Rules."}}"#,
      #"{"name":"gen_ai.user.message","attributes":{"content":"x"}}"#,
      #"{"name":"gen_ai.assistant.message","attributes":{"tool_calls":"[{\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]"}}"#,
      #"{"name":"gen_ai.tool.message","attributes":{"id":"a","content":"ok"}}"#,
      #"{"name":"gen_ai.choice","attributes":{"index":0,"finish_reason":"stop","message":"{\"role\":\"assistant\",\"content\":\"done\"}"}}"#,
    ]
    let spans =
      #"{"name":"chat","attributes":{"gen_ai.system":"openai"},"events":["#
      + events.joined(separator: ",") + "]}"
    let logs = """
      {"resourceLogs":[{"scopeLogs":[{"logRecords":[
      {"traceId":"t","spanId":"s","eventName":"gen_ai.system.message","body":{"kvlistValue":{"values":[{"key":"content","value":{"stringValue":"Rules."}}]}}},
      {"traceId":"t","spanId":"s","eventName":"gen_ai.user.message","body":{"kvlistValue":{"values":[{"key":"content","value":{"stringValue":"x"}}]}}},
      {"traceId":"t","spanId":"s","eventName":"gen_ai.assistant.message","body":{"kvlistValue":{"values":[{"key":"tool_calls","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"id","value":{"stringValue":"a"}},{"key":"function","value":{"kvlistValue":{"values":[{"key":"name","value":{"stringValue":"f"}},{"key":"arguments","value":{"stringValue":"{}"}}]}}}]}}]}}}]}}},
      {"traceId":"t","spanId":"s","eventName":"gen_ai.tool.message","body":{"kvlistValue":{"values":[{"key":"id","value":{"stringValue":"a"}},{"key":"content","value":{"stringValue":"ok"}}]}}},
      {"traceId":"t","spanId":"s","eventName":"gen_ai.choice","body":{"kvlistValue":{"values":[{"key":"index","value":{"intValue":"0"}},{"key":"message","value":{"kvlistValue":{"values":[{"key":"content","value":{"stringValue":"done"}}]}}}]}}}
      ]}]}]}
      """
    for text in [spans, logs] {
      let read = try imported(text)
      #expect(read.format == "otel-genai")
      #expect(read.transcript.head.instructionsText == "Rules.")
      #expect(read.transcript.entries.map(\.text) == ["x", "", "ok", "done"])
      #expect(read.transcript.entries[1].calls.map(\.name) == ["f"])
      #expect(read.notes == [])
    }
  }

  @Test func `the event of a request tells what its span would`() throws {
    let read = try imported(
      """
      {"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"gen_ai.client.inference.operation.details",
      "attributes":[{"key":"gen_ai.input.messages","value":{"arrayValue":{"values":[
      {"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"user"}},
      {"key":"parts","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[
      {"key":"type","value":{"stringValue":"text"}},{"key":"content","value":{"stringValue":"x"}}
      ]}}]}}}]}}]}}}]}]}]}]}
      """)
    #expect(read.transcript.entries.map(\.text) == ["x"])
  }

  @Test func `messages that were cut off are left out, and refused where there are no others`()
    throws
  {
    let cut = #"{"name":"chat","attributes":{"gen_ai.input.messages":"[{\"role\":\"us"}}"#
    let whole = #"{"name":"chat","attributes":{"gen_ai.input.messages":"[\#(escaped)]"}}"#
    #expect(
      try read("\(whole)\n\(cut)")[0].notes.map(\.description) == [
        "a span whose messages are cut off, left out (chat)"
      ])
    #expect(
      refusal(cut)
        == "f.json:1:1: 'gen_ai.input.messages' is no JSON; it was probably cut off when it was "
        + "exported, so raise that limit")
  }

  private let escaped = #"{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"x\"}]}"#

  @Test(
    arguments: [
      (
        #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"GET"}]}]}]}"#,
        "none of the 1 spans and events has a 'gen_ai' attribute or event"
      ),
      (
        #"{"name":"chat","attributes":{"gen_ai.system":"openai"}}"#,
        "none of the 1 spans of generative AI has 'gen_ai.input.messages': their content was not "
          + "recorded; have the instrumentation capture it"
      ),
      (
        #"{"gen_ai.input.messages":[{"parts":[]}]}"#,
        "missing key 'role' (at [\"gen_ai.input.messages\"][0])"
      ),
      (
        #"{"gen_ai.output.messages":[{"role":"assistant","parts":[{"type":"tool_call"}]}]}"#,
        "missing key 'name' (at [\"gen_ai.output.messages\"][0].parts[0])"
      ),
    ])
  func `what cannot be read is refused, saying why`(text: String, message: String) {
    #expect(refusal(text).hasSuffix(message))
  }

  @Test func `spans of other things are counted`() throws {
    let text =
      #"[{"name":"chat","attributes":{"gen_ai.input.messages":[\#(message("user", "x"))]}},"#
      + #"{"name":"GET","attributes":{"http.method":"GET"}},"#
      + #"{"name":"invoke_agent","attributes":{"gen_ai.operation.name":"invoke_agent"}}]"#
    #expect(
      try imported(text).notes.map(\.description) == [
        "a span of generative AI without messages (invoke_agent)",
        "a span or event that has no 'gen_ai' in it",
      ])
  }
}
