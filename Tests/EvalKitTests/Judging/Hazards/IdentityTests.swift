import EvalKitTesting
import Foundation
import Strategies
import Testing

@testable import EvalKit

/// Recorded sessions under arms that edit nothing: what is found was recorded so.
@Suite(.enabled(if: corpora != nil))
struct IdentityTests {
  static let groups: Set<HazardGroup> = [.structure, .coverage, .tools, .cache]
  static let rules = HazardRules.all.filter { groups.contains($0.group) }

  private func subject(_ transcript: Transcript, _ dialect: Dialect?) -> HazardSubject {
    var subject = HazardSubject(transcript)
    subject.dialect = dialect
    subject.budget = ContextBudget(contextSize: 1_000_000)
    subject.ledger = transcript.plainLedger
    return subject
  }

  /// Replays a session under a pipeline.
  private func report(
    _ transcript: Transcript, _ pipeline: Pipeline, _ dialect: Dialect?
  ) async throws -> HazardReport {
    var subject = subject(transcript, dialect)
    subject.pipeline = pipeline
    var linter = HazardLinter(subject, rules: Self.rules)
    var builder = ViewBuilder(transcript)
    let session = Session(
      pipeline: pipeline, head: transcript.head, budget: ContextBudget(contextSize: 1_000_000),
      ledger: transcript.plainLedger)
    let (_, records) = try await Replay(transcript).run(session) { current, place in
      guard case .request(let record, let view) = place else { return }
      let change = builder.record(view, at: record.entry.index + 1)
      linter.observe(record, view: view, change: change, summaries: current.summaries)
    }
    linter.finish(records)
    return linter.report
  }

  @Test(arguments: [nil, Dialect.anthropic])
  func `an arm whose edits are all empty introduces nothing`(dialect: Dialect?) async throws {
    let identity = try Strategies.catalog.parse("identity")
    var inherited: [String: [String]] = [:]
    for recording in Recordings.all {
      for pipeline in [identity, Pipeline([])] {
        let report = try await report(recording.transcript, pipeline, dialect)
        #expect(report.introduced.isEmpty, "\(recording.name): \(report.introduced)")
        guard pipeline.stages.isEmpty else { continue }
        for finding in report.findings {
          inherited[finding.rule, default: []].append(
            "\(recording.name) entry \(finding.entry?.index ?? -1) \(finding.label): "
              + finding.detail)
        }
      }
    }
    guard Recordings.isWhole else { return }
    print("inherited with dialect \(dialect?.rawValue ?? "none"), \(Recordings.all.count) sessions")
    for (rule, examples) in inherited.sorted(by: { $0.key < $1.key }) {
      print("\(rule): \(examples.count)")
      let step = max(1, examples.count / 3)
      for place in stride(from: 0, to: examples.count, by: step) { print("  \(examples[place])") }
    }
  }

  /// The linter leaves out rules that cannot find anything new in the log; here they are run on it.
  @Test func `rules of the shape find in the log only what was recorded`() throws {
    for recording in Recordings.all {
      let transcript = recording.transcript
      var scene = HazardScene(subject(transcript, .anthropic))
      let log = transcript.entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }
      let requests = TranscriptStructure(transcript.entries).requests
      let step = max(1, requests.count / 8)
      for place in stride(from: 0, to: requests.count, by: step) {
        let input = requests[place]
        let record = RequestRecord(number: place + 1, moment: .prompt, entry: input, tokens: 0)
        let view = View(
          head: transcript.head(at: input.index + 1), items: Array(log[...input.index]))
        scene.advance(to: record, view: view, change: ViewChange())
        for rule in Self.rules where rule.scope == .shape {
          rule.check(scene) { hit in
            #expect(hit.isInherited, "\(recording.name): \(rule.id): \(hit.detail)")
          }
        }
      }
    }
  }
}
