/// Miller's standard error of the mean over questions, for readers who expect it. Nothing rests on it.
///
/// SE² = Var ÷ n + Σ over clusters and pairs i ≠ j of (dᵢ − d̄)(dⱼ − d̄) ÷ n². Its mean is over questions,
/// not over clusters, so it differs from the estimate where clusters differ in size; with few
/// clusters it is too small. Source: Miller, "Adding error bars to evals", arXiv:2411.00640, 2024.
///
/// ```swift
/// ClusteredStandardError(PairedSample([[1, 1], [0, 0]]))?.value  // 0.3819: √(1⁄12 + 1⁄16)
/// ```
public struct ClusteredStandardError: Hashable, Sendable {
  /// The mean over questions.
  public let mean: Double
  /// The standard error.
  public let value: Double
  /// What it would be, were questions independent.
  public let unclustered: Double

  /// Works it out; nil under two questions, or where the clusters vary too little for a square root.
  /// O(questions).
  public init?(_ sample: PairedSample) {
    let count = Double(sample.differences.count)
    guard count > 1 else { return nil }
    let mean = sample.differences.reduce(0, +) / count
    var squares = 0.0
    var pairs = 0.0
    for cluster in sample.clusters {
      let sum = cluster.reduce(0) { $0 + ($1 - mean) }
      let own = cluster.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      squares += own
      pairs += sum * sum - own
    }
    let independent = squares / (count - 1) / count
    let variance = independent + pairs / (count * count)
    guard variance >= 0 else { return nil }
    self.mean = mean
    value = variance.squareRoot()
    unclustered = independent.squareRoot()
  }

  /// The mean ± 1.96 standard errors: the normal interval at 0.95.
  public var interval: ConfidenceInterval {
    let half = 1.959963984540054 * value
    return ConfidenceInterval(lower: mean - half, upper: mean + half, confidence: 0.95)
  }
}
