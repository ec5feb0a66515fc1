import EvalKit
import Foundation
import Testing

/// Real files of providers and agents, which are read but are no part of the package.
@Suite(.enabled(if: corpora != nil))
struct RecordedCorporaTests {
  /// What a folder is known to hold.
  struct Corpus: Sendable, CustomTestStringConvertible {
    var folder: String
    var suffix: String
    var formats: Set<String>
    /// How many files are read, and why the others are not.
    var transcripts: Int
    var refusals: [String: Int] = [:]
    var kinds: [EntryKind: Int]
    var calls: Int
    var compactions = 0
    var notes: [ImportNote.Kind: Int] = [:]
    var testDescription: String { "\(folder) \(suffix)" }
  }

  static let all = [
    Corpus(
      folder: "claude-code", suffix: "n.json", formats: ["claude-code"], transcripts: 1,
      kinds: [.prompt: 5, .reasoning: 1, .response: 8, .toolCalls: 12, .toolOutput: 12], calls: 12,
      compactions: 1),
    Corpus(
      folder: "claude-code", suffix: ".jsonl", formats: ["claude-code"], transcripts: 5,
      kinds: [.prompt: 18, .response: 11, .toolCalls: 10, .toolOutput: 8], calls: 10,
      notes: [.skippedRecord: 9, .duplicate: 8, .unansweredCall: 2]),
    Corpus(
      folder: "codex-rollout", suffix: ".jsonl", formats: [], transcripts: 0,
      refusals: ["rows is part of a conversation; expected 'response_item' rows": 8], kinds: [:],
      calls: 0),
    Corpus(
      folder: "codex-rollout", suffix: ".json", formats: [], transcripts: 0,
      refusals: ["is no transcript in a known format": 4], kinds: [:], calls: 0),
    Corpus(
      folder: "gemini-cli", suffix: "s", formats: [], transcripts: 0,
      refusals: ["is no transcript in a known format": 1], kinds: [:], calls: 0),
    Corpus(
      folder: "gemini-cli", suffix: ".json", formats: [], transcripts: 0,
      refusals: ["is no transcript in a known format": 1], kinds: [:], calls: 0),
    Corpus(
      folder: "google-adk", suffix: ".session.json", formats: ["gemini-contents"], transcripts: 2,
      refusals: ["the session has no events, so no conversation": 1],
      kinds: [.prompt: 3, .response: 6, .toolCalls: 3, .toolOutput: 3], calls: 3),
    Corpus(
      folder: "provider-api-fixtures/anthropic", suffix: ".json", formats: ["anthropic"],
      transcripts: 16,
      kinds: [.reasoning: 1, .response: 22, .toolCalls: 16, .toolOutput: 13], calls: 17,
      notes: [.missingContent: 1, .unansweredCall: 5, .orphanOutput: 1]),
    Corpus(
      folder: "provider-api-fixtures/openai", suffix: ".json", formats: ["openai-responses"],
      transcripts: 13, refusals: ["is no transcript in a known format": 5],
      kinds: [.reasoning: 9, .response: 9, .toolCalls: 10, .toolOutput: 6], calls: 11,
      notes: [.missingContent: 12, .unansweredCall: 6, .orphanOutput: 1]),
    Corpus(
      folder: "docker-agent", suffix: ".json", formats: ["openai-chat"], transcripts: 2,
      kinds: [.prompt: 2, .response: 2, .toolCalls: 2, .toolOutput: 2], calls: 2),
  ]

  @Test(arguments: all)
  func `every file is read or refused with a reason, and nothing is lost`(_ corpus: Corpus) throws {
    var transcripts: [ImportedTranscript] = []
    var refusals: [String: Int] = [:]
    for url in try corpusFiles(corpus.folder, extension: corpus.suffix) {
      do throws(ImportError) {
        transcripts += try TranscriptImporter.read(
          Array((try? Data(contentsOf: url)) ?? Data()), file: url.lastPathComponent)
      } catch {
        let reason = corpus.refusals.keys.first { error.description.contains($0) }
        refusals[reason ?? error.description, default: 0] += 1
      }
    }
    let entries = transcripts.flatMap(\.transcript.entries)
    #expect(transcripts.count == corpus.transcripts)
    #expect(Set(transcripts.map(\.format)) == corpus.formats)
    #expect(refusals == corpus.refusals)
    var kinds: [EntryKind: Int] = [:]
    for entry in entries { kinds[entry.kind, default: 0] += 1 }
    #expect(kinds == corpus.kinds)
    #expect(entries.reduce(0) { $0 + $1.calls.count } == corpus.calls)
    #expect(transcripts.reduce(0) { $0 + $1.transcript.compactions.count } == corpus.compactions)
    var notes: [ImportNote.Kind: Int] = [:]
    for note in transcripts.flatMap(\.notes) { notes[note.kind, default: 0] += note.count }
    #expect(notes == corpus.notes)
    for read in transcripts {
      #expect(try imported(TranscriptFile.text(read.transcript)).transcript == read.transcript)
      let encoded = FoundationModelsFormat.encode(read.transcript)
      #expect(AppleRequirements.missing(in: encoded) == [], "\(read.label)")
    }
  }

  /// A log of an agent that another program has turned into rows, and how ours differs.
  struct Log: Sendable, CustomTestStringConvertible {
    var folder: String
    var format: String
    var differences: [String] = []
    var testDescription: String { folder }
  }

