import EvalKitTesting
import Testing

@testable import EvalKit

struct BudgetTests {
  private typealias Example = HazardExample

  /// A session at its last request, over the budget, counted in words.
  private func over(_ entries: [Entry], window: Int, isControl: Bool = false) -> Example {
    Example(
      entries, showing: entries.indices.map { .entry($0) }, overBy: 416,
      setting: { subject in
        subject.ledger = Transcript(entries: entries).plainLedger
        subject.budget = ContextBudget(contextSize: window, reserve: 0)
        subject.isControl = isControl
      })
  }

  // N2
  @Test func `it is said by how much a view is over, and whether one entry alone is`() throws {
    let many = over(Entry.list("p1 r1 p2"), window: 25)
    #expect(
      try many.introduced("over-budget").map(\.detail)
        == ["over the budget by 416 tokens; no entry alone is too large"])
    let one = over([.p(1), .r(1, tokens: 40), .p(2)], window: 25)
    #expect(
      try one.introduced("over-budget").map(\.detail)
        == ["over the budget by 416 tokens; r1 alone takes 40 of 25"])
    #expect(
      try over(Entry.list("p1"), window: 5, isControl: true).reason("over-budget")
        == "the arm is a control")
  }

  @Test func `what is put beside entries that stay is no inflation`() throws {
    var example = Inflation().examples.fires
    example.requests[0].shown.insert(.entry(0), at: 0)
    // It stands for entries that are gone, all but one: they are what it is weighed against.
    #expect(try example.fires("inflation"))
    example.requests[0].shown =
      [0, 1, 2, 3].map { .entry($0) } + example.requests[0].shown.dropFirst()
    #expect(try !example.fires("inflation"))
  }

  // MARK: unreachable-stage

  private func idle(_ firings: [StageFiring], overBy: Int, isControl: Bool = false) -> Example {
    Example(
      Transcript(entries: Example.plainTurns),
      requests: [
        Example.Request(after: 3, shows: (0..<3).map { .entry($0) }, firings: firings),
        Example.Request(after: 5, shows: (0..<5).map { .entry($0) }, overBy: overBy),
      ]
    ) { subject in
      subject.budget = ContextBudget(contextSize: 4096)
      subject.isControl = isControl
      subject.pipeline = Pipeline([ExamplePolicy.stage(when: .count(50, .entries))])
    }
  }

  @Test func `a stage that changed nothing while views were over is a warning, with the numbers`()
    throws
  {
    let found = try idle([], overBy: 9).introduced("unreachable-stage")
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.first?.detail
        == "stage 1 'example' changed nothing in 2 of 2 requests, and 1 of their views are over "
        + "the budget")
    #expect(try !idle([], overBy: 0).fires("unreachable-stage"))
    #expect(
      try !idle([StageFiring(stage: 0, moment: .prompt)], overBy: 9).fires("unreachable-stage"))
    #expect(
      try idle([], overBy: 9, isControl: true).reason("unreachable-stage") == "the arm is a control"
    )
  }

  @Test func `a proof is an error and about the session, so no request counts as hazardous`() throws
  {
    let report = UnreachableStage().examples.fires.report(UnreachableStage())
    #expect(report.introduced.map(\.severity) == [.error])
    #expect(report.hazardous == 0)
  }

  // MARK: incompressible-floor

  /// One stage that acts at a number of tokens and protects.
  private func floor(
    _ entries: [Entry], head: Int, at trigger: Int, _ protection: Protection?,
    shows: [Example.Shown]? = nil
  ) -> Example {
    Example(
      Transcript(head: .of(tokens: head), entries: entries),
      requests: [
        Example.Request(
          after: entries.count, shows: shows ?? entries.indices.map { .entry($0) })
      ]
    ) { subject in
      subject.ledger = subject.transcript.plainLedger
      subject.budget = ContextBudget(contextSize: 1000, reserve: 0)
      subject.pipeline = Pipeline([
        ExamplePolicy.stage(when: .count(trigger, .tokens)) { $0.protection = protection }
      ])
    }
  }

  @Test(arguments: [
    // Ten tokens an entry; the turn in flight is p2 c1 o1.
    (Protection(inFlight: false), 60, 60, true), (Protection(inFlight: false), 60, 61, false),
    (Protection(), 20, 50, true), (Protection(), 20, 51, false),
    (Protection(first: 1), 20, 60, true), (Protection(first: 1), 20, 61, false),
    (Protection(last: .entries(4), inFlight: false), 20, 60, true),
    (Protection(last: .entries(4), inFlight: false), 20, 61, false),
    (Protection(last: .turns(2), inFlight: false), 20, 70, true),
    (Protection(last: .tokens(25), inFlight: false), 20, 40, true),
    (Protection(last: .tokens(25), inFlight: false), 20, 41, false),
  ])
  func `head and what is protected are weighed against the trigger`(
    protection: Protection, head: Int, trigger: Int, fires: Bool
  ) throws {
    let entries = Entry.list("p1 r1 p2 c1 o1")
    #expect(
      try floor(entries, head: head, at: trigger, protection).fires("incompressible-floor") == fires
    )
  }

  @Test func `a turn in flight that was edited is not counted`() throws {
    let entries = Entry.list("p1 r1 p2 c1 o1")
    let example = floor(
      entries, head: 20, at: 50, Protection(),
      shows: [
        .entry(0), .entry(1), .entry(2), .entry(3),
        .edited(4, .masked, .output("", callID: "call1")),
      ])
    #expect(try !example.fires("incompressible-floor"))
  }

  // N21
  @Test func `tools of 13,000 tokens leave no policy anything to do at 4,096`() throws {
    let tools = (0..<13).map { tool in
      ToolDefinition(name: "tool\(tool)", description: Entry.words("d\(tool)", 999))
    }
    var example = floor(Entry.list("p1"), head: 0, at: 3072, Protection())
    example.transcript.head.tools = tools
    let setting = example.setting
    example.setting = { subject in
      setting(&subject)
      subject.budget = ContextBudget(contextSize: 4096)
    }
    #expect(
      try example.introduced("incompressible-floor").map(\.detail)
        == ["the head alone takes 13000 tokens of a budget of 3584"])
  }

  // MARK: thrash, ratchet

  /// A window that starts at these entries, request after request.
  private func window(_ starts: [Int], tokens: Int = 20) -> Example {
    let transcript = Transcript.plain(turns: starts.count, tokens: tokens)
    return Example(
      transcript,
      requests: starts.enumerated().map { turn, start in
        Example.Request(after: 2 * turn + 1, shows: (start..<2 * turn + 1).map { .entry($0) })
      }
    ) { subject in
      subject.ledger = subject.transcript.plainLedger
      subject.budget = ContextBudget(contextSize: 1000, reserve: 0)
    }
  }

  @Test func `an edit that frees under a tenth and is soon followed by another is thrash`() throws {
    // 40 tokens of 1,000, and again two requests later.
    #expect(try window([0, 0, 2, 2, 4, 4]).fires("thrash"))
    // 100 tokens: a tenth is enough.
    #expect(try !window([0, 0, 2, 2, 4, 4], tokens: 50).fires("thrash"))
    // 120 tokens: more than a tenth.
    #expect(try !window([0, 0, 2, 2, 4, 4], tokens: 60).fires("thrash"))
    // 40 tokens and then quiet.
    #expect(try !window([0, 0, 2, 2, 2, 2, 4, 4]).fires("thrash"))
    let run = try window([0, 1, 2, 3, 4, 4]).introduced("thrash")
    #expect(run.map(\.firstRequest) == [2])
    #expect(run.map(\.lastRequest) == [5])
  }

  @Test func `freeing the same each time is no ratchet, and neither are two edits`() throws {
    #expect(try !window([0, 0, 2, 2, 4, 4, 6]).fires("ratchet"))
    #expect(try !window([0, 0, 0, 0, 5, 5, 6]).fires("ratchet"))
    #expect(try window([0, 0, 0, 0, 0, 5, 5, 8, 8, 9]).fires("ratchet"))
  }

  @Test func `an overflow stage looks into loops, and a policy of no stage is none`() throws {
    let rule = MidLoopBlindness()
    var example = rule.examples.fires
    example.setting = {
      $0.pipeline = Pipeline([ExamplePolicy.stage(moments: [.prompt, .overflow])])
    }
    #expect(!example.fires(rule))
    example.setting = { $0.pipeline = Pipeline([ExamplePolicy.stage(persistence: .view)]) }
    #expect(!example.fires(rule))
    example.setting = { $0.pipeline = Pipeline() }
    #expect(!example.fires(rule))
  }

  @Test func `the middle entry is what the largest is compared with`() throws {
    func fires(_ largest: Int) throws -> Bool {
      let transcript = Transcript(entries: [.p(1), .r(1, tokens: largest), .p(2), .r(2), .p(3)])
      return try Example(
        transcript,
        requests: [Example.Request(after: 5, shows: (0..<5).map { .entry($0) })]
      ) { subject in
        subject.ledger = subject.transcript.plainLedger
        subject.pipeline = Pipeline([ExamplePolicy.stage(when: .count(20, .entries))])
      }.fires("counts-entries")
    }
    #expect(try !fires(200))
    #expect(try fires(201))
  }
}
