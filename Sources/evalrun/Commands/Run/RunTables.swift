import EvalKit

/// The tables of a run: what survived, how facts that did and did not were answered, and what it did
/// and cost. Controls stand above.
struct RunTables: Sendable {
  /// The scores pooled.
  let summary: Summary
  /// The contexts in the order they were run; repeats are skipped.
  let contexts: [String]
  /// The metrics the judge reports: columns of others are left out.
  let reported: Set<String>

  struct Column {
    var heading: String
    var key: String
  }

  /// Facts and answers, in percent.
  var survival: TextTable {
    let columns = [
      Column(heading: "survival", key: "survival"), Column(heading: "gone", key: "gone"),
      Column(heading: "recall", key: "recall"),
      Column(heading: "norm.\nrecall", key: "normalizedRecall"),
      Column(heading: "stale", key: "stale"),
      Column(heading: "abstains\nright", key: "abstentionRight"),
      Column(heading: "abstains\nwrong", key: "falseAbstention"),
      Column(heading: "composite", key: Metric.composite.key),
    ]
    let judges = summary.agreements.map {
      Column(heading: "judge\n\($0.judge)", key: "modelJudge(\($0.judge))")
    }
    let isRecalled = reported.contains("recall")
    return table(
      "what survived (%)", columns + judges,
      more: isRecalled ? ["placebo\nrecall", "beats\nit"] : []
    ) { arm in
      guard isRecalled else { return [] }
      return [
        Figures.percent(arm.placeboRecall),
        arm.beatsPlacebo.map { $0 ? "yes" : "no" } ?? Figures.none,
      ]
    }
  }

  /// Recall and survival as if questions were asked at the ages of a profile.
  var ages: TextTable {
    let profiles = AgeProfile.all.map(\.name)
    var found: [String: [ArmIdentity: AgedRates]] = [:]
    for rates in summary.ages { found[rates.profile, default: [:]][rates.arm] = rates }
    let keys = Stratum.metrics.filter { key in
      reported.contains(key) && summary.ages.contains { $0.rates[key] != nil }
    }
    return table(
      "by the age of facts (%)", [],
      more: keys.flatMap { key in [key] + profiles.map { "as in\n\($0)" } }
    ) { arm in
      keys.flatMap { key in
        [Self.cell(key, of: arm)]
          + profiles.map { Figures.percent(found[$0]?[arm.arm]?.rates[key]?.value) }
      }
    }
  }

  /// How questions were answered whose fact survived, and whose fact did not.
  var answers: TextTable {
    let found = Dictionary(
      summary.survivalByAnswer.map { ($0.arm, $0) }, uniquingKeysWith: { first, _ in first })
    let lived = Dictionary(
      summary.compactionsSurvived.map { ($0.arm, $0) }, uniquingKeysWith: { first, _ in first })
    let lives = Dictionary(
      summary.halfLife.map { ($0.arm, $0) }, uniquingKeysWith: { first, _ in first })
    // The reader declines under a threshold of ours, so its share says nothing of a model's.
    let hasModel = summary.arms.contains { $0.arm.model != "reader" }
    var headings = [
      "kept,\nright", "kept,\nwrong", "of them\ncontested", "kept,\nsilent", "lost,\nright",
      "lost,\nwrong", "lost,\nsilent", "not\nasked", "precise\n%", "contra-\ndicts %",
    ]
    if hasModel { headings.append("confabu-\nlates %") }
    headings.append("compactions\nsurvived")
    if !lives.isEmpty { headings.append("half-\nlife") }
    return table("facts by answer", [], more: headings) { arm in
      let counts = found[arm.arm].map(Self.counts) ?? Array(repeating: Figures.none, count: 8)
      var cells = counts + ["precision", "contradiction"].map { Self.cell($0, of: arm) }
      if hasModel {
        cells.append(
          arm.arm.model == "reader" ? Figures.none : Self.cell("confabulation", of: arm))
      }
      cells.append(Figures.decimal(lived[arm.arm]?.mean))
      if !lives.isEmpty {
        cells.append(
          lives[arm.arm].map { $0.compactions.map(Figures.grouped) ?? "not reached" }
            ?? Figures.none)
      }
      return cells
    }
  }

