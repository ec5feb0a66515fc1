/// The smallest true difference that a comparison of this size and spread finds often enough.
///
/// (t₁₋α⁄₂ + t_power) × s ÷ √G, with the quantiles of Student's t with G − 1 degrees of freedom, s the
/// standard deviation of the clusters' mean differences of this very pair and G the number of clusters.
/// The sign-flip test has the power of the t-test it stands for: simulated in docs/statistics.md.
/// Source: Bloom, "Minimum detectable effects", Evaluation Review 19, 1995. The exact power of the t-test
/// (the non-central t) puts it within 1 % of this from 8 clusters on.
///
/// ```swift
/// MinimumDetectableEffect(spread: 1, clusters: 30)
/// // value 0.5293: (2.0452 + 0.8542) ÷ √30; halved by 116 clusters
/// ```
public struct MinimumDetectableEffect: Hashable, Sendable {
  /// The difference, in the metric's unit.
  public let value: Double
  /// How often it is found: 0.8.
  public let power: Double
  /// The fewest clusters of the same spread that would find half of it as often.
  public let clustersToHalve: Int

  /// Works it out; nil where there are no two clusters, or where they do not differ among themselves:
  /// then nothing is known of the spread.
  public init?(
    spread: Double, clusters: Int, level: Double = 0.05, power: Double = 0.8
  ) {
    guard clusters > 1, spread > 0 else { return nil }
    func factor(_ count: Int) -> Double {
      let t = StudentT(freedom: count - 1)
      return (t.quantile(1 - level / 2) + t.quantile(power)) / Double(count).squareRoot()
    }
    let goal = factor(clusters) / 2
    value = 2 * goal * spread
    self.power = power
    // √G alone makes it four times as many; the quantiles shrink as well, so never more.
    var low = clusters
    var high = 4 * clusters
    while low + 1 < high {
      let middle = (low + high) / 2
      if factor(middle) <= goal { high = middle } else { low = middle }
    }
    clustersToHalve = high
  }

  /// The same at another spread: the effect grows with it, the clusters stay; nil for 0.
  func scaled(by spread: Double) -> MinimumDetectableEffect? {
    guard spread > 0 else { return nil }
    return MinimumDetectableEffect(
      value: value * spread, power: power, clustersToHalve: clustersToHalve)
  }

  private init(value: Double, power: Double, clustersToHalve: Int) {
    self.value = value
    self.power = power
    self.clustersToHalve = clustersToHalve
  }

  /// The same of a sample.
  public init?(_ sample: PairedSample, level: Double = 0.05, power: Double = 0.8) {
    guard let spread = sample.spread else { return nil }
    self.init(spread: spread, clusters: sample.sizes.count, level: level, power: power)
  }
}
