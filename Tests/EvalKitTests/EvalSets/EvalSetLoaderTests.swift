import EvalKit
import Testing

/// A case with one thing changed, and what is said of it.
struct WrongCase: Sendable, CustomTestStringConvertible {
  var part: String
  var replacement: String
  var errors: [String]
  var testDescription: String { replacement }

  init(_ part: String, _ replacement: String, _ errors: String...) {
    self.part = part
    self.replacement = replacement
    self.errors = errors
  }
}

/// A case without fault; each line is one that tests replace.
private let good = """
  {
    version: 1, id: "desk",
    transcript: [
      { instructions: "Be short.", tools: [ { name: "file_claim", parameters: {} } ] },
      { prompt: "My tag is BA4117." },
      { response: "Noted." },
      { id: "fix", prompt: "No, it is [[tag=BA4711|was BA4117]]." },
      { reasoning: "So the digits were swapped." },
      { calls: [ { id: "k1", tool: "file_claim", arguments: { tag: "BA4711", note: "was wrong before" } } ] },
      { output: "k1", json: { ok: true } },
      { response: "Filed." },
      { prompt: "Thanks." },
      { response: "Bye." },
    ],
    facts: [ { id: "tag", kind: "identifier" } ],
    probes: [ { ask: "Which tag?", facts: ["tag"] } ],
    trajectories: [ { id: "file", at: { before: "call 1" } } ],
  }
  """

private func load(_ text: String) -> (LoadedSet?, [String]) {
  let diagnostics = DiagnosticCollector()
  let loader = EvalSetLoader(FileReader(files: ["c.json5": text]))
  let loaded = loader.cases(in: "c.json5", diagnostics: diagnostics)
  if !diagnostics.hasErrors {
    for value in loaded?.cases ?? [] { CaseCheck.errors(of: value, to: diagnostics) }
  }
  return (loaded, diagnostics.diagnostics.map(\.description))
}

