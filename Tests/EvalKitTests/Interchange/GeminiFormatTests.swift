import EvalKit
import Testing

struct GeminiFormatTests {
  private func chat(_ rows: [String]) throws -> ImportedTranscript {
    let first = #"{"sessionId":"s","projectHash":"h"}"#
    let read = try imported(([first] + rows).joined(separator: "\n"))
    #expect(read.format == "gemini-cli")
    return read
  }

  private func message(_ id: String, _ type: String, _ text: String) -> String {
    #"{"id":"\#(id)","type":"\#(type)","content":"\#(text)"}"#
  }

  @Test func `rows that the model is not shown are counted`() throws {
    let read = try chat([
      message("1", "info", "Update available"), message("2", "user", "a"),
      message("3", "error", "quota"), message("4", "warning", "w"), message("5", "telemetry", "t"),
    ])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .opaque])
    #expect(
      read.notes.map(\.description) == [
        "a message of type 'info', which the model is not shown (m1)",
        "a message of type 'error', which the model is not shown (m3)",
        "a message of type 'warning', which the model is not shown (m4)",
        "a message of unknown type 'telemetry' (m5)",
      ])
  }

  @Test func `a message written again replaces the earlier one in its place`() throws {
    let read = try chat([
      message("1", "user", "a"), message("2", "gemini", "draft"), message("3", "user", "b"),
      message("2", "gemini", "final"),
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "final", "b"])
    #expect(
      read.notes.map(\.description) == ["a message written again, the last one taken (m4)"])
  }

  @Test(
    arguments: [
      ("2", ["a", "c"], 2),  // that message and all after it
      ("nope", ["c"], 3),  // an unknown id takes back everything
      ("1", ["c"], 3),
    ])
  func `a rewind takes back a message and all after it`(
    id: String, texts: [String], count: Int
  ) throws {
    let read = try chat([
      message("1", "user", "a"), message("2", "gemini", "A"), message("3", "user", "b"),
      #"{"$rewindTo":"\#(id)"}"#, message("4", "user", "c"),
    ])
    #expect(read.transcript.entries.map(\.text) == texts)
    #expect(read.notes.map(\.kind) == [.otherBranch])
    #expect(read.notes.map(\.count) == [count])
  }

  @Test func `a checkpoint states the messages again`() throws {
    let read = try chat([
      message("1", "user", "a"), message("2", "gemini", "gone"),
      #"{"$set":{"summary":"S","messages":[\#(message("1", "user", "a")),\#(message("3", "gemini", "A"))]}}"#,
      message("4", "user", "b"), #"{"$set":{"lastUpdated":"t"}}"#,
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "A", "b"])
    #expect(read.transcript.entries.map(\.label) == ["m3.0", "m3.1", "m4"])
    #expect(read.metadata["summary"] == "S")
    #expect(read.metadata["lastUpdated"] == "t")
    #expect(read.notes.map(\.kind) == [.otherBranch, .mergedRecords])
  }

  @Test func `calls hold their results, errors and media among them`() throws {
    let read = try chat([
      #"""
      {"id":"1","type":"gemini","content":"","thoughts":[{"subject":"S","description":"D"},{"subject":"","description":"E"}],"toolCalls":[{"id":"a","name":"n","args":{"x":1},"status":"success","resultDisplay":"pretty","result":[{"functionResponse":{"id":"a","name":"n","response":{"output":"A"}}},{"inlineData":{"mimeType":"image/png","data":"AAEC"}}]},{"id":"b","name":"n","args":{},"status":"error","result":[{"functionResponse":{"id":"b","name":"n","response":{"error":"missing"}}}]},{"id":"c","name":"n","args":{},"status":"cancelled"}]}
      """#
    ])
    let entries = read.transcript.entries
    #expect(entries.map(\.kind) == [.reasoning, .toolCalls, .toolOutput, .toolOutput])
    #expect(entries[0].text == "S\nD\nE")
    #expect(entries[1].calls.map { $0.extra["status"] } == ["success", "error", "cancelled"])
    #expect(entries[2].segments.map(\.text) == ["A", nil])
    #expect(entries[3].segments == [.structure(["error": "missing"])])
    #expect(read.notes.map(\.kind) == [.duplicate, .unansweredCall])
  }

  @Test func `contents without ids are paired by name and order`() throws {
    let read = try imported(
      #"""
      [{"role":"user","parts":[{"text":"x"},{"fileData":{"fileUri":"gs://f","mimeType":"a/b"}}]},
      {"role":"model","parts":[{"functionCall":{"name":"a","args":{}},"thoughtSignature":"AA"},
       {"functionCall":{"name":"b","args":{}}},{"functionCall":{"name":"a"}}]},
      {"role":"user","parts":[{"functionResponse":{"name":"b","response":{"result":"B"}}},
       {"functionResponse":{"name":"a","response":{"result":"A1"}}},
       {"functionResponse":{"name":"a","response":{"result":"A2","more":1}}}]},
      {"role":"model","parts":[{"text":"T","thought":true},{"executableCode":{"code":"1+1"}},
       {"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"2"}},{"text":"Two."}]}]
      """#)
    let entries = read.transcript.entries
    #expect(read.format == "gemini-contents")
    #expect(
      TranscriptStructure(entries).answers.map { $0?.index } == [
        nil, nil, 1, 0, 2, nil, nil, 0, nil,
      ])
    #expect(entries[1].isSigned)
    #expect(entries[2].text == "B")
    #expect(entries[4].segments == [.structure(["result": "A2", "more": 1])])
    #expect(
      entries[5...].map(\.kind) == [.reasoning, .toolCalls, .toolOutput, .response])
    #expect(read.notes == [])
  }

  @Test func `a request may be in snake case, with nulls, and tools of Google's own`() throws {
    let read = try imported(
      #"""
      {"system_instruction":"S","tools":[{"function_declarations":[{"name":"n","description":null,
      "parametersJsonSchema":{"type":"object"}}],"google_search":null},{"googleSearch":{}}],
      "contents":[{"role":"user","parts":[{"text":"x","thought":null,"function_call":null}]},
      {"role":"model","parts":[{"text":null,"function_call":{"id":null,"name":"n","args":null}}]},
      {"role":"user","parts":[{"text":null,"function_response":{"name":"n","response":{}}}]}],
      "generationConfig":{"temperature":0}}
      """#)
    #expect(read.transcript.head.instructions.map(\.text) == ["S"])
    #expect(read.transcript.head.tools.map(\.name) == ["n", "googleSearch"])
    #expect(read.transcript.head.tools[0].parameters == ["type": "object"])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .toolCalls, .toolOutput])
    #expect(read.transcript.entries[2].segments == [.structure([:])])
    #expect(read.metadata.keys == ["generationConfig"])
    #expect(read.notes == [])
  }

  @Test func `parts and roles that are not known are kept and noted`() throws {
    let read = try imported(
      #"""
      [{"role":"user","parts":[{"text":""},{"novel":1,"thought":null}]},
      {"role":"critic","parts":[{"text":"meh"}]}]
      """#)
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .opaque])
    #expect(read.transcript.entries[0].segments.count == 1)
    #expect(
      read.notes.map(\.description) == [
        "a part of unknown keys 'novel' (m0)", "a content of unknown role 'critic' (m1)",
      ])
  }

  @Test func `a session of the Agent Development Kit keeps who spoke`() throws {
    let read = try imported(
      #"""
      {"id":"s","app_name":"a","events":[
      {"author":"user","timestamp":1,"content":{"role":"user","parts":[{"text":"a"}]}},
      {"author":"root","timestamp":2,"partial":true,"content":{"role":"model","parts":[{"text":"A"}]}},
      {"author":"root","timestamp":3,"content":{"role":"model","parts":[{"text":"AB"}]}},
      {"author":"root","timestamp":3.5,"actions":{"state_delta":{}}},
      {"author":"user","timestamp":4,"actions":{"compaction":{"start_timestamp":1,"end_timestamp":3,
       "compacted_content":{"role":"model","parts":[{"text":"Sum"}]}}}},
      {"author":"user","timestamp":5,"content":{"role":"user","parts":[{"text":"b"}]}}],
      "event_logs":[{"model_request":{"config":{"system_instruction":"S"}}}]}
      """#)
    #expect(read.format == "gemini-contents")
    #expect(read.transcript.entries.map(\.text) == ["a", "AB", "b"])
    #expect(read.transcript.entries.map(\.speaker) == [nil, "root", nil])
    #expect(read.transcript.head.instructions.map(\.text) == ["S"])
    let event = try #require(read.transcript.compactions.first)
    #expect(event.position == 2)
    #expect(event.summaries.map(\.covers) == [RangeSet(0..<2)])
    #expect(
      read.notes.map(\.description) == [
        "a part of a reply whose whole comes later (m1)", "an event without content (m3)",
      ])
  }

  @Test(
    arguments: [
      (
        #"{"app_name":"a","events":[]}"#,
        "f.json:1:1: the session has no events, so no conversation"
      ),
      (
        #"{"sessionId":"s","projectHash":"h","messages":[]}"#,
        "f.json:1:1: the chat has no messages, so no conversation"
      ),
      (
        #"{"contents":[{"role":"model","parts":[{"functionCall":{"args":{}}}]}]}"#,
        "f.json:1:39: missing key 'name' (at contents[0].parts[0])"
      ),
      (
        #"{"sessionId":"s","projectHash":"h","messages":[{"type":"gemini","content":"x","toolCalls":[{}]}]}"#,
        "f.json:1:92: missing key 'name' (at messages[0].toolCalls[0])"
      ),
    ])
  func `what does not fit is refused with its place`(text: String, error: String) {
    #expect(refusal(text) == error)
  }
}
