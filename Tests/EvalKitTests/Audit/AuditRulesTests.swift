import EvalKitTesting
import Testing

@testable import EvalKit

/// What holds of all rules, and the rules on instructions: each on a session where it speaks, and on
/// one where it must not.
struct AuditRulesTests {
  @Test func `no rule objects to a small session`() async throws {
    let head = Head("Be brief.", tools: [AuditBed.tool("search"), AuditBed.tool("send", .write)])
    let audit = try await SessionAudit.plain(
      AuditBed.turns([["search"], ["send"], []], head: head))
    #expect(audit.findings == [])
    #expect(audit.advice.map(\.recommendation) == AuditRecommendation.allCases)
  }

  @Test func `ids of rules are told apart, and each says how its saving is reckoned`() {
    #expect(Set(AuditRule.all.map(\.id)).count == AuditRule.all.count)
    for rule in AuditRule.all {
      #expect(rule.sentence.contains("saved"), "\(rule.id)")
    }
  }

  // MARK: Instructions

  @Test func `instructions of several entries and segments are counted together`() async throws {
    let segments = [Segment.text(Entry.paragraphs(2)), .text(Entry.paragraphs(1))]
    var head = Head(instructions: [Entry(kind: .instructions, segments: segments)])
    let entries = Entry.list("p1 r1")
    #expect(
      try await SessionAudit.plain(Transcript(head: head, entries: entries))
        .finding("long-instructions") == nil)
    head.instructions.append(Entry(kind: .instructions, segments: [.text(Entry.paragraphs(2))]))
    let audit = try await SessionAudit.plain(Transcript(head: head, entries: entries))
    #expect(audit.finding("long-instructions")?.saved == 20)
    #expect(audit.finding("long-instructions")?.detail.contains("5 paragraphs") == true)
  }

  @Test(arguments: [
    ("Today is Tuesday, 14 May 2026.", "a date or time"),
    ("The current time is 2024-05-15 15:00:00 EST.", "a date or time"),
    ("今日は2026年5月14日です。", "a date or time"),
    ("This is turn 12 of the conversation.", "a counter"),
    ("You have 3 requests left.", "a counter"),
    ("Session number 7 of this user.", "a counter"),
    ("Trace 3f2b8c1e-0a4d-4f6b-9c2d-7e8f9a0b1c2d.", "an id"),
    ("Refunds made before 1 March 2024 follow the old rules.", nil),
    ("Step 1: greet. Answer in 3 sentences, at most 2 messages a day.", nil),
    ("Call 555-0100 for help. The code is 12345678-1234.", nil),
  ])
  func `instructions that change by themselves are found`(_ text: String, _ what: String?)
    async throws
  {
    let audit = try await SessionAudit.plain(Transcript(head: Head(text), entries: [.p(1), .r(1)]))
    let place = audit.finding("volatile-prefix")?.places.first
    #expect(
      place?.detail.hasPrefix(what ?? "") == (what == nil ? nil : true), "\(place?.detail ?? "")")
  }

  /// A head, the one that takes its place, and what is said of the change.
  struct Change: Sendable {
    var old: Head
    var new: Head
    var what: String?
  }

  @Test(arguments: [
    Change(
      old: Head("Hello on Monday, 3 May."), new: Head("Hello on Tuesday, 4 May."),
      what: "a date, a counter or an id"),
    Change(old: Head("a b\nc d"), new: Head("c d\na b"), what: "the order of lines"),
    Change(
      old: Head("x", tools: [ToolDefinition(name: "a"), ToolDefinition(name: "b")]),
      new: Head("x", tools: [ToolDefinition(name: "b"), ToolDefinition(name: "a")]),
      what: "the order of tools"),
    Change(
      old: Head("x", tools: [ToolDefinition(name: "a", parameters: ["k": 1, "l": 2])]),
      new: Head("x", tools: [ToolDefinition(name: "a", parameters: ["l": 2, "k": 1])]),
      what: "the order of keys in tools"),
    Change(old: Head("Be brief."), new: Head("Be precise."), what: nil),
    Change(
      old: Head("x", tools: [ToolDefinition(name: "a")]),
      new: Head("x", tools: [ToolDefinition(name: "b")]), what: nil),
  ])
  func `a head that changes in nothing but order or clock is found, with what is read again`(
    _ change: Change
  ) async throws {
    let transcript = Transcript(
      head: change.old, entries: Entry.list("p1 r1 p2 r2"),
      changes: [
        HeadChange(position: 2, instructions: change.new.instructions, tools: change.new.tools)
      ])
    let audit = try await SessionAudit.plain(transcript)
    let finding = audit.finding("volatile-prefix")
    #expect((finding != nil) == (change.what != nil))
    guard let what = change.what else { return }
    let record = audit.requests[1]
    #expect(record.isBreak)
    #expect(finding?.places.first?.detail == "\(what) changed")
    #expect(finding?.saved == record.held - record.commonPrefix)
  }

  @Test(arguments: [
    ("Use the fetch_order tool first.", ["fetch_order"]),
    ("Call sendMail when it is done.", ["sendMail"]),
    ("Use search to look things up.", []),
    ("Before you use search, fill in order_id.", []),
    ("Variables such as max_count are of no concern.", []),
    ("Ask lookup for help with the tool.", ["lookup"]),
    ("A quick lookup is enough.", []),
    ("Use the UPPER_CASE constant.", []),
  ])
  func `tools named in prose and not defined are found`(_ text: String, _ names: [String])
    async throws
  {
    let schema: JSONValue = ["type": "object", "properties": ["order_id": ["type": "string"]]]
    var transcript = AuditBed.turns(
      [["search"], ["lookup"]], head: Head(text, tools: [AuditBed.tool("search", schema: schema)]))
    let audit = try await SessionAudit.plain(transcript)
    let places = audit.finding("tool-in-prose-only")?.places ?? []
    #expect(places.map(\.name) == names)
    // Where nothing is defined, nothing is known.
    transcript.head.tools = []
    #expect(try await SessionAudit.plain(transcript).finding("tool-in-prose-only") == nil)
  }
}
