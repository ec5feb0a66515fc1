import EvalKit
import Foundation
import Testing

/// Real files, which are read but are no part of the package.
@Suite(.enabled(if: corpora != nil))
struct CorporaTests {
  /// What a folder is known to hold.
  struct Corpus: Sendable, CustomTestStringConvertible {
    var folder: String
    var suffix: String
    var transcripts: Int
    var heads: Int
    var prompts: Int
    var responses: Int
    var rounds: Int
    var calls: Int
    var outputs: Int
    var emptyOutputs: Int
    var notes: [ImportNote.Kind: Int] = [:]
    var testDescription: String { "\(folder) \(suffix)" }
  }

  static let all = [
    Corpus(
      folder: "tau-bench", suffix: "-80.json", transcripts: 80, heads: 80, prompts: 629,
      responses: 592, rounds: 501, calls: 501, outputs: 501, emptyOutputs: 46,
      notes: [.repeatedCallID: 36, .writersMark: 62, .unusableExpectation: 60]),
    Corpus(
      folder: "tau-bench-fork", suffix: ".json", transcripts: 40, heads: 40, prompts: 313,
      responses: 290, rounds: 367, calls: 367, outputs: 367, emptyOutputs: 25,
      notes: [.writersMark: 36, .unusableExpectation: 27]),
    Corpus(
      folder: "bfcl-executed", suffix: "base-first-60.jsonl", transcripts: 60, heads: 0,
      prompts: 194, responses: 0, rounds: 344, calls: 344, outputs: 344, emptyOutputs: 0),
    Corpus(
      folder: "bfcl-executed", suffix: "long_context-first-20.jsonl", transcripts: 20, heads: 0,
      prompts: 70, responses: 0, rounds: 121, calls: 121, outputs: 121, emptyOutputs: 0),
    Corpus(
      folder: "bfcl-executed", suffix: "miss_func-first-40.jsonl", transcripts: 40, heads: 0,
      prompts: 130, responses: 0, rounds: 229, calls: 229, outputs: 229, emptyOutputs: 0,
      notes: [.unusableExpectation: 40]),
    Corpus(
      folder: "agentdojo-executed", suffix: ".json", transcripts: 39, heads: 39, prompts: 74,
      responses: 74, rounds: 262, calls: 262, outputs: 262, emptyOutputs: 0,
      notes: [.unusableExpectation: 8]),
    Corpus(
      folder: "apple-transcript", suffix: ".json", transcripts: 2, heads: 2, prompts: 4,
      responses: 4, rounds: 1, calls: 1, outputs: 1, emptyOutputs: 0),
  ]

  private func transcripts(of corpus: Corpus) throws -> [ImportedTranscript] {
    try corpusFiles(corpus.folder, extension: corpus.suffix).flatMap { url in
      try TranscriptImporter.read(Array(try Data(contentsOf: url)), file: url.lastPathComponent)
    }
  }

  @Test(arguments: all)
  func `every file is read, and nothing is lost`(_ corpus: Corpus) throws {
    let transcripts = try transcripts(of: corpus)
    let entries = transcripts.flatMap(\.transcript.entries)
    func count(_ kind: EntryKind) -> Int { entries.count { $0.kind == kind } }
    #expect(transcripts.count == corpus.transcripts)
    #expect(transcripts.count { !$0.transcript.head.instructions.isEmpty } == corpus.heads)
    #expect(count(.prompt) == corpus.prompts)
    #expect(count(.response) == corpus.responses)
    #expect(count(.toolCalls) == corpus.rounds)
    #expect(entries.reduce(0) { $0 + $1.calls.count } == corpus.calls)
    #expect(count(.toolOutput) == corpus.outputs)
    #expect(
      entries.count { $0.kind == .toolOutput && $0.segments.isEmpty } == corpus.emptyOutputs)
    var notes: [ImportNote.Kind: Int] = [:]
    for note in transcripts.flatMap(\.notes) { notes[note.kind, default: 0] += note.count }
    #expect(notes == corpus.notes)
  }

  @Test(arguments: all)
  func `every file survives being written in Apple's format`(_ corpus: Corpus) throws {
    for imported in try transcripts(of: corpus) {
      let encoded = FoundationModelsFormat.encode(imported.transcript)
      #expect(AppleRequirements.missing(in: encoded) == [], "\(imported.label)")
      let again = try #require(
        try TranscriptImporter.read(Array(encoded.serialised().utf8), file: imported.label).first)
      #expect(FoundationModelsFormat.encode(again.transcript) == encoded, "\(imported.label)")
      if imported.format == "foundation-models" {
        #expect(again.transcript == imported.transcript, "\(imported.label)")
      }
    }
  }
}
