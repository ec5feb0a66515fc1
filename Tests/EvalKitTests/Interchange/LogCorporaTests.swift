import EvalKit
import Foundation
import Testing

/// Real files of agents' logs, which are read but are no part of the package.
@Suite(.enabled(if: corpora != nil))
struct LogCorporaTests {
  /// What files are known to hold.
  struct Corpus: Sendable, CustomTestStringConvertible {
    var folder: String
    var suffix: String
    var format: String
    var transcripts = 1
    var heads = 0
    var prompts: Int
    var responses: Int
    var reasoning = 0
    var rounds = 0
    var calls = 0
    var outputs = 0
    var facts = 0
    var notes: [ImportNote.Kind: Int] = [:]
    var testDescription: String { "\(folder) \(suffix)" }
  }

  private static let letta = "letta-trajectory/fixtures"

  static let all = [
    Corpus(
      folder: "inspect-ai", suffix: "log_formats.json", format: "inspect", heads: 1, prompts: 1,
      responses: 1, notes: [.duplicate: 11, .unusableExpectation: 1]),
    Corpus(
      folder: "inspect-ai", suffix: "log_formats.eval", format: "inspect", heads: 1, prompts: 1,
      responses: 1, notes: [.duplicate: 11, .unusableExpectation: 1]),
    Corpus(
      folder: "inspect-ai", suffix: "log_images_tc.json", format: "inspect", heads: 1, prompts: 1,
      responses: 1, notes: [.duplicate: 11, .unusableExpectation: 1]),
    Corpus(
      folder: "inspect-ai", suffix: "log_read_sample.json", format: "inspect", heads: 1,
      prompts: 1, responses: 1, facts: 1, notes: [.duplicate: 17]),
    Corpus(
      folder: "inspect-ai", suffix: "log_tool_call_error.json", format: "inspect", prompts: 0,
      responses: 0, outputs: 11, notes: [.orphanOutput: 11, .unusableExpectation: 1]),
    Corpus(
      folder: "swe-agent", suffix: "1c2844.traj", format: "swe-agent", heads: 1, prompts: 1,
      responses: 4, rounds: 4, calls: 4, outputs: 4, notes: [.duplicate: 5]),
    Corpus(
      folder: "swe-agent", suffix: "repo-i1.traj", format: "swe-agent", heads: 1, prompts: 5,
      responses: 5, notes: [.duplicate: 5, .skippedRecord: 1]),
    Corpus(
      folder: "swe-agent", suffix: "pydicom-1458.traj", format: "swe-agent", heads: 1,
      prompts: 12, responses: 12, notes: [.duplicate: 12, .skippedRecord: 1]),
    Corpus(
      folder: "swe-agent/trajectories", suffix: ".traj", format: "swe-agent", transcripts: 3,
      heads: 3, prompts: 38, responses: 38, notes: [.duplicate: 39]),
    Corpus(
      folder: "openhands", suffix: ".jsonl", format: "openhands-v0", transcripts: 2, prompts: 2,
      responses: 26, rounds: 24, calls: 24, outputs: 24),
    Corpus(
      folder: letta, suffix: "openhands/cleanup/input.json", format: "openhands", prompts: 2,
      responses: 1, rounds: 1, calls: 1, outputs: 2,
      notes: [.skippedRecord: 2, .missingContent: 1, .orphanOutput: 1]),
    Corpus(
      folder: letta, suffix: "openhands/tool-calls/input.json", format: "openhands", prompts: 1,
      responses: 2, rounds: 2, calls: 2, outputs: 2),
    Corpus(
      folder: letta, suffix: "atif/cleanup/input.json", format: "atif", heads: 1, prompts: 1,
      responses: 1, rounds: 1, calls: 1, outputs: 2, notes: [.otherBranch: 1, .orphanOutput: 1]),
    Corpus(
      folder: letta, suffix: "atif/tool-calls/input.json", format: "atif", prompts: 1,
      responses: 2, reasoning: 1, rounds: 1, calls: 2, outputs: 2, notes: [.missingContent: 1]),
    Corpus(
      folder: "pi-agent", suffix: "large-session.jsonl", format: "pi", prompts: 88,
      responses: 258, reasoning: 1, rounds: 369, calls: 391, outputs: 373,
      notes: [.skippedRecord: 104, .unansweredCall: 18]),
    Corpus(
      folder: "pi-agent", suffix: "thinking-code.json", format: "pi", prompts: 0, responses: 1,
      reasoning: 1),
    Corpus(
      folder: letta, suffix: "pi/cleanup/input.jsonl", format: "pi", prompts: 2, responses: 1,
      rounds: 1, calls: 1, outputs: 2,
      notes: [.skippedLine: 1, .skippedRecord: 1, .otherBranch: 1, .orphanOutput: 1]),
    Corpus(
      folder: letta, suffix: "pi/tool-calls/input.jsonl", format: "pi", prompts: 1,
      responses: 1, reasoning: 1, rounds: 2, calls: 2, outputs: 2, notes: [.skippedRecord: 2]),
    Corpus(
      folder: letta, suffix: "omp/cleanup/input.jsonl", format: "pi", prompts: 2, responses: 1,
      rounds: 1, calls: 1, outputs: 2,
      notes: [.skippedLine: 1, .skippedRecord: 2, .otherBranch: 1, .orphanOutput: 1]),
    Corpus(
      folder: letta, suffix: "omp/tool-calls/input.jsonl", format: "pi", prompts: 1,
      responses: 1, reasoning: 1, rounds: 2, calls: 2, outputs: 2,
      notes: [.skippedRecord: 6, .otherBranch: 2]),
    Corpus(
      folder: letta, suffix: "openclaw/cleanup/input.jsonl", format: "pi", prompts: 1,
      responses: 2, rounds: 1, calls: 1, outputs: 2,
      notes: [.skippedLine: 1, .otherBranch: 1, .orphanOutput: 1]),
    Corpus(
      folder: letta, suffix: "openclaw/tool-calls/input.jsonl", format: "pi", prompts: 1,
      responses: 1, reasoning: 1, rounds: 1, calls: 1, outputs: 1),
    Corpus(
      folder: letta, suffix: "expected.json", format: "trajectory-v1", transcripts: 28,
      prompts: 29, responses: 30, reasoning: 15, rounds: 34, calls: 34, outputs: 34,
      notes: [.orphanOutput: 2, .unansweredCall: 2]),
    Corpus(
      folder: letta + "/canonical", suffix: ".json", format: "trajectory-v1", transcripts: 8,
      prompts: 8, responses: 10, reasoning: 8, rounds: 13, calls: 13, outputs: 13),
  ]

