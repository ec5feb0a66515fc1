/// The questions of one stratum, with what every arm scored on them: the same questions for all arms.
public struct Stratum: Hashable, Sendable {
  /// An arm's scores on the stratum's questions.
  public struct ArmValues: Hashable, Sendable {
    /// The arm.
    public let arm: ArmIdentity
    /// The values by metric, `recall` and `survival`.
    public let metrics: [String: MetricValue]
  }

  /// What questions are told apart by.
  public let dimension: Strata.Dimension
  /// The stratum: a word, or a range of numbers.
  public let value: String
  /// The arms, in the order they were run.
  public let arms: [ArmValues]

  /// The metrics that are told by stratum.
  public static let metrics = ["recall", "survival"]
}

/// How facts fared by the compactions they had been through, under one arm. Arms compact when they do,
/// so these are other questions for each arm, and are not compared.
public struct CompactionsSurvived: Hashable, Sendable {
  /// The facts that had been through so many compactions.
  public struct Bin: Hashable, Sendable {
    /// How many, `0`, `2-3` or `16+`.
    public let compactions: String
    /// Their survival.
    public let survival: MetricValue
  }

  /// The arm.
  public let arm: ArmIdentity
  /// How many compactions a fact was last seen to have lived through, on average over facts; nil
  /// where none was looked at in a session.
  public let mean: Double?
  /// The bins that have facts, by number.
  public let bins: [Bin]

  static let firsts = [0, 1, 2, 4, 8, 16]
}

extension ScorePooling {
  /// The strata of all dimensions.
  ///
  /// - Complexity: O(scores × dimensions).
  func strata() -> [Stratum] {
    Strata.Dimension.allCases.flatMap { dimension -> [Stratum] in
      var values: [String: [ArmIdentity: [String: MetricValue]]] = [:]
      for arm in table.arms {
        for metric in Stratum.metrics.compactMap({ Metric[$0] }) {
          for (value, cells) in split(table.cells(arm, metric.key), by: dimension) {
            values[value, default: [:]][arm, default: [:]][metric.key] = pooled(cells, metric)
          }
        }
      }
      return values.sorted { Strata.precedes($0.key, $1.key, in: dimension) }.map { value, arms in
        Stratum(
          dimension: dimension, value: value,
          arms: table.arms.compactMap { arm in
            arms[arm].map { Stratum.ArmValues(arm: arm, metrics: $0) }
          })
      }
    }
  }

  /// The cells by stratum: instances of a probe at other places may be of other strata.
  private func split(_ cells: [ScoreTable.Cell], by dimension: Strata.Dimension)
    -> [String: [ScoreTable.Cell]]
  {
    var result: [String: [ScoreTable.Cell]] = [:]
    for cell in cells {
      var parts: [String: ScoreTable.Cell] = [:]
      for score in cell.scores {
        guard let value = score.strata?.value(of: dimension) else { continue }
        parts[value, default: ScoreTable.Cell(group: cell.group)].scores.append(score)
      }
      for (value, part) in parts { result[value, default: []].append(part) }
    }
    return result
  }

  /// How an arm's facts fared by the compactions they had been through; nil without any.
  func compactions(_ arm: ArmIdentity) -> CompactionsSurvived? {
    guard let metric = Metric["survival"] else { return nil }
    let cells = table.cells(arm, "survival")
    var bins: [Int: [ScoreTable.Cell]] = [:]
    // The most compactions that each fact was seen to have lived through.
    var lived: [ScoreTable.Group: Int] = [:]
    for cell in cells {
      var parts: [Int: ScoreTable.Cell] = [:]
      for score in cell.scores {
        guard let count = score.fact?.compactions else { continue }
        let first = CompactionsSurvived.firsts.last { $0 <= count } ?? 0
        parts[first, default: ScoreTable.Cell(group: cell.group)].scores.append(score)
        let fact = score.question.split(separator: "/").last.map(String.init) ?? ""
        let key = ScoreTable.Group(caseID: score.caseID, name: fact)
        let survived = score.outcome == .scored(1) ? count : 0
        lived[key] = max(lived[key] ?? 0, survived)
      }
      for (first, part) in parts { bins[first, default: []].append(part) }
    }
    guard !bins.isEmpty else { return nil }
    let sum = lived.values.reduce(0, +)
    return CompactionsSurvived(
      arm: arm, mean: lived.isEmpty ? nil : Double(sum) / Double(lived.count),
      bins: bins.sorted { $0.key < $1.key }.map { first, cells in
        CompactionsSurvived.Bin(
          compactions: Strata.bin(first, CompactionsSurvived.firsts),
          survival: pooled(cells, metric))
      })
  }
}
