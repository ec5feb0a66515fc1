import EvalKit
import EvalKitTesting
import Foundation
import Testing

/// Transcripts written in the formats of other tools, and read again.
struct ExportTests {
  /// The formats that can be read as well.
  static let readable = ExportFormat.allCases.filter { TranscriptFormat.named($0.rawValue) != nil }

  private func rewritten(_ transcript: Transcript, _ format: ExportFormat) throws -> Transcript {
    let text = ExportedTranscript(transcript, as: format).value.serialised()
    let read = try TranscriptImporter.read(
      Array(text.utf8), file: "f.json", format: TranscriptFormat.named(format.rawValue))
    return try #require(read.first).transcript
  }

  /// What is said, by whom, in which order, and what answers what; JSON counts as its text.
  @Test(arguments: readable, 0..<40)
  func `what is exported is read as the same conversation`(format: ExportFormat, seed: Int) throws {
    var generator = TranscriptGenerator(seed: UInt64(seed))
    var transcript = generator.transcript()
    // A file without a message is no transcript to any reader.
    if transcript.entries.isEmpty { transcript.entries = [.prompt("Hello.")] }
    #expect(try said(rewritten(transcript, format)) == said(transcript))
  }

  @Test(arguments: readable) func `exporting twice changes nothing more`(format: ExportFormat)
    throws
  {
    var generator = TranscriptGenerator(seed: 7)
    let transcript = generator.transcript(turns: 30)
    let once = try rewritten(transcript, format)
    #expect(
      ExportedTranscript(once, as: format).value
        == ExportedTranscript(try rewritten(once, format), as: format).value)
  }

  // MARK: What is written

  private static let session = Transcript(
    head: Head(
      "Keep the log.",
      tools: [ToolDefinition(name: "locate", description: "Find", effect: .read)]),
    entries: [
      .prompt("Where is Ω-9?"), .reasoning("One lookup."), .response("Looking."),
      .calls([
        ToolCall(id: "c1", name: "locate", arguments: ["sample": "Ω-9"]),
        ToolCall(id: "c1", name: "locate", arguments: [1]),
      ]),
      .output("B12", callID: "c1"), .output("none", callID: "c1"), .response("B12."),
    ])

  @Test func `OpenAI has reasoning, text and calls in one message`() {
    let exported = ExportedTranscript(Self.session, as: .openAIChat)
    #expect(
      exported.value["messages"]?.serialised() == """
        [{"role":"system","content":"Keep the log."},{"role":"user","content":"Where is Ω-9?"},\
        {"role":"assistant","reasoning_content":"One lookup.","content":"Looking.",\
        "tool_calls":[{"id":"c1","type":"function","function":{"name":"locate",\
        "arguments":"{\\"sample\\":\\"Ω-9\\"}"}},{"id":"c1_2","type":"function",\
        "function":{"name":"locate","arguments":"[1]"}}]},\
        {"role":"tool","tool_call_id":"c1_2","content":"B12"},\
        {"role":"tool","tool_call_id":"c1","content":"none"},\
        {"role":"assistant","content":"B12."}]
        """)
    #expect(
      exported.losses.map(\.description) == [
        "1 × effect of a tool (read or write)", "1 × call id used again, which was given another",
      ])
  }

  @Test func `Anthropic has the outputs of a round in one message of the user`() {
    let exported = ExportedTranscript(Self.session, as: .anthropic)
    #expect(
      exported.value.serialised() == """
        {"system":"Keep the log.","tools":[{"name":"locate","description":"Find",\
        "input_schema":{}}],"messages":[{"role":"user","content":"Where is Ω-9?"},\
        {"role":"assistant","content":[{"type":"thinking","thinking":"One lookup."},\
        {"type":"text","text":"Looking."},{"type":"tool_use","id":"c1","name":"locate",\
        "input":{"sample":"Ω-9"}},{"type":"tool_use","id":"c1_2","name":"locate",\
        "input":{"value":[1]}}]},{"role":"user","content":[{"type":"tool_result",\
        "tool_use_id":"c1_2","content":"B12"},{"type":"tool_result","tool_use_id":"c1",\
        "content":"none"}]},{"role":"assistant","content":"B12."}]}
        """)
    #expect(
      exported.losses.map(\.description) == [
        "1 × effect of a tool (read or write)", "1 × call id used again, which was given another",
        "1 × reasoning without a signature, which the API takes back from no one",
        "1 × arguments that are no object, written under 'value'",
      ])
  }

  @Test func `ATIF has outputs in the step of their calls`() {
    let exported = ExportedTranscript(Self.session, as: .atif)
    #expect(exported.value["schema_version"] == "ATIF-v1.7")
    let steps = exported.value["steps"]?.arrayValue ?? []
    #expect(steps.compactMap { $0["step_id"]?.intValue } == [1, 2, 3, 4])
    #expect(steps.compactMap { $0["source"]?.stringValue } == ["system", "user", "agent", "agent"])
    #expect(
      steps[2]["observation"]?.serialised() == """
        {"results":[{"source_call_id":"c1_2","content":"B12"},\
        {"source_call_id":"c1","content":"none"}]}
        """)
  }

  @Test func `an output that comes later moves to its call in ATIF, and that is said`() {
    var session = Self.session
    session.entries.swapAt(5, 6)
    let exported = ExportedTranscript(session, as: .atif)
    #expect(
      exported.losses.contains { $0.description == "1 × output that came later, moved to its call" }
    )
    #expect(
      exported.value["steps"]?.arrayValue?[2]["observation"]?["results"]?.arrayValue?.count == 2)
  }

  // MARK: What is lost

  struct Loss: Sendable, CustomTestStringConvertible {
    var what: String
    var entries: [Entry] = [.prompt("a"), .response("b")]
    var changes: [HeadChange] = []
    var compactions: [CompactionEvent] = []
    var formats = ExportFormat.allCases
    var testDescription: String { what }
  }

  private static let chats: [ExportFormat] = [.openAIChat, .anthropic, .atif]

  static let losses: [Loss] = [
    Loss(
      what: "recorded compaction",
      compactions: [CompactionEvent(position: 1, dropped: RangeSet(0..<1))]),
    Loss(what: "change of tools", changes: [HeadChange(position: 1, tools: [])], formats: chats),
    Loss(
      what: "change of instructions, written as a message",
      changes: [HeadChange(position: 1, instructions: [Entry(kind: .instructions)])],
      formats: chats),
    Loss(
      what: "change of the head, written as an entry of instructions",
      changes: [HeadChange(position: 1, tools: [])], formats: [.foundationModels]),
    Loss(what: "output that answers no call", entries: [.prompt("a"), .output("b", callID: "x")]),
    Loss(
      what: "response format of a prompt",
      entries: [Entry(kind: .prompt, segments: [.text("a")], responseSchema: [:])],
      formats: chats),
    Loss(
      what: "attachment without its content, written as a text that names it",
      entries: [Entry(kind: .prompt, segments: [Segment(.attachment(Attachment(name: "p")))])],
      formats: [.foundationModels, .openAIChat, .anthropic]),
    Loss(
      what: "attachment, written as a text that names it",
      entries: [Entry(kind: .prompt, segments: [Segment(.attachment(Attachment(name: "p")))])],
      formats: [.atif]),
    Loss(
      what: "JSON value, written as a text",
      entries: [Entry(kind: .prompt, segments: [.structure([1])])], formats: chats),
    Loss(
      what: "speaker's name",
      entries: [Entry(kind: .prompt, segments: [.text("a")], speaker: "Ines")],
      formats: [.foundationModels, .anthropic, .atif]),
    Loss(
      what: "entry with keys of its recording (options)",
      entries: [Entry(kind: .prompt, segments: [.text("a")], extra: JSONObject([("options", 1)]))],
      formats: chats),
    Loss(
      what: "recorded id of an entry",
      entries: [Entry(recordedID: "E1", kind: .prompt, segments: [.text("a")])], formats: chats),
    Loss(
      what: "call without an id, which was given one",
      entries: [.prompt("a"), .calls([ToolCall(name: "t", arguments: [:])])], formats: chats),
    Loss(
      what: "reasoning that no text or call follows, with a message without content",
      entries: [.prompt("a"), .reasoning("b")], formats: [.openAIChat]),
    Loss(
      what: "instructions mid-conversation, written as a user's message",
      entries: [.prompt("a"), Entry(kind: .instructions, segments: [.text("b")])],
      formats: [.anthropic]),
  ]

  @Test(arguments: losses) func `what a format cannot carry is counted`(_ loss: Loss) {
    for format in ExportFormat.allCases {
      let exported = ExportedTranscript(
        Transcript(entries: loss.entries, changes: loss.changes, compactions: loss.compactions),
        as: format)
      let expected = loss.formats.contains(format) ? 1 : 0
      #expect(
        exported.losses.filter { $0.what == loss.what }.map(\.count).reduce(0, +) == expected,
        "\(format.rawValue): \(exported.losses)")
    }
  }

  @Test(arguments: ExportFormat.allCases)
  func `a plain conversation loses nothing`(format: ExportFormat) {
    let transcript = Transcript(
      head: Head("Be kind.", tools: [ToolDefinition(name: "t", description: "d")]),
      entries: [
        .prompt("a"), .calls([ToolCall(id: "k", name: "t", arguments: ["a": 1])]),
        .output("b", callID: "k", toolName: "t"), .response("c"), .prompt("d"), .response("e"),
      ])
    #expect(ExportedTranscript(transcript, as: format).losses == [])
  }

  @Test(arguments: [
    (
      "data:image/png;base64,AAEC",
      """
      {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAEC"}}
      """
    ),
    (
      "https://example.org/p.png",
      """
      {"type":"image","source":{"type":"url","url":"https://example.org/p.png"}}
      """
    ),
  ]) func `an image goes from OpenAI to Anthropic`(url: String, block: String) throws {
    let read = try imported(
      """
      [{"role":"user","content":[{"type":"image_url","image_url":{"url":"\(url)"}}]}]
      """)
    let written = ExportedTranscript(read.transcript, as: .anthropic).value
    #expect(
      written["messages"]?.arrayValue?[0]["content"]?.arrayValue?.map { $0.serialised() } == [block]
    )
    #expect(
      try said(rewritten(read.transcript, .openAIChat)) == said(read.transcript))
  }
}

