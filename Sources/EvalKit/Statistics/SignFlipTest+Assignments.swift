extension SignFlipTest {
  /// The most clusters whose assignments are all tried: 2¹⁶ of them, or 2¹⁵ with their mirror images.
  public static let mostExactClusters = 16
  /// How many assignments there are where not all are tried, the observed one included.
  public static let defaultAssignments = 10_000

  /// Tests one sample.
  ///
  /// - Parameters:
  ///   - sample: The paired differences.
  ///   - assignments: How many assignments, the observed one included, where not all are tried.
  ///   - seed: The seed of the random ones.
  public init(
    _ sample: PairedSample, assignments: Int = Self.defaultAssignments, seed: UInt64 = 0
  ) {
    self = Self.all([sample.clusterMeans], assignments, seed)[0]
  }

  /// Tests many samples at once: the same results as one at a time, much faster.
  ///
  /// Samples with as many clusters share their random signs.
  /// - Complexity: O(assignments × clusters ÷ 8) additions a sample, O(assignments) memory a sample.
  public static func all(
    _ samples: [PairedSample], assignments: Int = Self.defaultAssignments, seed: UInt64 = 0
  ) -> [SignFlipTest] {
    all(samples.map(\.clusterMeans), assignments, seed)
  }

  private static func all(
    _ samples: [[Double]], _ assignments: Int, _ seed: UInt64
  ) -> [SignFlipTest] {
    precondition(assignments > 1, "\(assignments) assignments; there must be 2 or more")
    var tests = [SignFlipTest?](repeating: nil, count: samples.count)
    var batches: [Int: [Int]] = [:]
    for (index, means) in samples.enumerated() {
      if means.count <= mostExactClusters {
        tests[index] = exact(means)
      } else {
        batches[means.count, default: []].append(index)
      }
    }
    for indices in batches.values {
      for start in stride(from: 0, to: indices.count, by: RandomAssignments.width) {
        let batch = indices[start..<min(start + RandomAssignments.width, indices.count)]
        let sums = RandomAssignments(
          batch.map { samples[$0] }, count: assignments - 1, words: RandomWords(seed: seed))
        for (column, index) in batch.enumerated() {
          tests[index] = sums.test(of: samples[index], column: column)
        }
      }
    }
    return tests.compactMap { $0 }
  }

  /// Every assignment: subsets of all clusters but the last, so that each comes without its complement.
  private static func exact(_ means: [Double]) -> SignFlipTest {
    let count = 1 << (means.count - 1)
    var sums = [Double](repeating: 0, count: count)
    let total = means.reduce(0, +)
    var lows: [Double] = []
    var highs: [Double] = []
    lows.reserveCapacity(count)
    highs.reserveCapacity(count)
    for subset in 1..<max(count, 1) {
      sums[subset] = sums[subset & (subset - 1)] + means[subset.trailingZeroBitCount]
      let size = subset.nonzeroBitCount
      let inside = sums[subset] / Double(size)
      let outside = (total - sums[subset]) / Double(means.count - size)
      lows.append(min(inside, outside))
      highs.append(max(inside, outside))
    }
    return SignFlipTest(means: means, lows: lows, highs: highs, isExact: true)
  }
}
