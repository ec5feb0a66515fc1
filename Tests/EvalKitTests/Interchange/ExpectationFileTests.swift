import Testing

@testable import EvalKit

struct ExpectationFileTests {
  // MARK: Python

  @Test func `calls are read with every kind of literal`() throws {
    #expect(
      try PythonCall(#"FileSystem.cd(folder='a\'b', deep=-2.50, on=True, off=False, none=None,)"#)
        == PythonCall(
          name: "cd", positional: [],
          keywords: JSONObject([
            ("folder", "a'b"), ("deep", .number(JSONNumber(literal: "-2.50"))), ("on", true),
            ("off", false), ("none", .null),
          ])))
    #expect(
      try PythonCall(#"f("x\n" 'y', [1, (2,), (3)], {'k': """a"b"""}, 1_000, .5, '\u03a9')"#)
        .positional == [
          "x\ny", [1, [2], 3], ["k": #"a"b"#], 1000, .number(JSONNumber(literal: "0.5")), "Ω",
        ])
    #expect(
      try PythonCall("pwd()") == PythonCall(name: "pwd", positional: [], keywords: JSONObject()))
  }

  @Test(
    arguments: [
      ("sort", "no '(' where one is due at byte 5"),
      ("f(x=y)", "'y', which is no literal at byte 5"),
      ("f(a=1, a=2)", "the argument 'a' twice"),
      ("f(a=1, 2)", "an argument by place after one by name"),
      ("f('a", "a string that does not end"),
      ("f(1) + 2", "something after the call"),
      ("f(f'x')", "a string with the prefix 'f'"),
      ("f({1: 2})", "a key that is no string"),
      ("f(1.2.3)", "'1.2.3', which is no number"),
      ("f('\\uZZZZ')", "an escape that is no character"),
      ("f(1 2)", "no ')' where one is due"),
      ("", "no name where one is due"),
      (String(repeating: "[", count: 200), "no name where one is due"),
      ("f(" + String(repeating: "[", count: 200), "values nested too deep"),
    ])
  func `what is no call with literals is refused with its place`(source: String, found: String) {
    do {
      let call = try PythonCall(source)
      Issue.record("read as \(call)")
    } catch {
      #expect(error.message.contains(found), "\(error.message)")
    }
  }

  @Test func `damaged calls are refused or read, and never trap`() {
    let source = Array(#"f('a\x41', [1, {'k': (None, -2.5)}], on=True)"#.utf8)
    for cut in source.indices {
      _ = try? PythonCall(String(decoding: source[..<cut], as: UTF8.self))
      for byte in [UInt8(ascii: "'"), 0x5C, UInt8(ascii: "("), 0xC3, 0] {
        var damaged = source
        damaged[cut] = byte
        _ = try? PythonCall(String(decoding: damaged, as: UTF8.self))
      }
    }
  }

  @Test func `arguments by place are named by the tool's schema`() throws {
    let call = try PythonCall("mv('a', 'b', force=True, more='c')")
    let tool = ToolDefinition(
      name: "mv", parameters: ["type": "object", "properties": ["source": [:], "to": [:]]])
    #expect(
      call.arguments(of: tool).arguments
        == JSONObject([("source", "a"), ("to", "b"), ("force", true), ("more", "c")]))
    #expect(call.arguments(of: tool).unnamed == 0)
    #expect(call.arguments(of: nil).unnamed == 2)
  }

  // MARK: Files

  private func read(_ name: String) throws -> ExpectationFile {
    try ExpectationFile(try fixture(name), file: name)
  }

  private func conversation(_ name: String) throws -> ImportedTranscript {
    try #require(try TranscriptImporter.read(try fixture(name), file: name).first)
  }

  @Test(
    arguments: [
      ("apple-evaluations-trajectory.md.json", "a trajectory expectation after Apple's"),
      ("bfcl-possible-answer.jsonl", "answers of BFCL"),
      ("tau2-task.json", "tasks of tau2-bench"),
    ])
  func `a file without a transcript is refused, and says how it is read`(
    name: String, title: String
  ) throws {
    do {
      _ = try TranscriptImporter.read(try fixture(name), file: name)
      Issue.record("\(name) was read")
    } catch let error as ImportError {
      #expect(error.description.contains("this file holds \(title)"), "\(error)")
      #expect(error.description.contains("read beside the transcripts it is about"))
    }
  }

