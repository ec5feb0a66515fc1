import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct RegexRemoveTests {
  private func texts(_ entries: [Entry], _ arguments: String) async throws -> [String] {
    try await Bench().edited(Transcript(entries: entries), by: "regex-remove(\(arguments))")
      .items.map(\.entry.text)
  }

  @Test func `Matches go from every text`() async throws {
    let entries: [Entry] = [
      .prompt("see <a>x</a> here"), .response("<a>y</a>z"), .output("<a>\n</a>", toolName: "t"),
      .reasoning("none"),
    ]
    #expect(
      try await texts(entries, "patterns: ['<a>.*?</a>']")
        == ["see  here", "z", "<a>\n</a>", "none"])
    // A dot matches a line feed only if told to.
    #expect(try await texts(entries, "patterns: ['(?s)<a>.*?</a>']")[2] == "")
  }

  @Test func `The newest stay as they are`() async throws {
    let entries: [Entry] = [.prompt("xa"), .response("xb"), .prompt("xc")]
    #expect(try await texts(entries, "patterns: [x], last: 1") == ["a", "b", "xc"])
    #expect(try await texts(entries, "patterns: [x], last: 2 turns") == ["xa", "xb", "xc"])
  }

  @Test func `What removing brings together is removed too`() async throws {
    #expect(try await texts([.prompt("aabbc")], "patterns: [ab]") == ["c"])
  }

  @Test func `Entries without a match are the same objects`() async throws {
    let items = try await Bench().edited(
      Shorthand.transcript("p1 r1"), by: "regex-remove(patterns: [zzz])"
    ).items
    #expect(items.allSatisfy { $0.form == .whole })
  }

  @Test(arguments: [
    ("patterns: ['a(']", "the pattern 'a(' is no regular expression"),
    ("patterns: [b, 'a(']", "pattern 2 'a(' is no regular expression"),
    ("patterns: ['x*']", "matches nothing at all"),
    ("patterns: []", "expected at least one regular expression"),
    ("patterns: ['\(String(repeating: "a", count: 1001))']", "has 1001 characters; at most 1000"),
    (
      "patterns: [\((0..<65).map { "a\($0)" }.joined(separator: ", "))]",
      "65 patterns; at most 64 are taken"
    ),
  ])
  func `A pattern that cannot serve is refused and says why`(arguments: String, problem: String) {
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("regex-remove(\(arguments))")
    }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }

  // When it fails
  @Test func `An entry that was nothing but a match is left empty`() async throws {
    #expect(try await texts([.output("<diff>x</diff>")], "patterns: ['<diff>.*</diff>']") == [""])
  }

  // When it fails: nothing tells how long a pattern may take.
  @Test func `Nested repetition is not refused`() throws {
    #expect(throws: Never.self) {
      try Strategies.catalog.parse("regex-remove(patterns: ['(a+)+b'])")
    }
  }
}
