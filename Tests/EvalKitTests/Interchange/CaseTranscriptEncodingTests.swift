import EvalKit
import Foundation
import Testing

/// Transcripts written as steps of a case, and in a file of their own.
struct CaseTranscriptEncodingTests {
  private func steps(_ text: String) throws -> Transcript {
    let diagnostics = DiagnosticCollector(file: "c")
    let node = try JSONNode.parse(text, options: .json5)
    let decoded = CaseTranscriptFormat.decode(node, path: "transcript", diagnostics: diagnostics)
    #expect(diagnostics.diagnostics.map(\.description) == [])
    return decoded.transcript
  }

  private func rewritten(_ transcript: Transcript) throws -> Transcript {
    try steps(try CaseTranscriptFormat.encode(transcript).serialised())
  }

  @Test(arguments: [
    "[ { instructions: 'Help.', tools: [ { name: 't', effect: 'write', description: 'd',"
      + " parameters: { type: 'object' } } ] }, { prompt: 'a' } ]",
    "[ { prompt: 'a', schema: { type: 'object' } }, { reasoning: 'hm' }, { id: 'x', response: '' } ]",
    "[ { prompt: [ { text: 'a' }, { attachment: 'p.jpg', tokens: 900 } ] }, { tools: [] },"
      + " { instructions: 'New.' }, { prompt: 'b' } ]",
    "[ { prompt: 'a' }, { calls: [ { id: 'k', tool: 't' }, { id: 'l', tool: 'u',"
      + " arguments: { n: 1 } } ] }, { output: 'l', json: { a: [1] } }, { output: 'k', text: 'z' } ]",
    "[ { prompt: 'a' }, { id: 'r', response: 'b' }, { prompt: 'c' }, { response: 'd' },"
      + " { compaction: { through: 'r', keep: ['prompt 1'], summary: 's', as: 'response',"
      + " mask: { 'prompt 2': 'm' }, by: 'model', trigger: 'auto' } }, { prompt: 'e' },"
      + " { compaction: { through: 'response 2', summary: 't' } },"
      + " { compaction: { drop: ['prompt 3'] } } ]",
    #"[ { prompt: 'a \\[[b=c]] \\[[ and [ \\[[\\[[[' }, { calls: [ { id: 'k', tool: 't', arguments: { q: '\\[[x]]' } } ] }, { json: ['\\[['] } ]"#,
  ])
  func `steps that are written are read as the same transcript`(text: String) throws {
    let transcript = try steps(text)
    #expect(try rewritten(transcript) == transcript)
  }

  @Test func `brackets that are no marks stay brackets`() throws {
    let texts = ["[[", "[[[", "[[[[", "a [[b=c]] d", "\\[[", "[", "]]", "[[!x=y]]"]
    let transcript = Transcript(
      entries: texts.enumerated().map { .prompt($1, label: "prompt \($0 + 1)") })
    #expect(try rewritten(transcript) == transcript)
  }

  @Test func `call ids used twice are told apart, and outputs follow them`() throws {
    let call = ToolCall(id: "k", name: "t", arguments: .object(JSONObject()))
    let transcript = Transcript(entries: [
      .prompt("a"), .calls([call]), .output("1", callID: "k"), .calls([call]),
      .output("2", callID: "k"),
    ])
    let written = try rewritten(transcript)
    #expect(written.entries.flatMap(\.calls).map(\.id) == ["k", "k#2"])
    #expect(
      TranscriptStructure(written.entries).answers
        == TranscriptStructure(transcript.entries).answers)
  }

  @Test func `what steps cannot say is refused with the entry's name`() {
    func message(_ entries: [Entry]) -> String {
      do throws(UnwritableTranscript) {
        _ = try CaseTranscriptFormat.encode(Transcript(entries: entries))
        return ""
      } catch {
        return error.description
      }
    }
    #expect(
      message([.prompt("a"), .output("b", callID: "k", label: "m1")])
        == "m1: an output that answers no call")
    #expect(message([Entry(label: "m0", kind: .opaque)]) == "m0: an entry of unknown kind")
    #expect(
      message([Entry(label: "m0", kind: .prompt, segments: [Segment(.opaque(.null))])])
        == "m0: a segment of unknown type")
    #expect(
      message([.prompt("a"), Entry(label: "m1", kind: .instructions)])
        == "m1: instructions that are an entry of their own")
  }
}

struct TranscriptFileTests {
  private var everything: Transcript {
    var extra = JSONObject()
    extra["k"] = .null
    let call = ToolCall(
      id: "c", name: "t", arguments: .array([.null]), argumentsText: "[ null ]", extra: extra)
    return Transcript(
      head: Head(
        instructions: [Entry(label: "i", kind: .instructions, segments: [.text("Help.")])],
        tools: [ToolDefinition(name: "t", effect: .read, extra: extra)]),
      entries: [
        Entry(
          label: "m0", recordedID: "r", kind: .prompt, segments: [Segment(.text("a"), id: "0")],
          responseSchema: .object(extra), speaker: "Ann", extra: extra),
        Entry(label: "m1", kind: .toolCalls, calls: [call]),
        .output("\u{2028}\0 z", callID: "other", toolName: "t", label: "m2"),
        Entry(label: "m3", kind: .opaque, segments: [Segment(.opaque(.object(extra)))]),
        Entry(
          label: "m4", kind: .response,
          segments: [Segment(.attachment(Attachment(name: "p", byteCount: 3, recorded: .null)))]),
      ],
      changes: [HeadChange(position: 2, tools: [])],
      compactions: [
        CompactionEvent(
          position: 3, dropped: RangeSet(0..<1),
          summaries: [
            CompactionEvent.Summary(segments: [.text("s")], covers: RangeSet(1..<2), place: 2)
          ],
          replacements: [CompactionEvent.Replacement(entry: 2, text: "m", isPart: true)], by: "x")
      ])
  }

  @Test func `nothing is lost, and entries are one a line`() throws {
    var source = JSONObject()
    source["format"] = "pi"
    let text = TranscriptFile.text(everything, source: source, metadata: source)
    let read = try imported(text)
    #expect(read.transcript == everything)
    #expect(read.format == "transcript")
    #expect(read.metadata == source)
    #expect(text.split(separator: "\n").count == 22)
    #expect(TranscriptFile.text(read.transcript, source: source, metadata: read.metadata) == text)
  }

  @Test(arguments: [
    (#""position":3"#, #""position":9"#, "transcript.compactions[0].position: expected a place"),
    (#""position":2"#, #""position":-1"#, "transcript.changes[0].position: expected a place"),
    (#""entry":2"#, #""entry":3"#, "names entries that do not stand before it"),
    (#""version": 1"#, #""version": 7"#, "unknown version 7; the newest known is 1"),
    (#""kind":"prompt""#, #""kind":"prmpt""#, "transcript.entries[0].kind"),
  ])
  func `a file edited by hand is checked`(old: String, new: String, message: String) {
    let text = TranscriptFile.text(everything).replacingOccurrences(of: old, with: new)
    let found = refusal(text)
    #expect(found.contains("f.json:"), "\(found)")
    #expect(found.contains(message.split(separator: ": ").last ?? ""), "\(found)")
  }
}
