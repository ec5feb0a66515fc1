/// Holm's correction for several tests of one family.
public enum Holm {
  /// P-values that may each be compared with the level, so that in the whole family no true hypothesis is
  /// refused more often than the level says.
  ///
  /// The i-th smallest of m is multiplied by m − i + 1, never made less than the one before, and
  /// is 1 at most. Source: Holm, "A simple sequentially rejective multiple test procedure", Scand. J.
  /// Stat. 6, 1979.
  ///
  /// ```swift
  /// Holm.adjusted([0.01, 0.04, 0.03])  // [0.03, 0.06, 0.06]
  /// ```
  /// - Returns: adjusted values in the order given; none for none.
  /// - Complexity: O(n log n).
  public static func adjusted(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var largest = 0.0
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    for (rank, index) in order.enumerated() {
      largest = max(largest, min(1, pValues[index] * Double(pValues.count - rank)))
      adjusted[index] = largest
    }
    return adjusted
  }
}
