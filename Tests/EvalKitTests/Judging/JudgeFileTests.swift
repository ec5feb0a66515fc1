import Foundation
import Testing

@testable import EvalKit

struct JudgeFileTests {
  private func load(_ text: String) throws -> Judge {
    try Judge(json5: Array(text.utf8), file: "judge.json5")
  }

  @Test func `the default judge is the one in the repository`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "judges/default.json5")
    let judge = try Judge(json5: Array(Data(contentsOf: file)), file: file.path)
    #expect(judge == Judge.default)
    #expect(judge.json == Judge.default.json)
  }

  @Test func `the normalised judge reads back as itself`() throws {
    var judge = Judge.default
    judge.severities = ["over-budget": .warning]
    judge.hazardsOff = ["empty-view"]
    judge.dialect = .openai
    #expect(try load(judge.json.serialised()) == judge)
  }

  @Test(arguments: [
    ("{ version: 1, id: 'x', metric: [] }", "unknown key 'metric'"),
    ("{ version: 2, id: 'x' }", "unknown version 2"),
    ("{ version: 1 }", "missing key 'id'"),
    ("{ version: 1, id: 'x', metrics: ['recal'] }", "unknown metric 'recal'"),
    ("{ version: 1, id: 'x', metrics: ['gone'] }", "the primary metric 'recall'"),
    (
      "{ version: 1, id: 'x', hazards: { off: ['orphan-outputs'] } }",
      "did you mean 'orphan-output'?"
    ),
    ("{ version: 1, id: 'x', hazards: { severities: { 'over-budget': 'bad' } } }", "found 'bad'"),
    ("{ version: 1, id: 'x', noRangeBelow: 2 }", "expected 0 to 1"),
    ("{ version: 1, id: 'x', controls: { nullPasses: { below: 1 } } }", "unknown key 'below'"),
    ("{ version: 1, id: 'x', effects: { reads: [] } }", "unknown key 'reads'"),
    ("{ version: 1, ", "judge.json5:1:"),
  ])
  func `a mistake is named with its place`(text: String, message: String) throws {
    let error = try #require(throws: JudgeError.self) { try load(text) }
    #expect(error.description.contains(message), "\(error)")
    #expect(error.description.contains("judge.json5:1:"))
  }

  @Test(arguments: [
    ("get_room", ToolEffect.read), ("book_room", .write), ("ponder", .write),
    ("GET_ROOM", .read), ("search_and_book", .read), ("get", .write),
  ])
  func `the effect of a tool is read off its name`(name: String, effect: ToolEffect) {
    #expect(Judge.default.effects.effect(of: name) == effect)
  }

  @Test func `a stated effect outweighs the name, and a name that fits both lists is a write`() {
    let tool = ToolDefinition(name: "get_rid_of", effect: .write)
    let effects = Judge.default.effects.stating(Transcript(head: Head("", tools: [tool])))
    #expect(effects.effect(of: "get_rid_of") == .write)
    #expect(ToolEffects(read: ["*"], write: ["a*b"]).effect(of: "a-x-b") == .write)
    #expect(ToolEffects(read: ["*"], write: ["a*b"]).effect(of: "a-x-c") == .read)
  }
}
