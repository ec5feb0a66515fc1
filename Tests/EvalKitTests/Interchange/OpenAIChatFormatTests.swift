import EvalKit
import Testing

struct OpenAIChatFormatTests {
  private func entries(_ messages: String) throws -> [Entry] {
    try imported("[\(messages)]").transcript.entries
  }

  private let user = #"{"role":"user","content":"Hi"}"#

  @Test func `a message with text and calls makes entries in order`() throws {
    let read = try imported(
      """
      [{"tool_calls":[{"id":"k","type":"function","function":{"name":"n","arguments":"{}"}}],
      "content":"Looking.","reasoning":"Hm","role":"assistant","annotations":[1],"refusal":null}]
      """)
    #expect(read.transcript.entries.map(\.kind) == [.reasoning, .response, .toolCalls])
    #expect(
      read.transcript.entries.map(\.label) == ["m0.reasoning", "m0.text", "m0.calls"])
    #expect(read.transcript.entries[1].extra.keys == ["annotations"])
  }

  @Test(
    arguments: [
      (#"{"role":"assistant","content":null}"#, EntryKind.response),
      (#"{"role":"assistant","content":""}"#, .response),
      (#"{"role":"assistant","content":[]}"#, .response),
      (#"{"role":"user","content":""}"#, .prompt),
      (#"{"role":"tool","tool_call_id":"k","content":""}"#, .toolOutput),
      (#"{"role":"tool","tool_call_id":"k","content":null}"#, .toolOutput),
    ])
  func `empty messages are kept without segments`(message: String, kind: EntryKind) throws {
    let entries = try entries("\(user),\(message)")
    #expect(entries.map(\.kind) == [.prompt, kind])
    #expect(entries[1].segments.isEmpty)
  }

  @Test func `content may be parts`() throws {
    let read = try imported(
      """
      [{"role":"user","content":["plain",{"type":"text","text":"a"},
      {"type":"image_url","image_url":{"url":"data:image/jpeg;base64,AAEC"}},
      {"type":"image_url","image_url":"https://x.test/i.png"},{"type":"refusal","refusal":"No."},
      {"type":"input_audio","input_audio":{"data":"AA"}},{"type":"input_audio"}]}]
      """)
    let segments = read.transcript.entries[0].segments
    #expect(segments.map(\.text) == ["plain", "a", nil, nil, "No.", nil, nil])
    #expect(
      read.notes.map(\.description) == [
        "2 times: a segment of unknown type 'input_audio' (first at m0)"
      ])
    let written = FoundationModelsFormat.encode(read.transcript)
    let images = written["transcript"]?["entries"]?.arrayValue?[0]["contents"]?.arrayValue
    #expect(images?[2]["image"] == "data:image/jpeg;base64,AAEC")
    #expect(images?[3]["text"] == "[attachment: https://x.test/i.png]")
  }

  @Test func `a refusal is what the model said`() throws {
    let entries = try entries(#"\#(user),{"role":"assistant","content":null,"refusal":"No."}"#)
    #expect(entries[1].text == "No.")
  }

  @Test func `leading system messages are the head, later ones stay`() throws {
    let read = try imported(
      """
      [{"role":"system","content":"A"},{"role":"developer","content":"B"},\(user),
      {"role":"system","content":"C"},\(user)]
      """)
    #expect(read.transcript.head.instructions.map(\.text) == ["A", "B"])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .instructions, .prompt])
    #expect(read.transcript.entries.map(\.label) == ["m2", "m3", "m4"])
  }

  @Test func `consecutive messages of a role are not merged, and speakers are kept`() throws {
    let entries = try entries(
      #"{"role":"user","name":"Ann","content":"a"},{"role":"user","name":"Bob","content":"b"}"#)
    #expect(entries.map(\.text) == ["a", "b"])
    #expect(entries.map(\.speaker) == ["Ann", "Bob"])
  }

  @Test func `legacy function calls have no ids and are paired by order`() throws {
    let read = try imported(
      #"""
      [{"role":"user","content":"x"},
      {"role":"assistant","content":null,
       "function_call":{"name":"n","arguments":"{\n \"a\": 1\n}"}},
      {"role":"function","name":"n","content":"{'message': 'ok'}"},
      {"role":"function","name":"other","content":"orphan"}]
      """#)
    let entries = read.transcript.entries
    #expect(entries[1].calls[0].id == nil)
    #expect(entries[1].calls[0].arguments == ["a": 1])
    #expect(entries[1].callLabel(0) == "m1c0")
    #expect(entries[2].callID == nil)
    #expect(entries[2].toolName == "n")
    let structure = TranscriptStructure(entries)
    #expect(structure.answers[2]?.entry == EntryID(1))
    #expect(read.notes.map(\.description) == ["an output that answers no call (m3)"])
  }

  @Test func `agentdojo's own files are read`() throws {
    let entries = try entries(
      """
      {"role":"user","content":[{"type":"text","content":"x"}]},
      {"role":"assistant","content":[{"type":"text","content":"y"}],
       "tool_calls":[{"function":"pay","args":{"amount":98.70},"id":"k","placeholder_args":null}]},
      {"role":"tool","content":[{"type":"text","content":"done"}],"tool_call_id":"k",
       "tool_call":{"function":"pay","args":{"amount":98.70},"id":"k"},"error":null}
      """)
    #expect(entries.map(\.text) == ["x", "y", "", "done"])
    #expect(entries[2].calls[0].name == "pay")
    #expect(entries[2].calls[0].arguments.serialised() == #"{"amount":98.70}"#)
    #expect(entries[2].calls[0].argumentsText == nil)
    #expect(entries[3].toolName == "pay")
  }

  @Test func `a call id used again is paired with the nearest call`() throws {
    let round = """
      {"role":"assistant","content":null,
       "tool_calls":[{"id":"k","function":{"name":"n","arguments":"{}"}}]},
      {"role":"tool","tool_call_id":"k","content":"r"}
      """
    let read = try imported("[\(round),\(round)]")
    let structure = TranscriptStructure(read.transcript.entries)
    #expect(structure.answers.map { $0?.entry.index } == [nil, 0, nil, 2])
    #expect(read.notes.map(\.kind) == [.repeatedCallID])
    #expect(read.transcript.entries.map(\.label) == ["m0", "m1", "m2", "m3"])
  }

  @Test(
    arguments: [
      (#""{\"a\":\"Ω\"}""#, #"{"a":"Ω"}"#, 0), (#""""#, "{}", 0), (#""  ""#, "{}", 0),
      ("{\"a\":[1]}", #"{"a":[1]}"#, 0), ("[1]", "[1]", 0), ("null", "{}", 0),
      (#""{a:1""#, #""{a:1""#, 1), (#""{\"a\":NaN}""#, #""{\"a\":NaN}""#, 1),
      (#""{\"a\":\"\\ud800\"}""#, "{\"a\":\"\u{fffd}\"}", 1),
    ])
  func `arguments are a JSON text or JSON`(text: String, value: String, notes: Int) throws {
    let read = try imported(
      """
      [{"role":"assistant","content":null,
       "tool_calls":[{"id":"k","function":{"name":"n","arguments":\(text)}}]},
      {"role":"tool","tool_call_id":"k","content":"r"}]
      """)
    #expect(read.transcript.entries[0].calls[0].arguments.serialised() == value)
    #expect(read.notes.count == notes)
  }

  @Test func `custom tools take free text`() throws {
    let entries = try entries(
      #"""
      {"role":"assistant","content":null,
       "tool_calls":[{"id":"k","type":"custom","custom":{"name":"sh","input":"ls \"a\""}}]}
      """#)
    #expect(entries[0].calls[0].arguments == #"ls "a""#)
    #expect(entries[0].calls[0].extra["type"] == "custom")
    let written = FoundationModelsFormat.encode(Transcript(entries: entries))
    #expect(AppleRequirements.missing(in: written) == [])
  }

  @Test func `tools may be nested or flat, and keep what is beside`() throws {
    let read = try imported(
      """
      {"tools":[{"type":"function","function":{"name":"a","strict":true}},
      {"name":"b","description":"B","input_schema":{"type":"object"}}],
      "functions":[{"name":"c","parameters":{}}],"messages":[\(user)],"model":"m"}
      """)
    #expect(read.transcript.head.tools.map(\.name) == ["a", "b", "c"])
    #expect(read.transcript.head.tools[0].extra["strict"] == true)
    #expect(read.transcript.head.tools[1].parameters == ["type": "object"])
    #expect(read.metadata == JSONObject([("model", "m")]))
  }

  @Test func `a run without messages is an empty transcript among others`() throws {
    let text = #"[{"traj":[\#(user)]},{"traj":[],"reward":0}]"#
    let read = try TranscriptImporter.read(Array(text.utf8), file: "f")
    #expect(read.map(\.transcript.entries.count) == [1, 0])
  }

  @Test func `messages may be wrapped in messages`() throws {
    let read = try imported(
      #"{"id":"x","messages":[{"message":{"agentName":"r","message":\#(user)}}]}"#)
    #expect(read.transcript.entries.map(\.text) == ["Hi"])
  }

  @Test func `a message of unknown role is kept as it came`() throws {
    let read = try imported(#"[\#(user),{"role":"critic","content":"meh"}]"#)
    #expect(read.transcript.entries[1].kind == .opaque)
    #expect(read.notes.map(\.description) == ["a message of unknown role 'critic' (m1)"])
  }

  @Test(
    arguments: [
      ("[\(hi),{\"content\":\"x\"}]", "f.json:1:33: missing key 'role' (at [1])"),
      ("[\(hi),3]", "f.json:1:33: expected a message, an object; found a number (at [1])"),
      (
        "{\"messages\":[\(hi),\n{\"role\":\"user\",\"content\":5}]}",
        "f.json:2:26: expected a string, an array of parts or null (at messages[1].content)"
      ),
      (
        #"[{"role":"assistant","tool_calls":[{"function":{"arguments":"{}"}}]}]"#,
        "f.json:1:48: missing key 'name' (at [0].tool_calls[0].function)"
      ),
      (
        #"[{"role":"assistant","tool_calls":{}}]"#,
        "f.json:1:35: expected an array, found an object (at [0].tool_calls)"
      ),
      (
        #"{"tools":[{"function":{}}],"messages":[{"role":"user","content":"x"}]}"#,
        "f.json:1:23: missing key 'name' (at tools[0].function)"
      ),
    ])
  func `what does not fit is refused with its place`(text: String, error: String) {
    #expect(refusal(text) == error)
  }

  private static let hi = #"{"role":"user","content":"Hi"}"#
}
