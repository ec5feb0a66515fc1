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

  /// Runs the session through.
  ///
  /// - Throws: `CancellationError`.
  func measure() async throws -> ReplayMeasure {
    let start = Session(
      pipeline: pipeline, head: session.transcript.head, budget: budget, ledger: session.ledger,
      summarisers: summarisers, cache: cache)
    var isEdited = false
    var last: (items: [Item], count: Int) = ([], 0)
    let (end, requests) = try await Replay(session.transcript, structure: session.structure).run(
      start
    ) { current, place in
      guard case .request(_, let view) = place else { return }
      if !isEdited { isEdited = Self.differs(view, from: current.log.count) }
      last = (view.items, current.log.count)
    }
    var measure = ReplayMeasure()
    measure.sessions = 1
    measure.edited = isEdited ? 1 : 0
    measure.floors = session.headTokens > budget.tokens ? 1 : 0
    for request in requests { measure.add(request) }
    measure.summaries = end.summaries.count
    measure.summaryTokens = end.summaries.reduce(0) { $0 + $1.input + $1.output }
    for fate in EntryFate.fates(of: last.count, in: last.items) {
      measure.fates[fate.fate, default: 0] += 1
    }
    return measure
  }

  /// Whether a view shows anything but the log as it is.
  private static func differs(_ view: View, from count: Int) -> Bool {
    if view.isHeadEdited || view.items.count != count { return true }
    return view.items.enumerated().contains { place, item in
      item.id?.index != place || item.form != .whole || item.isPartial
    }
  }
}
