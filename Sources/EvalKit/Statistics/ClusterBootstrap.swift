/// The percentile bootstrap over clusters, for readers who expect it. Nothing rests on it: with few
/// clusters it is much too narrow (docs/statistics.md has the figures).
///
/// Clusters are drawn with replacement, as many as there are, 10,000 times; the interval runs between
/// quantiles of the means, interpolated linearly. Source: Efron, "Bootstrap methods: another look at
/// the jackknife", Ann. Stat. 7, 1979.
///
/// ```swift
/// ClusterBootstrap(PairedSample([[0], [1]])).interval  // 0 … 1: of four draws one is 0, one 1
/// ```
public struct ClusterBootstrap: Hashable, Sendable {
  /// The interval.
  public let interval: ConfidenceInterval

  /// Draws and sorts. O(resamples × clusters).
  public init(
    _ sample: PairedSample, confidence: Double = 0.95, resamples: Int = 10_000, seed: UInt64 = 0
  ) {
    precondition(resamples > 0, "\(resamples) resamples; there must be 1 or more")
    let values = sample.clusterMeans
    let words = RandomWords(seed: seed)
    var means: [Double] = []
    means.reserveCapacity(resamples)
    var word = 0
    for _ in 0..<resamples {
      var sum = 0.0
      for _ in values.indices {
        sum += values[words.index(word, below: values.count)]
        word += 1
      }
      means.append(sum / Double(values.count))
    }
    means.sort()
    let tail = (1 - confidence) / 2
    interval = ConfidenceInterval(
      lower: Self.quantile(means, tail), upper: Self.quantile(means, 1 - tail),
      confidence: confidence)
  }

  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    let place = share * Double(sorted.count - 1)
    let index = min(Int(place), sorted.count - 1)
    let next = min(index + 1, sorted.count - 1)
    return sorted[index] + (place - Double(index)) * (sorted[next] - sorted[index])
  }
}