/// What a transcript says, one line an entry, JSON as its text.
private func said(_ transcript: Transcript) -> [String] {
  let structure = TranscriptStructure(transcript.entries)
  func text(_ entry: Entry) -> String {
    entry.segments.map { segment in
      if case .structure(let value, _) = segment.content { return value.serialised() }
      return segment.text ?? "?"
    }.joined(separator: "\n")
  }
  var lines = transcript.head.instructions.map { "head: \(text($0))" }
  lines += transcript.head.tools.map { "tool: \($0.name)" }
  for (index, entry) in transcript.entries.enumerated() {
    var line = "\(entry.kind.rawValue): \(text(entry))"
    for call in entry.calls { line += "\(call.name)(\(call.arguments.serialised())) " }
    if let call = structure.answers[index] { line += " <- \(call.entry.index).\(call.index)" }
    lines.append(line)
  }
  return lines
}

/// Real files, exported and read again.
@Suite(.enabled(if: corpora != nil))
struct ExportCorporaTests {
  @Test(arguments: ["tau-bench", "bfcl-executed", "agentdojo-executed", "apple-transcript"])
  func `real transcripts survive being chat messages`(folder: String) throws {
    var count = 0
    for url in try corpusFiles(folder, extension: "json") + corpusFiles(folder, extension: "jsonl")
    {
      for result in try TranscriptImporter.readEach(
        Array(try Data(contentsOf: url)), file: url.lastPathComponent)
      {
        guard case .success(let read) = result else { continue }
        let text = ExportedTranscript(read.transcript, as: .openAIChat).value.serialised()
        let again = try imported(text).transcript
        #expect(said(again) == said(read.transcript), "\(read.label)")
        count += 1
      }
    }
    #expect(count > 0)
  }
}
