import EvalKit
import EvalKitTesting
import Foundation
import Testing

/// Mistakes planted in recorded sessions: what was planted is found, and what is found is so.
@Suite(.enabled(if: corpora != nil))
struct MutationTests {
  /// How many places each mistake is made at.
  static let places = 50
  /// The share of what was planted for a rule that it finds at least.
  static let leastShare = 0.99

  /// Found and planted findings.
  struct Tally {
    var places = 0
    var planted = 0
    var found = 0
    var missed: [String] = []
  }

  private func lint(_ ground: Ground, _ items: [Item], head: Head?, dialect: Dialect?)
    -> HazardReport
  {
    var subject = HazardSubject(ground.transcript)
    subject.dialect = dialect
    var linter = HazardLinter(subject)
    var builder = ViewBuilder(ground.transcript)
    let last = ground.count - 1
    let view = View(
      head: head ?? ground.transcript.head(at: ground.count), isHeadEdited: head != nil,
      items: items)
    let record = RequestRecord(
      number: 1, moment: ground.entries[last].kind == .prompt ? .prompt : .toolOutput,
      entry: EntryID(last), tokens: 0)
    linter.observe(record, view: view, change: builder.record(view, at: ground.count))
    linter.finish()
    return linter.report
  }

  private static let grounds: [MutationOperator.GroundKind: [Ground]] = {
    let recordings = Recordings.all
    return [
      .plain: Ground.all(recordings), .joined: Ground.all(recordings.map(\.joined)),
      .reasoned: Ground.all(recordings.map(\.reasoned)),
    ]
  }()

  @Test func `what is planted is found, and all that is found is true`() throws {
    var byOperator: [(name: String, tally: Tally)] = []
    var byRule: [String: Tally] = [:]
    var untrue: [String] = []
    var claims = 0
    for (number, mutator) in MutationOperator.all.enumerated() {
      var random = SplitMix64(seed: UInt64(number + 1))
      var tally = Tally()
      let grounds = try #require(Self.grounds[mutator.ground])
      for _ in 0..<Self.places * 100 where tally.places < Self.places {
        guard let ground = grounds.randomElement(using: &random),
          let mutation = mutator.make(ground, &random)
        else { continue }
        tally.places += 1
        let report = lint(
          ground, mutation.items, head: mutation.head, dialect: mutator.dialect)
        let found = Set(report.introduced.map { Planted(rule: $0.rule, entry: $0.entry?.index) })
        for planted in mutation.planted {
          tally.planted += 1
          byRule[planted.rule, default: Tally()].planted += 1
          if found.contains(planted) {
            tally.found += 1
            byRule[planted.rule, default: Tally()].found += 1
          } else {
            byRule[planted.rule, default: Tally()].missed.append(
              "\(mutator.name): \(planted) at \(ground.count) of \(ground.name)")
          }
        }
        let truth = Claims(
          ground: ground, items: mutation.items,
          head: mutation.head ?? ground.transcript.head(at: ground.count))
        for finding in found {
          guard let holds = truth.hold(finding.rule, finding.entry) else { continue }
          claims += 1
          if !holds {
            untrue.append("\(mutator.name): \(finding) at \(ground.count) of \(ground.name)")
          }
        }
      }
      byOperator.append((mutator.name, tally))
      #expect(tally.places == Self.places, "\(mutator.name): too few places")
    }
    print(table(byOperator.map { ($0.name, $0.tally) }))
    print(table(byRule.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    print("findings that were checked: \(claims), untrue: \(untrue.count)")
    for (rule, tally) in byRule {
      let share = Double(tally.found) / Double(tally.planted)
      #expect(share >= Self.leastShare, "\(rule): \(tally.missed.prefix(5))")
    }
    #expect(untrue.isEmpty, "\(untrue.prefix(10))")
    let structure = HazardRules.all.filter { $0.group == .structure }.map(\.id)
    #expect(Set(structure).subtracting(byRule.keys) == [], "nothing is planted for these")
  }

  private func table(_ rows: [(name: String, tally: Tally)]) -> String {
    rows.map { row in
      row.name.padding(toLength: 36, withPad: " ", startingAt: 0)
        + "\(row.tally.places) places, \(row.tally.found)/\(row.tally.planted) found"
    }.joined(separator: "\n")
  }

  @Test(arguments: [MutationOperator.GroundKind.plain, .joined, .reasoned])
  func `nothing is introduced where nothing was planted`(kind: MutationOperator.GroundKind) throws {
    var random = SplitMix64(seed: 7)
    let grounds = try #require(Self.grounds[kind])
    for _ in 0..<Self.places * 4 {
      let ground = try #require(grounds.randomElement(using: &random))
      let report = lint(ground, ground.items, head: nil, dialect: .anthropic)
      #expect(report.introduced.isEmpty, "\(ground.name): \(report.introduced)")
    }
  }
}
