import EvalKitTesting
import Strategies
import Testing

@testable import EvalKit

/// The worked numbers that concern an audit.
struct AuditNumbersTests {
  // N1
  @Test func `a window nobody states is 4,096, and its alarm goes off at 3,072`() async throws {
    for (head, alarm) in [(3062, 1), (3061, nil)] {
      let audit = try await SessionAudit.plain(Transcript("p1 r1", head: head), context: 0)
      #expect(audit.budget == ContextBudget(contextSize: 4096, isAssumed: true))
      #expect(audit.window.firstAlarm?.number == alarm)
      #expect((audit.finding("window-alarm") != nil) == (alarm != nil))
    }
  }

  /// A request of so many tokens, and what it comes to in a window of 4,096.
  struct Filling: Sendable {
    var request: Int
    var reply: Int
    var left: Int
    var over: Int?
    var overflows: Bool
  }

  // N2
  @Test(arguments: [
    Filling(request: 4000, reply: 96, left: 96, over: 416, overflows: false),
    Filling(request: 4000, reply: 97, left: 96, over: 416, overflows: true),
    Filling(request: 4096, reply: 0, left: 0, over: 512, overflows: false),
    Filling(request: 4097, reply: 0, left: 0, over: 513, overflows: true),
    Filling(request: 3584, reply: 512, left: 512, over: nil, overflows: false),
  ])
  func `prompt, answer and reserve share one window`(_ filling: Filling) async throws {
    let transcript = Transcript(
      entries: [.p(1, tokens: filling.request), .r(1, tokens: filling.reply)])
    let audit = try await SessionAudit.plain(transcript)
    #expect(audit.window.peak?.left == filling.left)
    #expect((audit.window.firstOverflow != nil) == filling.overflows)
    #expect((audit.finding("overflow") != nil) == filling.overflows)
    let finding = audit.finding("over-budget")
    #expect(finding?.saved == filling.over)
    if let over = filling.over {
      #expect(
        finding?.detail.contains("over the budget by \(over): \(filling.left) tokens") == true)
    }
  }

  // N5
  @Test func `the same message in a wide script costs 3–4 times as much a character`() {
    let sentence = "The board met on a Tuesday and agreed that the crane be ordered in March. "
    let text = String(String(repeating: sentence, count: 17).prefix(1200))
    let meter = TokenMeter(Transcript("").neutralLedger)
    let tokens = meter.count(text)
    #expect((300...400).contains(tokens), "\(tokens)")
    let wide = WideScriptCost.translated([text], of: tokens, meter: meter)
    // A token a character, and 0.3–0.5 characters for one.
    #expect(wide == 360...600)
    #expect((3.0...4.0).contains(1 / (Double(tokens) / 1200)))
  }

  // N5
  @Test func `what stands in a wide script costs what it costs`() {
    let text = String(repeating: "理事会は火曜日に開かれた。", count: 20)
    let meter = TokenMeter(Transcript("").neutralLedger)
    let tokens = meter.count(text)
    #expect(tokens == text.count)
    #expect(WideScriptCost.translated([text], of: tokens, meter: meter) == tokens...tokens)
  }

  // N21
  @Test(arguments: [(1024, "25", false), (1025, "25", true), (1100, "26.9", true)])
  func `fixed costs over a quarter of the window are a problem of design`(
    _ tokens: Int, _ percent: String, _ isFlagged: Bool
  ) async throws {
    let audit = try await SessionAudit.plain(Transcript("p1 r1 p2 r2", head: tokens))
    #expect(audit.fixed.total == tokens)
    #expect(AuditRule.percent(audit.fixed.share(of: audit.budget)) == percent)
    let finding = audit.finding("fixed-cost")
    #expect((finding != nil) == isFlagged)
    #expect(finding.map { $0.saved } == (isFlagged ? (tokens - 1024) * 2 : nil))
    #expect(finding?.detail.contains("design, not of trimming") ?? true)
  }

  // N21
  @Test func `tools of 13,000 leave no policy a chance at 4,096`() async throws {
    let transcript = Transcript(
      head: Head(tools: [.of(tokens: 13000)]), entries: Entry.list("p1 r1 p2 r2"))
    let audit = try await SessionAudit.plain(transcript)
    let finding = try #require(audit.finding("incompressible-floor"))
    #expect(finding.severity == .error)
    #expect(finding.recommendation == .tools)
    #expect(finding.detail.contains("every request fails"))
    #expect(finding.saved == 2 * (13000 - 3584))
    #expect(audit.finding("fixed-cost") == nil)
    #expect(audit.findings.first?.rule == "unused-tool")
  }

  @Test(arguments: [(3584, nil), (3585, "takes from its reserve"), (4096, "every request fails")])
  func `a head is a floor once it is over the budget`(_ tokens: Int, _ consequence: String?)
    async throws
  {
    let finding = try await SessionAudit.plain(Transcript("p1 r1", head: tokens))
      .finding("incompressible-floor")
    #expect((finding != nil) == (consequence != nil))
    #expect(finding?.detail.contains(consequence ?? "") ?? true)
    #expect(finding?.recommendation ?? .instructions == .instructions)
  }

  // N21
  @Test(arguments: [(5, false), (6, true)])
  func `five tools are fine, six are not`(_ count: Int, _ isFlagged: Bool) async throws {
    let tools = (1...count).map { ToolDefinition.of(tokens: 20, "tool\($0)") }
    let audit = try await SessionAudit.plain(
      Transcript(head: Head(tools: tools), entries: Entry.list("p1 r1 p2 r2 p3 r3")))
    // One tool more than five, in each of three requests.
    #expect(audit.finding("too-many-tools")?.saved == (isFlagged ? 60 : nil))
  }

  // N21
  @Test(arguments: [(3, nil), (4, 20)])
  func `three paragraphs of instructions are fine, four are not`(_ count: Int, _ saved: Int?)
    async throws
  {
    let audit = try await SessionAudit.plain(
      Transcript(head: Head(Entry.paragraphs(count)), entries: Entry.list("p1 r1 p2 r2")))
    #expect(audit.finding("long-instructions")?.saved == saved)
  }

  /// Ten requests; the second is answered with a call, whose output has 800 tokens.
  static let tax = Transcript(
    entries: Entry.list("p1 r1 p2 c2") + [.o(2, tokens: 800)] + Entry.list("r2")
      + (3...9).flatMap { Entry.list("p\($0) r\($0)") })

  // N22
  @Test func `an output of 800 tokens in requests 3 to 10 is carried 6,400 tokens`() async throws {
    let audit = try await SessionAudit.plain(Self.tax)
    #expect(audit.requests.count == 10)
    let largest = try #require(audit.largest.first)
    #expect(largest.label == "o2")
    #expect(largest.firstRequest == 3)
    #expect(largest.requests == 8)
    #expect(largest.carried == 6400)
    #expect(audit.carried(.toolOutputs) == 6400)
    // One of the eight requests belongs to its own turn.
    #expect(audit.finding("heavy-entry")?.saved == 5600)
  }

  // N22
  @Test func `dropping completed calls ends that at the next prompt`() async throws {
    let stages = try ArmSpec.parse("drop-completed-tool-calls", catalog: Strategies.catalog)
      .pipeline.stages
    let plain = try await Bed().replay(Self.tax)
    let dropped = try await Bed().replay(Self.tax, stages: stages)
    let freed = zip(plain.records, dropped.records).map { $0.tokens - $1.tokens }
    #expect(freed == [0, 0, 0] + Array(repeating: 810, count: 7))
  }

  // N28
  @Test func `rates of 0.00, 0.92, 0.95 and 0.31 give one alarm, at request 4`() async throws {
    #expect(CacheAlarm.runs(of: [0, 0.92, 0.95, 0.31], under: 0.5) == [4...4])
    let transcript = Transcript(entries: [
      .p(1, tokens: 82), .r(1, tokens: 11), .p(2, tokens: 7), .r(2, tokens: 15),
      .p(3, tokens: 5), .r(3, tokens: 5), .p(4, tokens: 275), .r(4),
    ])
    let audit = try await SessionAudit.plain(transcript)
    #expect(audit.requests.map { Double($0.cached) / Double($0.tokens) } == [0, 0.92, 0.95, 0.31])
    let alarm = try #require(audit.cacheAlarms.first)
    #expect(audit.cacheAlarms.count == 1)
    #expect(alarm.firstRequest...alarm.lastRequest == 4...4)
    #expect(alarm.rate == 0.31)
    #expect(alarm.place == "p4")
    #expect(alarm.cause == .growth)
    let place = try #require(audit.finding("cache-alarm")?.places.first)
    #expect(place.name == "p4")
    #expect(place.detail.contains("request 4"))
  }

  // N28
  @Test(
    arguments: [
      ([0.0], []), ([], []), ([0, 0.5], []), ([0.9, 0.1, 0.2, 0.9, 0.1], [2...3, 5...5]),
      ([nil, nil, 0.1], [3...3]),
    ] as [([Double?], [ClosedRange<Int>])])
  func `an alarm is a run of requests under the limit, the first never`(
    _ rates: [Double?], _ runs: [ClosedRange<Int>]
  ) {
    #expect(CacheAlarm.runs(of: rates, under: 0.5) == runs)
  }
}

extension Transcript {
  /// A ledger as the tool uses.
  var neutralLedger: TokenLedger {
    TokenLedger(entries: entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
  }
}
