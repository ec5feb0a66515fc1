/// Whether two arms differ by less than a margin: two one-sided sign-flip tests.
///
/// Equivalence is shown where "−margin or less" and "margin or more" are both refused; p is the larger of
/// the two. At a level of 0.05 that is where the 90 % interval lies within the margin. Not
/// finding a difference shows nothing of the kind. Source: Schuirmann, "A comparison of the two one-sided
/// tests procedure and the power approach", J. Pharmacokinet. Biopharm. 15, 1987.
///
/// ```swift
/// let test = SignFlipTest(PairedSample([[-0.01], [0], [0.01], [0.02], [-0.02], [0.01]]))
/// EquivalenceTest(test, margin: 0.05)?.pValue  // 0.015625: 1 of 64, either way
/// ```
public struct EquivalenceTest: Hashable, Sendable {
  /// The largest difference that does not matter, in the metric's unit.
  public let margin: Double
  /// The p-value of "the difference is −margin or less".
  public let pBelow: Double
  /// The p-value of "the difference is margin or more".
  public let pAbove: Double

  /// Tests against a margin; nil unless it is over 0.
  public init?(_ test: SignFlipTest, margin: Double) {
    guard margin > 0 else { return nil }
    self.margin = margin
    pBelow = test.pValue(atMost: -margin)
    pAbove = test.pValue(atLeast: margin)
  }

  /// The p-value of "the difference is as large as the margin, or larger".
  public var pValue: Double { max(pBelow, pAbove) }
}
