/// On how many questions two arms differ: differences in the mean rest on these alone.
///
/// ```swift
/// Discordance(PairedSample([[1, 0], [0, -1, 1]]))  // 2 up, 1 down, of 5: 0.6
/// ```
/// Source: McNemar, "Note on the sampling error of the difference between correlated proportions",
/// Psychometrika 12, 1947.
public struct Discordance: Hashable, Sendable {
  /// All questions.
  public let questions: Int
  /// Questions with the larger value in the candidate.
  public let higher: Int
  /// Questions with the larger value in the baseline.
  public let lower: Int

  /// Counts. O(questions).
  public init(_ sample: PairedSample) {
    questions = sample.differences.count
    higher = sample.differences.count { $0 > 0 }
    lower = sample.differences.count { $0 < 0 }
  }

  /// The share of questions on which the arms differ.
  public var share: Double { Double(higher + lower) / Double(questions) }
}
