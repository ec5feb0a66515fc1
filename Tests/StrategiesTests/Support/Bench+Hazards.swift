import EvalKit
import EvalKitTesting
import Strategies

extension Bench {
  /// The rules about structure and tools that find something a strategy brought into the main line,
  /// in order.
  func hazards(_ transcript: Transcript, _ spec: String) async throws -> [String] {
    let rules = HazardRules.all.filter { $0.group == .structure || $0.group == .tools }
    var linter = HazardLinter(HazardSubject(transcript), rules: rules)
    var builder = ViewBuilder(transcript)
    let start = session(transcript, try Strategies.catalog.parse(spec))
    _ = try await Replay(transcript).run(start) { session, place in
      guard case .request(let record, let view) = place else { return }
      let change = builder.record(view, at: session.log.count)
      linter.observe(record, view: view, change: change)
    }
    return Set(linter.report.introduced.map(\.rule)).sorted()
  }

  func hazards(_ notation: String, _ spec: String) async throws -> [String] {
    try await hazards(Shorthand.transcript(notation), spec)
  }
}