  static let logs = [
    Log(folder: "claude-code/tool-call", format: "claude-code"),
    Log(folder: "claude-code/subagent", format: "claude-code"),
    Log(
      folder: "claude-code/cleanup", format: "claude-code",
      differences: ["+ instructions: <command-name>/clear</command-name>"]),
    Log(
      folder: "codex/tool-calls", format: "codex",
      differences: [
        #"- call: apply_patch {"input":"*** Begin Patch\n*** End Patch"}"#,
        "+ instructions: <environment_context>metadata</environment_context>",
        #"+ call: apply_patch "*** Begin Patch\n*** End Patch""#,
      ]),
    Log(
      folder: "codex/cleanup", format: "codex",
      differences: [
        #"- call: exec_command {"_raw":"not-json"}"#, #"+ call: exec_command "not-json""#,
        "+ toolOutput: duplicate", "+ toolOutput: orphan",
      ]),
    Log(
      folder: "gemini-cli/tool-calls", format: "gemini-cli",
      differences: [
        "- reasoning: Planning — read the overview first",
        "+ reasoning: Planning\nread the overview first",
      ]),
    Log(
      folder: "gemini-cli/cleanup", format: "gemini-cli",
      differences: [
        #"+ opaque: {"id":"gemini-unknown","type":"telemetry","timestamp":"2026-01-04T00:00:00.000Z","content":"ignored"}"#
      ]),
    Log(folder: "opencode/tool-calls", format: "opencode"),
    Log(folder: "opencode/cleanup", format: "opencode"),
    Log(folder: "copilot-cli/tool-calls", format: "copilot-cli"),
    Log(
      folder: "copilot-cli/cleanup", format: "copilot-cli",
      differences: [#"- call: shell {"_raw":"not-json"}"#, #"+ call: shell "not-json""#]),
    Log(folder: "droid/happy-path", format: "anthropic-rows"),
    Log(folder: "cursor/tool-calls", format: "anthropic-rows"),
    Log(
      folder: "cursor/cleanup", format: "anthropic-rows",
      differences: [
        "+ instructions: transport", #"+ response: {"type":"future-block","value":"ignored"}"#,
      ]),
    Log(folder: "letta-code/tool-calls", format: "letta-code"),
    Log(
      folder: "letta-code/cleanup", format: "letta-code",
      differences: ["- toolOutput: Error: command failed", "+ toolOutput: command failed"]),
    Log(
      folder: "hermes/tool-calls", format: "openai-chat",
      differences: ["+ instructions: You are Hermes."]),
    Log(
      folder: "hermes/cleanup", format: "openai-chat",
      differences: [
        "- prompt: Describe this screenshot.", #"- call: screenshot_inspect {"region": "full"}"#,
        "- toolOutput: A terminal window with two panes.",
        "+ prompt: Describe this screenshot.\n[image]",
        #"+ call: screenshot_inspect {"region":"full"}"#,
        "+ toolOutput: A terminal window with two panes.",
        "+ toolOutput: stale output from a rewound turn",
      ]),
  ]

  @Test(arguments: logs)
  func `an agent's log reads as another program reads it, but for what is named`(_ log: Log) throws
  {
    let folder = "letta-trajectory/fixtures/\(log.folder)"
    let input = try #require(
      try corpusFiles(folder, extension: "").first { $0.lastPathComponent.hasPrefix("input") })
    let expected = try #require(try corpusFiles(folder, extension: "expected.json").first)
    var options = TranscriptImporter.Options()
    options.skipsMalformedLines = true
    let read = try #require(
      try TranscriptImporter.read(
        Array(try Data(contentsOf: input)), file: "f", options: options
      ).first)
    #expect(read.format == log.format)
    let records = try JSONValue.parse(Array(try Data(contentsOf: expected)))["records"]?.arrayValue
    let theirs = (records ?? []).flatMap(Self.lines)
    let changes = Self.lines(of: read.transcript).difference(from: theirs)
    let differences = changes.map { change in
      switch change {
      case .remove(let offset, let line, _): (0, offset, "- \(line)")
      case .insert(let offset, let line, _): (1, offset, "+ \(line)")
      }
    }
    #expect(
      differences.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2) == log.differences)
  }

  private static func lines(_ record: JSONValue) -> [String] {
    let text = record["content"]?.stringValue ?? ""
    switch record["role"]?.stringValue {
    case "user": return ["prompt: \(text)"]
    case "reasoning": return ["reasoning: \(text)"]
    case "tool": return ["toolOutput: \(text)"]
    case "assistant":
      guard let calls = record["tool_calls"]?.arrayValue else { return ["response: \(text)"] }
      return calls.map { call in
        "call: \(call["name"]?.stringValue ?? "") \(call["args"]?.stringValue ?? "")"
      }
    default: return []
    }
  }

  private static func lines(of transcript: Transcript) -> [String] {
    transcript.head.instructions.map { "instructions: \($0.text)" }
      + transcript.entries.flatMap { entry in
        if entry.kind == .toolCalls {
          return entry.calls.map { "call: \($0.name) \($0.arguments.serialised())" }
        }
        let texts = entry.segments.map { segment in
          switch segment.content {
          case .text(let text): text
          case .structure(let value, _), .opaque(let value): value.serialised()
          case .attachment(let attachment): "[\(attachment.name)]"
          }
        }
        return ["\(entry.kind.rawValue): \(texts.joined(separator: "\n"))"]
      }
  }
}
