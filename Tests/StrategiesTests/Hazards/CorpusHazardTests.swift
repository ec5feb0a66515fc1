import EvalKit
import EvalKitTesting
import LocalModels
import Strategies
import Testing

/// What the rules say of recorded sessions: nothing where nothing was edited, nothing untrue where
/// summaries are extracts.
@Suite(
  "Hazards of recordings", .enabled(if: Corpora.folder != nil, "no recordings beside the package"))
struct HazardsOfRecordings {
  private static let rules = HazardRules.all.filter {
    [.coverage, .budget, .cache].contains($0.group)
  }

  private func bench(_ transcript: Transcript, _ share: Int) -> Bench {
    var bench = Bench()
    let ledger = bench.ledger(transcript)
    bench.known = ledger
    let tokens =
      ledger.count(transcript.head)
      + transcript.entries.enumerated().reduce(0) {
        $0 + ledger.count($1.element, at: EntryID($1.offset))
      }
    bench.contextSize = max(200, tokens * share / 100)
    return bench
  }

  @Test func `an arm that edits nothing introduces nothing`() async throws {
    for recording in Corpora.chosen {
      for spec in ["identity", "summarize(when: 90%, keep: 2 turns)"] {
        let report = try await bench(recording.transcript, 400).report(
          recording.transcript, Strategies.catalog.parse(spec), rules: Self.rules)
        #expect(
          report.introduced.isEmpty,
          "\(recording.name) \(spec): \(report.introduced.map { "\($0.rule) \($0.detail)" })")
      }
    }
  }

  @Test func `an extract says nothing that was not said`() async throws {
    var summaries = 0
    for recording in Corpora.chosen {
      var bench = bench(recording.transcript, 50)
      bench.summariser = ScriptedSummariser(name: "reader") { request, _ in
        let texts = request.items.map { item in
          item.entry.segments.map(\.plainText).joined(separator: " ").prefix(400)
        }
        return ([request.previous ?? ""] + texts.map(String.init)).joined(separator: "\n")
      }
      for spec in [
        "summarize(when: 40%, keep: 2 turns, summary: 20%)", "summarize-history(entries: 6)",
      ] {
        let report = try await bench.report(
          recording.transcript, Strategies.catalog.parse(spec),
          rules: Self.rules.filter { ["summary-unsupported", "summary-failed"].contains($0.id) })
        #expect(
          report.introduced.isEmpty,
          "\(recording.name) \(spec): \(report.introduced.map { "\($0.rule) \($0.detail)" })")
      }
      summaries += bench.summariser.requests.count
    }
    #expect(summaries > 0)
  }
}
