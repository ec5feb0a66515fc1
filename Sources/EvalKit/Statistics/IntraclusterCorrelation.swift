/// How much alike the differences of one cluster's questions are: why questions are not independent.
///
/// The ANOVA estimator, (B − W) ÷ (B + (m − 1) W), of the mean squares between and within clusters,
/// with m = (N − Σnᵢ² ÷ N) ÷ (G − 1) in place of a common cluster size. Below 0 where clusters differ
/// less than chance has it. Sources: Donner, "A review of inference procedures for the intraclass
/// correlation coefficient", Int. Stat. Rev. 54, 1986; Miller, arXiv:2411.00640, on why it is to be
/// printed.
///
/// ```swift
/// IntraclusterCorrelation(PairedSample([[1, 1], [0, 0]]))?.value  // 1: the cluster tells all
/// IntraclusterCorrelation(PairedSample([[1, 0], [1, 0]]))?.value  // −1
/// ```
public struct IntraclusterCorrelation: Hashable, Sendable {
  /// The correlation: 0 for independent questions, 1 where a cluster's questions all agree.
  public let value: Double
  /// How many times larger clustering makes the variance of the mean: 1 + (m − 1) × value.
  public let designEffect: Double

  /// Estimates it; nil where there is one cluster, no cluster with two questions, or no difference
  /// between any two questions. O(questions).
  public init?(_ sample: PairedSample) {
    let clusters = Double(sample.sizes.count)
    let total = Double(sample.differences.count)
    guard clusters > 1, total > clusters else { return nil }
    let mean = sample.differences.reduce(0, +) / total
    var between = 0.0
    var within = 0.0
    var squaredSizes = 0.0
    for (cluster, clusterMean) in zip(sample.clusters, sample.clusterMeans) {
      let size = Double(cluster.count)
      squaredSizes += size * size
      between += size * (clusterMean - mean) * (clusterMean - mean)
      within += cluster.reduce(0) { $0 + ($1 - clusterMean) * ($1 - clusterMean) }
    }
    between /= clusters - 1
    within /= total - clusters
    let size = (total - squaredSizes / total) / (clusters - 1)
    let variance = between + (size - 1) * within
    guard variance > 0 else { return nil }
    value = (between - within) / variance
    designEffect = 1 + (size - 1) * value
  }
}
