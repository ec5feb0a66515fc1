/// How often an arm's tools were confused in one way, beside its model's oracle.
public struct ConfusionRate: Hashable, Sendable {
  /// The kind.
  public let kind: ToolConfusion
  /// Checkpoints at which the arm is confused so and the oracle is not.
  public let count: Int
  /// Checkpoints at which the oracle of the model is.
  public let oracleCount: Int
  /// The checkpoints of the arm that were judged.
  public let checkpoints: Int
  /// The oracle's.
  public let oracleCheckpoints: Int
  /// Where the arm is confused so, `case/checkpoint`, in order.
  public let places: [String]

  /// The share of the arm's checkpoints; nil where none was judged.
  public var rate: Double? { checkpoints == 0 ? nil : Double(count) / Double(checkpoints) }
  /// The share of the oracle's checkpoints: the model's own confusion, that no policy is charged with.
  public var oracleRate: Double? {
    oracleCheckpoints == 0 ? nil : Double(oracleCount) / Double(oracleCheckpoints)
  }
}

extension ScorePooling {
  /// The kinds that an arm or its model's oracle shows, in order of precedence.
  ///
  /// What was judged is what has a score: an overflow counts as a checkpoint and is no kind.
  func confusions(of arm: ArmIdentity) -> [ConfusionRate] {
    let mine = judged(arm)
    let oracle = table.control(Control.oracle.name, for: arm).map(judged) ?? []
    return ToolConfusion.allCases.compactMap { kind in
      func shown(_ scores: [Score]) -> [Score] {
        scores.filter { $0.verdict == kind.rawValue && $0.outcome == .scored(1) }
      }
      let own = shown(mine)
      let theirs = shown(oracle)
      if own.isEmpty, theirs.isEmpty { return nil }
      return ConfusionRate(
        kind: kind, count: own.count, oracleCount: theirs.count, checkpoints: mine.count,
        oracleCheckpoints: oracle.count, places: own.map { "\($0.caseID)/\($0.question)" })
    }
  }

  private func judged(_ arm: ArmIdentity) -> [Score] {
    table.cells(arm, "toolConfusion").flatMap(\.scores).filter { score in
      if case .scored = score.outcome { true } else { false }
    }
  }
}

extension ConfusionRate {
  /// The rate as `summary.json` has it.
  var json: JSONValue {
    [
      "checkpoints": JSONValue(checkpoints), "count": JSONValue(count),
      "kind": .string(kind.rawValue), "oracleCheckpoints": JSONValue(oracleCheckpoints),
      "oracleCount": JSONValue(oracleCount),
      "oracleRate": oracleRate.map { JSONValue($0) } ?? .null,
      "places": .array(places.map(JSONValue.string)),
      "rate": rate.map { JSONValue($0) } ?? .null,
    ]
  }
}
