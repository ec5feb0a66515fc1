import EvalKit
import Testing

/// The conversation that every format renders, as agents' logs and data sets have it.
struct LogFormatFixtureTests {
  /// What a rendering has otherwise than the conversation as it is in full.
  struct Rendering: Sendable, CustomTestStringConvertible {
    var file: String
    var format: String
    /// What it lacks.
    var lacks: [String] = []
    /// What it has beside.
    var adds: [String] = []
    var notes: [String] = []
    var testDescription: String { file }
  }

  private static let head = FixtureTests.expected[0]
  private static let tools = Array(FixtureTests.expected[1...2])
  private static let reasoning = FixtureTests.expected[4]
  private static let calls = FixtureTests.expected[5]
  private static let thawed = FixtureTests.expected[6]
  private static let located = FixtureTests.expected[7]
  private static let recall = Array(FixtureTests.expected[9...10])
  /// What most say before their calls.
  private static let checking = "response: Checking both."
  private static let oneCall = #"toolCalls: locate_sample({"sample":"Ω-9"}) "#

  static let renderings = [
    Rendering(file: "atif-1.7.trajectory.json", format: "atif", adds: [checking]),
    Rendering(
      file: "otel-genai-messages.json", format: "otel-genai", lacks: [located] + recall,
      adds: [checking, "toolOutput:  <- call 0"]),
    Rendering(
      file: "otel-genai-otlp.json", format: "otel-genai", lacks: [located] + recall,
      adds: [checking, "toolOutput:  <- call 0"]),
    Rendering(file: "inspect-log.json", format: "inspect", lacks: tools, adds: [checking]),
    Rendering(file: "inspect-log.eval", format: "inspect", lacks: tools, adds: [checking]),
    Rendering(
      file: "swe-agent.traj", format: "swe-agent",
      lacks: tools + [reasoning, calls, thawed] + recall, adds: [checking, oneCall],
      notes: ["a step that stands in 'history' too, left out (trajectory[0])"]),
    Rendering(
      file: "openhands-v0-output.jsonl", format: "openhands-v0",
      lacks: [reasoning, calls, thawed] + recall,
      adds: [checking, #"toolCalls: execute_bash({"command":"locate Ω-9"}) "#]),
    Rendering(
      file: "openhands-v1-events.json", format: "openhands", lacks: tools + recall,
      adds: [checking], notes: ["an action of a round of several, put to it (m3)"]),
    Rendering(
      file: "pi-session.jsonl", format: "pi", lacks: [head] + tools + recall, adds: [checking]),
    Rendering(
      file: "letta-trajectory-v1.jsonl", format: "trajectory-v1", lacks: [head] + tools,
      adds: [checking]),
    Rendering(
      file: "sharegpt.json", format: "sharegpt",
      lacks: tools + [reasoning, calls, thawed] + recall, adds: [oneCall]),
    Rendering(
      file: "sgd.json", format: "sgd",
      lacks: [head] + tools + [reasoning, calls, thawed, located] + recall,
      adds: [#"toolCalls: Locate({"sample":"Ω-9"}) "#, "toolOutput:  <- call 0"]),
    Rendering(
      file: "api-bank.jsonl", format: "api-bank",
      lacks: [head] + tools + [reasoning, calls, thawed, located] + recall,
      adds: [oneCall, "toolOutput:  <- call 0"]),
  ]

  @Test(arguments: renderings)
  func `a conversation reads the same but for what the format cannot carry`(
    _ rendering: Rendering
  ) throws {
    let transcripts = try TranscriptImporter.read(
      try fixture(rendering.file), file: rendering.file)
    #expect(transcripts.count == 1)
    let first = try #require(transcripts.first)
    #expect(first.format == rendering.format)
    let read = outline(of: first.transcript)
    let difference = read.difference(from: FixtureTests.expected)
    func lines(_ changes: [CollectionDifference<String>.Change]) -> [String] {
      changes.map { change in
        switch change {
        case .insert(_, let line, _), .remove(_, let line, _): line
        }
      }
    }
    #expect(lines(difference.removals) == rendering.lacks)
    #expect(lines(difference.insertions) == rendering.adds)
    #expect(first.notes.map(\.description) == rendering.notes)
  }

  @Test(arguments: renderings)
  func `a conversation survives being written in Apple's format`(_ rendering: Rendering) throws {
    let first = try #require(
      try TranscriptImporter.read(try fixture(rendering.file), file: rendering.file).first)
    let encoded = FoundationModelsFormat.encode(first.transcript)
    #expect(AppleRequirements.missing(in: encoded) == [])
    let decoded = try imported(encoded.serialised()).transcript
    #expect(outline(of: decoded) == outline(of: first.transcript))
  }

  @Test(arguments: renderings)
  func `a conversation survives being written in the package's own format`(
    _ rendering: Rendering
  ) throws {
    let first = try #require(
      try TranscriptImporter.read(try fixture(rendering.file), file: rendering.file).first)
    let text = TranscriptFile.text(first.transcript)
    #expect(try imported(text).transcript == first.transcript)
  }

  @Test func `a log in an archive is the log itself`() throws {
    let json = try TranscriptImporter.read(try fixture("inspect-log.json"), file: "l")
    let archive = try TranscriptImporter.read(try fixture("inspect-log.eval"), file: "l")
    #expect(archive.map(\.transcript) == json.map(\.transcript))
    #expect(archive.map(\.label) == ["l#samples[0]"])
    #expect(archive.map(\.metadata) == json.map(\.metadata))
    #expect(archive.map(\.expectations) == json.map(\.expectations))
  }
}
