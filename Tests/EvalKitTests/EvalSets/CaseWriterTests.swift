import EvalKit
import Foundation
import Testing

/// The repository's folder.
private let root = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

struct CaseWriterTests {
  private func load(_ text: String, extension ending: String = "json5") throws -> LoadedCase {
    let files = FileReader(files: ["c.\(ending)": text])
    return try #require(try EvalSetLoader(files).cases(in: "c.\(ending)").cases.first)
  }

  private func expectEqual(_ left: EvalCase, _ right: EvalCase) {
    #expect(left.id == right.id && left.title == right.title && left.tags == right.tags)
    #expect(left.cluster == right.cluster)
    #expect(left.source == right.source)
    #expect(left.facts == right.facts)
    #expect(left.probes == right.probes)
    #expect(left.trajectories == right.trajectories)
    #expect(left.constraints == right.constraints)
    #expect(left.secrets == right.secrets)
    #expect(left.questions == right.questions)
  }

  @Test func `every shipped case is read back equal, and written again byte for byte`() throws {
    var cases = try EvalSetLoader.load(root.appending(path: "docs/example-case.json5").path()).cases
    let sets = root.appending(path: "evalsets")
    for name in try FileManager.default.contentsOfDirectory(atPath: sets.path()).sorted() {
      let folder = sets.appending(path: name).path()
      guard FileManager.default.fileExists(atPath: folder + "/evalset.json5") else { continue }
      cases += try EvalSetLoader.load(folder).cases
    }
    #expect(cases.count > 15)
    for loaded in cases {
      let text = try CaseWriter(loaded.value).text()
      let read = try load(text).value
      expectEqual(read, loaded.value)
      #expect(try CaseWriter(read).text() == text)
      let line = try CaseWriter(loaded.value).json().serialised()
      expectEqual(try load(line + "\n", extension: "jsonl").value, loaded.value)
    }
  }

  /// A case with everything that may be a draft, and every matcher.
  private var drafted: EvalCase {
    let call = ToolCall(
      id: "k", name: "file", arguments: ["tag": "BA4711", "n": 3, "at": ["x": 1]])
    let transcript = Transcript(
      head: Head("Never phone.", tools: [ToolDefinition(name: "file", effect: .write)]),
      entries: [
        .prompt("It was BA4117, no: BA4711."), .response("Noted [[x=y]]."), .prompt("File it."),
        .calls([call]), .output("done", callID: "k"), .response("Filed."),
      ])
    let matchers: [String: ArgumentMatcher] = [
      "a": .exact(["x": 1]), "b": .exact([1, 2]), "c": .keyOnly, "d": .oneOf(["u", 1]),
      "e": .range(minimum: 1, maximum: nil), "f": .pattern("^B"), "g": .contains("A"),
      "h": .hasPrefix("B"), "i": .hasSuffix("1"), "j": .naturalLanguage("polite"),
      "k": .number(3, tolerance: 0.5), "l": .subset(["x": 1]), "tag": .fact("tag"),
      "odd key": .exact("it's \"so\""),
    ]
    return EvalCase(
      id: "drafted", title: "A tag", cluster: "tags", transcript: transcript,
      facts: [
        Fact(
          id: "tag", kind: "identifier", value: "BA4711", aliases: ["tag 4711"],
          evidence: [Evidence(entry: EntryID(0), quote: "BA4711")],
          supersedes: [
            Fact.Superseded(
              value: "BA4117", evidence: [Evidence(entry: EntryID(0), quote: "BA4117")]),
            Fact.Superseded(value: "BA4000"),
          ], isDraft: true)
      ],
      probes: [
        Probe(
          id: "tag", kind: "update", ask: "Which tag?", cloze: "The tag is", facts: ["tag"],
          must: true, at: .before(EntryID(2)), isDraft: true),
        Probe(
          id: "n", ask: "How many?", at: .after(EntryID(5)), expect: .number(2, tolerance: 0)),
        Probe(id: "l", ask: "Which?", at: .every(turns: 1), expect: .list(["a"], anyOrder: true)),
        Probe(
          id: "w", ask: "Who?", expect: .answer("Ann", aliases: ["Anne"], kind: "name")),
        Probe(id: "gate", kind: "abstention", ask: "Gate?", decoy: "Tag?", expect: .abstain),
      ],
      trajectories: [
        TrajectoryExpectation(
          id: "file", at: .before(EntryID(3)),
          ordered: [ExpectedCall(tool: "file", arguments: matchers, exactArguments: true)],
          optional: [ExpectedCall(tool: "file")], allowsAdditionalCalls: false, isDraft: true),
        TrajectoryExpectation(
          id: "none", at: .turn(EntryID(2)), disallowed: [ExpectedCall(tool: "file")], must: true),
      ],
      constraints: [
        Constraint(
          id: "phone", text: "never phone",
          evidence: [
            Evidence(entry: nil, quote: "Never phone"), Evidence(entry: EntryID(0), quote: ""),
          ], disallowed: [ExpectedCall(tool: "phone_customer")], forbid: "call you",
          require: "write", isDraft: true)
      ],
      secrets: [
        Secret(id: "s", value: "BA4117", evidence: [Evidence(entry: EntryID(0), quote: "BA4117")])
      ])
  }

