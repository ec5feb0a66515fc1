/// Which question of which cluster every asked instance belongs to: made once, used for every pair
/// of arms and every metric.
public struct ClusterLayout: Hashable, Sendable {
  /// A question asked once: at one checkpoint of one case.
  public struct Asking: Hashable, Sendable {
    /// The cluster of the case.
    public var cluster: String
    /// The case.
    public var caseID: String
    /// The question; the same one asked at several checkpoints is averaged before anything else.
    public var question: String

    /// Names an asking.
    public init(cluster: String, caseID: String, question: String) {
      self.cluster = cluster
      self.caseID = caseID
      self.question = question
    }
  }

  /// The clusters, by name.
  public let clusters: [String]
  /// How many questions each cluster has.
  private let sizes: [Int]
  /// The question of each asking: numbers that run through the clusters in order.
  private let questions: [Int]

  /// Sorts askings into questions and clusters. O(n log n) in the askings.
  public init(_ askings: [Asking]) {
    let order = askings.indices.sorted { Self.precedes(askings[$0], askings[$1]) }
    var clusters: [String] = []
    var sizes: [Int] = []
    var questions = [Int](repeating: 0, count: askings.count)
    var current = -1
    var last: Asking?
    for index in order {
      let asking = askings[index]
      if asking.cluster != last?.cluster {
        clusters.append(asking.cluster)
        sizes.append(0)
      }
      if asking != last {
        current += 1
        sizes[sizes.count - 1] += 1
      }
      questions[index] = current
      last = asking
    }
    self.clusters = clusters
    self.sizes = sizes
    self.questions = questions
  }

  /// The sample of two arms; nil where they share nothing.
  ///
  /// ```swift
  /// let layout = ClusterLayout([
  ///   .init(cluster: "a", caseID: "1", question: "q"), .init(cluster: "a", caseID: "1", question: "q"),
  ///   .init(cluster: "a", caseID: "2", question: "q"), .init(cluster: "b", caseID: "3", question: "q"),
  /// ])
  /// layout.pair(baseline: [0, 0, 1, 0], candidate: [1, 0, 1, nil])?.clusterMeans
  /// // [0.25]: the question asked twice is 0.5, the other 0; cluster b has no pair
  /// ```
  /// - Parameters:
  ///   - baseline: A value for each asking, in the order of the layout's; nil where there is none.
  ///   - candidate: The same for the other arm.
  /// - Complexity: O(askings).
  public func pair(baseline: [Double?], candidate: [Double?]) -> PairedSample? {
    precondition(baseline.count == questions.count, "\(baseline.count) values of the baseline")
    precondition(candidate.count == questions.count, "\(candidate.count) values of the candidate")
    let total = sizes.reduce(0, +)
    var sums = [Double](repeating: 0, count: total)
    var counts = [Int](repeating: 0, count: total)
    for (index, question) in questions.enumerated() {
      guard let before = baseline[index], let after = candidate[index] else { continue }
      sums[question] += after - before
      counts[question] += 1
    }
    var differences: [Double] = []
    differences.reserveCapacity(total)
    var paired: [Int] = []
    paired.reserveCapacity(sizes.count)
    var next = 0
    for size in sizes {
      let before = differences.count
      for question in next..<next + size where counts[question] > 0 {
        differences.append(sums[question] / Double(counts[question]))
      }
      next += size
      if differences.count > before { paired.append(differences.count - before) }
    }
    return PairedSample(differences: differences, sizes: paired)
  }

  private static func precedes(_ left: Asking, _ right: Asking) -> Bool {
    if left.cluster != right.cluster { return left.cluster < right.cluster }
    if left.caseID != right.caseID { return left.caseID < right.caseID }
    return left.question < right.question
  }
}
