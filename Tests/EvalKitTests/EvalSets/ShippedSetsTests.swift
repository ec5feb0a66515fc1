import EvalKit
import Foundation
import Testing

/// The repository's folder.
private let root = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

struct ShippedSetsTests {
  @Test func `the example of the documentation loads and is without fault`() throws {
    let loaded = try EvalSetLoader.load(root.appendingPathComponent("docs/example-case.json5").path)
    let value = try #require(loaded.cases.first)
    #expect(CaseCheck.errors(of: value).map(\.description) == [])
    #expect(value.value.facts.count == 8)
    #expect(value.value.probes.count == 9)
    let tag = try #require(value.value.fact("tag"))
    #expect(tag.value == "BA4711")
    #expect(tag.supersedes.map(\.value) == ["BA4117"])
    #expect(tag.supersedes.first?.evidence.map(\.entry?.index) == [0, 1])
    #expect(value.value.secrets.map(\.id) == ["card", "staff-door"])
    #expect(
      value.value.questions.map(\.id) == [
        "tag", "tag-over-time@t3", "tag-over-time@t6", "tag-over-time@t7", "city", "part", "back",
        "bags", "recognise", "looks", "gate", "gate.decoy", "first-look", "desk-and-hours#1",
        "desk-and-hours#2", "file-claim", "fill(call 2)",
      ])
  }

  @Test(
    arguments: (try? FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("evalsets").path))?.sorted() ?? [])
  func `every shipped set loads and is without fault`(_ name: String) throws {
    let folder = root.appendingPathComponent("evalsets/\(name)").path
    guard FileManager.default.fileExists(atPath: folder + "/evalset.json5") else { return }
    let loaded = try EvalSetLoader.load(folder)
    #expect(!loaded.cases.isEmpty)
    for value in loaded.cases {
      let errors = CaseCheck.errors(of: value).map(\.description)
      #expect(errors == [])
    }
  }
}
