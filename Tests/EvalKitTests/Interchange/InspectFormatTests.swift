import EvalKit
import Testing

struct InspectFormatTests {
  private func log(_ samples: String...) -> String {
    #"{"version":2,"status":"success","eval":{"task":"t","model":"m"},"samples":["#
      + samples.joined(separator: ",") + "]}"
  }

  private func sample(
    _ messages: String, input: String = #""Where?""#, target: String = "\"\"", beside: String = ""
  ) -> String {
    #"{"id":1,"epoch":1,"input":\#(input),"target":\#(target),"messages":[\#(messages)]\#(beside)}"#
  }

  private let user = #"{"role":"user","content":"Where?"}"#

  @Test func `each sample is a transcript, and may be selected`() throws {
    let text = log(sample(user), sample(#"{"role":"user","content":"And?"}"#))
    let read = try TranscriptImporter.read(Array(text.utf8), file: "l.json")
    #expect(read.map(\.label) == ["l.json#samples[0]", "l.json#samples[1]"])
    #expect(read.map(\.format) == ["inspect", "inspect"])
    #expect(read.map { $0.transcript.entries.map(\.text) } == [["Where?"], ["And?"]])
    let second = try TranscriptImporter.read(
      Array(text.utf8), file: "l.json", select: "samples[1]")
    #expect(second.map { $0.transcript.entries.map(\.text) } == [["And?"]])
    #expect(second.map(\.format) == ["inspect"])
  }

  @Test func `a sample that cannot be read leaves the others`() throws {
    let text = log(sample(user), sample(#"{"content":"x"}"#), sample(user))
    let read = try TranscriptImporter.readEach(Array(text.utf8), file: "l.json")
    #expect(read.count == 3)
    guard case .failure(let error) = read[1] else {
      Issue.record("the second sample was read")
      return
    }
    #expect(error.description.hasSuffix("missing key 'role' (at samples[1].messages[0])"))
  }

  @Test func `a log without samples is refused, with its status`() {
    #expect(
      refusal(#"{"version":2,"status":"error","eval":{"task":"t"},"plan":{}}"#)
        == "f.json:1:1: the log holds no samples (its status is 'error')")
  }

  @Test func `a sample without messages has its input`() throws {
    let texts = [
      sample("", input: #""Where?""#), sample("", input: #"[{"role":"user","content":"Where?"}]"#),
    ]
    for text in texts {
      #expect(try imported(text).transcript.entries.map(\.text) == ["Where?"])
    }
  }

  @Test func `what is kept apart is put back in its place, whole or within a text`() throws {
    let hash = "0123456789abcdef0123456789abcdef"
    let read = try imported(
      sample(
        #"{"role":"user","content":"attachment://\#(hash)"},"#
          + #"{"role":"assistant","content":[{"type":"text","text":"so: attachment://\#(hash)."}]},"#
          + #"{"role":"user","content":"attachment://feed and attachment://"}"#,
        beside: #","attachments":{"\#(hash)":"a long text"}"#))
    #expect(
      read.transcript.entries.map(\.text) == [
        "a long text", "so: a long text.", "attachment://feed and attachment://",
      ])
    #expect(
      read.notes.map(\.description) == [
        "an attachment that the sample refers to and does not have (feed)"
      ])
  }

  @Test func `parts of every type are read`() throws {
    let read = try imported(
      sample(
        #"""
        {"role":"user","content":[{"type":"text","text":"Look."},
        {"type":"image","image":"data:image/png;base64,AAEC"},
        {"type":"document","document":"/f.pdf","filename":"f.pdf","mime_type":"application/pdf"},
        {"type":"data","data":{"k":1}},{"type":"smell"}]},
        {"id":"q","role":"assistant","model":"m","content":[
        {"type":"reasoning","reasoning":"Hm.","redacted":false},
        {"type":"reasoning","reasoning":"b2s=","redacted":true,"summary":"Short."},
        {"type":"reasoning","reasoning":"b2s=","redacted":true},
        {"type":"tool_use","tool_type":"web_search","id":"w","name":"web","arguments":"{\"q\":1}","result":"hit"},
        {"type":"text","text":"So."}],
        "tool_calls":[{"id":"a","function":"f","arguments":{"x":1},"type":"function","parse_error":"bad"}]},
        {"role":"tool","tool_call_id":"a","function":"f","content":"","error":{"type":"timeout","message":"Too slow."}}
        """#))
    let entries = read.transcript.entries
    #expect(
      entries.map(\.kind) == [
        .prompt, .reasoning, .toolCalls, .toolOutput, .response, .toolCalls, .toolOutput,
      ])
    #expect(entries[0].segments.count == 5)
    #expect(entries[1].segments.map(\.text) == ["Hm.", "Short.", nil])
    #expect(entries[2].calls.map(\.name) == ["web"])
    #expect(entries[3].text == "hit")
    #expect(entries[4].extra["model"] == "m")
    #expect(entries[5].calls[0].extra["parse_error"] == "bad")
    #expect(entries[6].text == "Error: Too slow.")
    #expect(entries[6].extra["error"]?["type"] == "timeout")
    #expect(entries.map(\.recordedID)[4] == "q")
    #expect(
      read.notes.map(\.description) == [
        "a segment of unknown type 'smell' (m0)",
        "arguments that the log says could not be parsed (m1)",
        "a segment of unknown type 'reasoning' (m1.reasoning)",
      ])
  }

  @Test func `tools are those of the model's calls in the events`() throws {
    func model(_ name: String) -> String {
      #"{"event":"model","tools":[{"name":"\#(name)","description":"","parameters":{}}]}"#
    }
    let read = try imported(
      sample(
        user, beside: #","events":[{"event":"info"},\#(model("f")),\#(model("f")),\#(model("g"))]"#)
    )
    #expect(read.transcript.head.tools.map(\.name) == ["f"])
    #expect(
      read.notes.map(\.description) == [
        "4 times: an event of the run, which its messages tell too, left out (first at events[0])",
        "tools defined mid-conversation, kept but not in force",
      ])
    #expect(read.metadata["events"] == nil)
  }

  @Test func `a target that was said is a fact, and the input its question`() throws {
    let answer = #"{"role":"assistant","content":"In box B12."}"#
    let texts = [
      sample("\(user),\(answer)", target: #"["C9"," B12 "]"#),
      sample(
        "\(user),\(answer)",
        input:
          #"[{"role":"system","content":"S"},{"role":"user","content":[{"type":"text","text":"Where?"}]}]"#,
        target: #"["C9","B12"]"#),
    ]
    for text in texts {
      let expected = try imported(text).expectations
      #expect(
        expected.facts == [
          Fact(
            id: "target", value: "B12", aliases: ["C9"],
            evidence: [Evidence(entry: EntryID(1), quote: "B12")])
        ])
      #expect(expected.probes == [Probe(id: "input", ask: "Where?", facts: ["target"])])
    }
  }

  @Test(
    arguments: [
      ("B12", "Where?", "a target that nothing in the transcript says (target)"),
      ("C", "Where?", "a target so short that meeting it says little (target)"),
      ("7", "Where?", "a target so short that meeting it says little (target)"),
      ("where", "Where?", "a target that the question gives away (target)"),
      ("Here", "", "a target without a question in text (target)"),
    ])
  func `a target that cannot be checked is told`(target: String, input: String, note: String) throws
  {
    let read = try imported(
      sample(user, input: #""\#(input)""#, target: #""\#(target)""#))
    #expect(read.expectations.isEmpty)
    #expect(read.notes.map(\.description) == [note])
  }

  @Test func `outputs without a call are kept, and told`() throws {
    let read = try imported(
      sample(#"\#(user),{"role":"tool","tool_call_id":"bash_1","function":"bash","content":"x"}"#))
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .toolOutput])
    #expect(read.notes.map(\.kind) == [.orphanOutput])
  }

  @Test func `an archive is read as its log, and mistakes are named by part`() throws {
    let bytes = try fixture("inspect-log.eval")
    #expect(try TranscriptImporter.read(bytes, file: "l.eval").map(\.format) == ["inspect"])
    let other = try fixture("packed.zip")
    #expect(throws: ImportError.self) { try TranscriptImporter.read(other, file: "p.zip") }
    do {
      _ = try TranscriptImporter.read(other, file: "p.zip")
    } catch {
      #expect(
        error.description
          == "p.zip:1:1: a zip archive that is no Inspect log (it has no header.json); "
          + "unpack it first")
    }
  }

  @Test func `an archive may unpack to as much as a file may have`() throws {
    let bytes = try fixture("inspect-log.eval")
    var options = TranscriptImporter.Options()
    options.maximumBytes = 2000
    do {
      _ = try TranscriptImporter.read(bytes, file: "l.eval", options: options)
      Issue.record("it was read")
    } catch {
      #expect(error.description.hasPrefix("l.eval/samples/1_epoch_1.json:1:1: "))
      #expect(error.description.contains("bytes unpacked; at most"))
    }
  }
}
