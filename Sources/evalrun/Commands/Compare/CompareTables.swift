import EvalKit

/// The tables of a comparison: a row a pair, under the arm it is compared with.
struct CompareTables: Sendable {
  /// What was found.
  let report: CompareReport

  private var comparison: Comparison { report.comparison }

  /// The primary metric, with verdicts.
  var primary: TextTable { table(of: comparison.primary, hasVerdicts: true) }

  /// The other metrics that are printed and that any pair has.
  var others: [TextTable] {
    report.metrics.filter { key in
      comparison.pairs.contains { $0[key] != nil }
    }.map { table(of: $0, hasVerdicts: false) }
  }

  /// The comparisons within strata.
  var strata: [TextTable] {
    report.strata.flatMap { breakdown, found in
      found.map(\.metric.key).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }.map { key in
        var table = TextTable(
          [
            "\(key), by \(breakdown.title)", "value", "against", "difference", interval,
            "questions",
          ]
        )
        for place in comparison.pairs.indices {
          let mine = found.filter { $0.pair == place && $0.metric.key == key }
          if mine.isEmpty { continue }
          table.addRule()
          table.add([title(comparison.pairs[place])])
          for stratum in mine {
            table.add([
              "  \(stratum.value)", Self.figure(stratum.candidate, stratum.metric),
              Self.figure(stratum.baseline, stratum.metric),
              Self.figure(stratum.statistics.estimate, stratum.metric, isSigned: true),
              Self.interval(stratum.statistics, stratum.metric),
              Figures.grouped(stratum.statistics.questions),
            ])
          }
        }
        return table
      }
    }
  }

  private var interval: String {
    "\(Figures.decimal((1 - comparison.settings.level) * 100).replacing(".0", with: "")) %\ninterval"
  }

  private func title(_ pair: ArmComparison) -> String {
    "\(ComparePage.name(pair.candidate, in: comparison, beside: pair.baseline)) against "
      + ComparePage.name(pair.baseline, in: comparison)
  }

  private func table(of key: String, hasVerdicts: Bool) -> TextTable {
    let unit = Metric[key]?.unit == .share ? " (%)" : ""
    var headings = [
      "\(Metric[key]?.title ?? key)\(unit)", "value", "against", "difference", interval,
    ]
    headings += hasVerdicts ? ["p", "Holm\np", "verdict"] : ["p"]
    headings += ["detects", "fixed", "broken"]
    if report.showsAllIntervals { headings += ["bootstrap", "Miller's\nstd. error"] }
    var table = TextTable(headings, leftColumns: hasVerdicts ? [0, 7] : [0])
    var baseline: ComparedSide?
    for pair in comparison.pairs {
      guard let found = pair[key] else { continue }
      if pair.baseline != baseline {
        table.addRule()
        table.add(["against \(ComparePage.name(pair.baseline, in: comparison))"])
        baseline = pair.baseline
      }
      table.add(row(pair, found, hasVerdicts: hasVerdicts))
    }
    return table
  }

  private func row(_ pair: ArmComparison, _ found: MetricComparison, hasVerdicts: Bool) -> [String]
  {
    let metric = found.metric
    let statistics = found.statistics
    let name = ComparePage.name(pair.candidate, in: comparison, beside: pair.baseline)
    var cells = [
      "  \(name)", Self.value(found.candidate, metric), Self.value(found.baseline, metric),
      Self.figure(statistics?.estimate ?? found.difference, metric, isSigned: true),
      statistics.map { Self.interval($0, metric) } ?? Figures.none,
      statistics.map { Self.pValue($0.pValue) } ?? Figures.none,
    ]
    if hasVerdicts {
      cells += [
        found.adjustedP.map(Self.pValue) ?? Figures.none,
        found.decision?.verdict.rawValue ?? Figures.none,
      ]
    }
    cells.append(Self.figure(found.detectable, metric))
    let hasQuestions = found.statistics.map { _ in found.changes.isEmpty == false } ?? false
    let isOfCases = metric.unit != .share || metric.key == "cacheHitRate"
    cells +=
      isOfCases && !hasQuestions
      ? [Figures.none, Figures.none]
      : [Figures.grouped(found.fixed.count), Figures.grouped(found.broken.count)]
    if report.showsAllIntervals {
      cells += [
        found.bootstrap.map { Self.interval($0, metric) } ?? Figures.none,
        Self.figure(found.standardError?.value, metric),
      ]
    }
    return cells
  }

  // MARK: Figures

  /// A value as tables write it.
  static func value(_ value: MetricValue, _ metric: Metric) -> String {
    guard let number = value.value else { return value.errored > 0 ? "errored" : Figures.none }
    return figure(number, metric) + (value.isIncomplete ? "+" : "")
  }

  /// A number in a metric's unit.
  static func figure(_ number: Double?, _ metric: Metric, isSigned: Bool = false) -> String {
    guard let number else { return Figures.none }
    let text: String =
      switch metric.unit {
      case .share: Figures.percent(number)
      case .tokens: Figures.count(number)
      case .count, .nats: Figures.decimal(number)
      }
    let isZero = !text.contains { ("1"..."9").contains($0) }
    return isSigned && number > 0 && !isZero ? "+\(text)" : text
  }

  private static func interval(_ statistics: PairedComparison, _ metric: Metric) -> String {
    statistics.interval.map { interval($0, metric) } ?? Figures.none
  }

  private static func interval(_ interval: ConfidenceInterval, _ metric: Metric) -> String {
    "\(figure(interval.lower, metric, isSigned: true)) to "
      + figure(interval.upper, metric, isSigned: true)
  }

  /// A p-value with three decimals.
  static func pValue(_ value: Double) -> String {
    if value < 0.0005 { return "<0.001" }
    let thousandths = Int((value * 1000).rounded())
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
