import EvalKit
import EvalKitTesting
import Strategies

extension Bench {
  /// The rules that find something a strategy brought into the main line, in order.
  func hazards(_ transcript: Transcript, _ spec: String) async throws -> [String] {
    var linter = HazardLinter(HazardSubject(transcript))
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
