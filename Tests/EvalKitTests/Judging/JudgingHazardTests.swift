import EvalKitTesting
import Foundation
import Testing

@testable import EvalKit

struct JudgingHazardTests {
  @Test(arguments: HazardRules.all.map(\.id))
  func `a rule fires on its own example, and not on the other`(id: String) throws {
    let rule = try #require(HazardRules.rule(id))
    #expect(rule.examples.fires.fires(rule))
    #expect(!rule.examples.silent.fires(rule))
  }

  @Test func `ids are unique, and every rule is documented as it speaks`() throws {
    let ids = HazardRules.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/hazards.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    for rule in HazardRules.all {
      #expect(page.contains("### \(rule.id)"), "\(rule.id) is missing")
      #expect(page.contains(rule.sentence), "\(rule.id): the sentence differs")
      #expect(page.contains(rule.consequence), "\(rule.id): the consequence differs")
    }
  }

  /// Lints windows of the last entries at every request of a transcript.
  private func lint(
    _ transcript: Transcript, isControl: Bool = false, window: (Int) -> Range<Int>
  ) -> HazardReport {
    var linter = HazardLinter(HazardSubject(transcript, isControl: isControl))
    var builder = ViewBuilder(transcript)
    let structure = TranscriptStructure(transcript.entries)
    for (place, input) in structure.requests.enumerated() {
      let count = input.index + 1
      let view = View(head: transcript.head(at: count), items: Array(builder.log[window(count)]))
      let change = builder.record(view, at: count)
      let record = RequestRecord(
        number: place + 1, moment: .prompt, entry: input, tokens: 0, cached: 0, commonPrefix: 0,
        held: 0, blocking: 0, overBy: 0)
      linter.observe(record, view: view, change: change)
    }
    linter.finish()
    return linter.report
  }

  // N10
  @Test(arguments: [(2, 9), (3, 0), (4, 8), (5, 0)])
  func
    `an even window orphans a response on every saturated request of plain chat, an odd one none`(
      size: Int, hazardous: Int
    )
  {
    let report = lint(.plain(turns: 10)) { max(0, $0 - size)..<$0 }
    #expect(report.requests == 10)
    #expect(report.hazardous == hazardous)
    let rules = Set(report.introduced.filter { $0.severity == .error }.map(\.rule))
    #expect(rules == (hazardous == 0 ? [] : ["orphan-response", "bad-first-entry"]))
    #expect(report.per100 == Double(hazardous) * 10)
  }

  // N9
  @Test func `condensing a chat to its last answer orphans it, and in a tool loop the output`()
    throws
  {
    let chat = HazardExample(Entry.list("p1 r1 p2 r2"), shows: [3])
    #expect(chat.fires(try #require(HazardRules.rule("orphan-response"))))
    let loop = HazardExample(Entry.list("p1 c1 o1"), shows: [2])
    #expect(loop.fires(try #require(HazardRules.rule("orphan-output"))))
    #expect(loop.fires(try #require(HazardRules.rule("pending-call-removed"))))
  }

  @Test(arguments: [
    "p1 r1 p2 r2", "p1 c1 o1 r1 p2", "r1 p1 r2", "o1 p1 r1 p2", "p1 c1 p2 r1 p3",
    "p1 c1 o1 c2 o2 r1",
  ])
  func `nothing is charged where the view is the log, whatever the record is like`(notation: String)
  {
    let transcript = Transcript(notation)
    #expect(lint(transcript) { 0..<$0 }.introduced.isEmpty)
    // Also where the rules are run on it, which the linter does not.
    let structure = TranscriptStructure(transcript.entries)
    var scene = HazardScene(HazardSubject(transcript, effects: ToolEffects()))
    let log = transcript.entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }
    for input in structure.requests {
      let record = RequestRecord(
        number: 1, moment: .prompt, entry: input, tokens: 0, cached: 0, commonPrefix: 0, held: 0,
        blocking: 0, overBy: 0)
      scene.advance(
        to: record, view: View(head: Head(), items: Array(log[...input.index])),
        change: ViewChange())
      for rule in HazardRules.all where rule.scope == .shape {
        rule.check(scene) { #expect($0.isInherited, "\(rule.id): \($0.detail)") }
      }
    }
  }

