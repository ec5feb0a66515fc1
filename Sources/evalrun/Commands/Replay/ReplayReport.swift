import EvalKit

/// What a replay came to, for people and for programs.
struct ReplayReport: Sendable {
  /// What was replayed.
  let plan: ReplayPlan
  /// What was read.
  let intake: ReplayIntake
  /// For each session, a measure a row.
  let results: [[ReplayMeasure]]
  /// A measure a row over all sessions.
  let pooled: [ReplayMeasure]
  /// How far back the values stood that calls used.
  let distances: ReuseDistances
  /// Arguments that could not be traced to an earlier turn, by reason.
  let untraceable: [ArgumentTrace.Untraceable: Int]
  /// The share of values that another session holds by coincidence; nil with one session.
  let foreignRate: Double?

  /// Pools the sessions.
  ///
  /// - Complexity: O(text), for the foreign rate.
  init(plan: ReplayPlan, intake: ReplayIntake, results: [[ReplayMeasure]]) {
    self.plan = plan
    self.intake = intake
    self.results = results
    pooled = plan.names.indices.map { row in
      results.reduce(into: ReplayMeasure()) { $0 += $1[row] }
    }
    var distances = ReuseDistances()
    var untraceable: [ArgumentTrace.Untraceable: Int] = [:]
    var foreign = (found: 0.0, values: 0)
    let sessions = intake.sessions
    for (place, session) in sessions.enumerated() {
      distances = distances + ReuseDistances(session.trace, structure: session.structure)
      untraceable.merge(session.trace.untraceable, uniquingKeysWith: +)
      guard sessions.count > 1 else { continue }
      // Half-way round: neighbours in a file are often runs of one task.
      let other = sessions[(place + sessions.count / 2) % sessions.count].transcript.entries
      if let rate = session.trace.foreignRate(in: other) {
        foreign.found += rate * Double(session.trace.distinct)
        foreign.values += session.trace.distinct
      }
    }
    self.distances = distances
    self.untraceable = untraceable
    foreignRate = foreign.values == 0 ? nil : foreign.found / Double(foreign.values)
  }

  /// Why the values that calls used tell nothing; nil where they do.
  var supportProblem: String? { supportProblem(of: pooled) }

  /// The same for the rows of some of the sessions.
  func supportProblem(of rows: [ReplayMeasure]) -> String? {
    let judge = Judge.default
    let values = rows.first?.support.values ?? 0
    if values < judge.minimumLeaves {
      return "\(Figures.counted(values, "value")) that a call took from an earlier turn, under "
        + "\(judge.minimumLeaves)"
    }
    if let foreignRate, foreignRate >= judge.foreignCeiling {
      return "another session holds \(Figures.percent(foreignRate)) % of the values by coincidence"
    }
    return nil
  }
}
