/// Sums over random subsets of clusters, for several samples with as many clusters at once.
///
/// Eight clusters have 256 subsets, whose sums are made once; every assignment then looks up one sum for
/// eight clusters (the "method of four Russians": Arlazarov, Dinic, Kronrod and Faradžev, 1970).
/// Whether assignment b holds cluster g depends on the seed, b and g alone, and sums are added in
/// the order of clusters, so a sample's result is the same alone and beside others.
struct RandomAssignments {
  /// How many samples go together: their tables, 16 KB each, stay in the processor's cache.
  static let width = 16

  /// The sum of each subset for each sample: [assignment × samples + sample].
  private let sums: [Double]
  /// The clusters in each subset.
  private let sizes: [Int]
  private let samples: Int

  /// Draws subsets and adds up.
  init(_ columns: [[Double]], count: Int, words: RandomWords) {
    let clusters = columns.first?.count ?? 0
    let width = columns.count
    var sums = [Double](repeating: 0, count: count * width)
    var sizes = [Int](repeating: 0, count: count)
    var table = [Double](repeating: 0, count: 8 * 256 * width)
    let wordsEach = (clusters + 63) / 64
    for word in 0..<wordsEach {
      let first = word * 64
      let bytes = (min(64, clusters - first) + 7) / 8
      Self.fill(&table, columns, first: first, bytes: bytes)
      let mask = clusters - first >= 64 ? UInt64.max : (1 << UInt64(clusters - first)) - 1
      table.withUnsafeBufferPointer { table in
        sums.withUnsafeMutableBufferPointer { sums in
          for assignment in 0..<count {
            var bits = words[assignment * wordsEach + word] & mask
            sizes[assignment] += bits.nonzeroBitCount
            for byte in 0..<bytes {
              let row = (byte * 256 + Int(bits & 0xff)) * width
              let sum = assignment * width
              for column in 0..<width { sums[sum + column] += table[row + column] }
              bits >>= 8
            }
          }
        }
      }
    }
    self.sums = sums
    self.sizes = sizes
    samples = width
  }

  /// The test that a sample's sums make.
  func test(of means: [Double], column: Int) -> SignFlipTest {
    let total = means.reduce(0, +)
    var lows: [Double] = []
    var highs: [Double] = []
    lows.reserveCapacity(sizes.count)
    highs.reserveCapacity(sizes.count)
    for (assignment, size) in sizes.enumerated() {
      guard size > 0, size < means.count else {
        // The observed assignment over again: as far as it against any value.
        lows.append(-.infinity)
        highs.append(.infinity)
        continue
      }
      let sum = sums[assignment * samples + column]
      let inside = sum / Double(size)
      let outside = (total - sum) / Double(means.count - size)
      lows.append(min(inside, outside))
      highs.append(max(inside, outside))
    }
    return SignFlipTest(means: means, lows: lows, highs: highs, isExact: false)
  }

  /// The sums of all subsets of each eight of 64 clusters: [(byte × 256 + subset) × samples + sample].
  private static func fill(
    _ table: inout [Double], _ columns: [[Double]], first: Int, bytes: Int
  ) {
    let width = columns.count
    for (column, means) in columns.enumerated() {
      for byte in 0..<bytes {
        let base = first + byte * 8
        let row = byte * 256 * width + column
        table[row] = 0
        for subset in 1..<256 {
          let cluster = base + subset.trailingZeroBitCount
          table[row + subset * width] =
            table[row + (subset & (subset - 1)) * width]
            + (cluster < means.count ? means[cluster] : 0)
        }
      }
    }
  }
}