struct EvalSetLoaderTests {
  @Test func `marks become facts with evidence, and what they replaced is found`() throws {
    let (loaded, errors) = load(good)
    #expect(errors == [])
    let value = try #require(loaded?.cases.first?.value)
    #expect(
      value.facts == [
        Fact(
          id: "tag", kind: "identifier", value: "BA4711",
          evidence: [Evidence(entry: EntryID(2), quote: "BA4711")],
          supersedes: [
            .init(value: "BA4117", evidence: [Evidence(entry: EntryID(0), quote: "BA4117")])
          ])
      ])
    #expect(value.probes.map(\.id) == ["p1"])
    let calls = try #require(value.trajectories.first)
    #expect(calls.isFromRecord)
    #expect(
      calls.ordered == [
        ExpectedCall(
          tool: "file_claim", arguments: ["tag": .exact("BA4711"), "note": .keyOnly])
      ])
    #expect(value.questions.map(\.id) == ["p1", "file"])
    #expect(value.questions.last?.place == .reply(EntryID(3)))
  }

  @Test(
    arguments: [
      WrongCase(
        "version: 1, id", "version: 2, idd",
        "c.json5:2:12: unknown version 2; the newest known is 1 (at version)",
        "c.json5:1:1: missing key 'id'; is 'idd' meant to be it?",
        "c.json5:2:15: unknown key 'idd'; did you mean 'id'?"),
      WrongCase(
        "facts: [\"tag\"]", "facts: [\"tga\"], at: { before: \"fixx\" }",
        "c.json5:16:42: there is no fact 'tga'; did you mean 'tag'? (at probes[0].facts[0])",
        "c.json5:16:64: there is no entry 'fixx'; did you mean 'fix'? (at probes[0].at.before)"),
      WrongCase(
        "before: \"call 1\"", "before: \"call 3\"",
        "c.json5:17:47: there is no entry 'call 3'; the last is 'call 1' "
          + "(at trajectories[0].at.before)"),
      WrongCase(
        "before: \"call 1\"", "before: \"k1\"",
        "c.json5:17:47: there is no entry 'k1'; a call is addressed by its entry, 'call 1' "
          + "(at trajectories[0].at.before)"),
      WrongCase(
        "before: \"call 1\"", "before: \"output 1\"",
        "c.json5:17:47: 'output 1' is no reply to a recorded request; the nearest is "
          + "{ before: \"call 1\" } (at trajectories[0].at.before)"),
      WrongCase(
        "facts: [\"tag\"] }", "facts: [\"tag\"], at: { after: \"call 1\" } }",
        "c.json5:16:63: a probe is asked between turns, and 'call 1' does not end one; the nearest "
          + "place is { before: \"prompt 3\" } (at probes[0].at.after)"),
      WrongCase(
        "facts: [\"tag\"] }", "}",
        "c.json5:16:13: a probe needs 'facts' or 'expect', else nothing is right (at probes[0])"),
      WrongCase(
        "facts: [\"tag\"] }", "facts: [\"tag\"], expect: {} }",
        "c.json5:16:58: an expectation has one of answer, number, list, abstain; it is empty "
          + "(at probes[0].expect)"),
      WrongCase(
        "\"call 1\" }", "\"call 1\" }, expect: { ordered: [] }",
        "c.json5:17:67: nothing is expected: no ordered, unordered or disallowed call, and others "
          + "are allowed (at trajectories[0].expect)"),
      WrongCase(
        "\"call 1\" }",
        "\"call 1\" }, expect: { ordered: [ { tool: \"file_clam\", arguments: { tag: { fct: \"tag\" } } } ] }",
        "c.json5:17:121: unknown key 'fct'; did you mean 'fact'? "
          + "(at trajectories[0].expect.ordered[0].arguments.tag)",
        "c.json5:17:88: no tool 'file_clam' is defined or called; did you mean 'file_claim'? "
          + "(at trajectories[0].expect.ordered[0].tool)"),
    ])
  func `mistakes are named with their place, all at once`(_ wrong: WrongCase) {
    let text = good.replacing(wrong.part, with: wrong.replacement)
    #expect(text != good)
    #expect(load(text).1 == wrong.errors)
  }

  @Test(
    arguments: [
      WrongCase(
        "id: \"tag\", kind", "id: \"tag\", evidence: [\"response 2\"], kind",
        "c.json5:15:12: 'response 2' is evidence of 'tag' and says neither 'BA4711' (at facts[0])"),
      WrongCase(
        "was BA4117", "was ba4711",
        "c.json5:15:12: the fact 'tag' supersedes 'ba4711', which is its value still (at facts[0])"),
      WrongCase(
        "Which tag?", "Is it BA4711?",
        "c.json5:16:13: the question says the answer, 'BA4711' (at probes[0])"),
      WrongCase(
        "id: \"desk\",", "id: \"desk\", title: \"The tag BA4711\",",
        "c.json5:2:34: the case's title says the answer of 'p1', 'BA4711' (at title)"),
      WrongCase(
        "Bye.", "Bye, BA4711.",
        "c.json5:16:13: 'response 3' says the answer, 'BA4711', in the last turn before the "
          + "question: nothing could be lost (at probes[0])"),
      WrongCase(
        "parameters: {}", "description: \"Such as BA4711.\"",
        "c.json5:16:13: a tool's definition says the answer, 'BA4711' (at probes[0])"),
      WrongCase(
        "facts: [\"tag\"] }", "facts: [\"tag\"], at: { before: \"fix\" } }",
        "c.json5:16:13: the probe 'p1' is asked before 'tag' was said, in 'fix' (at probes[0])"),
      WrongCase(
        "My tag is BA4117.", "My tag is BA4117, hers [[hers=BA4711]].",
        "c.json5:16:13: the facts 'tag' and 'hers' both have the value 'BA4711', so the answer "
          + "does not tell which was meant (at probes[0])"),
      WrongCase(
        "\"call 1\" }",
        "\"call 1\" }, expect: { ordered: [ { tool: \"file_claim\", arguments: { tag: \"XY12\" } } ] }",
        "c.json5:17:19: nothing before the call supplies the argument 'file_claim.tag': 'XY12' "
          + "(at trajectories[0])"),
    ])
  func `what measures nothing is an error`(_ wrong: WrongCase) {
    let text = good.replacing(wrong.part, with: wrong.replacement)
    #expect(text != good)
    #expect(load(text).1 == wrong.errors)
  }

  @Test(arguments: ["../c.json5", "/etc/passwd", "a/../../b", "C:\\x", "~/x"])
  func `paths stay inside the set's folder`(_ path: String) {
    let manifest = "{ version: 1, id: \"s\", cases: [\"\(path.replacing("\\", with: "\\\\"))\"] }"
    let diagnostics = DiagnosticCollector()
    _ = EvalSetLoader(FileReader(files: ["evalset.json5": manifest])).set(diagnostics: diagnostics)
    #expect(diagnostics.diagnostics.map(\.message) == ["'\(path)' leads out of the set's folder"])
  }

  @Test func `a set has the cases of its patterns and lines, sorted by id`() throws {
    let line = """
      {"version":1,"id":"ID","transcript":[{"prompt":"a"},{"response":"b"}],"facts":[]}
      """
    let files = [
      "evalset.json5": """
      { version: 1, id: "s", title: "T", cases: ["cases/*.json5", "cases.jsonl"],
        defaults: { contexts: [2048, "50%"], reserve: 100, strategies: ["a"] } }
      """,
      "cases/one.json5": line.replacing("ID", with: "z"), "cases/two.txt": "no",
      "cases.jsonl": line.replacing("ID", with: "b") + "\n" + line.replacing("ID", with: "a")
        + "\n",
    ]
    let loaded = try EvalSetLoader(FileReader(files: files)).set()
    #expect(loaded.set.cases.map(\.id) == ["a", "b", "z"])
    #expect(loaded.set.contexts == [.tokens(2048), .share(50)])
    #expect(loaded.set.reserve == 100)
  }

  @Test func `sizes are bounded, and the refusal names the bound`() {
    var limits = LoadLimits()
    limits.caseBytes = 100
    let diagnostics = DiagnosticCollector()
    let loader = EvalSetLoader(FileReader(files: ["c.json5": good]), limits: limits)
    _ = loader.cases(in: "c.json5", diagnostics: diagnostics)
    #expect(
      diagnostics.diagnostics.map(\.message)
        == ["'c.json5' has \(good.utf8.count) bytes; at most 100 are read"])
  }

  @Test func `a case is kept as a line and read back the same`() throws {
    let value = try #require(load(good).0?.cases.first?.value)
    let line = CaseCodec.line(value)
    let read = try CaseCodec.value(line)
    #expect(CaseCodec.line(read) == line)
    #expect(read.facts == value.facts)
    #expect(read.probes == value.probes)
    #expect(read.trajectories == value.trajectories)
    #expect(read.transcript == value.transcript)
    #expect(read.questions == value.questions)
  }
}
