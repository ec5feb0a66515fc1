import EvalKitTesting
import Testing

@testable import EvalKit

/// What of several entries a summary, or what is left of the record, is told by.
struct CoverageEdgeTests: RuleChecking {
  private typealias Example = HazardExample

  private func gap(_ fed: [[Int]], covers: [Int], shows: [Int], drop: Bool = false) -> HazardExample
  {
    var calls = fed.map { SummaryCall.example(fed: $0) }
    if drop {
      calls.append(
        SummaryCall(
          by: "drop", request: 1, moment: .prompt, input: 0, output: 0, fed: [], isRemedy: true))
    }
    return Example(
      Transcript(entries: Example.plainTurns),
      requests: [
        Example.Request(
          after: 5,
          shows: (covers.isEmpty ? [] : [.made(.prompt("It weighs 5 kg."), covers: covers)])
            + shows.map { .entry($0) }, summaries: calls)
      ])
  }

  @Test func `the first entry of a gap is named`() throws {
    #expect(
      try words("silent-gap", gap([[1]], covers: [3, 2, 1, 0], shows: [4]))
        == [
          "0 3 of the 4 entries a summary stands for were not fed to its summariser, from prompt 0 on"
        ])
    #expect(
      try words("silent-gap", gap([[0, 1], [2, 3]], covers: [0, 1, 2, 3], shows: [4])) == [])
    #expect(
      try words("silent-gap", gap([], covers: [], shows: [3, 4], drop: true))
        == ["0 no summary came, and 3 entries were dropped, from prompt 0 on"])
    #expect(try words("silent-gap", gap([[0]], covers: [], shows: [3, 4])) == [])
    #expect(try words("silent-gap", gap([], covers: [], shows: [0, 1, 2, 3, 4], drop: true)) == [])
  }

  @Test func `of old values in view the first is named`() throws {
    let fact = Fact(
      id: "tag", kind: "identifier", value: "BA4711",
      evidence: [Evidence(entry: EntryID(4), quote: "BA4711")],
      supersedes: [Fact.Superseded(value: "BA4117")])
    let entries: [Entry] = [
      .prompt("Tag BA4117."), .response("BA4117 it is."), .prompt("Hm."), .response("Yes?"),
      .prompt("No, BA4711."), .response("Noted."), .prompt("So?"),
    ]
    func found(_ shown: [Example.Shown]) throws -> [String] {
      try words(
        "stale-survivor",
        Example(entries, showing: shown) { subject in
          subject.evalCase = EvalCase(id: "c", transcript: subject.transcript, facts: [fact])
        })
    }
    let told = "'BA4117' is in view, and 'BA4711', which replaced it, is not"
    #expect(try found([.entry(0), .entry(1), .entry(6)]) == ["0 \(told)"])
    #expect(try found([.entry(1), .entry(6)]) == ["1 \(told)"])
    #expect(
      try found([
        .made(.prompt("x"), covers: [0]), .made(.prompt("BA4117"), covers: [2, 1]), .entry(6),
      ])
        == ["2 \(told)"])
    #expect(try found([.entry(0), .entry(4), .entry(6)]) == [])
    #expect(try found([.entry(6)]) == [])
  }

  @Test func `a secret in what was made of the turn in flight is needed there`() throws {
    let entries: [Entry] = [
      .prompt("Card 4111 1111 1111 1111."), .response("Paid."), .prompt("Again?"),
      .exampleCalls("pay"), .output("with 4111 1111 1111 1111", callID: "k1"),
    ]
    func found(_ shown: [Example.Shown]) throws -> [String] {
      try words(
        "secret-leaked",
        Example(entries, showing: shown) { subject in
          subject.evalCase = EvalCase(
            id: "c", transcript: subject.transcript,
            secrets: [
              Secret(
                id: "card", value: "4111 1111 1111 1111",
                evidence: [Evidence(entry: EntryID(0), quote: "4111 1111 1111 1111")])
            ])
        })
    }
    let cut = Example.Shown.edited(4, .truncated, .output("4111 1111 1111 1111", callID: "k1"))
    #expect(try found([.entry(2), .entry(3), cut]) == [])
    #expect(try found([.entry(2), .entry(3), .entry(4)]) == [])
    #expect(
      try found([.entry(0), .entry(2), .entry(3), .entry(4)])
        == ["0 secret 'card' is in view after its turn"])
    #expect(
      try found([
        .made(.prompt("x"), covers: [0]), .made(.prompt("4111111111111111"), covers: [1]),
        .entry(2),
      ])
        == ["1 secret 'card' is in what a stage made"])
    #expect(
      try found([.edited(0, .truncated, .prompt("Card 4111-1111-1111-1111")), .entry(2)])
        == ["0 secret 'card' is in what a stage made"])
  }

  @Test(arguments: [
    ("User: what about the fee, please?", false), ("User: so?\nAssistant: well?", false),
    ("User: what about the fee?\nAssistant: it is forty in all.", true),
    ("User: And that?\nUser: what about the fee, please?", false),
    ("User: Weigh it now.\nUser: what about the fee?\nAI: it is forty in all.", true),
  ])
  func `a conversation that goes on takes two lines that nobody said`(text: String, fires: Bool)
    throws
  {
    #expect(try self.fires("summary-failed", .summarised(text)) == fires)
  }

  @Test(arguments: [
    ("output above", false), ("results above", false), ("already read that", false),
    ("as shown above", true),
    ("as mentioned above", true), ("see above", true), ("the list above", true),
    ("the table above", true),
    ("as noted above", true), ("as listed above", true), ("as described above", true),
    ("as you can see above", true), ("already read the", false), ("already looked at the", false),
    ("result above", false),
  ])
  func `what points back at an answer, and what at a tool's output`(
    phrase: String, mayMeanAnswer: Bool
  ) throws {
    let entries: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
      .response("Light."),
      .prompt("So?"), .response("Well, \(phrase) say."), .prompt("And?"),
    ]
    #expect(try !fires("dangling-reference", Example(entries, shows: [2, 5, 6])))
    #expect(try fires("dangling-reference", Example(entries, shows: [3, 5, 6])) == !mayMeanAnswer)
    let found = try findings("dangling-reference", Example(entries, shows: [4, 5, 6]))
    #expect(found.map(\.detail) == ["'\(phrase)', and nothing it could mean is in view"])
  }
}
