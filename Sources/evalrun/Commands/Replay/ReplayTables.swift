import EvalKit

/// The tables of a replay: what survived, what it cost, what the edits broke.
enum ReplayTables {
  /// What became of the entries, and what later calls could still read.
  ///
  /// - Parameter isSupportMeasured: See ``ReplayReport/supportProblem``; where not, no share is shown.
  static func survival(_ names: [String], _ rows: [ReplayMeasure], isSupportMeasured: Bool)
    -> TextTable
  {
    var table = TextTable([
      "what survived (%)", "sessions\nedited", "entries\nwhole", "masked\nor cut",
      "in a\nsummary", "dropped", "arguments\nin view", "by\nchance", "hazards\nper 100",
    ])
    for (name, row) in zip(names, rows) {
      let masked = row.share(.masked).flatMap { a in row.share(.truncated).map { a + $0 } }
      table.add([
        name, "\(row.edited)/\(row.sessions)", Figures.percent(row.share(.kept)),
        Figures.percent(masked), Figures.percent(row.share(.summarised)),
        Figures.percent(row.share(.dropped)),
        Figures.percent(isSupportMeasured ? row.support.share : nil),
        Figures.percent(isSupportMeasured ? row.placebo.share : nil),
        Figures.decimal(row.hazards.per100),
      ])
      if name == ReplayPlan.baselineName { table.addRule() }
    }
    return table
  }

  /// How likely a language model holds the recorded calls; nil where none was weighed.
  static func actions(_ names: [String], _ rows: [ReplayMeasure]) -> TextTable? {
    guard let whole = rows.first?.actions, !whole.checkpoints.isEmpty else { return nil }
    var table = TextTable([
      "recorded calls (nats)", "weighed", "action\nsupport", "against\nno policy",
      "against\nprose",
    ])
    for (name, row) in zip(names, rows) {
      table.add([
        name, "\(row.actions.weighed)/\(row.actions.checkpoints.count)",
        Figures.decimal(row.actions.support), Figures.decimal(row.actions.shift(from: whole)),
        Figures.decimal(row.actions.odds),
      ])
      if name == ReplayPlan.baselineName { table.addRule() }
    }
    return table
  }

  /// What the requests cost.
  static func cost(_ names: [String], _ rows: [ReplayMeasure]) -> TextTable {
    var table = TextTable([
      "what it cost (tokens)", "a\nrequest", "a\nsession", "largest\nrequest", "over-\nflows",
      "read anew\na request", "cache\nhit %", "firings",
    ])
    for (name, row) in zip(names, rows) {
      table.add([
        name, Figures.count(row.tokensPerRequest), Figures.count(row.tokensPerTask),
        Figures.grouped(row.peak), Figures.grouped(row.overflows),
        Figures.count(row.prefilledPerRequest), Figures.percent(row.cacheHitRate),
        Figures.grouped(row.firings),
      ])
      if name == ReplayPlan.baselineName { table.addRule() }
    }
    return table
  }

  /// In how many requests each rule fired; nil where none did.
  static func hazards(_ names: [String], _ rows: [ReplayMeasure], width: Int) -> TextTable? {
    let order = HazardRules.all.map(\.id)
    let fired = order.filter { rule in rows.contains { $0.hazards.rules[rule] != nil } }
    if fired.isEmpty { return nil }
    // `orphan-response` on two lines; a rule that would not fit is in the JSON.
    let headings = fired.map { rule -> String in
      guard let dash = rule.lastIndex(of: "-") else { return rule }
      return "\(rule[...dash])\n\(rule[rule.index(after: dash)...])"
    }
    var used = 30
    let shown = headings.indices.prefix { index in
      let lines = headings[index].split(separator: "\n")
      used += 2 + (lines.map(\.count).max() ?? 0)
      return used <= width
    }
    var table = TextTable(["what was broken (requests)"] + shown.map { headings[$0] })
    for (name, row) in zip(names, rows) {
      table.add(
        [name] + shown.map { Figures.grouped(row.hazards.rules[fired[$0]]?.requests ?? 0) })
      if name == ReplayPlan.baselineName { table.addRule() }
    }
    return table
  }

  /// How far back the values stood that calls used.
  static func distances(_ distances: ReuseDistances) -> [String] {
    guard distances.total > 0 else { return [] }
    let total = Figures.counted(distances.total, "argument")
    var lines = ["turns between a value's latest mention and the call that uses it (\(total)):"]
    for (bucket, count) in distances.counts.enumerated() {
      let name = ReuseDistances.name(ofBucket: bucket)
      let share = Double(count) / Double(distances.total)
      let bar = String(repeating: "█", count: Int((share * 40).rounded()))
      let label = String(repeating: " ", count: 6 - name.count) + name
      let figure = Figures.percent(share)
      let padding = String(repeating: " ", count: max(0, 5 - figure.count))
      lines.append("\(label)  \(padding)\(figure) %  \(bar)")
    }
    return lines
  }
}
