import EvalKit
import Testing

struct FoundationModelsFormatTests {
  /// An envelope around entries.
  private func envelope(_ entries: String, version: String = #""1.1""#) -> String {
    """
    {"type":"FoundationModels.Transcript","version":\(version),\
    "transcript":{"entries":[\(entries)]}}
    """
  }

  private let question =
    #"{"role":"user","id":"U","contents":[{"type":"text","id":"S","text":"Hi"}],"options":{}}"#

  @Test(arguments: ["1", #""1""#, #""1.1""#, "1.1", #""1.7""#])
  func `versions 1 and its minors are read`(version: String) throws {
    #expect(try imported(envelope(question, version: version)).transcript.entries.count == 1)
  }

  @Test(arguments: ["2", #""2.0""#, #""11""#, "0"])
  func `other versions are refused`(version: String) {
    let name = version.filter { $0 != "\"" }
    #expect(
      refusal(envelope(question, version: version))
        == "f.json:1:49: version '\(name)' of FoundationModels.Transcript; "
        + "versions 1 and 1.1 are read (at version)")
  }

  @Test func `an envelope may be wrapped, and may lack its type`() throws {
    for text in [
      #"{"modelName":"system","transcript":\#(envelope(question))}"#,
      #"{"transcript":{"entries":[\#(question)]}}"#,
      #"{"transcript":{"transcript":{"entries":[\#(question)]}}}"#,
    ] {
      #expect(try imported(text).transcript.entries.map(\.text) == ["Hi"])
    }
  }

  @Test func `reasoning is read nested and flat, and written nested`() throws {
    let contents = #"[{"type":"text","id":"S","text":"Hm"}]"#
    let nested =
      #"{"role":"reasoning","id":"R","reasoning":{"contents":\#(contents),"signature":"AA=="}}"#
    let flat = #"{"signature":"AA==","contents":\#(contents),"id":"R","role":"reasoning"}"#
    let first = try imported(envelope(nested)).transcript
    #expect(first.entries.map(\.kind) == [.reasoning])
    #expect(first.entries[0].text == "Hm")
    #expect(first.entries[0].extra["signature"] == "AA==")
    #expect(try imported(envelope(flat)).transcript == first)
    let written = FoundationModelsFormat.encode(first)
    #expect(written["transcript"]?["entries"]?.arrayValue?[0]["reasoning"]?["signature"] == "AA==")
    let old = FoundationModelsFormat.encode(first, version: .v1)
    #expect(old["transcript"]?["entries"] == [])
  }

  @Test func `structures, images and segments of unknown type are kept`() throws {
    let image = "data:image/png;base64,AAECAw=="
    let text = envelope(
      """
      {"role":"user","id":"U","options":{"temperature":0.5},"contextOptions":{},"contents":[
      {"type":"text","id":"0","text":"a"},{"type":"text","id":"0","text":"b"},
      {"type":"structure","id":"0","structure":{"source":"Box","content":{"z":1.50,"a":[null]}}},
      {"type":"image","id":"I","label":"photo","image":"\(image)"},
      {"type":"custom","payload":{"x":1}}]}
      """)
    let read = try imported(text)
    let entry = try #require(read.transcript.entries.first)
    #expect(entry.segments.map(\.id) == ["0", "0", "0", "I", nil])
    #expect(entry.text == "a\nb")
    let content = JSONObject([("z", .number(JSONNumber(literal: "1.50"))), ("a", [.null])])
    #expect(entry.segments[2].content == .structure(.object(content), source: "Box"))
    guard case .attachment(let attachment) = entry.segments[3].content else {
      Issue.record("no attachment")
      return
    }
    #expect(attachment.name == "photo")
    #expect(attachment.mediaType == "image/png")
    #expect(attachment.byteCount == 4)
    #expect(read.notes.map(\.description) == ["a segment of unknown type 'custom' (U)"])
    let written = FoundationModelsFormat.encode(read.transcript)
    #expect(try imported(written.serialised()).transcript == read.transcript)
    let old = try imported(
      FoundationModelsFormat.encode(read.transcript, version: .v1).serialised())
    #expect(old.transcript.entries[0].text.hasSuffix("[attachment: photo, image/png, 4 bytes]"))
  }

  @Test func `entries of unknown role are kept as they came`() throws {
    let read = try imported(envelope(#"\#(question),{"role":"critic","id":"C","score":1.0}"#))
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .opaque])
    #expect(read.notes.map(\.description) == ["an entry of unknown role 'critic' (C)"])
    let written = FoundationModelsFormat.encode(read.transcript)
    #expect(
      written["transcript"]?["entries"]?.arrayValue?[1].serialised()
        == #"{"role":"critic","id":"C","score":1.0}"#)
  }

  @Test(arguments: ["{}", "[]", "1", "null", #""text""#, #"{"a": 1.0}"#])
  func `arguments may be any JSON`(text: String) throws {
    let quoted = JSONValue.string(text).serialised()
    let read = try imported(
      envelope(
        #"{"role":"response","id":"C","toolCalls":[{"id":"k","name":"n","arguments":\#(quoted)}]}"#)
    )
    let call = try #require(read.transcript.entries.first?.calls.first)
    #expect(call.arguments == (try JSONValue.parse(text)))
    #expect(call.argumentsText == text)
    #expect(read.notes.map(\.kind) == [.unansweredCall])
    let written = FoundationModelsFormat.encode(read.transcript)
    #expect(try imported(written.serialised()).transcript == read.transcript)
  }

  @Test func `arguments that are no JSON are kept, and written so that they can be read`() throws {
    let read = try imported(
      envelope(
        #"{"role":"response","id":"C","toolCalls":[{"id":"k","name":"n","arguments":"{a"}]}"#))
    let call = try #require(read.transcript.entries.first?.calls.first)
    #expect(call.arguments == "{a")
    #expect(call.argumentsText == "{a")
    #expect(read.notes.map(\.kind) == [.unparsableArguments, .unansweredCall])
    #expect(AppleRequirements.missing(in: FoundationModelsFormat.encode(read.transcript)) == [])
  }

  @Test func `the id of an output is its call's, whatever was recorded`() throws {
    let read = try imported(
      envelope(
        #"{"role":"tool","id":"X","toolCallID":"k","toolName":"n","contents":[]}"#))
    #expect(read.transcript.entries[0].recordedID == "k")
    #expect(read.transcript.entries[0].callID == "k")
    #expect(read.notes.map(\.kind) == [.orphanOutput])
  }

  @Test func `the head is the leading run of instructions, with their tools`() throws {
    let tool = #"{"type":"function","function":{"name":"t","description":"d","parameters":{}}}"#
    let text = #"{"type":"text","id":"S","text":"x"}"#
    let read = try imported(
      envelope(
        """
        {"role":"instructions","id":"A","contents":[\(text)]},
        {"role":"instructions","id":"B","contents":[\(text)],"tools":[\(tool)]},
        \(question),{"role":"instructions","id":"C","contents":[\(text)],"tools":[\(tool)]}
        """))
    #expect(read.transcript.head.instructions.map(\.label) == ["A", "B"])
    #expect(read.transcript.head.tools.map(\.name) == ["t"])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .instructions])
    #expect(read.notes.map(\.kind) == [.toolsMidway])
    let written = FoundationModelsFormat.encode(read.transcript)
    let again = try imported(written.serialised()).transcript
    #expect(FoundationModelsFormat.encode(again) == written)
    #expect(again.entries == read.transcript.entries)
  }

  @Test func `a response format keeps its name beside the schema`() throws {
    let schema =
      #"{"type":"object","title":"R","properties":{},"required":[],"#
      + #""additionalProperties":false,"x-order":[]}"#
    let prompt = """
      {"responseFormat":{"jsonSchema":{"schema":\(schema),"name":"R"},"type":"jsonSchema"},
      "role":"user","id":"U","options":{"topK":3},"contents":[],"metadata":{"a":1}}
      """
    let read = try imported(envelope(prompt)).transcript
    #expect(read.entries[0].responseSchema?.serialised() == schema)
    let written = FoundationModelsFormat.encode(read)
    #expect(try imported(written.serialised()).transcript == read)
  }

  @Test(
    arguments: [
      (#"{"role":"user","contents":"Hi"}"#, "expected an array, found a string", "[0].contents"),
      (#"{"role":"user","contents":[{"type":"text"}]}"#, "missing key 'text'", "[0].contents[0]"),
      ("3", "expected an entry, an object; found a number", "[0]"),
      (
        #"{"role":"response","toolCalls":[{"nmae":"x"}]}"#,
        "missing key 'name'; did you mean 'nmae'?", "[0].toolCalls[0]"
      ),
    ])
  func `what does not fit is refused with its path`(entry: String, message: String, path: String) {
    let error = refusal(envelope(entry))
    #expect(error.hasSuffix(": \(message) (at transcript.entries\(path))"), "\(error)")
  }

  @Test func `what the record lacks is made up on export`() throws {
    let transcript = Transcript(
      head: Head(
        "Be brief.",
        tools: [
          ToolDefinition(name: "look", parameters: ["properties": ["at": ["type": "object"]]])
        ]),
      entries: [
        .prompt("Look.", label: "p"),
        .calls([ToolCall(name: "look", arguments: ["at": 1])], label: "m2.calls"),
        .output("seen", label: "o"), .output("lost", label: "orphan"),
      ],
      changes: [HeadChange(position: 4, tools: [])])
    let written = FoundationModelsFormat.encode(transcript)
    #expect(AppleRequirements.missing(in: written) == [])
    let again = try imported(written.serialised()).transcript
    #expect(again.entries.map(\.label) == ["p", "m2.calls", "m2c0", "orphan"])
    #expect(again.entries.map(\.toolName) == [nil, nil, "look", "unknown"])
    #expect(
      again.head.tools[0].parameters.serialised()
        == #"{"properties":{"at":{"type":"object","title":"At","properties":{},"required":[],"#
        + #""additionalProperties":false,"x-order":[]}},"type":"object","title":"Arguments","#
        + #""required":[],"additionalProperties":false,"x-order":["at"]}"#)
  }
}
