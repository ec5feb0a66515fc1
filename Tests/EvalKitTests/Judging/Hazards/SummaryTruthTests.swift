import EvalKitTesting
import Testing

@testable import EvalKit

/// Summaries that say what nobody said, or are none.
struct SummaryTruthTests {
  private static let entries: [Entry] = [
    .prompt("My bag tag is BA4711, it came on 14 May with Lukas Huber."),
    .exampleCalls("find_bag"),
    .output(
      "Held in Porto since 2026-05-14T10:30, fee 1,250.50 EUR, see /srv/bags/log/porto.txt or "
        + "https://bags.example/r/88213", callID: "k1"),
    .response("It is being held."), .prompt("Where is it?"),
  ]

  @Test(arguments: [
    ("Bag BA-4711 is held in Porto.", false), ("Bag BA4717 is held in Porto.", true),
    ("The fee is 1250.50 EUR.", false), ("The fee is EUR 1250.5.", false),
    ("The fee is 1,520.50 EUR.", true), ("It came on May 14, 2026.", false),
    ("It came on 15 May 2026.", true), ("It came at 10:30.", false), ("It came at 11:30.", true),
    ("It is listed in bags/log/porto.txt.", false), ("It is listed in porto.txt.", false),
    ("It is listed in /srv/bags/log/lisbon.txt.", true),
    ("See https://bags.example/r/88213.", false), ("See https://bags.example/r/88231.", true),
    ("The owner, Lukas Huber, waits for it.", false), ("The owner, Mr Huber, waits.", false),
    ("The owner, Paula Meyer, waits for it.", true),
    // What may be counted, worked out or put otherwise is left alone.
    ("3 things were asked in 2026; 14 messages; 1234 characters were left out.", false),
    ("About 50% is done.", false), ("Next Steps\nOpen Items: none", false),
    ("The user is with Customer support.", false),
    // The beginning of a value is in one of the entries: it may have been cut.
    ("Bag BA471 is held.", false), ("Bag CA471 is held.", true),
  ])
  func `a value in a summary has to come from what it was made of`(text: String, fires: Bool) throws
  {
    let example = HazardExample.summarised(text, of: Self.entries)
    let found = try example.introduced("summary-unsupported")
    #expect(found.isEmpty == !fires, "\(found.map(\.detail))")
  }

  @Test func `a value that was said and not fed is not supported either, unless all was read`()
    throws
  {
    let text = "Bag BA4711 is held."
    let fed = HazardExample.summarised(
      text, of: Self.entries, covers: [1, 2, 3], shows: [0, 4])
    #expect(try fed.fires("summary-unsupported"))
    // Without a record of what was read it may have read all.
    var open = fed
    open.requests[0].summaries = []
    open.setting = { subject in
      subject.pipeline = Pipeline([
        Stage(Program(), arguments: StrategyArguments(), persistence: .stored, moments: [.prompt])
      ])
    }
    #expect(try !open.fires("summary-unsupported"))
    open = HazardExample(
      Transcript(entries: Self.entries),
      requests: [
        HazardExample.Request(
          after: 5,
          shows: [.made(.prompt("Bag ZZ9944 is held."), covers: [1, 2, 3]), .entry(0), .entry(4)])
      ], setting: open.setting)
    #expect(try open.fires("summary-unsupported"))
  }

  /// Stands for a program: what it reads is not recorded.
  private struct Program: Strategy {
    static let definition = StrategyDefinition(
      name: "program", summary: "Runs.", persistence: .stored, runsProgram: true)
    init(_ arguments: StrategyArguments = StrategyArguments()) {}
    func edit(
      _ history: History, in context: MomentContext, memory: inout JSONValue
    ) async throws -> History { history }
  }

  @Test func `a summary rests on the head and on the summary before it too`() throws {
    let head = Head("The desk's number is 4-555-1234.")
    let example = HazardExample(
      Transcript(head: head, entries: Self.entries),
      requests: [
        HazardExample.Request(
          after: 5,
          shows: [.made(.prompt("The desk is 4-555-1234."), covers: [0, 1, 2, 3]), .entry(4)],
          summaries: [.example(fed: [0, 1, 2, 3])])
      ])
    #expect(try !example.fires("summary-unsupported"))
    // The first made it up, the second only repeats it.
    let twice = HazardExample.twoSummaries("It weighs 1234 kg.", "It weighs 1234 kg, they say.")
    #expect(try twice.introduced("summary-unsupported").map(\.requests) == [1])
  }

  @Test(arguments: [
    ("Error generating summary: timeout", true), ("I don't see any events to summarize.", true),
    ("[Summary unavailable]", true), ("", true), (" \n", true),
    ("{\"name\": \"find_bag\", \"arguments\": {}}", true),
    ("<tool_call>find_bag</tool_call>", true),
    ("User: what about the fee, please?\nAssistant: it is forty in all.", true),
    ("User: Where is it?\nAssistant: It is being held.", false),
    ("The call failed with an error; the user will retry.", false),
    ("Errors: none so far. The bag is in Porto.", false),
    ("Open: find_bag has to be called again.", false),
  ])
  func `what is stored as a summary is one`(text: String, fires: Bool) throws {
    let example = HazardExample.summarised(text, of: Self.entries)
    let found = try example.introduced("summary-failed")
    #expect(found.isEmpty == !fires, "\(found.map(\.detail))")
  }

  @Test(arguments: ["no-input", "empty", "unread"])
  func `a remedy that leaves nothing is a summary that failed`(remedy: String) throws {
    var example = HazardExample.summarised("Something fixed.", of: Self.entries)
    example.requests[0].summaries = [
      SummaryCall(
        by: remedy, request: 1, moment: .prompt, input: 0, output: 0, fed: [], isRemedy: true)
    ]
    #expect(try example.fires("summary-failed"))
  }

  @Test func `a summary of no entries is none`() throws {
    var example = HazardExample.summarised("Nothing was said.", of: Self.entries)
    example.requests[0].summaries = [.example(fed: [])]
    #expect(
      try example.introduced("summary-failed").map(\.detail) == ["the summariser was fed no entry"])
  }
}
