import EvalKitTesting
import Testing

@testable import EvalKit

/// What findings are blamed on, and whom rules hold for.
struct CauseTests: RuleChecking {
  @Test(arguments: [
    ("orphan-output", "p1 c1 o1 r1 p2", [0, 2, 3, 4], 1),
    ("orphan-call", "p1 c1 o1 r1 p2", [0, 1, 3, 4], 2),
    ("orphan-response", "p1 r1 p2 r2 p3", [0, 1, 3, 4], 2),
    ("bad-first-entry", "p1 r1 p2 r2 p3", [1, 2, 3, 4], 0),
    ("trailing-response", "p1 r1 p2", [0, 1], 2), ("empty-view", "p1 r1 p2", [], 2),
    ("reasoning-orphaned", "p1 t1 r1 p2", [0, 1, 3], 2), ("prompt-lost", "p1 r1 p2", [0, 1], 2),
  ])
  func `a finding is blamed on the stage that took what it lacks`(
    rule: String, notation: String, shown: [Int], lost: Int
  ) throws {
    let firing = StageFiring(
      stage: 0, moment: .prompt, edits: [StageEdit(.dropped, [lost..<lost + 1])])
    let entries = Entry.list(notation)
    let example = HazardExample(
      Transcript(entries: entries),
      requests: [
        HazardExample.Request(
          after: entries.count, shows: shown.map { .entry($0) }, firings: [firing])
      ])
    let finding = try #require(try findings(rule, example).first { !$0.isInherited })
    #expect(finding.cause?.entries == [lost..<lost + 1])
  }

  @Test func `rules about structure and tools hold for controls, too`() throws {
    for rule in HazardRules.all where [.structure, .tools].contains(rule.group) {
      var example = rule.examples.fires
      let setting = example.setting
      example.setting = {
        setting(&$0)
        $0.isControl = true
      }
      #expect(example.fires(rule), "\(rule.id)")
    }
  }

  @Test func `a linter that is copied goes on by itself`() {
    let entries = Entry.list("p1 r1 p2 r2 p3")
    let example = HazardExample(entries, shows: [1, 2, 3, 4])
    var linter = HazardLinter(HazardSubject(example.transcript))
    var builder = ViewBuilder(example.transcript)
    let whole = HazardExample(entries, shows: [0, 1, 2]).view
    let first = RequestRecord(number: 1, moment: .prompt, entry: EntryID(2), tokens: 0)
    linter.observe(first, view: whole, change: builder.record(whole, at: 3))
    var fork = linter
    let second = RequestRecord(number: 2, moment: .prompt, entry: EntryID(4), tokens: 0)
    fork.observe(second, view: example.view, change: builder.record(example.view, at: 5))
    #expect(!fork.report.introduced.isEmpty)
    #expect(linter.report.introduced.isEmpty)
    #expect(linter.report.requests == 1)
  }

  @Test func `a history that ended on the model's words may go on so`() throws {
    let ended = try findings("trailing-response", example("p1 r1 p2 r2", [0, 1, 2, 3]))
    #expect(ended.map(\.isInherited) == [true])
  }
}
