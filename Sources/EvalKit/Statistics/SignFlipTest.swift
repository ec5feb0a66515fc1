/// The sign-flip test over clusters, and everything that follows from it: p, interval, equivalence.
///
/// If an arm were better by exactly θ, each cluster's difference less θ would be as likely with
/// the other sign. The test compares the mean with the means of all assignments of signs; p is
/// the share of assignments at least as far from 0, the observed one included, so p is never 0.
/// Every assignment is tried where there are at most 2¹⁶ (16 clusters), else 9,999 random ones beside
/// the observed.
///
/// Flipping the clusters outside a subset S moves the mean as far as the observed one exactly when the
/// mean of S, or of the clusters outside it, is not on the observed mean's side of θ. So p against any θ
/// counts subset means ("typical values"), and the interval's ends are subset means: p and interval
/// come from the same sorted list and cannot disagree.
///
/// Sources: Fisher, *The Design of Experiments*, 1935, §21; Hartigan, "Using subsample values as
/// typical values", JASA 64, 1969; for random assignments, Phipson and Smyth, "Permutation p-values
/// should never be zero", 2010, and Hemerik and Goeman, "Exact testing with random permutations", 2018.
///
/// ```swift
/// let test = SignFlipTest(PairedSample([[0.05], [0.1], [0.15], [0.2], [0.25], [0.3]]))
/// test.pValue()                     // 0.03125: 2 of 64 assignments
/// test.interval(confidence: 0.95)   // 0.05 … 0.3
/// ```
public struct SignFlipTest: Hashable, Sendable {
  /// The observed mean of the clusters' differences.
  public let mean: Double
  /// How many clusters there are.
  public let clusters: Int
  /// Whether every assignment of signs was tried.
  public let isExact: Bool
  /// Means closer than this are equal: 10⁻¹⁰ of the largest difference. Rounding reaches about
  /// 10⁻¹²; without a tolerance it would break ties and p would not be exact.
  let tolerance: Double
  /// For each assignment but the observed one and its mirror image: the lesser of the means of the
  /// clusters it flips and of those it keeps; sorted.
  private let lows: [Double]
  /// The larger of both; sorted.
  private let highs: [Double]

  init(means: [Double], lows: [Double], highs: [Double], isExact: Bool) {
    mean = means.reduce(0, +) / Double(means.count)
    clusters = means.count
    self.isExact = isExact
    tolerance = 1e-10 * means.reduce(0) { max($0, abs($1)) }
    self.lows = lows.sorted()
    self.highs = highs.sorted()
  }

  /// How many assignments there are, an assignment and its mirror image counted once.
  public var assignments: Int { lows.count + 1 }

  /// The two-sided p-value of "the true difference is `value`". O(log assignments).
  public func pValue(against value: Double = 0) -> Double {
    let extreme = value < mean ? lowCount(upTo: value) : highCount(from: value)
    return Double(1 + extreme) / Double(assignments)
  }

  /// The one-sided p-value of "the true difference is `value` or less".
  public func pValue(atMost value: Double) -> Double {
    oneSided(
      lowCount(upTo: value) + Self.count(highs) { $0 <= value + tolerance },
      mean <= value + tolerance)
  }

  /// The one-sided p-value of "the true difference is `value` or more".
  public func pValue(atLeast value: Double) -> Double {
    let lower = lows.count - Self.count(lows) { !($0 >= value - tolerance) }
    return oneSided(highCount(from: value) + lower, mean >= value - tolerance)
  }

  /// All values with a two-sided p-value over 1 − confidence.
  ///
  /// - Returns: the interval; nil where the clusters are so few that no value has a p-value that small
  ///   (under 6 clusters at 0.95).
  public func interval(confidence: Double) -> ConfidenceInterval? {
    let rank = rank(at: 1 - confidence)
    guard rank > 0 else { return nil }
    return ConfidenceInterval(
      lower: lows[rank - 1], upper: highs[highs.count - rank], confidence: confidence,
      tolerance: tolerance)
  }

  /// How many assignments may be as extreme as the observed one at a level.
  private func rank(at level: Double) -> Int {
    // 1 − 0.95 is a little over 0.05; a rank that is whole but for rounding is whole.
    let rank = Int((level * Double(assignments) + 1e-9).rounded(.down))
    return min(rank, lows.count)
  }

  private func oneSided(_ extreme: Int, _ mirrorIsExtreme: Bool) -> Double {
    Double(1 + (mirrorIsExtreme ? 1 : 0) + extreme) / Double(2 * assignments)
  }

  private func lowCount(upTo value: Double) -> Int {
    Self.count(lows) { $0 <= value + tolerance }
  }

  private func highCount(from value: Double) -> Int {
    highs.count - Self.count(highs) { !($0 >= value - tolerance) }
  }

  /// How many of sorted values satisfy what no later one does once one does not.
  private static func count(_ sorted: [Double], while isCounted: (Double) -> Bool) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if isCounted(sorted[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
