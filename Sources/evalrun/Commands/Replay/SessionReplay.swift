import EvalKit

/// Replays one session under one policy and sums up what it came to.
///
/// Views are looked at as they come and not kept, so that memory does not grow with requests times
/// entries.
struct SessionReplay: Sendable {
  /// The session.
  let session: RecordedSession
  /// The policy.
  let pipeline: Pipeline
  /// The window.
  let budget: ContextBudget
  /// How the cache behaves.
  let cache: CachePolicy
  /// Who may be asked for summaries.
  let summarisers: [String: any Summariser]
  /// At how many of its calls the default model is asked; nil: it is not.
  var nextCalls: Int?
  /// Who says how likely the recorded actions are; nil: nobody.
  var weigher: ModelRunner?

  /// Runs the session through.
  ///
  /// - Throws: `CancellationError`.
  func measure() async throws -> ReplayMeasure {
    let start = Session(
      pipeline: pipeline, head: session.transcript.head, budget: budget, ledger: session.ledger,
      summarisers: summarisers, cache: cache)
    var isEdited = false
    var fates: [EntryFate] = []
    let count = session.structure.requests.count
    var builder = ViewBuilder(session.transcript, log: session.log)
    var subject = Judge.default.subject(session.transcript, structure: session.structure)
    subject.pipeline = pipeline
    subject.budget = budget
    subject.ledger = session.ledger
    subject.texts = session.texts
    var linter = Judge.default.linter(of: subject)
    var support = ArgumentSupport(session.trace)
    var placebo = PlaceboSupport(
      session.trace, placebo: session.placebo, structure: session.structure)
    var asking = nextCalls.map { NextCallAsking(session, limit: $0) }
    var weighing = weigher.map {
      ActionWeighing(session, model: $0, limit: nextCalls ?? ActionWeighing.usualLimit)
    }
    let replay = Replay(session.transcript, structure: session.structure)
    let (end, requests) = try await replay.run(start) { current, place in
      guard case .request(let record, let view) = place else { return }
      let change = builder.record(view, at: record.entry.index + 1)
      if !change.isEmpty { isEdited = true }
      linter.observe(record, view: view, change: change, summaries: current.summaries)
      support.observe(record, view: view, change: change)
      placebo.observe(
        record, log: current.log, headTokens: session.ledger.count(current.head),
        ledger: session.ledger)
      try await asking?.observe(record, view: view)
      try await weighing?.observe(record, view: view)
      // Kept for the last request only: a list that is kept is not filled again by who made it.
      if record.number == count {
        fates = EntryFate.fates(of: current.log.count, in: view.items)
      }
    }
    linter.finish(requests)
    var measure = ReplayMeasure()
    measure.sessions = 1
    measure.edited = isEdited ? 1 : 0
    measure.unrecorded =
      pipeline.needsCompactions && session.transcript.compactions.isEmpty ? 1 : 0
    measure.floors = session.headTokens > budget.tokens ? 1 : 0
    for request in requests { measure.add(request) }
    measure.summaries = end.summaries.count { !$0.isRemedy }
    measure.summaryTokens = end.summaries.reduce(0) { $0 + $1.input + $1.output }
    for fate in fates { measure.fates[fate.fate, default: 0] += 1 }
    measure.hazards = HazardTally(linter.report, transcript: session.label)
    measure.support = SupportTally(support.findings.map { ($0.value, $0.isSupported) })
    measure.placebo = SupportTally(placebo.findings)
    measure.nextCalls = asking?.tally ?? NextCallTally()
    measure.actions = weighing?.tally ?? ActionTally()
    return measure
  }
}
