import EvalKitTesting
import Foundation
import Testing

@testable import EvalKit

/// The edges of the rules about tools.
struct ToolRuleTests: RuleChecking {
  private let weighing: [Entry] = [
    .prompt("Weigh it."), .exampleCalls("get_weight"), .output("5 kg", callID: "k1"),
    .response("5 kg."), .prompt("And that?"),
  ]
  private func tools(_ names: String...) -> [ToolDefinition] {
    names.map { ToolDefinition(name: $0) }
  }

  private func session(
    _ transcript: Transcript, _ heads: [(count: Int, head: Head?)]
  ) -> HazardExample {
    HazardExample(
      transcript,
      requests: heads.map { count, head in
        HazardExample.Request(after: count, shows: (0..<count).map { .entry($0) }, head: head)
      })
  }

  @Test func `without any tool definition there is nothing to hold calls to`() throws {
    for id in ["undefined-tool", "tool-in-prose-only", "late-tool", "tools-changed"] {
      let rule = try #require(HazardRules.rule(id))
      let report = HazardExample(weighing, shows: [0, 1, 2, 3, 4]).report(rule)
      #expect(report.notApplicable.map(\.rule) == [id])
      #expect(report.findings.isEmpty)
    }
  }

  @Test func `a call of a tool that the record does not define is inherited`() throws {
    let removed = Transcript(
      head: Head("", tools: tools("get_weight", "measure")), entries: weighing,
      changes: [HeadChange(position: 4, tools: tools("measure"))])
    let found = try findings("undefined-tool", session(removed, [(3, nil), (5, nil)]))
    #expect(found.map(\.isInherited) == [true])
    #expect(found.map(\.firstRequest) == [2])
    // The stage took it away before the record did.
    let early = session(removed, [(3, Head("", tools: tools("measure"))), (5, nil)])
    #expect(try findings("undefined-tool", early).map(\.isInherited) == [false, true])
  }

  @Test func `a call that a stage made of no tool there is counts against it`() throws {
    let transcript = Transcript(
      head: Head("", tools: tools("get_weight")), entries: HazardExample.plainTurns)
    func example(_ name: String) -> HazardExample {
      HazardExample(
        transcript,
        requests: [
          HazardExample.Request(
            after: 5, shows: [.made(.exampleCalls(name), covers: [0]), .entry(4)])
        ])
    }
    #expect(try fires("undefined-tool", example("weigh")))
    #expect(try !fires("undefined-tool", example("get_weight")))
  }

  @Test(arguments: [
    ("Use the `get_length` tool.", true), ("Use the get_length tool.", true),
    ("Call function getLength for it.", true), ("Then call get_weight first.", false),
    ("Keep the order_id and the user_name.", false), ("Use the right tool for it.", false),
    ("Read the tool output: order_id first.", false), ("Weigh first.", false),
    ("Then `weigh` it.", false), ("The `mcp_get_weight` tool, or get_weight.", true),
  ])
  func `instructions name a tool where they write a name and say so`(text: String, isNamed: Bool)
    throws
  {
    let transcript = Transcript(
      head: Head(text, tools: tools("get_weight")), entries: HazardExample.plainTurns)
    let found = try findings("tool-in-prose-only", session(transcript, [(5, nil)]))
    // What the record has is inherited.
    #expect(found.map(\.isInherited) == (isNamed ? [true] : []))
  }

  @Test func `a plain word is a tool's name only where it is quoted`() throws {
    for (text, isNamed) in [("Weigh and measure.", false), ("First `measure`.", true)] {
      let transcript = Transcript(
        head: Head(text, tools: tools("weigh", "measure")), entries: HazardExample.plainTurns)
      let less = Head(text, tools: tools("weigh"))
      #expect(try fires("tool-in-prose-only", session(transcript, [(5, less)])) == isNamed)
    }
  }

  @Test func `a tool is named with its server's prefix or without`() throws {
    let transcript = Transcript(
      head: Head("Use the get_weight tool.", tools: tools("mcp__lab__get_weight")),
      entries: HazardExample.plainTurns)
    #expect(try findings("tool-in-prose-only", session(transcript, [(5, nil)])).isEmpty)
  }

  @Test func `a tool that the record brings late is inherited, and other precedents are none`()
    throws
  {
    let title = HeadChange(position: 2, tools: tools("make_title"))
    func found(_ prompt: String, _ answer: [Entry]) throws -> [Bool] {
      let entries = [.prompt(prompt)] + answer + [.prompt("A title for that.")]
      let transcript = Transcript(
        head: Head("", tools: tools("measure")), entries: entries,
        changes: [HeadChange(position: entries.count - 1, tools: title.tools)])
      return try findings(
        "late-tool", session(transcript, [(1, nil), (entries.count, nil)])
      ).map(\.isInherited)
    }
    #expect(try found("Make titles for this.", [.response("Autumn.")]) == [true])
    #expect(try found("What is it?", [.response("A leaf.")]) == [])
    let called: [Entry] = [
      .exampleCalls("measure"), .output("3", callID: "k1"), .response("Autumn."),
    ]
    #expect(try found("Make a title for this.", called) == [])
  }

