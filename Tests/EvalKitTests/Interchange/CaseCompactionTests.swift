import EvalKit
import Testing

/// Compactions in a case's own transcript format.
struct CaseCompactionTests {
  private let session = """
    { instructions: 'Help.' }, { id: 'first', prompt: 'a' }, { calls: [ { id: 'k', tool: 't' } ] },
    { text: 'z' }, { response: 'b' }, { prompt: 'c' }, { response: 'd' },
    """

  private func decode(_ steps: String) throws -> (transcript: Transcript, errors: [String]) {
    let diagnostics = DiagnosticCollector(file: "c")
    let node = try JSONNode.parse("[\(session)\n\(steps)]", options: .json5)
    let decoded = CaseTranscriptFormat.decode(node, path: "transcript", diagnostics: diagnostics)
    return (decoded.transcript, diagnostics.diagnostics.map(\.description))
  }

  @Test func `a compaction is no entry, and shifts no address`() throws {
    let (transcript, errors) = try decode(
      """
      { compaction: { through: 'response 1', keep: ['first'], summary: 'so far', as: 'response',
                      drop: ['output 1'], mask: { 'prompt 2': 'c, cut' }, by: 'model',
                      trigger: 'auto' } },
      { prompt: 'e' }
      """)
    #expect(errors == [])
    #expect(transcript.entries.count == 7)
    #expect(transcript.location(named: "prompt 3") == .entry(EntryID(6)))
    #expect(
      transcript.compactions == [
        CompactionEvent(
          position: 6, dropped: RangeSet(2..<3),
          summaries: [
            CompactionEvent.Summary(
              kind: .response, segments: [.text("so far")], covers: RangeSet([1..<2, 3..<4]),
              place: 4)
          ],
          replacements: [CompactionEvent.Replacement(entry: 4, text: "c, cut")], by: "model",
          trigger: "auto")
      ])
  }

  @Test func `without a summary what was taken out is dropped`() throws {
    let (transcript, errors) = try decode("{ compaction: { through: 'call 1', keep: ['first'] } }")
    #expect(errors == [])
    #expect(transcript.compactions == [CompactionEvent(position: 6, dropped: RangeSet(1..<2))])
  }

  @Test func `what only a provider can read stands for entries as a summary does`() throws {
    let (transcript, errors) = try decode(
      "{ compaction: { through: 'response 2', opaque: { type: 'compaction' }, by: 'provider' } }")
    #expect(errors == [])
    let summary = try #require(transcript.compactions.first?.summaries.first)
    #expect(summary.kind == .opaque)
    #expect(summary.segments == [Segment(.opaque(["type": "compaction"]))])
    #expect(summary.covers == RangeSet(0..<6))
  }

  @Test func `a later compaction may reach over an earlier one`() throws {
    let (transcript, errors) = try decode(
      """
      { compaction: { through: 'response 1', summary: 'A' } },
      { compaction: { through: 'response 1', summary: 'B' } },
      { compaction: { through: 'response 2', summary: '' } }
      """)
    #expect(errors == [])
    #expect(transcript.compactions.map { $0.summaries[0].segments.count } == [1, 1, 0])
  }

  @Test(
    arguments: [
      ("{}", "a compaction says what it did: 'through' an entry, 'drop' or 'mask'"),
      ("{ thru: 'prompt 2' }", "unknown key 'thru'"),
      ("{ through: 'prompt 2', sumary: 'x' }", "unknown key 'sumary'; did you mean 'summary'?"),
      ("{ summary: 'x' }", "'summary' needs 'through': the last entry that was taken out"),
      ("{ keep: ['first'] }", "'keep' needs 'through': the last entry that was taken out"),
      ("{ through: 'prompt 4' }", "no entry 'prompt 4' before this compaction; the last is"),
      ("{ through: 'fisrt' }", "before this compaction; did you mean 'first'?"),
      ("{ through: 'k' }", "; a call is addressed by its entry, 'call 1'"),
      ("{ through: 'instructions' }", "is in the head, which a compaction leaves alone"),
      ("{ through: 'call 1', keep: ['prompt 2'] }", "'prompt 2' stands after 'call 1' and is kept"),
      ("{ through: 'call 1', keep: ['first', 'call 1'] }", "a compaction says what it did"),
      ("{ through: 'call 1', summary: 'x', as: 'promt' }", "not 'promt'; did you mean 'prompt'?"),
      ("{ through: 'call 1', as: 'prompt' }", "'as' says how a 'summary' is shown"),
      ("{ through: 'call 1', summary: 'x', opaque: 1 }", "give one"),
      ("{ through: 'call 1', summary: 'is [[a=1]]' }", "the mark of 'a' stands in a compaction's"),
      ("{ mask: { 'output 1': '[[b~1]]' } }", "the mark of 'b' stands in a compaction's text"),
      ("{ mask: { 'output 1': '[[oops' } }", "a mark that is never closed"),
      ("{ mask: ['output 1'] }", "expected an object of entries with their texts, found an array"),
      ("{ mask: { 'output 9': 'x' } }", "no entry 'output 9' before this compaction; the last is"),
      ("{ mask: { 'call 1': 'x' } }", "'call 1' has calls and no text to mask"),
      ("{ mask: { first: 'x', 'prompt 1': 'y' } }", "'first' is masked twice"),
      ("{ drop: ['first'], mask: { first: 'x' } }", "'first' is taken out; only what stays can be"),
      ("{ drop: 'first' }", "expected an array, found a string"),
      ("7", "expected an object, found a number"),
    ])
  func `what makes no sense is refused`(_ text: String, _ message: String) throws {
    let (transcript, errors) = try decode("{ compaction: \(text) }")
    #expect(errors.count == 1)
    let error = try #require(errors.first)
    #expect(error.contains(message), "\(error)")
    #expect(error.hasPrefix("c:3:"))
    #expect(error.contains("transcript[7]"))
    #expect(transcript.compactions.isEmpty)
  }

  @Test(
    arguments: [
      ("{ compaction: { through: 'response 1', keep: ['first'] } }", "nothing that it takes out"),
      ("{ compaction: { through: 'response 2', keep: ['call 1'] } }", "by an earlier compaction"),
      ("{ compaction: { drop: ['output 1'] } }", "'output 1' was taken out by an earlier"),
      ("{ compaction: { mask: { 'output 1': 'x' } } }", "'output 1' was taken out by an earlier"),
      ("{ id: 'x', compaction: { drop: ['first'] } }", "a compaction is no entry and has no id"),
      ("{ prompt: 'x', compaction: { drop: ['first'] } }", "'prompt' and 'compaction' in one step"),
      ("{ compacton: { drop: ['first'] } }", "did you mean 'compaction'?"),
    ])
  func `what an earlier compaction left no room for is refused`(_ step: String, _ message: String)
    throws
  {
    let (_, errors) = try decode(
      "{ compaction: { through: 'response 1', keep: ['first'] } },\n\(step)")
    #expect(errors.count == 1)
    #expect(errors.first?.contains(message) == true, "\(errors)")
  }

  @Test func `nothing is compacted before the first entry`() throws {
    let diagnostics = DiagnosticCollector(file: "c")
    let node = try JSONNode.parse("[{ compaction: {} }, { prompt: 'a' }]", options: .json5)
    _ = CaseTranscriptFormat.decode(node, path: "transcript", diagnostics: diagnostics)
    #expect(diagnostics.diagnostics.count == 1)
    #expect(diagnostics.diagnostics.first?.message.contains("before the first entry") == true)
  }
}
