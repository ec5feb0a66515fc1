import EvalKit
import Testing

struct TranscriptImporterTests {
  private let row = #"{"messages":[{"role":"user","content":"a"}]}"#
  private let message = #"{"role":"user","content":"a"}"#

  private func read(
    _ text: String, file: String = "f", select: String? = nil,
    options: TranscriptImporter.Options = TranscriptImporter.Options()
  ) throws -> [ImportedTranscript] {
    try TranscriptImporter.read(
      Array(text.utf8), file: file, select: select, options: options)
  }

  @Test func `the extension says nothing: content decides`() throws {
    #expect(try read("\(row)\n\(row)\n", file: "x.json").map(\.label) == ["x.json#0", "x.json#1"])
    #expect(try read("[\(message),\n\(message)]", file: "x.jsonl").map(\.label) == ["x.jsonl"])
    #expect(
      try read("\(message)\n\(message)", file: "x.json").map(\.transcript.entries.count) == [2])
    #expect(try read(row, file: "x.jsonl").count == 1)
    #expect(try read(message, file: "x.jsonl").count == 1)
  }

  @Test func `byte order marks, CRLF and blank lines are survived`() throws {
    #expect(try read("\u{feff}\(row)\r\n\r\n\(row)\r\n").count == 2)
    #expect(try read("\u{feff}[\r\n\(message)\r\n]\r\n").count == 1)
    let text = try read(#"[{"role":"user","content":"a\r\nb\u001b[1m\u0000"}]"#)
    #expect(text[0].transcript.entries[0].text == "a\r\nb\u{1b}[1m\0")
  }

  @Test(
    arguments: [
      ("[1]", ["f#1"]), ("1", ["f#1"]), ("#2", ["f#2"]), (nil, ["f#0", "f#1", "f#2"]),
    ])
  func `elements are picked by a path`(select: String?, labels: [String]) throws {
    #expect(try read("[\(row),\(row),\(row)]", select: select).map(\.label) == labels)
    #expect(try read("\(row)\n\(row)\n\(row)", select: select).map(\.label) == labels)
  }

  @Test func `keys are picked by a path`() throws {
    let text = #"{"runs":[\#(row),\#(row)],"best":{"run":\#(row)}}"#
    #expect(try read(text, select: "runs").map(\.label) == ["f#runs[0]", "f#runs[1]"])
    #expect(try read(text, select: "runs[1].messages").map(\.label) == ["f#runs[1].messages"])
    #expect(try read(text, select: "best.run").map(\.label) == ["f#best.run"])
    #expect(
      refusal(text, file: "f", select: "runs[2]")
        == "f:1:9: there is no 'runs[2]' here (at runs[2])")
  }

  @Test(
    arguments: [
      ("", "f:1:1: empty; expected a JSON value"),
      ("PK\u{3}\u{4}", "f:1:1: a zip archive without a directory at its end; it was cut off"),
      ("[]", "f:1:1: an empty array is no transcript in a known format; \(known)"),
      ("3", "f:1:1: a number is no transcript in a known format; \(known)"),
      (
        #"[{"a":1,"b":2}]"#,
        "f:1:1: an array of an object with the keys 'a', 'b' is no transcript in a known format; "
          + known
      ),
      (
        #"{"runs":[{"traj":[{"role":"user","content":"a"}]}]}"#,
        "f:1:1: an object with the keys 'runs' is no transcript in a known format; \(known); "
          + "is it at 'runs'?"
      ),
      (
        "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n{\"x\":1}",
        "f:2:1: an object with the keys 'x' is no transcript in a known format; \(known) (at [1])"
      ),
    ])
  func `what is no transcript is refused, saying what it is`(text: String, error: String) {
    #expect(refusal(text, file: "f") == error)
  }

  private static let known =
    "known are " + TranscriptFormat.all.map(\.name).joined(separator: ", ")

  @Test func `a line that is cut off is named`() {
    let whole = row + "\n" + row + "\n"
    #expect(
      refusal(whole + #"{"messages":[{"role":"us"#, file: "f")
        == "f:3:25: the text ends within a string that begins at 3:22; the last line is cut off "
        + "(at messages[0].role)")
    #expect(
      refusal(whole + #"{"messages":["#, file: "f")
        == "f:3:14: expected a value, found the end of the text; the last line is cut off "
        + "(at messages[0])")
  }

  @Test func `a line in the middle that is no JSON is named, or skipped and noted`() throws {
    let text = "\(row)\n{\"messages\": nope}\n\(row)\n{\"a\":NaN}\n\(row)"
    #expect(
      refusal(text, file: "f")
        == "f:2:14: expected a value, found 'nope'; strings need quotes (at messages)")
    var options = TranscriptImporter.Options()
    options.skipsMalformedLines = true
    let transcripts = try read(text, options: options)
    #expect(transcripts.count == 3)
    #expect(
      transcripts[0].notes.map(\.description) == [
        "2 times: a line that is no JSON, skipped (first at line 2)"
      ])
    #expect(try read("nope\n" + row + "\n" + row, options: options).count == 2)
  }

  @Test func `NaN is refused with its place`() {
    #expect(
      refusal("[{\"role\":\"user\",\n\"content\":\"a\",\"x\":NaN}]", file: "f")
        == "f:2:19: NaN is not a number JSON can hold (at [0].x)")
  }

  @Test func `a mistake in a line is placed in the file`() {
    #expect(
      refusal("\(row)\n{\"messages\":[\(message),{\"role\":\"user\",\"content\":1}]}", file: "f")
        == "f:2:69: expected a string, an array of parts or null (at [1].messages[1].content)")
  }

  @Test func `lone surrogates are replaced and noted`() throws {
    let read = try read(#"[{"role":"user","content":"a\ud800b\udfff"}]"#)
    #expect(read[0].transcript.entries[0].text == "a\u{fffd}b\u{fffd}")
    #expect(read[0].notes.map(\.description) == ["2 times: a lone surrogate, replaced by U+FFFD"])
  }

  @Test func `files and entries are bounded`() {
    var options = TranscriptImporter.Options()
    options.maximumBytes = 20
    #expect(throws: ImportError.self) { try read("[\(message)]", options: options) }
    options.maximumBytes = 1000
    options.maximumEntryBytes = 8
    let error = #expect(throws: ImportError.self) {
      try read(#"[\#(message),{"role":"user","content":"123456789"}]"#, options: options)
    }
    #expect(
      error?.description == "f:1:1: entry m1 has 9 bytes; at most 8 are read")
  }

  @Test func `a format that is asked for gives its own refusal`() {
    let error = #expect(throws: ImportError.self) {
      try TranscriptImporter.read(
        Array(#"{"a":1}"#.utf8), file: "f", format: .named("foundation-models"))
    }
    #expect(
      error?.description
        == "f:1:1: expected an object with 'type': 'FoundationModels.Transcript' and 'transcript'")
  }

  @Test func `calls without an answer and outputs without a call are noted`() throws {
    let read = try read(
      #"""
      [{"role":"user","content":"a"},
      {"role":"assistant","content":null,"tool_calls":[
        {"id":"a","function":{"name":"n","arguments":"{}"}},
        {"id":"b","function":{"name":"n","arguments":"{}"}}]},
      {"role":"tool","tool_call_id":"b","content":"late"},{"role":"user","content":"b"},
      {"role":"tool","tool_call_id":"z","content":"lost"}]
      """#)
    #expect(
      read[0].notes.map(\.description) == [
        "a call that nothing answers (a)", "an output that answers no call (m4)",
      ])
  }

  @Test func `places are found by label and by kind`() throws {
    let transcript = try #require(
      try TranscriptImporter.read(try fixture("freezer-messages.jsonl"), file: "f").first
    ).transcript
    let places: [(String, EntryLocation?)] = [
      ("m1", .entry(EntryID(0))), ("m2.calls", .entry(EntryID(2))), ("m0", .head(0)),
      ("instructions", .head(0)), ("prompt 2", .entry(EntryID(6))),
      ("output 1", .entry(EntryID(3))), ("call 1", .entry(EntryID(2))),
      ("reasoning 1", .entry(EntryID(1))), ("prompt 3", nil), ("prompt 0", nil), ("nope", nil),
    ]
    for (name, place) in places { #expect(transcript.location(named: name) == place, "\(name)") }
  }
}
