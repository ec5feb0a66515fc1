import EvalKitTesting
import Testing

@testable import EvalKit

/// The edges of the rules about prompts, responses and the turn in flight.
struct TurnRuleTests: RuleChecking {
  @Test(arguments: [
    ("p1 p2 r1 p3", [0, 1, 2, 3], true), ("p1 t1 p2", [0, 1, 2], true),
    ("p1 r1 p2", [0, 2], false), ("p1 t1 r1 p2", [0, 1, 3], false),
    ("p1 r1 r2 p2", [0, 1, 2, 3], true), ("p1 r1 p2 r2 p3", [0, 1, 3, 4], false),
    ("p1 r1 p2", [2, 0], false),
  ])
  func `prompts in a row are inherited where the record has them in a row`(
    notation: String, places: [Int], isInherited: Bool
  ) throws {
    let found = try findings("bad-alternation", example(notation, places, dialect: .gemini))
    #expect(found.map(\.isInherited) == [isInherited])
  }

  @Test func `a summary as a prompt before a prompt is two in a row, unless it was so`() throws {
    func example(_ notation: String, _ covers: [Int], _ rest: [Int]) -> HazardExample {
      HazardExample(
        Entry.list(notation),
        showing: [.made(.prompt("Summary."), covers: covers)] + rest.map { .entry($0) }
      ) { $0.dialect = .anthropic }
    }
    #expect(try fires("bad-alternation", example("p1 r1 p2", [0, 1], [2])))
    #expect(try !fires("bad-alternation", example("p1 p2", [0], [1])))
  }

  @Test func `a view that ends on reasoning ends on the model's own words`() throws {
    #expect(try fires("trailing-response", example("p1 t1 r1 p2", [0, 1])))
    #expect(try !fires("trailing-response", example("p1 c1 o1", [0, 1])))
  }

  @Test func `a prompt that is carried verbatim is not lost, and one that is covered is`() throws {
    func example(carries: [Int]) -> HazardExample {
      HazardExample(
        Entry.list("p1 c1 o1"),
        showing: [
          .made(.prompt("Summary."), covers: carries.isEmpty ? [0] : [], carries: carries),
          .entry(1), .entry(2),
        ])
    }
    #expect(try fires("prompt-lost", example(carries: [])))
    #expect(try !fires("prompt-lost", example(carries: [0])))
  }

  @Test
  func `a short prompt in a summary may stand there by chance, an earlier one's words are its own`()
    throws
  {
    let long = "Please weigh the second sample and log what it comes to."
    func example(_ first: String, _ last: String) -> HazardExample {
      HazardExample(
        [.prompt(first), .response("Yes."), .prompt(last)],
        showing: [.made(.prompt("They said: \(last)"), covers: [0]), .entry(1), .entry(2)])
    }
    #expect(try fires("prompt-duplicated", example("Hello.", long)))
    #expect(try !fires("prompt-duplicated", example(long, long)))
    #expect(try !fires("prompt-duplicated", example("Hello.", "Yes.")))
  }

  @Test func `the turn in flight may be cut, carried and added to, not masked or summarised`()
    throws
  {
    let entries = Entry.list("p1 r1 p2 c1 o1")
    func example(_ shown: HazardExample.Shown) -> HazardExample {
      HazardExample(entries, showing: [.entry(2), .entry(3), shown])
    }
    #expect(try !fires("in-flight-edited", example(.entry(4))))
    #expect(try !fires("in-flight-edited", example(.edited(4, .truncated, .o(1, tokens: 2)))))
    #expect(
      try !fires("in-flight-edited", example(.made(.output("o"), covers: [], carries: [4]))))
    #expect(try fires("in-flight-edited", example(.edited(4, .masked, .output("gone")))))
    let found = try findings("in-flight-edited", example(.made(.output("o"), covers: [4])))
    #expect(found.map(\.detail) == ["it was summarised"])
    let reminded = HazardExample(
      entries, showing: [.entry(2), .entry(3), .entry(4), .made(.prompt("Be brief."), covers: [])])
    #expect(try !fires("in-flight-edited", reminded))
  }

  @Test func `an edit of the turn in flight is charged at every request that shows it`() throws {
    let entries = Entry.list("p1 c1 o1 c2 o2 c3 o3 r1")
    let masked = HazardExample.Shown.edited(2, .masked, .output("gone", callID: "call1"))
    let requests = [5, 7].map { count in
      HazardExample.Request(
        after: count,
        shows: (0..<count).map { $0 == 2 ? masked : .entry($0) })
    }
    let example = HazardExample(Transcript(entries: entries), requests: requests)
    let report = example.report(try #require(HazardRules.rule("in-flight-edited")))
    #expect(report.findings.map(\.requests) == [2])
    #expect(report.hazardous == 2)
  }
}
