import EvalKitTesting
import Testing

@testable import EvalKit

struct CacheTests {
  private typealias Example = HazardExample

  /// Requests of a plain session of ten tokens an entry, with what the cache found.
  private func session(
    _ requests: [(shows: [Int], common: Int, held: Int)], head: Head? = nil
  ) -> Example {
    Example(
      Transcript.plain(turns: requests.count),
      requests: requests.enumerated().map { turn, request in
        Example.Request(
          after: 2 * turn + 1, shows: request.shows.map { .entry($0) },
          head: turn == requests.count - 1 ? head : nil, tokens: 10 * request.shows.count,
          cached: request.common, commonPrefix: request.common, held: request.held)
      }
    ) { subject in
      subject.ledger = subject.transcript.plainLedger
      subject.budget = ContextBudget(contextSize: 1000, reserve: 0)
    }
  }

  // N28
  @Test func `of rates that rise and fall once, one is an alarm, and the entry is named`() throws {
    let example = session([
      ([0], 0, 0), (Array(0..<3), 19, 19), (Array(0..<5), 39, 39),
      ([0] + Array(2..<7), 10, 59),
    ])
    let found = try example.introduced("prefix-break")
    #expect(found.map(\.firstRequest) == [4])
    #expect(found.map(\.label) == ["r1"])
    #expect(
      found.map(\.detail) == [
        "49 of 59 held tokens are read again; the first that differs is at r1"
      ])
  }

  @Test func `a head that the record changes is the record's, one that a stage edits is not`()
    throws
  {
    let changed = session([([0], 0, 0), (Array(0..<3), 0, 19)])
    var recorded = changed
    recorded.transcript.changes = [
      HeadChange(position: 2, instructions: Head("Other rules.").instructions)
    ]
    let report = recorded.report(PrefixBreak())
    #expect(report.introduced.isEmpty)
    #expect(report.findings.map(\.isInherited) == [true])
    let edited = session([([0], 0, 0), (Array(0..<3), 0, 19)], head: Head("Edited rules."))
    #expect(try edited.introduced("prefix-break").map(\.entry) == [nil])
  }

  // N12
  @Test func `a date in the instructions is volatile, one in the prompt is not there to break`()
    throws
  {
    let rule = VolatilePrefix()
    func fires(_ first: String, _ second: String) -> Bool {
      var example = rule.examples.fires
      example.transcript.head = Head(first)
      example.requests[1].head = Head(second)
      return example.fires(rule)
    }
    #expect(fires("Today is May 14, 2026.", "Today is May 15, 2026."))
    #expect(fires("It is 10:30.", "It is 10:31."))
    #expect(
      fires(
        "Session 5f0c2a4e-9a1b-4c3d-8e7f-abcdefabcdef.",
        "Session 77aa02de-1111-4c3d-8e7f-fedcbafedcba."))
    #expect(fires("You made 4 calls.", "You made 5 calls."))
    #expect(!fires("You made four calls.", "You made five calls."))
    #expect(!fires("Be brief.", "Be brief."))
    #expect(!fires("Today is May 14, 2026.", "Today is May 15, 2026. Be brief."))
  }

  // N29
  @Test func `tools in another order, or with other keys first, are volatile`() throws {
    let rule = VolatilePrefix()
    let find = ToolDefinition(
      name: "find", description: "Finds.", parameters: ["type": "object", "required": ["tag"]])
    let file = ToolDefinition(name: "file", description: "Files.")
    var turned = find
    turned.parameters = ["required": ["tag"], "type": "object"]
    func found(_ first: [ToolDefinition], _ second: [ToolDefinition]) -> [String] {
      var example = rule.examples.fires
      example.transcript.head = Head("Be brief.", tools: first)
      example.requests[1].head = Head("Be brief.", tools: second)
      return example.report(rule).introduced.map(\.detail)
    }
    #expect(
      found([find, file], [file, find]) == ["the head differs only in the tools by their order"])
    #expect(
      found([find], [turned])
        == ["the head differs only in the tools by the order of keys or a number"])
    #expect(found([find], [find, file]) == [])
    #expect(found([find, file], [find, file]) == [])
  }

  @Test func `a volatile head of the record's own is inherited`() throws {
    var example = VolatilePrefix().examples.silent
    example.requests[1].head = nil
    example.transcript.changes = [
      HeadChange(position: 4, instructions: Head("It is 2026-05-15. Be brief.").instructions)
    ]
    let report = example.report(VolatilePrefix())
    #expect(report.findings.map(\.isInherited) == [true])
  }

  // N13
  @Test func `of 50 conditional and 950 static tokens, moving the 50 last saves 950`() throws {
    let (on, off) = (Entry.words("on", 50), Entry.words("off", 50))
    let fixed = Entry.words("static", 950)
    func found(_ first: String, _ second: String) throws -> [String] {
      var example = EarlyConditional().examples.fires
      example.transcript.head = Head(first, tools: [ToolDefinition(name: Entry.words("t", 500))])
      example.requests[1].head = Head(second, tools: example.transcript.head.tools)
      example.setting = { $0.ledger = $0.transcript.plainLedger }
      return try example.introduced("early-conditional").map(\.detail)
    }
    #expect(
      try found("\(on)\n\(fixed)", "\(off)\n\(fixed)") == [
        "950 tokens of instructions did not change and stand behind what did: moved last, it would "
          + "leave them cached"
      ])
    #expect(try found("\(fixed)\n\(on)", "\(fixed)\n\(off)") == [])
  }

  @Test func `a tool that changes in front of others costs them`() throws {
    func tool(_ name: String) -> ToolDefinition { ToolDefinition(name: name) }
    var example = EarlyConditional().examples.fires
    example.transcript.head = Head("Be brief.", tools: [tool("a"), tool("b"), tool("c")])
    example.setting = { $0.ledger = $0.transcript.plainLedger }
    example.requests[1].head = Head("Be brief.", tools: [tool("d"), tool("b"), tool("c")])
    #expect(
      try example.introduced("early-conditional").map(\.detail).first?.hasPrefix("2 tokens") == true
    )
    example.requests[1].head = Head("Be brief.", tools: [tool("a"), tool("b"), tool("d")])
    #expect(try !example.fires("early-conditional"))
  }

  @Test func `an edit point that stands still, or comes back, does not slide`() throws {
    func slides(_ starts: [Int]) throws -> Bool {
      try session(
        starts.enumerated().map { turn, start in (Array(start..<2 * turn + 1), 0, 0) }
      ).fires("sliding-edit")
    }
    #expect(try slides([0, 1, 3, 5]))
    #expect(try !slides([0, 1, 3, 3, 5, 5]))
    let example = session([([0], 0, 0), ([2], 0, 0), ([0, 4], 0, 0), ([2, 6], 0, 0)])
    #expect(try !example.fires("sliding-edit"))
  }

  @Test func `a summary of the same entries in other words is unstable, of more entries it is not`()
    throws
  {
    let rule = UnstableSynthetic()
    var example = rule.examples.fires
    example.requests[1].shown = [
      .made(.prompt("Skipped 4 messages."), covers: [0, 1, 2, 3]), .entry(4),
    ]
    #expect(!example.fires(rule))
  }

  @Test func `reasoning of the turn in flight is rendered again`() throws {
    let rule = StrippedReasoning()
    var example = rule.examples.fires
    // The break is there, the reasoning belongs to no earlier turn.
    for entry in [0, 2] { example.transcript.entries[entry] = .response("Hello.") }
    #expect(!example.fires(rule))
    #expect(
      rule.examples.fires.report(rule).introduced.map(\.detail)
        == ["19 of 29 held tokens are read again, from reasoning 3 on"])
  }

  @Test func `reasoning a model strips from what no policy edited is the model's own`() {
    let rule = StrippedReasoning()
    var example = rule.examples.fires
    example.requests[0].shown = [.entry(0), .entry(1), .entry(2)]
    example.requests[1].shown = (0..<6).map { .entry($0) }
    let report = example.report(rule)
    #expect(report.introduced.isEmpty)
    #expect(report.findings.map(\.rule) == ["stripped-reasoning"])
  }

  // MARK: break-not-repaid

  @Test(arguments: [
    // r 0.1, w 1.25: clearing 20,000 in front of 130,000 needs about 65 requests after the first;
    // the break costs 1.15 × 130,000 = 149,500, and each request saves 2,000.
    (73, true), (74, false),
  ])
  func `breaking a prefix pays after so many requests`(later: Int, fires: Bool) {
    let step = HazardStep(
      record: RequestRecord(
        number: 1, moment: .prompt, entry: EntryID(0), tokens: 130_000, commonPrefix: 0,
        held: 150_000),
      isEdited: true, place: 0, entry: EntryID(0), removedTokens: 20_000, insertedTokens: 0,
      calls: [], isHeadEdited: false)
    let prices = Prices(name: "own", cached: 0.1, written: 1.25, output: 5)
    #expect(BreakNotRepaid.price(of: step, prices) == 149_500)
    let saved = BreakNotRepaid.savings(of: step, over: later, prices)
    #expect((saved < 149_500) == fires)
  }

  @Test func `an edit that kept the view within the budget is not weighed`() throws {
    let rule = BreakNotRepaid()
    #expect(rule.examples.fires.fires(rule))
    var example = rule.examples.fires
    example.requests[1].record.tokens = 4096
    #expect(!example.fires(rule))
    var control = rule.examples.fires
    control.setting = { subject in
      subject.price()
      subject.isControl = true
    }
    #expect(try control.reason("break-not-repaid") == "the arm is a control")
  }
}
