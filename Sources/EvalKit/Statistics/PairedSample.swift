/// What two arms differ by, question by question, within clusters: what every number rests on.
///
/// The estimand is the mean over clusters of the cluster's mean paired difference, candidate less
/// baseline. Clusters count alike however many questions they hold: what varies by chance is which
/// clusters (templates, tasks, sessions) a set holds, not which questions were asked about each.
///
/// ```swift
/// PairedSample([[1, 0], [0.5]])?.mean  // 0.5: clusters 0.5 and 0.5, not questions 1, 0 and 0.5
/// ```
public struct PairedSample: Hashable, Sendable {
  /// The differences of all questions, cluster after cluster.
  public let differences: [Double]
  /// How many questions each cluster has: 1 or more.
  public let sizes: [Int]
  /// Each cluster's mean difference.
  public let clusterMeans: [Double]

  /// Makes a sample of differences by cluster; nil where a cluster is empty, a difference is not
  /// finite, or there is no cluster. O(questions).
  public init?(_ clusters: [[Double]]) {
    self.init(differences: clusters.flatMap { $0 }, sizes: clusters.map(\.count))
  }

  init?(differences: [Double], sizes: [Int]) {
    guard !sizes.isEmpty, !sizes.contains(0), differences.allSatisfy(\.isFinite) else { return nil }
    self.differences = differences
    self.sizes = sizes
    var means: [Double] = []
    means.reserveCapacity(sizes.count)
    var next = 0
    for size in sizes {
      means.append(differences[next..<next + size].reduce(0, +) / Double(size))
      next += size
    }
    clusterMeans = means
  }

  /// The estimate: the mean of the clusters' means, in the metric's unit.
  public var mean: Double { clusterMeans.reduce(0, +) / Double(clusterMeans.count) }

  /// The standard deviation of the clusters' means; nil under two clusters.
  public var spread: Double? {
    guard clusterMeans.count > 1 else { return nil }
    let mean = mean
    let squares = clusterMeans.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(clusterMeans.count - 1)).squareRoot()
  }

  /// The differences of the questions of each cluster.
  var clusters: [ArraySlice<Double>] {
    var next = 0
    return sizes.map { size in
      defer { next += size }
      return differences[next..<next + size]
    }
  }
}
