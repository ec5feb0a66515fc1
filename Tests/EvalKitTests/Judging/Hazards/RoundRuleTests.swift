import EvalKitTesting
import Testing

@testable import EvalKit

/// The edges of the rules about calls and their outputs.
struct RoundRuleTests: RuleChecking {
  private let batch: [Entry] = [
    .prompt("Both."), .exampleCalls("get_a", "get_b"), .output("1", callID: "k1"),
    .output("2", callID: "k2"),
  ]

  @Test func `an output that a stage made answers its call`() throws {
    let entries: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
      .response("5 kg."), .prompt("And that?"),
    ]
    func example(_ callID: String) -> HazardExample {
      HazardExample(
        entries,
        showing: [
          .entry(0), .entry(1), .made(.output("cut", callID: callID), covers: [2]), .entry(3),
          .entry(4),
        ])
    }
    #expect(try !fires("orphan-call", example("k1")))
    #expect(try !fires("orphan-output", example("k1")))
    #expect(try fires("orphan-call", example("k9")))
    #expect(try fires("orphan-output", example("k9")))
  }

  @Test func `a call that a stage made needs an output`() throws {
    let call = HazardExample.Shown.made(.exampleCalls("look", first: 7), covers: [])
    let output = HazardExample.Shown.made(.output("seen", callID: "k7"), covers: [])
    let entries = HazardExample.plainTurns
    #expect(
      try fires("orphan-call", HazardExample(entries, showing: [.entry(0), call, .entry(4)])))
    let whole = HazardExample(entries, showing: [.entry(0), call, output, .entry(4)])
    #expect(try !fires("orphan-call", whole))
    #expect(try !fires("orphan-output", whole))
  }

  @Test func `a round whose outputs are all gone is no split batch, but for a made one it is none`()
    throws
  {
    #expect(try !fires("split-batch", HazardExample(batch, shows: [0, 1])))
    #expect(try fires("split-batch", HazardExample(batch, shows: [0, 2])))
    let mended = HazardExample(
      batch,
      showing: [.entry(0), .entry(1), .entry(2), .made(.output("cut", callID: "k2"), covers: [3])])
    #expect(try !fires("split-batch", mended))
  }

  @Test func `ids that the record uses twice are paired by position`() throws {
    let entries: [Entry] = [
      .prompt("Twice."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
      .exampleCalls("weigh"), .output("6 kg", callID: "k1"), .response("Done."), .prompt("More."),
    ]
    let orphan = try findings("orphan-output", HazardExample(entries, shows: [0, 1, 2, 4, 5, 6]))
    #expect(orphan.map(\.entry) == [EntryID(4)])
    let whole = HazardExample(entries, shows: [0, 3, 4, 5, 6])
    #expect(try !fires("orphan-output", whole))
    #expect(try !fires("orphan-call", whole))
  }

  @Test func `what the record has between a call and its output is inherited`() throws {
    let late: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("weigh"), .prompt("Still there?"),
      .output("5 kg", callID: "k1"), .response("5 kg."), .prompt("And that?"),
    ]
    func example(_ shown: [HazardExample.Shown]) -> HazardExample {
      HazardExample(late, showing: shown) { $0.dialect = .openai }
    }
    let rest: [HazardExample.Shown] = [.entry(3), .entry(5)]
    let recorded = example([.entry(0), .entry(1), .entry(2)] + rest)
    #expect(try findings("output-not-adjacent", recorded).map(\.isInherited) == [true])
    let covered = example(
      [
        .entry(0), .entry(1), .made(.prompt("Asked again."), covers: [2]),
      ] + rest)
    #expect(try findings("output-not-adjacent", covered).map(\.isInherited) == [true])
    let moved = example([.entry(1), .entry(0)] + rest)
    #expect(try findings("output-not-adjacent", moved).map(\.isInherited) == [false])
  }

  @Test func `rules of a dialect do not apply where none, or another, is named`() throws {
    for rule in ["output-not-adjacent", "bad-alternation", "signed-prefix-changed"] {
      let rule = try #require(HazardRules.rule(rule))
      for dialect in [nil, Dialect.apple] {
        let example = example("p1 r1 p2", [0, 2], dialect: dialect)
        #expect(example.report(rule).notApplicable.map(\.rule) == [rule.id])
      }
    }
  }
}