  private static func counts(_ answers: SurvivalByAnswer) -> [String] {
    let unasked = answers.rows.reduce(0) {
      $0 + ($1.answers[.overflow] ?? 0) + $1.errored + $1.notApplicable + $1.excluded
    }
    return [
      answers.count(kept: true, .correct), answers.count(kept: true, .wrong, .stale, .ambiguous),
      answers.contested(.wrong, .stale, .ambiguous), answers.count(kept: true, .abstained),
      answers.count(kept: false, .correct), answers.count(kept: false, .wrong, .stale, .ambiguous),
      answers.count(kept: false, .abstained), unasked,
    ].map(Figures.grouped)
  }

  /// Calls, hazards and cost.
  var cost: TextTable {
    let columns = [
      Column(heading: "args\nfilled %", key: "argumentFill"),
      Column(heading: "args in\nview %", key: "argumentSupport"),
      Column(heading: "calls in\norder %", key: "trajectoryInOrder"),
      Column(heading: "hazards\nper 100", key: "hazardsPer100"),
      Column(heading: "tokens a\nrequest", key: "tokensPerRequest"),
      Column(heading: "tokens\na task", key: "tokensPerTask"),
      Column(heading: "prefilled\na request", key: "prefilledPerRequest"),
      Column(heading: "cache\nhits %", key: "cacheHitRate"),
      Column(heading: "firings", key: "firings"),
    ]
    return table("what it did and cost", columns, more: []) { _ in [] }
  }

  /// How likely language models hold what is right, in nats; without columns where none was asked.
  var support: TextTable {
    let columns = [
      Column(heading: "support", key: "support"),
      Column(heading: "share of\nevidence", key: "share"),
      Column(heading: "margin", key: "margin"),
      Column(heading: "action\nsupport", key: "actionSupport"),
      Column(heading: "action\nshift", key: "actionShift"),
      Column(heading: "action\nodds", key: "actionOdds"),
    ].filter { column in summary.arms.contains { $0.metrics[column.key]?.value != nil } }
    return table("how likely it is held (nats)", columns, more: []) { _ in [] }
  }

  func table(
    _ title: String, _ columns: [Column], more: [String],
    cells: (ArmSummary) -> [String]
  ) -> TextTable {
    let columns = columns.filter { reported.contains($0.key) }
    var table = TextTable([title] + columns.map(\.heading) + more)
    let models = summary.arms.map(\.arm.model).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    for model in models {
      let arms = summary.arms.filter { $0.arm.model == model }
      table.addRule()
      let suffix = models.count > 1 ? ", \(model)" : ""
      for arm in arms where Self.isShownControl(arm.arm) {
        table.add([arm.arm.name + suffix] + row(arm, columns) + cells(arm))
      }
      var seen = Set<String>()
      for context in contexts where seen.insert(context).inserted {
        let policies = arms.filter { $0.arm.control == nil && $0.arm.context == context }
        if policies.isEmpty { continue }
        table.addRule()
        table.add(["context \(Int(context).map(Figures.grouped) ?? context)\(suffix)"])
        for arm in policies { table.add([arm.arm.name] + row(arm, columns) + cells(arm)) }
      }
    }
    return table
  }

  /// Placebos stand beside the arms they belong to, not in rows of their own.
  private static func isShownControl(_ arm: ArmIdentity) -> Bool {
    switch arm.control {
    case nil, .placebo: false
    default: true
    }
  }

  private func row(_ arm: ArmSummary, _ columns: [Column]) -> [String] {
    columns.map { Self.cell($0.key, of: arm) }
  }

  /// A metric of an arm as tables write it.
  static func cell(_ key: String, of arm: ArmSummary) -> String {
    guard let value = arm.metrics[key], let metric = Metric[key] else { return Figures.none }
    if arm.arm.control == nil, arm.noRange.contains(key) { return "no range" }
    guard let number = value.value else { return value.errored > 0 ? "errored" : Figures.none }
    let mark = value.isIncomplete ? "+" : ""
    switch metric.unit {
    case .share: return Figures.percent(number)
    case .tokens: return Figures.count(number) + mark
    case .nats: return Figures.decimal(number) + mark
    case .count:
      return (metric.pooling == .sum ? Figures.count(number) : Figures.decimal(number)) + mark
    }
  }
}
