import EvalKitTesting
import Testing

@testable import EvalKit

/// Heads that differ from the one before: by what, and by whose doing.
struct HeadEdgeTests: RuleChecking {
  private typealias Example = HazardExample

  private func tools(_ names: String...) -> [ToolDefinition] {
    names.map { ToolDefinition(name: $0) }
  }

  /// Two requests after the first and the last entry, with these heads.
  private func heads(_ first: Head, _ second: Head?, changes: [HeadChange] = []) -> HazardExample {
    Example(
      Transcript(head: first, entries: Example.plainTurns, changes: changes),
      requests: [
        Example.Request(after: 3, shows: (0..<3).map { .entry($0) }),
        Example.Request(after: 5, shows: (0..<5).map { .entry($0) }, head: second),
      ]
    ) { $0.ledger = $0.transcript.plainLedger }
  }

  @Test func `a head that says the same in other entries is not volatile`() throws {
    func entry(_ text: String) -> Entry { Entry(kind: .instructions, segments: [.text(text)]) }
    let one = Head("Be brief.\nBe kind.")
    let two = Head(instructions: [entry("Be brief."), entry("Be kind.")])
    var labelled = one
    labelled.instructions[0].label = "rules"
    for other in [two, labelled] where other != one {
      #expect(try findings("volatile-prefix", heads(one, other)).isEmpty)
    }
    #expect(labelled != one)
    #expect(
      try words("volatile-prefix", heads(Head("On 2026-05-14."), Head("On 2026-05-15.")))
        == ["- the head differs only in the instructions by a date, an id or a number"])
  }

  @Test func `instructions and tools that are both volatile are both told`() throws {
    let found = try words(
      "volatile-prefix",
      heads(
        Head("On 2026-05-14.", tools: tools("a", "b")),
        Head("On 2026-05-15.", tools: tools("b", "a"))))
    #expect(
      found == [
        "- the head differs only in the instructions by a date, an id or a number, "
          + "the tools by their order"
      ])
  }

  @Test func `where the record changes the head, what it costs is inherited`() throws {
    let change = HeadChange(
      position: 4, instructions: Head("Final mode.\nNever phone the traveller.").instructions)
    let recorded = heads(Head("Draft mode.\nNever phone the traveller."), nil, changes: [change])
    #expect(try findings("early-conditional", recorded).map(\.isInherited) == [true])
    // Tools behind a change of the instructions are read again in any order.
    let both = heads(
      Head("Draft.\nBe brief.", tools: tools("a", "b")),
      Head("Final.\nBe brief.", tools: tools("c", "b")))
    #expect(try findings("early-conditional", both).count == 1)
    let only = heads(
      Head("Be brief.", tools: tools("a", "b")), Head("Be brief.", tools: tools("c", "b")))
    #expect(
      try words("early-conditional", only).map { $0.contains("tool definitions") } == [true])
    #expect(try findings("early-conditional", heads(Head("a"), Head("a"))).isEmpty)
  }

  @Test func `an edit of the head one request before counts as well`() throws {
    var example = heads(Head("On 2026-05-14."), nil)
    example.requests[0].head = Head("On 2026-05-15.")
    #expect(try findings("volatile-prefix", example).map(\.isInherited) == [false])
    var three = Example(
      Transcript(
        head: Head("On 2026-05-14."), entries: Example.plainTurns,
        changes: [HeadChange(position: 5, instructions: Head("On 2026-05-16.").instructions)]),
      requests: [1, 3, 5].map { count in
        Example.Request(after: count, shows: (0..<count).map { .entry($0) })
      })
    three.requests[0].head = Head("On 2026-05-15.")
    #expect(try findings("volatile-prefix", three).map(\.isInherited) == [false, true])
    #expect(try findings("volatile-prefix", three).map(\.firstRequest) == [2, 3])
  }

  @Test func `an edit of the head ends when the record's is shown again`() throws {
    var three = Example(
      Transcript(head: Head("On 2026-05-14."), entries: Example.plainTurns),
      requests: [1, 3, 5].map { count in
        Example.Request(after: count, shows: (0..<count).map { .entry($0) })
      })
    three.requests[1].head = Head("On 2026-05-15.")
    let found = try findings("volatile-prefix", three)
    #expect(found.map(\.requests) == [2])
    #expect(found.map(\.lastRequest) == [3])
  }

  @Test func `tools that come and go are named`() throws {
    func found(_ old: [ToolDefinition], _ new: [ToolDefinition]) throws -> [String] {
      try words("tools-changed", heads(Head("", tools: old), Head("", tools: new)))
    }
    #expect(try found(tools("a", "b"), tools("b", "c")) == ["- c added; a left out"])
    #expect(try found(tools("a"), tools("a", "b", "c")) == ["- b, c added"])
    #expect(try found(tools("a", "b"), tools("a")) == ["- b left out"])
    #expect(
      try found(tools("a"), [ToolDefinition(name: "a", description: "x")])
        == ["- a definition has another text"])
    #expect(try found(tools("a"), tools("a")) == [])
  }

  @Test func `tools that are not defined are told in one, with their number`() throws {
    let head = Head("Use the get_a tool.", tools: tools("x"))
    #expect(
      try words("tool-in-prose-only", heads(Head("", tools: tools("x")), head))
        == ["- 'get_a' is not defined"])
    let two = Head("Use the get_a tool and the get_b tool.", tools: tools("x"))
    #expect(
      try words("tool-in-prose-only", heads(head, two))
        == ["-~ 'get_a' is not defined", "- 'get_b' is not defined"])
    #expect(
      try words("tool-in-prose-only", heads(Head("", tools: tools("x")), two))
        == ["- 'get_a', 'get_b' are not defined"])
  }
}
