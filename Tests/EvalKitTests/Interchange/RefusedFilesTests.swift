import EvalKit
import Foundation
import Testing

/// Every real file is read whole or refused with a reason; which are refused, and why, is known.
@Suite(.enabled(if: corpora != nil))
struct RefusedFilesTests {
  /// What a reason says, of the files that are refused for it: the ends of their paths.
  private static let refusals: [(reason: String, files: [String])] = [
    (
      "expected a value, found",
      ["eval/README.md", "eval/demo.yaml", "retail/wiki.md", "airline/wiki.md"]
    ),
    // Lines that are no JSON: '--skip-malformed' reads the rest.
    (
      "expected",
      ["claude-code", "codex", "letta-code", "copilot-cli", "cursor", "omp", "openclaw", "pi"].map {
        "fixtures/\($0)/cleanup/input.jsonl"
      }
    ),
    ("is not valid UTF-8", ["deepagents/checkpoint.db"]),
    (
      "expected 'response_item' rows",
      [
        "33ce-3869/codex-home/archived_sessions/child.jsonl",
        "33ce-3869/codex-home/archived_sessions/parent.jsonl",
        "harness-smoke/codex-home/archived_sessions/child.jsonl",
        "harness-smoke/codex-home/sessions/2026/07/11/parent.jsonl",
        "52bf/codex-home/archived_sessions/child.jsonl",
        "52bf/codex-home/archived_sessions/parent.jsonl",
        "missing-parent-siblings/codex-home/archived_sessions/sibling-a.jsonl",
        "missing-parent-siblings/codex-home/archived_sessions/sibling-b.jsonl",
      ]
    ),
    (
      "is no transcript in a known format",
      [
        "atif/schema.json", "33ce-3869/manifest.json", "harness-smoke/manifest.json",
        "52bf/manifest.json", "missing-parent-siblings/manifest.json",
        "gemini-cli/agent-resume-session.json",
        "gemini-cli/browser-agent.persistent-session.responses",
        "__fixtures__/reasoning-model-legacy-parameter-error.json",
        "__fixtures__/openai-embedding.json", "__fixtures__/openai-image-edit.json",
        "__fixtures__/openai-error.1.json", "__fixtures__/openai-skill-create.json",
      ]
    ),
    (
      "criteria of ADK's evaluator and no transcript",
      [
        "ecommerce_customer_service_agent/test_config.json", "hello_world_agent/test_config.json",
        "home_automation_agent/test_config.json",
        "memorizing_past_events/test_config.json",
        "home_automation_agent/test_files/test_config.json",
        "trip_planner_agent/test_config.json",
        "trip_planner_agent/test_files/test_config.json",
      ]
    ),
    ("has no events, so no conversation", ["trip_planner_agent/initial.session.json"]),
    ("has a 'gen_ai' attribute or event", ["open-agent-traces/test-traces.json"]),
    (
      "read beside the transcripts it is about",
      ["apple-evaluations-trajectory.md.json", "bfcl-possible-answer.jsonl", "tau2-task.json"]
    ),
  ]

  /// Texts of licences stand beside the files; they are none.
  private static func isLicence(_ path: String) -> Bool {
    path.hasSuffix("LICENSE-NOTE.txt") || path.hasSuffix("LICENSE.upstream.txt")
  }

  private static func files(in folder: URL) throws -> [URL] {
    let found = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
    return try #require(found).compactMap { $0 as? URL }.filter {
      (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }.sorted { $0.path < $1.path }
  }

  /// Reads a folder's files; what was read of them, and the reasons why files were refused.
  private static func read(
    _ folder: URL, options: TranscriptImporter.Options = .init()
  ) throws -> (files: Int, transcripts: Int, refused: [(path: String, reason: String)]) {
    var refused: [(path: String, reason: String)] = []
    var transcripts = 0
    let files = try files(in: folder).filter { !isLicence($0.path) }
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      do {
        for result in try TranscriptImporter.readEach(
          bytes, file: file.lastPathComponent, options: options)
        {
          _ = try result.get()
          transcripts += 1
        }
      } catch {
        refused.append((file.path, "\(error)"))
      }
    }
    return (files.count, transcripts, refused)
  }

  @Test func `every file is read, or refused for a known reason`() throws {
    let recorded = try Self.read(#require(corpora))
    let written = try Self.read(
      #require(corpora).deletingLastPathComponent().appending(path: "formats"))
    #expect(recorded.files == 213)
    #expect(recorded.transcripts == 409)
    #expect(written.files == 31)
    #expect(written.transcripts == 28)
    let refused = recorded.refused + written.refused
    var expected = 0
    for (reason, paths) in Self.refusals {
      for path in paths {
        expected += 1
        let found = refused.filter { $0.path.hasSuffix(path) }
        #expect(found.count == 1, "\(path) \(found)")
        #expect(found.allSatisfy { $0.reason.contains(reason) }, "\(path) \(found)")
      }
    }
    #expect(refused.count == expected)
  }

  @Test func `what stands beside broken lines is read where that is asked for`() throws {
    var options = TranscriptImporter.Options()
    options.skipsMalformedLines = true
    let strict = try Self.read(#require(corpora).appending(path: "letta-trajectory"))
    let lenient = try Self.read(
      #require(corpora).appending(path: "letta-trajectory"), options: options)
    #expect(strict.refused.count == 9)
    #expect(lenient.refused.map { String($0.path.suffix(13)) } == ["checkpoint.db"])
    #expect(lenient.transcripts == strict.transcripts + 8)
  }
}
