import EvalKit
import Testing

/// What a format cannot carry of the conversation that every format has, or adds to it.
struct RecordedFormatFixtureTests {
  /// The conversation in a format, and how it differs from the others.
  struct Rendering: Sendable, CustomTestStringConvertible {
    var file: String
    var format: String
    /// The lines that are missing (`-`) and those that are more (`+`).
    var differences: [String] = []
    var notes: [String] = []
    var testDescription: String { file }
  }

  private static let spoken = "+ response: Checking both."
  private static let noHead = [
    "- head: You keep a lab freezer log.",
    "- tool: locate_sample: Find the box of a sample",
    "- tool: thaw_state: Tell whether a sample is thawed",
  ]
  private static let geminiChat =
    noHead + [
      "- reasoning: Two lookups, independent.", "- toolOutput: frozen <- call 1",
      "+ reasoning: Plan\nTwo lookups, independent.", spoken, "+ toolOutput: frozen <- call 1",
    ]

  static let all = [
    Rendering(file: "anthropic-messages.json", format: "anthropic", differences: [spoken]),
    Rendering(
      file: "openai-responses-items.json", format: "openai-responses", differences: [spoken]),
    Rendering(file: "gemini-api-contents.json", format: "gemini-contents", differences: [spoken]),
    Rendering(file: "gemini-cli-session.json", format: "gemini-cli", differences: geminiChat),
    Rendering(file: "gemini-cli-session.jsonl", format: "gemini-cli", differences: geminiChat),
    Rendering(
      file: "claude-code.jsonl", format: "claude-code", differences: noHead + [spoken],
      notes: [
        "a row of type 'summary', a title kept in the metadata (line 1)",
        "a row of type 'file-history-snapshot', no part of the conversation (line 10)",
        "2 times: a second copy of a tool's output (toolUseResult) (first at line 7)",
        "3 times: a row that is a part of another's message (first at line 4)",
      ]),
    Rendering(
      file: "codex-rollout.jsonl", format: "codex", differences: Array(noHead.dropFirst()),
      notes: [
        "a row of type 'turn_context', no part of the conversation (m1)",
        "2 times: an event that says again what an item says (first at m4)",
      ]),
    Rendering(
      file: "any-language-model.json", format: "any-language-model",
      differences: ["- reasoning: Two lookups, independent."]),
    Rendering(file: "server-foundation-models.json", format: "server-foundation-models"),
    Rendering(
      file: "foundation-models-router.jsonl", format: "foundation-models-router",
      notes: ["an event of kind 'session', no part of the conversation (m0)"]),
  ]

  private func read(_ rendering: Rendering) throws -> ImportedTranscript {
    let transcripts = try TranscriptImporter.read(
      try fixture(rendering.file), file: rendering.file)
    #expect(transcripts.count == 1)
    return try #require(transcripts.first)
  }

  @Test(arguments: all)
  func `a conversation reads as every format has it, but for what is named`(
    _ rendering: Rendering
  ) throws {
    let read = try read(rendering)
    #expect(read.format == rendering.format)
    let changes = outline(of: read.transcript).difference(from: FixtureTests.expected)
    let lines = changes.map { change in
      switch change {
      case .remove(let offset, let line, _): (0, offset, "- \(line)")
      case .insert(let offset, let line, _): (1, offset, "+ \(line)")
      }
    }
    #expect(lines.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2) == rendering.differences)
    #expect(read.notes.map(\.description) == rendering.notes)
  }

  @Test(arguments: all)
  func `a conversation survives the format that loses nothing, and Apple's`(
    _ rendering: Rendering
  ) throws {
    let transcript = try read(rendering).transcript
    #expect(try imported(TranscriptFile.text(transcript)).transcript == transcript)
    let encoded = FoundationModelsFormat.encode(transcript)
    #expect(AppleRequirements.missing(in: encoded) == [])
    let again = try imported(encoded.serialised()).transcript
    #expect(outline(of: again) == outline(of: transcript))
    #expect(FoundationModelsFormat.encode(again).isEquivalent(to: encoded))
  }
}
