import Foundation
import Testing

@testable import EvalKit

/// One conversation in every format that carries a whole one: what each can carry of it, as a page.
struct FormatsPageTests {
  /// The renderings, in the order of the page; three more files hold expectations only.
  static let files = [
    "apple-transcript-1.json", "apple-transcript-1.1.json", "apple-fm-cli-saved.json",
    "openai-chat.json", "openai-responses-items.json", "anthropic-messages.json",
    "gemini-api-contents.json", "claude-code.jsonl", "codex-rollout.jsonl",
    "gemini-cli-session.json", "gemini-cli-session.jsonl", "pi-session.jsonl",
    "openhands-v0-output.jsonl", "openhands-v1-events.json", "swe-agent.traj",
    "atif-1.7.trajectory.json", "letta-trajectory-v1.jsonl", "inspect-log.json",
    "otel-genai-messages.json", "otel-genai-otlp.json", "sharegpt.json", "api-bank.jsonl",
    "sgd.json", "tau-bench-results.json", "bfcl-multi-turn.jsonl", "adk-evalset.test.json",
    "locomo.json", "longmemeval.json",
  ]

  /// What a rendering carries of the conversation.
  private struct Carried {
    let format: String
    /// What it lacks, in words.
    let lacks: [String]
    /// Lines that the conversation does not have.
    let strange: [String]

    init(_ imported: ImportedTranscript) {
      format = imported.format
      let transcript = imported.transcript
      let lines = Self.lines(of: transcript)
      let expected = FixtureTests.expected
      let entries = transcript.entries
      let calls = entries.flatMap(\.calls)
      var lacks: [String] = []
      func lack(_ what: String, unless holds: Bool) { if !holds { lacks.append(what) } }
      lack("instructions", unless: lines.contains(expected[0]))
      lack("tools", unless: lines.contains(expected[1]) && lines.contains(expected[2]))
      lack("reasoning", unless: entries.contains { $0.kind == .reasoning })
      lack("calls", unless: !calls.isEmpty)
      if !calls.isEmpty {
        lack("ids of calls", unless: calls.allSatisfy { $0.id != nil })
        lack("which calls were made at once", unless: entries.contains { $0.calls.count == 2 })
      }
      let outputs = entries.filter { $0.kind == .toolOutput }
      lack("outputs", unless: !outputs.isEmpty)
      if outputs.count == 2 {
        lack("the order of outputs", unless: outputs.map(\.text).first == "frozen")
      }
      lack("responses", unless: lines.contains(expected[8]))
      self.lacks = lacks
      let known = Set(expected.map(Self.stem) + Self.also)
      strange = lines.map(Self.stem).filter { !known.contains($0) }
    }

    /// What some renderings have beside, or in other words: what is said before the calls, one of
    /// the calls by itself, the plan a thought is headed by, the date of a session.
    private static let also = [
      "response: Checking both.", #"toolCalls: locate_sample({"sample":"Ω-9"}) "#,
      #"toolCalls: thaw_state({"sample":"Ω-9"}) "#,
      "reasoning: Plan\nTwo lookups, independent.",
      "head: Session 1: 1:00 pm on 2 January, 2026", "head: Session 1: 2026/01/01 (Thu) 09:00",
    ]

    /// The outline, with JSON as its text.
    private static func lines(of transcript: Transcript) -> [String] {
      var transcript = transcript
      for index in transcript.entries.indices {
        transcript.entries[index].segments = transcript.entries[index].segments.map { segment in
          guard case .structure(let value, _) = segment.content else { return segment }
          return .text(value.serialised())
        }
      }
      return outline(of: transcript)
    }

    /// A line without the pairing.
    private static func stem(_ line: String) -> String {
      line.components(separatedBy: " <- ")[0]
    }
  }

  /// What two renderings say otherwise: they name tools of their own.
  private static let otherwise = [
    "openhands-v0-output.jsonl": [#"toolCalls: execute_bash({"command":"locate Ω-9"}) "#],
    "sgd.json": [#"toolCalls: Locate({"sample":"Ω-9"}) "#, #"toolOutput: [{"box":"B12"}]"#],
  ]

  private func carried(_ file: String) throws -> Carried {
    let read = try TranscriptImporter.read(try fixture(file), file: file)
    #expect(read.count == 1, "\(file)")
    return Carried(try #require(read.first))
  }

  @Test(arguments: files)
  func `nothing is read that the conversation does not have`(file: String) throws {
    let carried = try carried(file)
    #expect(carried.strange == Self.otherwise[file] ?? [], "\(file)")
  }

  @Test func `all renderings are accounted for`() throws {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let beside = [
      "apple-evaluations-trajectory.md.json", "bfcl-possible-answer.jsonl", "tau2-task.json",
    ]
    #expect(Self.files.count + beside.count == 31)
    for name in Self.files + beside { #expect(names.contains(name), "\(name)") }
  }

  /// Writes the page anew where `EVALKIT_RECORD` is set.
  @Test func `the page says what each format does not carry`() throws {
    var lacking: [String: [[String]]] = [:]
    for file in Self.files {
      let carried = try carried(file)
      lacking[carried.format, default: []].append(carried.lacks)
    }
    var rows = ["| format | what it is | does not carry |", "|---|---|---|"]
    for format in TranscriptFormat.all {
      let cannot: String
      if let found = lacking[format.name] {
        // What one version carries, the format does.
        let common = found.dropFirst().reduce(found[0]) { kept, next in
          kept.filter(next.contains)
        }
        cannot = common.isEmpty ? "–" : common.joined(separator: ", ")
      } else {
        cannot = "*not rendered*"
      }
      rows.append("| `\(format.name)` | \(format.title) | \(cannot) |")
    }
    rows += ["", "| read beside | what it is |", "|---|---|"]
    rows += ExpectationFile.Kind.allCases.map { "| `\($0.rawValue)` | \($0.title) |" }
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/formats.md").standardized
    let page = try String(contentsOf: url, encoding: .utf8)
    let start = "<!-- table: formats -->\n"
    let end = "<!-- end of table -->"
    let head = try #require(page.range(of: start))
    let foot = try #require(page.range(of: end))
    let written = String(page[head.upperBound..<foot.lowerBound])
    let wanted = "\n" + rows.joined(separator: "\n") + "\n\n"
    if ProcessInfo.processInfo.environment["EVALKIT_RECORD"] != nil {
      try Data(page.replacing(written, with: wanted).utf8).write(to: url)
      return
    }
    #expect(written == wanted, "EVALKIT_RECORD=1 swift test --filter FormatsPageTests writes it")
  }
}
