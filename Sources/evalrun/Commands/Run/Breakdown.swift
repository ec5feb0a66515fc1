import EvalKit

/// What the questions of a run's tables can be told apart by.
enum Breakdown: String, CaseIterable, OptionValue {
  case kind, probe, age, tokens, mentions, role, position, compactions, answer

  /// The dimension, where questions are the same for every arm.
  var dimension: Strata.Dimension? { Strata.Dimension(rawValue: rawValue) }

  /// The title of its tables.
  var title: String {
    switch self {
    case .kind: "kind of fact"
    case .probe: "kind of probe"
    case .age: "age in turns"
    case .tokens: "age in tokens"
    case .mentions: "mentions"
    case .role: "who said it"
    case .position: "place in the record"
    case .compactions: "compactions since"
    case .answer: "answer"
    }
  }
}

extension RunTables {
  /// The tables of a breakdown.
  func tables(by breakdown: Breakdown) -> [TextTable] {
    switch breakdown {
    case .compactions: [compactions(breakdown.title)]
    case .answer: [answersByFate]
    default:
      breakdown.dimension.map { dimension in
        ["recall", "survival"].map { strata(dimension, of: $0, breakdown.title) }
      } ?? []
    }
  }

  /// A metric by stratum, in percent, with the number of questions in the headings.
  private func strata(_ dimension: Strata.Dimension, of metric: String, _ title: String)
    -> TextTable
  {
    let strata = summary.strata.filter { stratum in
      stratum.dimension == dimension && stratum.arms.contains { $0.metrics[metric] != nil }
    }
    let headings = strata.map { stratum in
      let most = stratum.arms.compactMap { $0.metrics[metric]?.questions }.max() ?? 0
      return "\(stratum.value)\n(\(Figures.grouped(most)))"
    }
    return table("\(metric) (%), by \(title)", [], more: headings) { arm in
      strata.map { stratum in
        Self.percent(stratum.arms.first { $0.arm == arm.arm }?.metrics[metric])
      }
    }
  }

  /// Survival by the compactions facts had been through: other facts for each arm, so with counts.
  private func compactions(_ title: String) -> TextTable {
    let found = Dictionary(
      summary.compactionsSurvived.map { ($0.arm, $0) }, uniquingKeysWith: { first, _ in first })
    var headings: [String] = []
    for bin in summary.compactionsSurvived.flatMap(\.bins)
    where !headings.contains(bin.compactions) { headings.append(bin.compactions) }
    headings.sort { Self.first($0) < Self.first($1) }
    return table("survival (%) of n facts, by \(title)", [], more: headings) { arm in
      headings.map { heading in
        guard let bin = found[arm.arm]?.bins.first(where: { $0.compactions == heading }) else {
          return Figures.none
        }
        return "\(Self.percent(bin.survival)) of \(Figures.grouped(bin.survival.questions))"
      }
    }
  }

  private static func first(_ bin: String) -> Int { Int(bin.prefix { $0.isNumber }) ?? 0 }

  private static func percent(_ value: MetricValue?) -> String {
    guard let value else { return Figures.none }
    return value.isUnscored ? "errored" : Figures.percent(value.value)
  }

  /// What became of facts against how they were answered, arm by arm.
  private var answersByFate: TextTable {
    let verdicts: [AnswerVerdict] = [
      .correct, .stale, .wrong, .ambiguous, .abstained, .overflow,
    ]
    var table = TextTable(
      ["answers by what became of the fact"] + verdicts.map(\.rawValue) + ["not asked"])
    for answers in summary.survivalByAnswer where !Self.isPlacebo(answers.arm) {
      table.addRule()
      table.add(["\(answers.arm.name) at \(answers.arm.context), \(answers.arm.model)"])
      for row in answers.rows {
        table.add(
          ["  \(row.survival?.rawValue ?? "not known")\(row.isContested ? ", contested" : "")"]
            + verdicts.map { Figures.grouped(row.answers[$0] ?? 0) }
            + [Figures.grouped(row.errored + row.notApplicable + row.excluded)])
      }
    }
    return table
  }

  private static func isPlacebo(_ arm: ArmIdentity) -> Bool {
    if case .placebo = arm.control { true } else { false }
  }
}

extension MetricValue {
  /// How many questions it has, however they came out.
  var questions: Int { scored + errored + notApplicable + excluded }
}
