/// How far two judges agree beyond chance.
///
/// κ = (p_o − p_e) ÷ (1 − p_e): p_o is the share of things both label alike, p_e what two judges with
/// the same habits who do not look would share (Cohen, *A coefficient of agreement for nominal scales*,
/// 1960). 1: always alike; 0: no better than chance; below: worse.
public struct CohensKappa: Hashable, Sendable {
  /// κ.
  public let value: Double
  /// Its large-sample standard error, κ not assumed to be 0 (Fleiss, Cohen and Everitt, *Large sample
  /// standard errors of kappa and weighted kappa*, 1969, formula 13).
  public let standardError: Double

  /// The bounds of the 95 % interval, κ ± 1.96 standard errors, cut to what κ can be.
  public var interval: ClosedRange<Double> {
    let half = 1.959963984540054 * standardError
    return max(-1, value - half)...min(1, value + half)
  }

  /// Measures agreement.
  ///
  /// - Parameter counts: For each label of the one judge, a row with how often the other gave each
  ///   label; as many rows as columns.
  /// - Returns: nil where κ says nothing: nothing was judged, or either judge gave one label only, so
  ///   that chance alone explains whatever they share.
  /// - Complexity: O(labels²).
  public init?(_ counts: [[Int]]) {
    let total = counts.reduce(0) { $0 + $1.reduce(0, +) }
    guard total > 0, counts.allSatisfy({ $0.count == counts.count }) else { return nil }
    let shares = counts.map { row in row.map { Double($0) / Double(total) } }
    let rows = shares.map { $0.reduce(0, +) }
    let columns = shares.indices.map { column in shares.reduce(0) { $0 + $1[column] } }
    // Counted, not summed: shares that add up to nearly 1 would let one label pass for two.
    func usesOneLabel(_ totals: [Int]) -> Bool { totals.count { $0 > 0 } < 2 }
    guard !usesOneLabel(counts.map { $0.reduce(0, +) }),
      !usesOneLabel(counts.indices.map { column in counts.reduce(0) { $0 + $1[column] } })
    else { return nil }
    let observed = shares.indices.reduce(0) { $0 + shares[$1][$1] }
    let expected = zip(rows, columns).reduce(0) { $0 + $1.0 * $1.1 }
    let kappa = (observed - expected) / (1 - expected)
    var sum = 0.0
    for row in shares.indices {
      for column in shares.indices {
        if row == column {
          let term = 1 - (rows[row] + columns[row]) * (1 - kappa)
          sum += shares[row][row] * term * term
        } else {
          let term = (1 - kappa) * (columns[row] + rows[column])
          sum += shares[row][column] * term * term
        }
      }
    }
    let chance = kappa - expected * (1 - kappa)
    let variance = (sum - chance * chance) / (Double(total) * (1 - expected) * (1 - expected))
    value = kappa
    standardError = max(0, variance).squareRoot()
  }
}
