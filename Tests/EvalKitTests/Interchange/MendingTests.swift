import Testing

@testable import EvalKit

/// Faults of recorders that are told, and mended where asked for; views of recorded compactions.
struct MendingTests {
  private let apple = #"""
    {"type": "FoundationModels.Transcript", "version": "1.1", "transcript": {"entries": [
      {"role": "user", "id": "E1", "contents": [{"type": "text", "id": "S1", "text": "Where is it?"}], "options": {}},
      {"role": "response", "id": "E2", "contents": [{"type": "text", "id": "0", "text": ""}], "assets": []},
      {"role": "response", "id": "E3", "toolCalls": [{"id": "c1", "name": "look", "arguments": "{}"}]},
      {"role": "tool", "id": "c1", "toolCallID": "c1", "toolName": "look", "contents": [{"type": "text", "id": "S3", "text": "B12"}]},
      {"role": "response", "id": "E4", "contents": [{"type": "text", "id": "0", "text": ""}], "assets": []}]}}
    """#

  @Test func `an empty response before calls is told, and dropped where asked for`() throws {
    let kept = try imported(apple)
    #expect(kept.transcript.entries.map(\.label) == ["E1", "E2", "E3", "c1", "E4"])
    #expect(
      kept.notes == [
        ImportNote(
          kind: .emptyResponse, count: 1, label: "E2",
          message: "an empty response before tool calls")
      ])
    var options = TranscriptImporter.Options()
    options.dropsEmptyResponses = true
    let mended = try #require(
      try TranscriptImporter.read(Array(apple.utf8), file: "f", options: options).first)
    // The last response is empty, too, and before nothing.
    #expect(mended.transcript.entries.map(\.label) == ["E1", "E3", "c1", "E4"])
    #expect(mended.notes.map(\.message) == ["an empty response before tool calls, dropped"])
  }

  @Test func `what names places follows when entries go`() {
    var transcript = Transcript(
      entries: (0..<6).map { .prompt("\($0)") },
      changes: [HeadChange(position: 1, tools: []), HeadChange(position: 5, tools: [])],
      compactions: [
        CompactionEvent(
          position: 6, dropped: RangeSet(0..<3),
          summaries: [
            .init(segments: [], covers: RangeSet(2..<5), carries: RangeSet(3..<4), place: 5)
          ], replacements: [.init(entry: 5, text: "x")])
      ])
    var expectations = ImportedExpectations(
      facts: [
        Fact(
          id: "a", value: "1", evidence: [Evidence(entry: EntryID(4), quote: "4")],
          supersedes: [.init(value: "0", evidence: [Evidence(entry: EntryID(0), quote: "0")])])
      ], probes: [Probe(id: "p", ask: "?", at: .after(EntryID(5)))],
      trajectories: [
        TrajectoryExpectation(id: "t", at: .turn(EntryID(2))),
        TrajectoryExpectation(id: "u", at: .before(EntryID(4))),
      ])
    let gone = [1, 3]
    expectations.move(PlacesAfterRemoval(of: gone, count: 6))
    transcript.remove(gone)
    #expect(transcript.entries.map(\.text) == ["0", "2", "4", "5"])
    #expect(transcript.changes.map(\.position) == [1, 3])
    let event = transcript.compactions[0]
    #expect(event.position == 4)
    #expect(event.dropped == RangeSet(0..<2))
    #expect(event.summaries[0].covers == RangeSet(1..<3))
    #expect(event.summaries[0].carries.isEmpty)
    #expect(event.summaries[0].place == 3)
    #expect(event.replacements[0].entry == 3)
    #expect(expectations.facts[0].evidence[0].entry == EntryID(2))
    #expect(expectations.facts[0].supersedes[0].evidence[0].entry == EntryID(0))
    #expect(expectations.probes[0].at == .after(EntryID(3)))
    #expect(expectations.trajectories.map(\.at) == [.turn(EntryID(1)), .before(EntryID(2))])
  }

  @Test func `a recording is taken whole, without its compactions, or as it was sent`() {
    let transcript = Transcript(
      entries: (0..<6).map { .prompt("\($0)", label: "m\($0)") },
      changes: [HeadChange(position: 4, tools: [])],
      compactions: [
        CompactionEvent(
          position: 4,
          summaries: [.init(segments: [.text("s")], covers: RangeSet(0..<2), place: 2)],
          replacements: [.init(entry: 2, text: "cut")])
      ])
    #expect(transcript.viewed(.both) == transcript)
    let before = transcript.viewed(.beforeCompaction)
    #expect(before.compactions == [] && before.entries == transcript.entries)
    let sent = transcript.viewed(.asSent)
    #expect(sent.entries.map(\.label) == ["summary", "m2", "m3", "m4", "m5"])
    #expect(sent.entries.map(\.text) == ["s", "cut", "3", "4", "5"])
    #expect(sent.changes.map(\.position) == [3])
    var imported = ImportedTranscript(
      transcript: transcript, label: "f", format: "x", notes: [], metadata: JSONObject(), marks: [])
    imported.expectations.facts = [Fact(id: "a", value: "1")]
    #expect(imported.viewed(.both).expectations.facts.count == 1)
    #expect(imported.viewed(.asSent).expectations.isEmpty)
    #expect(imported.viewed(.asSent).notes.map(\.kind) == [.unusableExpectation])
  }

  @Test func `a part of a file that is not known by itself is picked from the whole`() throws {
    let set = #"""
      {"eval_set_id": "s", "eval_cases": [
        {"eval_id": "a", "conversation": [{"user_content": {"parts": [{"text": "A"}]}}]},
        {"eval_id": "b", "conversation": [{"user_content": {"parts": [{"text": "B"}]}}]}]}
      """#
    let bytes = Array(set.utf8)
    for select in ["eval_cases[1]", "eval_cases[1].conversation"] {
      let read = try? TranscriptImporter.read(bytes, file: "f", select: select)
      if select == "eval_cases[1]" {
        #expect(read?.map { $0.transcript.entries[0].text } == ["B"])
      } else {
        #expect(read == nil)
      }
    }
    #expect(
      try TranscriptImporter.read(bytes, file: "f", select: "eval_cases").map(\.label)
        == ["f#eval_cases[0]", "f#eval_cases[1]"])
  }
}
