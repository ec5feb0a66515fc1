import EvalKit

/// The two tables of a replay: what survived, and what it cost.
enum ReplayTables {
  /// What became of the entries, and what later calls could still read.
  static func survival(_ names: [String], _ rows: [ReplayMeasure]) -> TextTable {
    var table = TextTable([
      "what survived (%)", "sessions\nedited", "entries\nwhole", "masked\nor cut",
      "in a\nsummary", "dropped",
    ])
    for (name, row) in zip(names, rows) {
      let masked = row.share(.masked).flatMap { a in row.share(.truncated).map { a + $0 } }
      table.add([
        name, "\(row.edited)/\(row.sessions)", Figures.percent(row.share(.kept)),
        Figures.percent(masked), Figures.percent(row.share(.summarised)),
        Figures.percent(row.share(.dropped)),
      ])
      if name == ReplayPlan.baselineName { table.addRule() }
    }
    return table
  }

  /// What the requests cost.
  static func cost(_ names: [String], _ rows: [ReplayMeasure]) -> TextTable {
    var table = TextTable([
      "what it cost (tokens)", "a\nrequest", "a\nsession", "largest\nrequest", "over-\nflows",
      "read anew\na request", "cache\nhit %", "firings", "summary\ncalls",
    ])
    for (name, row) in zip(names, rows) {
      table.add([
        name, Figures.count(row.tokensPerRequest), Figures.count(row.tokensPerTask),
        Figures.grouped(row.peak), Figures.grouped(row.overflows),
        Figures.count(row.prefilledPerRequest), Figures.percent(row.cacheHitRate),
        Figures.grouped(row.firings), Figures.grouped(row.summaries),
      ])
      if name == ReplayPlan.baselineName { table.addRule() }
    }
    return table
  }
}
