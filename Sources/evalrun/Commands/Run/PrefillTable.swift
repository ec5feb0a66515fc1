import EvalKit

/// What a language model read of the recorded requests, beside what was predicted from the views.
struct PrefillTable: Sendable {
  /// An arm's sums over its requests that were read.
  struct Row: Sendable {
    var name: String
    var requests = 0
    /// Requests that were not read: over the model's window or the time limit, or the policy failed.
    var unread = 0
    var predicted = Prefill(tokens: 0, reused: 0)
    var measured = Prefill(tokens: 0, reused: 0)
    /// Requests whose prediction is not what was measured.
    var different = 0
    var seconds = 0.0
  }

  /// A row an arm, in the run's order.
  let rows: [Row]

  init(rows: [Row]) { self.rows = rows }

  /// Reads what a run measured.
  ///
  /// - Throws: ``RunDirectoryError``.
  init(_ directory: RunDirectory, _ plan: Plan) throws {
    var rows = plan.arms.map { arm in
      Row(name: arm.isControl ? arm.name : "\(arm.name) at \(arm.context)")
    }
    for (place, observation) in try directory.observations(of: plan.cases.map(\.value)).enumerated()
    {
      for request in observation.requests {
        rows[plan.cells[place].armIndex].add(request)
      }
    }
    for (cell, call) in try directory.calls()
    where call.kind == .prefill && plan.cells.indices.contains(cell) {
      rows[plan.cells[cell].armIndex].seconds += call.firstToken
    }
    self.rows = rows.filter { $0.requests + $0.unread > 0 }
  }

  /// The table, and what it says.
  func text(width: Int) -> String {
    var table = TextTable([
      "cost (tokens)", "requests", "tokens\npredicted", "tokens\nmeasured", "held\npredicted",
      "held\nmeasured", "requests\nthat differ", "seconds\na request",
    ])
    for row in rows {
      table.add([
        row.name, Figures.grouped(row.requests), Figures.grouped(row.predicted.tokens),
        Figures.grouped(row.measured.tokens), Figures.grouped(row.predicted.reused),
        Figures.grouped(row.measured.reused), Figures.grouped(row.different),
        row.requests > 0 ? Figures.hundredths(row.seconds / Double(row.requests)) : Figures.none,
      ])
    }
    var lines = table.lines(width: width)
    let unread = rows.reduce(0) { $0 + $1.unread }
    if unread > 0 {
      lines += [
        "",
        "\(Figures.counted(unread, "request")) of "
          + "\(Figures.grouped(rows.reduce(unread) { $0 + $1.requests })) not read: over the model's "
          + "window or --time-limit, or not made at all",
      ]
    }
    return lines.joined(separator: "\n")
  }
}

extension PrefillTable.Row {
  /// Adds a request: to the sums if it was read, else to those that were not.
  mutating func add(_ request: RequestRecord) {
    guard let prefill = request.prefill else {
      unread += 1
      return
    }
    requests += 1
    predicted.tokens += request.tokens
    predicted.reused += request.cached
    measured.tokens += prefill.tokens
    measured.reused += prefill.reused
    if prefill != Prefill(tokens: request.tokens, reused: request.cached) { different += 1 }
  }
}
