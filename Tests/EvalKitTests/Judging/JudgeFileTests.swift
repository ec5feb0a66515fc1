import Foundation
import Testing

@testable import EvalKit

struct JudgeFileTests {
  private func load(_ text: String) throws -> Judge {
    try Judge(json5: Array(text.utf8), file: "judge.json5")
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "judges")

  private func shipped(_ name: String) throws -> Judge {
    let file = Self.folder.appending(path: name)
    return try Judge(
      json5: Array(Data(contentsOf: file)), file: file.path, files: .folder(Self.folder))
  }

  @Test func `every judge in the repository loads, under the name of its file`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".json5") }.sorted()
    #expect(names == ["default.json5", "privacy.json5", "strict.json5", "structure-only.json5"])
    for name in names {
      let judge = try shipped(name)
      #expect("\(judge.id).json5" == name)
      #expect(try load(judge.json.serialised()) == judge)
    }
    #expect(try Set(names.map { try shipped($0).digest }).count == names.count)
  }

  @Test func `the shipped judges judge what they say`() throws {
    let strict = try shipped("strict.json5")
    #expect(strict.strictness == .strict)
    #expect(strict.dialect == .anthropic)
    #expect(strict.reported.last == "composite")
    #expect(strict.gates.contains(GateRule(metric: "hazardsPer100", ceiling: 0)))
    let structure = try shipped("structure-only.json5")
    #expect(Set(structure.rules.map(\.group)) == [.structure, .tools])
    #expect(Set(structure.metrics).isDisjoint(with: ["survival", "recall", "argumentFill"]))
    let privacy = try shipped("privacy.json5")
    #expect(!privacy.metrics.contains("recall"))
    #expect(privacy.rules.map(\.id).contains("secret-leaked"))
    #expect(privacy.rules.map(\.id).contains("constraint-lost"))
    #expect(!privacy.rules.isEmpty && privacy.rules.allSatisfy { $0.group != .cache })
  }

  @Test func `the default judge is the one in the repository`() throws {
    let judge = try shipped("default.json5")
    #expect(judge == Judge.default)
    #expect(judge.json == Judge.default.json)
  }

  @Test func `the normalised judge reads back as itself`() throws {
    var judge = Judge.default
    judge.severities = ["over-budget": .warning]
    judge.hazardsOff = ["empty-view"]
    judge.dialect = .openai
    judge.hazardsOn = ["structure", "over-budget"]
    judge.strictness = .lenient
    judge.composite = Composite([.init(metric: "recall", weight: 2)])
    judge.gates = [
      GateRule(
        metric: "recall", arms: "ours*", mode: .sampled, minDrop: 0.02, floor: 0.5, repeats: 5),
      GateRule(metric: "recall"), GateRule(metric: "overflows", ceiling: 0),
    ]
    judge.modelJudges = [ModelJudgeFixture.judge]
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
    ("{ version: 1, id: 'x', metrics: ['recall', 'recall'] }", "stands twice"),
    ("{ version: 1, id: 'x', metrics: ['recall', 'composite'] }", "weights in 'composite'"),
    ("{ version: 1, id: 'x', primary: 'recal' }", "did you mean 'recall'?"),
    ("{ version: 1, id: 'x', strictness: 'lenent' }", "did you mean 'lenient'?"),
    ("{ version: 1, id: 'x', hazards: { on: ['structur'] } }", "did you mean 'structure'?"),
    ("{ version: 1, id: 'x', hazards: { dialect: 'openal' } }", "did you mean 'openai'?"),
    ("{ version: 1, id: 'x', composite: {} }", "missing key 'weights'"),
    ("{ version: 1, id: 'x', composite: { weights: {} } }", "expected a weight"),
    ("{ version: 1, id: 'x', composite: { weights: { recal: 1 } } }", "did you mean 'recall'?"),
    ("{ version: 1, id: 'x', composite: { weights: { recall: 0 } } }", "above 0, found 0"),
    ("{ version: 1, id: 'x', composite: { weights: { peakTokens: 1 } } }", "cannot be weighed"),
    ("{ version: 1, id: 'x', composite: { weights: { cacheHitRate: 1 } } }", "cannot be weighed"),
    (
      "{ version: 1, id: 'x', composite: { weights: { normalizedRecall: 1 } } }",
      "cannot be weighed"
    ),
    ("{ version: 1, id: 'x', gates: { recall: {} } }", "expected an array"),
    ("{ version: 1, id: 'x', gates: [{ metric: 'recal' }] }", "did you mean 'recall'?"),
    ("{ version: 1, id: 'x', gates: [{ floor: 0.5 }] }", "missing key 'metric'"),
    ("{ version: 1, id: 'x', gates: [{ metric: 'recall', floor: 2 }] }", "expected 0 to 1"),
    ("{ version: 1, id: 'x', gates: [{ metric: 'recall', minDrop: 2 }] }", "expected 0 to 1"),
    (
      "{ version: 1, id: 'x', gates: [{ metric: 'peakTokens', ceiling: -1 }] }",
      "expected 0 or more"
    ),
    (
      "{ version: 1, id: 'x', gates: [{ metric: 'recall', floor: 0.8, ceiling: 0.5 }] }",
      "is over the ceiling"
    ),
    ("{ version: 1, id: 'x', gates: [{ metric: 'firings' }] }", "has no better side"),
    (
      "{ version: 1, id: 'x', gates: [{ metric: 'cacheHitRate', minDrop: 0.1 }] }",
      "has no better side"
    ),
    (
      "{ version: 1, id: 'x', gates: [{ metric: 'overflows', mode: 'generalises' }] }",
      "no test fits it"
    ),
    (
      "{ version: 1, id: 'x', gates: [{ metric: 'recall', mode: 'drifts' }] }",
      "did you mean 'drift'?"
    ),
    ("{ version: 1, id: 'x', gates: [{ metric: 'recall', repeats: 2 }] }", "expected 3 or more"),
    (
      "{ version: 1, id: 'x', gates: [{ metric: 'recall', mode: 'drift', repeats: 3 }] }",
      "for the mode sampled"
    ),
    (
      "{ version: 1, id: 'x', gates: [{ metric: 'recall', minimum: 1 }] }",
      "unknown key 'minimum'"
    ),
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