  @Test func `everything that can be written by hand is read back equal`() throws {
    let read = try load(CaseWriter(drafted).text()).value
    expectEqual(read, drafted)
    #expect(read.transcript.entries.map(\.text) == drafted.transcript.entries.map(\.text))
    #expect(try CaseCodec.value(CaseCodec.line(drafted)).facts == drafted.facts)
    #expect(CaseCodec.digest(drafted) == CaseCodec.digest(drafted.withoutDrafts))
  }

  @Test func `a draft is accepted by deleting its line, and a part by deleting its block`() throws {
    let comments: [CasePlaces.Part: String] = [
      .whole: "suggested\nread it", .fact("tag"): "why", .trajectory(0): "from call 1",
    ]
    let text = try CaseWriter(drafted, comments: comments).text()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["// suggested", "// read it"])
    #expect(lines.contains("    // why"))
    #expect(try load(text).value.drafts.count == 4)
    let accepted = lines.filter { $0 != "      draft: true," }.joined(separator: "\n")
    expectEqual(try load(accepted).value, drafted.withoutDrafts)
    let start = try #require(lines.firstIndex(of: "    // from call 1"))
    let end = try #require(lines[start...].firstIndex(of: "    },"))
    let shorter = (lines[..<start] + lines[(end + 1)...]).joined(separator: "\n")
    #expect(try load(shorter).value.trajectories.map(\.id) == ["none"])
    // Any line of a block that says one thing can go by itself.
    let cloze = lines.filter { !$0.contains("cloze:") }.joined(separator: "\n")
    #expect(try load(cloze).value.probes[0].cloze == nil)
  }

  @Test func `a set with drafts says so, with the first one's place`() throws {
    let loaded = try EvalSetLoader(FileReader(files: ["c.json5": try CaseWriter(drafted).text()]))
      .cases(in: "c.json5")
    let refusal = try #require(loaded.draftRefusal)
    #expect(
      refusal.hasPrefix("4 drafts; the first: c.json5:"))
    let clean = try EvalSetLoader(
      FileReader(files: ["c.json5": try CaseWriter(drafted.withoutDrafts).text()])
    ).cases(in: "c.json5")
    #expect(clean.draftRefusal == nil)
  }

  @Test func `a transcript may stay in a file beside its case`() throws {
    let writer = CaseWriter(
      drafted, transcript: .file(path: "t/a.json", format: "transcript", select: nil))
    let files = FileReader(files: [
      "c.json5": try writer.text(), "t/a.json": TranscriptFile.text(drafted.transcript),
    ])
    let read = try #require(try EvalSetLoader(files).cases(in: "c.json5").cases.first)
    expectEqual(read.value, drafted)
    #expect(read.value.transcript == drafted.transcript)
  }
}