  @Test func `what the record has itself is inherited`() {
    let entries = Entry.list("o9 p1 r1 p2")
    let example = HazardExample(entries, shows: [0, 3])
    var linter = HazardLinter(HazardSubject(example.transcript))
    let log = entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }
    linter.observe(
      RequestRecord(
        number: 1, moment: .prompt, entry: EntryID(3), tokens: 0, cached: 0, commonPrefix: 0,
        held: 0,
        blocking: 0, overBy: 0), view: example.view,
      change: ViewChange(from: log, to: example.view.items))
    let inherited = linter.report.findings.filter(\.isInherited).map(\.rule)
    #expect(inherited == ["orphan-output", "bad-first-entry"])
    #expect(linter.report.introduced.isEmpty)
    #expect(linter.report.hazardous == 0)
  }

  @Test func `a response whose prompt is part of a summary is no orphan`() throws {
    let rule = try #require(HazardRules.rule("orphan-response"))
    let entries = Entry.list("p1 r1 p2 r2 p3")
    let covered = HazardExample(
      entries, showing: [.made(.prompt("Summary"), covers: [0, 1, 2]), .entry(3), .entry(4)])
    let bare = HazardExample(
      entries, showing: [.made(.prompt("Summary"), covers: [0, 1]), .entry(3), .entry(4)])
    #expect(!covered.fires(rule))
    #expect(bare.fires(rule))
  }

  @Test func `a write is not forgotten while a summary names its tool`() throws {
    let rule = try #require(HazardRules.rule("effect-forgotten"))
    let entries: [Entry] = [
      .prompt("Book it."), .exampleCalls("book_room"), .output("booked", callID: "k1"),
      .response("It is done."), .prompt("Thanks."),
    ]
    func example(_ summary: String) -> HazardExample {
      HazardExample(
        entries, showing: [.entry(0), .made(.prompt(summary), covers: [1, 2, 3]), .entry(4)])
    }
    #expect(!example("Called book_room: booked.").fires(rule))
    #expect(example("They talked.").fires(rule))
    // With the prompt gone too it is another, milder rule's.
    #expect(!HazardExample(entries, shows: [4]).fires(rule))
  }

  @Test func `a read that is gone is no effect forgotten`() throws {
    let rule = try #require(HazardRules.rule("effect-forgotten"))
    let entries: [Entry] = [
      .prompt("Look."), .exampleCalls("get_room"), .output("free", callID: "k1"),
      .response("Free."), .prompt("Thanks."),
    ]
    #expect(!HazardExample(entries, shows: [0, 4]).fires(rule))
  }

  @Test func `a partial round is split, and its dropped call's output an orphan`() throws {
    let entries: [Entry] = [
      .prompt("Both."), .exampleCalls("get_a", "get_b"), .output("1", callID: "k1"),
      .output("2", callID: "k2"),
    ]
    let example = HazardExample(
      entries, showing: [.entry(0), .calls(1, keeping: [0]), .entry(2), .entry(3)])
    #expect(example.fires(try #require(HazardRules.rule("split-batch"))))
    #expect(example.fires(try #require(HazardRules.rule("orphan-output"))))
    #expect(!example.fires(try #require(HazardRules.rule("orphan-call"))))
  }

  // N2
  @Test func `a view over the budget is charged by its tokens, but not to a control`() {
    let entries = Entry.list("p1")
    func report(isControl: Bool) -> HazardReport {
      var linter = HazardLinter(
        HazardSubject(Transcript(entries: entries), isControl: isControl))
      let budget = ContextBudget(contextSize: 4096)
      linter.observe(
        RequestRecord(
          number: 1, moment: .prompt, entry: EntryID(0), tokens: 4000, cached: 0, commonPrefix: 0,
          held: 0, blocking: 0, overBy: max(0, 4000 - budget.tokens)),
        view: View(head: Head(), items: [Item(recorded: EntryID(0), entry: entries[0])]),
        change: ViewChange())
      return linter.report
    }
    #expect(report(isControl: false).findings.map(\.detail) == ["over the budget by 416 tokens"])
    #expect(report(isControl: true).findings.isEmpty)
  }

  @Test func `a finding is listed once an entry, with its first and last request`() throws {
    let report = lint(.plain(turns: 4)) { $0 >= 5 ? 1..<$0 : 0..<$0 }
    let finding = try #require(report.introduced.first { $0.rule == "orphan-response" })
    #expect(finding.label == "r1")
    #expect(finding.firstRequest == 3)
    #expect(finding.lastRequest == 4)
    #expect(finding.requests == 2)
  }

  @Test func `a judge may silence a rule or make it a warning`() {
    var judge = Judge.default
    judge.severities = ["orphan-response": .warning, "bad-first-entry": .warning]
    let transcript = Transcript.plain(turns: 3)
    var linter = judge.linter(of: judge.subject(transcript))
    let log = transcript.entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }
    linter.observe(
      RequestRecord(
        number: 1, moment: .prompt, entry: EntryID(4), tokens: 0, cached: 0, commonPrefix: 0,
        held: 0,
        blocking: 0, overBy: 0), view: View(head: Head(), items: Array(log[1...4])),
      change: ViewChange(splices: [.init(at: 0, remove: 1, insert: [])]))
    #expect(linter.report.hazardous == 0)
    #expect(linter.report.introduced.count == 2)
    judge.hazardsOff = ["orphan-response"]
    #expect(!judge.rules.contains { $0.id == "orphan-response" })
  }
}
