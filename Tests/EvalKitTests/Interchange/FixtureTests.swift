import EvalKit
import Testing

struct FixtureTests {
  /// The same conversation in every format.
  struct Rendering: Sendable, CustomTestStringConvertible {
    var file: String
    var format: String
    var hasTools = true
    var hasReasoning = true
    var testDescription: String { file }
  }

  static let expected = [
    "head: You keep a lab freezer log.",
    "tool: locate_sample: Find the box of a sample",
    "tool: thaw_state: Tell whether a sample is thawed",
    "prompt: My badge is K-417. Which box holds sample Ω-9, and is it thawed?",
    "reasoning: Two lookups, independent.",
    #"toolCalls: locate_sample({"sample":"Ω-9"}) thaw_state({"sample":"Ω-9"}) "#,
    "toolOutput: frozen <- call 1",
    #"toolOutput: {"box":"B12","shelf":3} <- call 0"#,
    "response: Sample Ω-9 is in box B12, shelf 3, and it is still frozen.",
    "prompt: Thanks. What was my badge?",
    "response: K-417.",
  ]

  static let renderings = [
    Rendering(file: "apple-transcript-1.json", format: "foundation-models", hasReasoning: false),
    Rendering(file: "apple-transcript-1.1.json", format: "foundation-models"),
    Rendering(file: "apple-fm-cli-saved.json", format: "foundation-models"),
    Rendering(file: "openai-chat.json", format: "openai-chat", hasReasoning: false),
    Rendering(file: "freezer-messages.jsonl", format: "openai-chat", hasTools: false),
    Rendering(
      file: "tau-bench-results.json", format: "tau-bench", hasTools: false, hasReasoning: false),
    Rendering(file: "freezer-case.json5", format: "case"),
  ]

  @Test(arguments: renderings)
  func `a conversation reads the same from every format`(_ rendering: Rendering) throws {
    let transcripts = try TranscriptImporter.read(
      try fixture(rendering.file), file: rendering.file)
    #expect(transcripts.count == 1)
    let first = try #require(transcripts.first)
    #expect(first.format == rendering.format)
    #expect(first.notes == [])
    let expected = Self.expected.filter { line in
      (rendering.hasTools || !line.hasPrefix("tool:"))
        && (rendering.hasReasoning || !line.hasPrefix("reasoning:"))
    }
    #expect(outline(of: first.transcript) == expected)
  }

  @Test(arguments: renderings, FoundationModelsFormat.Version.allCases)
  func `a conversation survives being written in Apple's format`(
    _ rendering: Rendering, version: FoundationModelsFormat.Version
  ) throws {
    let first = try #require(
      try TranscriptImporter.read(try fixture(rendering.file), file: rendering.file).first)
    let encoded = FoundationModelsFormat.encode(first.transcript, version: version)
    #expect(AppleRequirements.missing(in: encoded) == [])
    let decoded = try imported(encoded.serialised()).transcript
    #expect(
      outline(of: decoded, reasoning: version == .v1_1)
        == outline(of: first.transcript, reasoning: version == .v1_1))
    #expect(FoundationModelsFormat.encode(decoded, version: version) == encoded)
    if rendering.format == "foundation-models", version == .v1_1 {
      #expect(decoded == first.transcript)
    }
  }

  @Test func `labels name messages and their parts`() throws {
    let chat = try #require(
      try TranscriptImporter.read(try fixture("freezer-messages.jsonl"), file: "f").first)
    #expect(chat.transcript.head.instructions.map(\.label) == ["m0"])
    #expect(
      chat.transcript.entries.map(\.label) == [
        "m1", "m2.reasoning", "m2.calls", "m3", "m4", "m5", "m6", "m7",
      ])
    let apple = try #require(
      try TranscriptImporter.read(try fixture("apple-transcript-1.1.json"), file: "f").first)
    #expect(
      apple.transcript.entries.map(\.label) == [
        "E1", "E2", "E3", "call_2", "call_1", "E6", "E7", "E8",
      ])
  }

  @Test func `what stands beside the messages is handed on`() throws {
    let tau = try #require(
      try TranscriptImporter.read(try fixture("tau-bench-results.json"), file: "t.json").first)
    #expect(tau.label == "t.json#0")
    #expect(tau.metadata.keys == ["task_id", "reward", "trial", "info"])
    #expect(tau.metadata["info"]?["task"]?["outputs"] == ["B12"])
    let saved = try #require(
      try TranscriptImporter.read(try fixture("apple-fm-cli-saved.json"), file: "s").first)
    #expect(saved.metadata["modelName"] == "system")
  }
}