  private func transcripts(of corpus: Corpus) throws -> [ImportedTranscript] {
    var options = TranscriptImporter.Options()
    options.skipsMalformedLines = true
    return try corpusFiles(corpus.folder, extension: corpus.suffix).flatMap { url in
      try TranscriptImporter.read(
        Array(try Data(contentsOf: url)), file: url.lastPathComponent, options: options)
    }
  }

  @Test(arguments: all)
  func `every file is read, and nothing is lost untold`(_ corpus: Corpus) throws {
    let transcripts = try transcripts(of: corpus)
    let entries = transcripts.flatMap(\.transcript.entries)
    func count(_ kind: EntryKind) -> Int { entries.count { $0.kind == kind } }
    #expect(transcripts.count == corpus.transcripts)
    #expect(transcripts.allSatisfy { $0.format == corpus.format })
    #expect(transcripts.count { !$0.transcript.head.instructions.isEmpty } == corpus.heads)
    #expect(count(.prompt) == corpus.prompts)
    #expect(count(.response) == corpus.responses)
    #expect(count(.reasoning) == corpus.reasoning)
    #expect(count(.toolCalls) == corpus.rounds)
    #expect(entries.reduce(0) { $0 + $1.calls.count } == corpus.calls)
    #expect(count(.toolOutput) == corpus.outputs)
    #expect(count(.opaque) == 0)
    #expect(transcripts.flatMap(\.expectations.facts).count == corpus.facts)
    var notes: [ImportNote.Kind: Int] = [:]
    for note in transcripts.flatMap(\.notes) { notes[note.kind, default: 0] += note.count }
    #expect(notes == corpus.notes)
  }

  @Test(arguments: all)
  func `every file survives being written in the package's own format`(_ corpus: Corpus) throws {
    for imported in try transcripts(of: corpus) {
      let text = TranscriptFile.text(imported.transcript)
      let again = try TranscriptImporter.read(Array(text.utf8), file: imported.label)
      #expect(again.map(\.transcript) == [imported.transcript], "\(imported.label)")
    }
  }

  @Test func `spans without content are refused, saying so`() throws {
    for url in try corpusFiles("otel-genai", extension: "traces.json") {
      #expect(throws: ImportError.self) {
        try TranscriptImporter.read(Array(try Data(contentsOf: url)), file: "t.json")
      }
    }
    let url = try #require(try corpusFiles("otel-genai", extension: "traces.json").first)
    do {
      _ = try TranscriptImporter.read(Array(try Data(contentsOf: url)), file: "t.json")
    } catch let error as ImportError {
      #expect(
        error.description
          == "t.json:1:1: none of the 2 spans and events has a 'gen_ai' attribute or event")
    }
  }
}