  @Test func `a precedent that is not in view teaches nothing`() throws {
    let rule = try #require(HazardRules.rule("late-tool"))
    var example = rule.examples.fires
    example.requests[1].shown = [.entry(2)]
    #expect(!example.fires(rule))
  }

  @Test func `an answer is a trap where its prompt is there and nothing of its calls`() throws {
    func fires(_ shown: [HazardExample.Shown]) throws -> Bool {
      try self.fires("imitation-trap", HazardExample(weighing, showing: shown))
    }
    #expect(try fires([.entry(0), .entry(3), .entry(4)]))
    #expect(try !fires([.entry(3), .entry(4)]))
    #expect(try !fires([.entry(0), .entry(2), .entry(3), .entry(4)]))
    #expect(
      try !fires([.entry(0), .made(.prompt("Weighed."), covers: [1, 2]), .entry(3), .entry(4)]))
    #expect(try !fires([.entry(0), .entry(4)]))
  }

  @Test func `an answer before the calls of its turn did not come from them`() throws {
    let entries: [Entry] = [
      .prompt("Weigh it."), .response("I will."), .exampleCalls("get_weight"),
      .output("5 kg", callID: "k1"), .prompt("And?"),
    ]
    #expect(try !fires("imitation-trap", HazardExample(entries, shows: [0, 1, 4])))
  }

  @Test func `a write vanishes once, with the last that shows it`() throws {
    let entries: [Entry] = [
      .prompt("Book it."), .exampleCalls("book_room"), .output("booked", callID: "k1"),
      .response("It is done."), .prompt("Thanks."), .response("Welcome."), .prompt("Bye."),
    ]
    func example(_ second: [HazardExample.Shown]) -> HazardExample {
      HazardExample(
        Transcript(entries: entries),
        requests: [
          HazardExample.Request(after: 3, shows: [.entry(0), .entry(1), .entry(2)]),
          HazardExample.Request(after: 5, shows: [.entry(3), .entry(4)]),
          HazardExample.Request(after: 7, shows: second),
        ])
    }
    let gone = try findings("effect-invisible", example([.entry(6)]))
    #expect(gone.map(\.entry) == [EntryID(1)])
    #expect(gone.map(\.firstRequest) == [3])
    #expect(try !fires("effect-invisible", example([.entry(3), .entry(6)])))
    let named = HazardExample.Shown.made(.prompt("book_room was called."), covers: [0, 1, 2, 3])
    #expect(try !fires("effect-invisible", example([named, .entry(6)])))
    let silent = HazardExample.Shown.made(.prompt("They talked."), covers: [0, 1, 2, 3])
    #expect(try fires("effect-invisible", example([silent, .entry(6)])))
  }

  @Test func `a read that vanishes, or a call in flight, is no effect`() throws {
    #expect(try !fires("effect-invisible", HazardExample(weighing, shows: [4])))
    let waiting: [Entry] = [.prompt("Book it."), .exampleCalls("book_room"), .prompt("Hurry.")]
    #expect(try !fires("effect-invisible", HazardExample(waiting, shows: [2])))
  }

  @Test func `tools that the record changes are inherited, order is a change`() throws {
    let transcript = Transcript(
      head: Head("", tools: tools("weigh", "measure")), entries: weighing,
      changes: [HeadChange(position: 4, tools: tools("measure"))])
    let recorded = try findings("tools-changed", session(transcript, [(3, nil), (5, nil)]))
    #expect(recorded.map(\.isInherited) == [true])
    let turned = Head("", tools: tools("measure", "weigh"))
    let plain = Transcript(head: transcript.head, entries: weighing)
    let found = try findings("tools-changed", session(plain, [(3, turned), (5, nil)]))
    #expect(found.map(\.detail) == ["their order changed"])
    #expect(found.map(\.isInherited) == [false])
  }

  @Test func `a precedent in a shipped case is seen, and is the record's`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let loaded = try EvalSetLoader.load(root.appending(path: "evalsets/tool-confusion").path)
    var late: [String: [Bool]] = [:]
    for value in loaded.cases.map(\.value) where value.id.hasPrefix("omitted-by-imitation") {
      let transcript = value.transcript
      let counts = TranscriptStructure(transcript.entries).requests.map { $0.index + 1 }
      let found = try findings("late-tool", session(transcript, counts.map { ($0, nil) }))
      late[value.id] = found.map(\.isInherited)
    }
    #expect(
      late == [
        "omitted-by-imitation-0": [], "omitted-by-imitation-1": [true],
        "omitted-by-imitation-3": [true],
      ])
  }
}
