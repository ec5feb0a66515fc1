import Authoring
import EvalKit
import Testing

struct CaseFixerTests {
  /// The text after its fixable findings were mended, and how many there were.
  private func mended(_ text: String, file: String = "c.json5") throws -> (
    text: String, count: Int, changes: [String]
  ) {
    let findings = BrokenCaseTests.check(text, file: file).findings.map(\.diagnostic)
    var fixer = CaseFixer(Array(text.utf8), file: file)
    let count = try fixer.apply(findings)
    return (String(decoding: fixer.bytes, as: UTF8.self), count, fixer.changes)
  }

  @Test(arguments: [
    "evidence that says neither value nor quote", "a superseded value that is the value still",
    "a cloze that says the answer", "an argument that nothing supplies",
    "a probe before its evidence",
  ])
  func `what takes no judgement is mended, and nothing else is touched`(name: String) throws {
    let broken = try #require(BrokenCase.all.first { $0.name == name })
    let text = BrokenCase.right.replacing(broken.old, with: broken.new)
    let result = try mended(text)
    #expect(result.count == 1 && result.changes.count == 1)
    #expect(BrokenCaseTests.check(result.text).errorCount == 0, "\(result.text)")
    let old = text.split(separator: "\n")
    let new = result.text.split(separator: "\n")
    let kept = old.filter { !new.contains($0) }
    #expect(kept.count <= 2)
    #expect(try mended(result.text).count == 0)
  }

  @Test(arguments: [
    ("before", "response 2", #"{ before: "prompt 2" }"#),
    ("after", "prompt 1", #"{ before: "prompt 1" }"#),
    ("before", "response 5", #"{ before: "prompt 5" }"#),
  ])
  func `a checkpoint moves to the nearest legal place`(key: String, entry: String, place: String)
    throws
  {
    let text = BrokenCase.right.replacing(
      #"at: { before: "prompt 3" }"#, with: "at: { \(key): \"\(entry)\" } /* why */")
    let result = try mended(text)
    #expect(result.text.contains("at: \(place) /* why */"), "\(result.text)")
  }

  @Test func `a trajectory moves to the nearest reply`() throws {
    let text = BrokenCase.right.replacing(#"before: "call 1""#, with: #"before: "prompt 4""#)
    let result = try mended(text)
    #expect(BrokenCaseTests.check(result.text).errorCount == 0, "\(result.text)")
  }

  @Test func `what a person must decide is left as it is`() throws {
    for name in ["a question that says the answer", "two facts with one value", "an unknown fact"] {
      let broken = try #require(BrokenCase.all.first { $0.name == name })
      let text = BrokenCase.right.replacing(broken.old, with: broken.new)
      let result = try mended(text)
      #expect(result.count == 0 && result.text == text)
    }
  }

  @Test func `plain JSON stays plain JSON`() throws {
    let value = try JSONNode.parse(
      BrokenCase.right.replacing("The tag is", with: "The tag BA4711 is")
        .replacing(#"facts: ["via"] }"#, with: #"facts: ["via"], at: { before: "prompt 2" } }"#),
      options: .json5
    ).value
    let result = try mended(value.serialised(), file: "c.json")
    #expect(result.count == 2)
    #expect(BrokenCaseTests.check(result.text, file: "c.json").errorCount == 0)
    #expect(!result.text.contains("BA4711 is"))
  }

  @Test func `a line that only held what was taken out goes with it`() throws {
    let text = BrokenCase.right.replacing(
      #"cloze: "The tag is", "#,
      with: "\n          // said\n          cloze: \"The tag BA4711 is\",\n          ")
    let result = try mended(text)
    #expect(
      result.text.contains("          // said\n          facts: [\"tag\"] }"), "\(result.text)")
  }
}
