import EvalKit
import Testing

struct AgentLogFormatTests {
  @Test func `OpenCode's parts hold results; the calls of a step are a round`() throws {
    let read = try imported(
      #"""
      {"info":{"id":"s"},"messages":[{"info":{"role":"user"},"parts":[{"type":"text","text":"x"}]},
      {"info":{"id":"m","role":"assistant"},"parts":[{"type":"step-start"},{"type":"reasoning","text":"hm"},
      {"type":"tool","callID":"a","tool":"read","state":{"status":"completed","input":{"p":1},"output":"A"}},
      {"type":"tool","callID":"b","tool":"read","state":{"status":"error","input":{},"error":"no"}},
      {"type":"step-finish"},{"type":"step-start"},
      {"type":"tool","callID":"c","tool":"read","state":{"status":"pending","input":{}}},
      {"type":"text","text":"done"}]}]}
      """#)
    #expect(read.format == "opencode")
    let entries = read.transcript.entries
    #expect(
      entries.map(\.kind) == [
        .prompt, .reasoning, .toolCalls, .toolOutput, .toolOutput, .toolCalls, .response,
      ])
    #expect(entries[2].calls.map { $0.extra["status"] } == ["completed", "error"])
    #expect(
      TranscriptStructure(entries).answers.map { $0?.index } == [
        nil, nil, nil, 0, 1, nil, nil,
      ])
    #expect(
      read.notes.map(\.description) == [
        "2 times: a part of type 'step-start', no part of the conversation (first at m1)",
        "a part of type 'step-finish', no part of the conversation (m1)",
        "a call that nothing answers (c)",
      ])
  }

  @Test func `OpenCode's summary of a session is a compaction`() throws {
    let read = try imported(
      #"""
      {"info":{},"messages":[{"info":{"role":"user"},"parts":[{"type":"text","text":"a"}]},
      {"info":{"role":"assistant","summary":true},"parts":[{"type":"text","text":"Sum"}]},
      {"info":{"role":"user","summary":{"title":"t"}},"parts":[{"type":"text","text":"b"}]}]}
      """#)
    #expect(read.transcript.entries.map(\.text) == ["a", "b"])
    #expect(read.transcript.compactions.map(\.position) == [1])
    #expect(read.transcript.compactions[0].summaries.map(\.segments) == [[.text("Sum")]])
  }

  @Test func `Copilot's hooks tell the prompts where no event does`() throws {
    let hook =
      #"{"type":"hook.start","data":{"hookType":"userPromptSubmitted","input":{"prompt":"x"}}}"#
    let rest = #"""
      {"type":"assistant.message","data":{"messageId":"m","reasoningText":"hm","content":"On it.","toolRequests":[{"toolCallId":"a","name":"sh","arguments":"not json"}]}}
      {"type":"tool.execution_complete","data":{"toolCallId":"a","success":false,"error":{"message":"failed"}}}
      {"type":"future.event","data":{}}
      """#
    let hooked = try imported(hook + "\n" + rest)
    #expect(hooked.format == "copilot-cli")
    let entries = hooked.transcript.entries
    #expect(entries.map(\.kind) == [.prompt, .reasoning, .response, .toolCalls, .toolOutput])
    #expect(entries.map(\.text) == ["x", "hm", "On it.", "", "failed"])
    #expect(entries[4].extra == JSONObject([("success", false)]))
    #expect(hooked.notes.map(\.kind) == [.unparsableArguments, .skippedRecord])
    let both = try imported(
      #"{"type":"user.message","data":{"content":"x"}}"# + "\n" + hook + "\n" + rest)
    #expect(both.transcript.entries.count == 5)
    #expect(both.notes.map(\.kind) == [.duplicate, .unparsableArguments, .skippedRecord])
  }

  @Test func `Droid's and Cursor's rows hold Anthropic's messages`() throws {
    let use = #"[{"type":"tool_use","id":"a","name":"ls","input":{}},{"type":"future"}]"#
    let droid = try imported(
      #"""
      {"type":"session_start","id":"s"}
      {"type":"message","message":{"role":"assistant","content":\#(use)}}
      {"type":"todo_state"}
      """#)
    #expect(droid.format == "anthropic-rows")
    #expect(droid.transcript.entries.map(\.kind) == [.toolCalls, .response])
    #expect(droid.metadata["id"] == "s")
    #expect(droid.notes.map(\.kind) == [.unknownSegment, .skippedRecord, .unansweredCall])
    let cursor = try imported(
      #"""
      {"role":"system","message":{"content":"S"}}
      {"role":"assistant","message":{"content":\#(use)}}
      """#)
    #expect(cursor.format == "anthropic-rows")
    #expect(cursor.transcript.head.instructions.map(\.text) == ["S"])
    #expect(cursor.transcript.entries.map(\.kind) == [.toolCalls, .response])
  }

  @Test func `Letta Code's lines hold results in their calls`() throws {
    let read = try imported(
      #"""
      {"kind":"user","text":"x","captured_at":"t"}
      {"kind":"status","text":"working","captured_at":"t"}
      {"kind":"tool_call","name":"sh","argsText":"{\"a\":1}","resultText":"failed","resultOk":false}
      {"kind":"tool_call","name":"read","argsText":"{}","source_line_id":"c"}
      {"kind":"assistant","text":"done"}
      """#)
    #expect(read.format == "letta-code")
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput, .toolCalls, .response])
    #expect(entries[1].calls[0].arguments == ["a": 1])
    #expect(TranscriptStructure(entries).answers[2]?.entry == EntryID(1))
    #expect(read.notes.map(\.kind) == [.skippedRecord, .unansweredCall])
  }
}
