import EvalKit

/// Curves at one cost, for a person.
struct EqualCostPage: Sendable {
  /// What was found.
  let found: EqualCostComparison

  /// The table, with who does not reach the cost.
  func lines(width: Int) -> [String] {
    let metric = found.metric
    var lines = Help.wrapped(heading, indent: 0, width: width)
    lines += table.lines(width: width)
    var reasons: [String] = []
    for row in found.rows {
      switch row.decision.verdict {
      case .improvement, .regression, .equivalent: continue
      default: break
      }
      let reason = "\(row.decision.verdict.rawValue): \(row.decision.reason)"
      if !reasons.contains(reason) { reasons.append(reason) }
    }
    lines += reasons.flatMap { Help.wrapped($0, indent: 0, width: width) }
    let out = found.cost.outOfReach.map { "\($0.name) (\($0.reach))" }
    if !out.isEmpty {
      lines += Help.wrapped(
        "not compared on \(metric.key), since they cost something else: "
          + out.joined(separator: "; "), indent: 0, width: width)
    }
    return lines
  }

  /// The table.
  var table: TextTable {
    let metric = found.metric
    var table = TextTable(
      [
        "at equal cost", metric.title, "against", "difference", "interval", "Holm\np", "verdict",
      ], leftColumns: [0, 6])
    table.add([
      found.reference.mix.name,
      found.referenceValue.map { ChoiceFigures.bare($0, of: metric) } ?? Figures.none,
    ])
    table.addRule()
    for row in found.rows {
      table.add([
        row.entry.mix.name,
        row.value.map { ChoiceFigures.bare($0, of: metric) } ?? Figures.none,
        found.referenceValue.map { ChoiceFigures.bare($0, of: metric) } ?? Figures.none,
        CompareTables.figure(row.statistics?.estimate, metric, isSigned: true),
        row.statistics?.interval.map {
          "\(CompareTables.figure($0.lower, metric, isSigned: true)) to "
            + CompareTables.figure($0.upper, metric, isSigned: true)
        } ?? Figures.none,
        row.adjustedP.map(CompareTables.pValue) ?? Figures.none, row.decision.verdict.rawValue,
      ])
    }
    return table
  }

  private var heading: String {
    let tokens = Figures.count(found.cost.tokens)
    let why =
      switch found.cost.source {
      case .asked: "as asked"
      case .reference(let arm): "what \(arm.name) costs"
      case .middle(let range):
        "the middle of what all sweeps reach, \(Figures.count(range.lowerBound)) to "
          + Figures.count(range.upperBound)
      }
    return "\(found.metric.title) at \(tokens) tokens a task (\(why)): \(found.model), context "
      + found.context
  }
}
