import Foundation
import Testing

@testable import EvalKit

struct ModelJudgeFileTests {
  private static let files = FileReader(files: [
    "prompts/good.md": "Is {answer} {expected}?", "prompts/bad.md": "One\ntwo {anser} of {answer}",
    "prompts/blind.md": "Is it right?",
  ])

  private func load(_ modelJudge: String) throws -> Judge {
    let text = "{ version: 1, id: 'x', modelJudges: [\(modelJudge)] }"
    return try Judge(json5: Array(text.utf8), file: "judge.json5", files: Self.files)
  }

  private static let good = "id: 'a', kind: 'model', model: 'm', prompt: 'prompts/good.md', "

  @Test func `a prompt is read from its file, and reads back without it`() throws {
    let judge = try load("{ \(Self.good) scale: { minimum: 1, maximum: 3, passes: 2 } }")
    let model = try #require(judge.modelJudges.first)
    #expect(model.prompt.text == "Is {answer} {expected}?")
    #expect(model.scale.labels == ["3", "2", "1"])
    #expect(model.scale.passes == "2")
    #expect(judge.reported.last == "modelJudge(a)")
    let read = try Judge(json5: Array(judge.json.serialised().utf8), file: "judge.json")
    #expect(read == judge)
    #expect(read.digest == judge.digest)
  }

  @Test(arguments: [
    ("{ kind: 'model', model: 'm' }", "missing key 'id'"),
    ("{ \(good) scale: { labels: ['a', 'b'] }, promt: 1 }", "unknown key 'promt'"),
    ("{ id: 'a b', kind: 'model', model: 'm', promptText: '{answer}' }", "is no id"),
    ("{ id: 'a', kind: 'rule', model: 'm', promptText: '{answer}' }", "unknown kind 'rule'"),
    ("{ \(good) promptText: '{answer}', scale: { labels: ['a', 'b'] } }", "exclude each other"),
    (
      "{ id: 'a', kind: 'model', model: 'm', scale: { labels: ['a', 'b'] } }",
      "missing key 'prompt'"
    ),
    (
      "{ id: 'a', kind: 'model', model: 'm', prompt: 'no.md', scale: { labels: ['a', 'b'] } }",
      "no file 'no.md'"
    ),
    (
      "{ id: 'a', kind: 'model', model: 'm', prompt: 'prompts/bad.md', scale: { labels: ['a', 'b'] } }",
      "prompts/bad.md:2:5: unknown placeholder '{anser}'; did you mean 'answer'?"
    ),
    (
      "{ id: 'a', kind: 'model', model: 'm', prompt: 'prompts/blind.md', scale: { labels: ['a', 'b'] } }",
      "never shows {answer}"
    ),
    ("{ \(good) }", "missing key 'scale'"),
    ("{ \(good) scale: {} }", "needs labels"),
    ("{ \(good) scale: { labels: ['a'] } }", "at least two labels"),
    ("{ \(good) scale: { labels: ['a', 'A'] } }", "stands twice"),
    ("{ \(good) scale: { labels: ['a', ' b'] } }", "cannot stand on a line"),
    ("{ \(good) scale: { labels: ['a', 'b'], passes: 'c' } }", "'c' is no label"),
    ("{ \(good) scale: { minimum: 1 } }", "both minimum and maximum"),
    ("{ \(good) scale: { minimum: 3, maximum: 3 } }", "expected a maximum"),
    (
      "{ \(good) scale: { labels: ['a', 'b'] }, examples: [{ question: 'q', expected: 'e', answer: 'x', label: 'c' }] }",
      "'c' is no label of the scale"
    ),
    (
      "{ \(good) scale: { labels: ['a', 'b'] } }, { \(good) scale: { labels: ['a', 'b'] } }",
      "two model judges are called 'a'"
    ),
  ])
  func `a mistake is named with its place`(text: String, message: String) throws {
    let error = try #require(throws: JudgeError.self) { try load(text) }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test func `the example of the judges' page loads, with its prompt`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "judges")
    let page = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(page.firstRange(of: "```json5\n"))
    let rest = page[start.upperBound...]
    let end = try #require(rest.firstRange(of: "```"))
    let text = "{ version: 1, id: 'x', \(rest[..<end.lowerBound]) }"
    let judge = try Judge(
      json5: Array(text.utf8), file: "README.md", files: .folder(folder))
    let model = try #require(judge.modelJudges.first)
    #expect(PromptTemplate.Placeholder.allCases.allSatisfy(model.prompt.shows))
    #expect(model.examples.count == 2)
    #expect(model.scale.value(of: "partly") == 0.5)
  }

  @Test func `a model judge decides nothing`() throws {
    let judge = "{ \(Self.good) scale: { labels: ['a', 'b'] } }"
    for key in [
      "primary: 'modelJudge(a)'", "gates: [{ metric: 'modelJudge(a)', floor: 0.5 }]",
      "composite: { weights: { 'modelJudge(a)': 1 } }", "metrics: ['recall', 'modelJudge(a)']",
    ] {
      let text = "{ version: 1, id: 'x', modelJudges: [\(judge)], \(key) }"
      #expect(throws: JudgeError.self, "\(key)") {
        try Judge(json5: Array(text.utf8), file: "j", files: Self.files)
      }
    }
  }
}

struct PromptTemplateTests {
  private func filled(_ text: String) -> String {
    PromptTemplate(text) { _, _ in }.filled { $0 == .answer ? "{question}" : "<\($0.rawValue)>" }
  }

  @Test(arguments: [
    ("{answer}", "{question}"), ("a {answer}b{expected}", "a {question}b<expected>"),
    (#"{"a": 1} \{answer} {answer}"#, #"{"a": 1} {answer} {question}"#),
    ("{ answer } {answer}", "{ answer } {question}"), ("{answer", "{answer"), ("{}", "{}"),
  ])
  func `places are filled once, other braces are text`(text: String, expected: String) {
    #expect(filled(text) == expected)
  }

  @Test(
    arguments: [
      ("correct", "correct"), ("Let me see.\n  CORRECT \nwrong", "correct"),
      ("It is correct.", nil), ("", nil), ("wrong\r\ncorrect", "wrong"), ("correct!", nil),
    ] as [(String, String?)])
  func `a judgement is the first line that is a label`(reply: String, label: String?) {
    #expect(ModelJudgeFixture.judge.scale.label(in: reply) == label)
  }
}
