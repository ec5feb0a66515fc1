/// The smallest true difference that a comparison of this size and spread finds often enough.
///
/// K × s ÷ √G, with G clusters and s the standard deviation of this very pair's cluster means.
/// Bloom's K is t₁₋α⁄₂ + t_power, the quantiles of Student's t with G − 1 degrees of freedom; it is
/// within 1 % of the exact power of the t-test, whose power the sign-flip test has. But s is an estimate too,
/// with a relative variance of 1 ÷ 2(G − 1), so K here solves
///
///     K = t₁₋α⁄₂ + t_power √(1 + K² ÷ 2(G − 1))
///
/// which asks 6 % more at 12 clusters and 1 % more at 60. Without it the printed effect would be found less
/// often than it says: docs/statistics.md has both. Source: Bloom, "Minimum detectable effects",
/// Evaluation Review 19, 1995; the variance of s: Kendall and Stuart, vol. 1, §10.
///
/// ```swift
/// MinimumDetectableEffect(spread: 1, clusters: 30)  // 0.54074; halved by 111 clusters
/// ```
public struct MinimumDetectableEffect: Hashable, Sendable {
  /// The difference, in the metric's unit.
  public let value: Double
  /// How often it is found: 0.8.
  public let power: Double
  /// The fewest clusters of the same spread that would find half of it as often.
  public let clustersToHalve: Int

  /// Works it out; nil where there are no two clusters, where they do not differ among themselves, so
  /// that nothing is known of the spread, and where they are too few for any effect to be found so often.
  ///
  /// - Parameters:
  ///   - spread: The standard deviation of the clusters' means.
  ///   - clusters: How many there are.
  ///   - level: The level of the test.
  ///   - power: How often the effect is found; over 0.5.
  /// - Complexity: O(clusters × log²).
  public init?(spread: Double, clusters: Int, level: Double = 0.05, power: Double = 0.8) {
    precondition(power > 0.5 && power < 1, "a power of \(power); it must lie between 0.5 and 1")
    guard spread > 0, let factor = Self.factor(clusters, level, power) else { return nil }
    // √G alone makes it four times as many; K shrinks as well, so never more.
    var low = clusters
    var high = 4 * clusters
    while low + 1 < high {
      let middle = (low + high) / 2
      if let other = Self.factor(middle, level, power), other <= factor / 2 {
        high = middle
      } else {
        low = middle
      }
    }
    self.init(value: factor * spread, power: power, clustersToHalve: high)
  }

  /// The same of a sample.
  public init?(_ sample: PairedSample, level: Double = 0.05, power: Double = 0.8) {
    guard let spread = sample.spread else { return nil }
    self.init(spread: spread, clusters: sample.sizes.count, level: level, power: power)
  }

  private init(value: Double, power: Double, clustersToHalve: Int) {
    self.value = value
    self.power = power
    self.clustersToHalve = clustersToHalve
  }

  /// The fewest clusters of a spread that find an effect often enough.
  ///
  /// ```swift
  /// MinimumDetectableEffect.clusters(toFind: 0.5408, spread: 1)  // 30
  /// ```
  /// - Returns: nil for no effect, and where over a million would be needed; 2 without spread.
  public static func clusters(
    toFind effect: Double, spread: Double, level: Double = 0.05, power: Double = 0.8
  ) -> Int? {
    guard effect != 0, spread.isFinite else { return nil }
    func finds(_ clusters: Int) -> Bool {
      // The small addition keeps an effect that was itself worked out from rounding up.
      factor(clusters, level, power).map { $0 * spread <= abs(effect) * (1 + 1e-9) } ?? false
    }
    if spread <= 0 { return 2 }
    var low = 1
    var high = 2
    while !finds(high) {
      low = high
      high *= 2
      if high > 1_000_000 { return nil }
    }
    while low + 1 < high {
      let middle = (low + high) / 2
      if finds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// The same at another spread: the effect grows with it, the clusters stay; nil for 0.
  func scaled(by spread: Double) -> MinimumDetectableEffect? {
    guard spread > 0 else { return nil }
    return MinimumDetectableEffect(
      value: value * spread, power: power, clustersToHalve: clustersToHalve)
  }

  /// K ÷ √G.
  private static func factor(_ clusters: Int, _ level: Double, _ power: Double) -> Double? {
    guard clusters > 1 else { return nil }
    let student = StudentT(freedom: clusters - 1)
    let critical = student.quantile(1 - level / 2)
    let reserve = student.quantile(power)
    // (K − critical)² = reserve² (1 + K² ÷ 2(G − 1)), its larger root.
    let square = reserve * reserve
    let a = 1 - square / Double(2 * (clusters - 1))
    let root = (critical * critical - a * (critical * critical - square)).squareRoot()
    guard a > 0 else { return nil }
    return (critical + root) / a / Double(clusters).squareRoot()
  }
}