  @Test func `answers are the calls of each turn; where none is right, none may be made`() throws {
    var row = try conversation("bfcl-multi-turn.jsonl")
    #expect(row.transcript.entries.map(\.kind) == [.prompt, .prompt])
    try read("bfcl-possible-answer.jsonl").apply(to: &row)
    let calls = ["locate_sample", "thaw_state"].map {
      ExpectedCall(tool: $0, arguments: ["sample": .exact("Ω-9")])
    }
    #expect(
      row.expectations.trajectories == [
        TrajectoryExpectation(id: "turn-1", at: .turn(EntryID(0)), ordered: calls)
      ])
    // Nothing was recorded after the last prompt, so no request can be asked there.
    #expect(row.notes.map(\.message) == ["calls expected in a turn without a recorded request"])
    row.metadata["id"] = "other"
    try read("bfcl-possible-answer.jsonl").apply(to: &row)
    #expect(
      row.notes.last?.message
        == "nothing is said of this transcript in the file of what is expected")
  }

  @Test func `a task beside a transcript gives facts and calls`() throws {
    var chat = try conversation("openai-chat.json")
    try read("tau2-task.json").apply(to: &chat)
    #expect(chat.expectations.cluster == "tau2-task-0")
    #expect(chat.expectations.facts.map(\.value) == ["B12"])
    #expect(
      chat.expectations.trajectories.map(\.unordered) == [
        [ExpectedCall(tool: "locate_sample", arguments: ["sample": .exact("Ω-9")])]
      ])
    #expect(
      chat.notes.map(\.message) == ["an assertion in words, which only a model can judge"])
  }

  @Test func `a trajectory in Apple's words goes to the turn that has its tools`() throws {
    var chat = try conversation("openai-chat.json")
    try read("apple-evaluations-trajectory.md.json").apply(to: &chat)
    #expect(
      chat.expectations.trajectories == [
        TrajectoryExpectation(
          id: "trajectory", at: .turn(EntryID(0)),
          ordered: [ExpectedCall(tool: "locate_sample", arguments: ["sample": .exact("Ω-9")])],
          unordered: [ExpectedCall(tool: "thaw_state", arguments: ["sample": .keyOnly])])
      ])
  }

  @Test(
    arguments: [
      (#"{"match": "oneOf", "values": [1, 2]}"#, ArgumentMatcher.oneOf([1, 2])),
      (#"{"match": "range", "min": 1}"#, .range(minimum: 1, maximum: nil)),
      (#"{"match": "pattern", "value": "a+"}"#, .pattern("a+")),
      (#"{"match": "contains", "value": "a"}"#, .contains("a")),
      (#"{"match": "hasPrefix", "value": "a"}"#, .hasPrefix("a")),
      (#"{"match": "hasSuffix", "value": "a"}"#, .hasSuffix("a")),
      (#"{"match": "naturalLanguage", "criteria": "polite"}"#, .naturalLanguage("polite")),
    ])
  func `every matcher of Apple's is read`(json: String, matcher: ArgumentMatcher) throws {
    let argument = json.replacing("{", with: #"{"argument": "x", "#, maxReplacements: 1)
    let text =
      #"{"ordered": [{"name": "locate_sample", "arguments": [\#(argument)]}], "#
      + #""allowsAdditionalCalls": false}"#
    var chat = try conversation("openai-chat.json")
    try ExpectationFile(Array(text.utf8), file: "t.json").apply(to: &chat)
    let expected = try #require(chat.expectations.trajectories.first)
    #expect(expected.ordered.first?.arguments == ["x": matcher])
    #expect(!expected.allowsAdditionalCalls)
  }

  @Test func `mistakes in what is expected are placed in its file`() throws {
    let text =
      "{\"ordered\": [{\"name\": \"a\",\n \"arguments\": [{\"argument\": \"x\", \"match\": \"exakt\"}]}],"
      + " \"disallowed\": []}"
    var chat = try conversation("openai-chat.json")
    do {
      try ExpectationFile(Array(text.utf8), file: "t.json").apply(to: &chat)
      Issue.record("read")
    } catch {
      #expect(
        error.description.hasPrefix("t.json:2:")
          && error.description.contains("did you mean 'exact'")
          && error.description.hasSuffix("(at ordered[0].arguments[0].match)"), "\(error)")
    }
    #expect(throws: ImportError.self) {
      try ExpectationFile(Array(#"{"a": 1}"#.utf8), file: "t.json")
    }
  }

  @Test func `questions of BEAM have statements as answers, and ids of messages as evidence`()
    throws
  {
    var chat = try imported(
      #"[{"batch_number": 1, "turns": [[{"role": "user", "id": 3, "content": "I ship on May 9."}]]}]"#
    )
    let questions = #"""
      {"information_extraction": [{"question": "When?", "rubric": ["LLM response should state: May 9"], "source_chat_ids": {"a": [3]}}],
       "abstention": [{"question": "Who pays?", "rubric": ["x"]}],
       "summarization": [{"question": "Sum up.", "rubric": ["a", "b"], "source_chat_ids": [3]}]}
      """#
    try ExpectationFile(Array(questions.utf8), file: "q.json").apply(to: &chat)
    #expect(chat.expectations.facts.map(\.value) == ["May 9"])
    #expect(
      chat.expectations.probes.map(\.kind) == ["information_extraction", "abstention"])
    #expect(chat.notes.map(\.message) == ["a question whose rubric is not one statement"])
  }
}
