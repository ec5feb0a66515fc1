import EvalKit
import EvalKitTesting
import Strategies

extension Bench {
  /// What a linter that knows policy, window and tokens finds in a replayed session.
  ///
  /// - Parameter rules: The rules that are run; all unless said.
  func report(
    _ transcript: Transcript, _ pipeline: Pipeline, reserve: Int = 0, evalCase: EvalCase? = nil,
    rules: [any HazardRule] = HazardRules.all
  ) async throws -> HazardReport {
    let ledger = ledger(transcript)
    let budget = ContextBudget(contextSize: contextSize, reserve: reserve)
    var subject = HazardSubject(transcript)
    subject.pipeline = pipeline
    subject.budget = budget
    subject.ledger = ledger
    subject.evalCase = evalCase
    var linter = HazardLinter(subject, rules: rules)
    var builder = ViewBuilder(transcript)
    let start = Session(
      pipeline: pipeline, head: transcript.head, budget: budget, ledger: ledger,
      summarisers: ["reader": summariser, "arm": summariser, "scripted": summariser],
      tracksEdits: true)
    let (_, records) = try await Replay(transcript).run(start) { session, place in
      guard case .request(let record, let view) = place else { return }
      let change = builder.record(view, at: session.log.count)
      linter.observe(record, view: view, change: change, summaries: session.summaries)
    }
    linter.finish(records, stages: pipeline.stages.map(\.description))
    return linter.report
  }

  /// What a rule finds that a policy brought about.
  func findings(
    _ id: String, _ transcript: Transcript, _ spec: String, reserve: Int = 0
  ) async throws -> [HazardFinding] {
    let rules = HazardRules.all.filter { $0.id == id }
    return try await report(
      transcript, Strategies.catalog.parse(spec), reserve: reserve, rules: rules
    ).introduced
  }
}
