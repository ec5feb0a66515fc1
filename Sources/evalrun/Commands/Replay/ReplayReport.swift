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
  var pooled: [ReplayMeasure] {
    plan.names.indices.map { row in
      results.reduce(into: ReplayMeasure()) { $0 += $1[row] }
    }
  }
}
