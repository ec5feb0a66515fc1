import Authoring
import EvalKit
import Testing

/// A case that is right, broken in one way at a time.
struct BrokenCase: Sendable, CustomTestStringConvertible {
  var name: String
  var old: String
  var new: String
  /// What the finding says, and where.
  var message: String
  var path: String
  var rule = CheckRule.fault
  var testDescription: String { name }

  static let right = """
    { version: 1, id: "right", title: "A bag is found",
      transcript: [
        { instructions: "Help.", tools: [ { name: "file", effect: "write", description: "Files a claim." } ] },
        { prompt: "My tag is BA4711 and I live in Aarhus." },
        { response: "Noted." },
        { prompt: "It went over Lisbon, no, over Porto." },
        { response: "I see." },
        { prompt: "Anything else to do?" },
        { response: "No." },
        { prompt: "File it." },
        { calls: [ { id: "k", tool: "file", arguments: { tag: "BA4711" } } ] },
        { output: "k", text: "done" },
        { response: "Filed." },
        { prompt: "Thanks." },
        { response: "Bye." },
      ],
      facts: [
        { id: "tag", kind: "identifier", value: "BA4711", evidence: ["prompt 1"] },
        { id: "town", kind: "name", value: "Aarhus", evidence: ["prompt 1"] },
        { id: "via", kind: "name", value: "Porto", evidence: ["prompt 2"],
          supersedes: [ { value: "Lisbon", evidence: ["prompt 2"] } ] },
      ],
      probes: [
        { id: "tag", ask: "Which tag?", cloze: "The tag is", facts: ["tag"] },
        { id: "town", ask: "Where is home?", facts: ["town"], at: { before: "prompt 3" } },
        { id: "via", ask: "Over which city?", facts: ["via"] },
      ],
      trajectories: [
        { id: "file", at: { before: "call 1" },
          expect: { ordered: [ { tool: "file", arguments: { tag: { fact: "tag" } } } ] } },
      ],
    }
    """

  static let all: [BrokenCase] = [
    BrokenCase(
      name: "evidence that says neither value nor quote",
      old: #"value: "Aarhus", evidence: ["prompt 1"]"#,
      new: #"value: "Aarhus", evidence: ["prompt 2"]"#, message: "says neither 'Aarhus'",
      path: "facts[1]"),
    BrokenCase(
      name: "a superseded value that is the value still", old: #"{ value: "Lisbon","#,
      new: #"{ value: "porto","#, message: "supersedes 'porto', which is its value still",
      path: "facts[2]"),
    BrokenCase(
      name: "a question that says the answer", old: "Which tag?", new: "Is the tag BA4711?",
      message: "the question says the answer, 'BA4711'", path: "probes[0]"),
    BrokenCase(
      name: "a cloze that says the answer", old: "The tag is", new: "The tag BA4711 is",
      message: "the cloze says the answer, 'BA4711'", path: "probes[0]"),
    BrokenCase(
      name: "a title that says the answer", old: "A bag is found", new: "A bag for Aarhus",
      message: "title says the answer of 'town', 'Aarhus'", path: "title"),
    BrokenCase(
      name: "a tool that says the answer", old: "Files a claim.", new: "Files a claim in Porto.",
      message: "a tool's definition says the answer, 'Porto'", path: "probes[2]"),
    BrokenCase(
      name: "a last turn that says the answer", old: #"{ response: "Bye." }"#,
      new: #"{ response: "Bye, tag BA4711." }"#, message: "in the last turn before the question",
      path: "probes[0]"),
    BrokenCase(
      name: "an unknown fact", old: #"facts: ["via"]"#, new: #"facts: ["vai"]"#,
      message: "there is no fact 'vai'; did you mean 'via'?", path: "probes[2].facts[0]",
      rule: .load),
    BrokenCase(
      name: "an empty expectation",
      old: #"{ ordered: [ { tool: "file", arguments: { tag: { fact: "tag" } } } ] }"#,
      new: "{ ordered: [] }", message: "nothing is expected", path: "trajectories[0].expect",
      rule: .load),
    BrokenCase(
      name: "an argument that nothing supplies", old: #"{ fact: "tag" }"#, new: #""ZZ9000""#,
      message: "nothing before the call supplies the argument 'file.tag': 'ZZ9000'",
      path: "trajectories[0]"),
    BrokenCase(
      name: "two facts with one value", old: #"{ id: "town", kind: "name", value: "Aarhus","#,
      new: #"{ id: "town", kind: "name", value: "ba4711","#,
      message: "the facts 'tag' and 'town' both have the value",
      path: "probes[0]"),
    BrokenCase(
      name: "a probe before its evidence", old: #"facts: ["via"] }"#,
      new: #"facts: ["via"], at: { before: "prompt 2" } }"#,
      message: "is asked before 'via' was said, in 'prompt 2'", path: "probes[2]"),
  ]
}

struct BrokenCaseTests {
  /// The check of a text without a model.
  static func check(_ text: String, file: String = "c.json5") -> SetCheck {
    let diagnostics = DiagnosticCollector()
    let loaded = EvalSetLoader(FileReader(files: [file: text]))
      .cases(in: file, diagnostics: diagnostics)
    return SetCheck(loaded, errors: diagnostics.diagnostics, manifest: nil)
  }

  @Test func `the case they are made from has no fault`() {
    let check = Self.check(BrokenCase.right)
    #expect(check.findings.map(\.diagnostic.description) == [])
    #expect(check.size?.questions == 4)
  }

  @Test(arguments: BrokenCase.all)
  func `each is caught at its place`(broken: BrokenCase) throws {
    let text = BrokenCase.right.replacing(broken.old, with: broken.new)
    #expect(text != BrokenCase.right)
    let check = Self.check(text)
    let found = check.findings.filter { $0.diagnostic.message.contains(broken.message) }
    let finding = try #require(found.first, "\(check.findings.map(\.diagnostic.description))")
    #expect(found.count == 1)
    #expect(finding.isError && finding.rule == broken.rule)
    #expect(finding.diagnostic.path == broken.path)
    #expect(finding.diagnostic.file == "c.json5")
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)[
      finding.diagnostic.line - 1]
    let at = line.utf8.dropFirst(finding.diagnostic.column - 1)
    #expect(["{", "\"", "["].contains(String(decoding: at.prefix(1), as: UTF8.self)))
    #expect(!check.canAsk)
  }

  @Test func `a mistake found on reading is not reported again for what follows from it`() {
    let text = BrokenCase.right.replacing(#"facts: ["via"]"#, with: #"facts: ["vai"]"#)
    #expect(Self.check(text).errorCount == 1)
  }

  @Test func `all mistakes are reported at once, in the order of the file`() {
    var text = BrokenCase.right
    for broken in BrokenCase.all where broken.rule == .fault && !broken.name.contains("two facts") {
      text = text.replacing(broken.old, with: broken.new)
    }
    let check = Self.check(text)
    #expect(check.errorCount >= 8)
    let lines = check.findings.filter(\.isError).map(\.diagnostic.position)
    #expect(lines == lines.sorted())
  }
}
