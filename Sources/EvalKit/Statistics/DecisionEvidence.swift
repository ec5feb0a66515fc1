/// All that a decision on two arms rests on.
public struct DecisionEvidence: Hashable, Sendable {
  /// What differs besides the declared factor, by name.
  public var differing: [String] = []
  /// The arms with errors on an unbounded metric: compared with nothing.
  public var incomplete: [String] = []
  /// Whether the metric has range on the set.
  public var hasRange = true
  /// Cases that both sides have.
  public var commonCases: Int
  /// Cases that either side has.
  public var allCases: Int
  /// Whether both arms showed the model the same bytes in every view.
  public var viewsAreEqual = false
  /// Requests that either arm changed anything of.
  public var changed = 0
  /// All requests.
  public var requests = 0
  /// Whether more is better.
  public var higherIsBetter = true
  /// The comparison; nil where no question is common to both.
  public var comparison: PairedComparison?

  /// Makes evidence of a comparison without faults.
  public init(comparison: PairedComparison?, commonCases: Int, allCases: Int) {
    self.comparison = comparison
    self.commonCases = commonCases
    self.allCases = allCases
  }
}

extension Decision {
  /// Why a verdict is what it is.
  public enum Reason: Hashable, Sendable {
    /// Something but the declared factor differs.
    case differing([String])
    /// Arms have errors on an unbounded metric.
    case incomplete([String])
    /// The metric has no range on the set.
    case noRange
    /// Fewer than half of the cases are common.
    case fewInCommon(Int, of: Int)
    /// No question is common.
    case nothingPaired
    /// Every view is byte-equal.
    case equalViews(changed: Int, of: Int)
    /// There are too few clusters for any conclusion.
    case fewClusters(Int)
    /// A difference was found, beyond the margin.
    case found
    /// The difference is shown to lie within the margin.
    case withinMargin
    /// It is, but on too few clusters.
    case fewForEquivalence(Int)
    /// It is, but no cluster differs from another: nothing is known of the spread.
    case noSpread
    /// There is a difference; whether it matters is not shown.
    case perhapsWithinMargin
    /// A difference would have been found, were this the only arm.
    case lostToFamily
    /// Neither a difference nor its absence is shown.
    case notFound
    /// The verdict depends on how old the facts are that are asked for: the verdicts by age profile.
    case differsByAge([String])
  }
}

extension Decision.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .differing(let names): "the sides differ in \(names.joined(separator: ", "))"
    case .incomplete(let arms):
      "errors, and no worst value to count them as: \(arms.joined(separator: ", "))"
    case .noRange: "the metric has no range on this set"
    case .fewInCommon(let common, let all): "\(common) of \(all) cases in common; it must be half"
    case .nothingPaired: "no question in common"
    case .equalViews(0, let requests): "0 of \(requests) requests changed: nothing was tested"
    case .equalViews(let changed, let requests):
      "every view is the same; \(changed) of \(requests) requests changed, alike"
    case .fewClusters(let count):
      "\(count) \(count == 1 ? "cluster" : "clusters"); under \(Decision.fewestClusters) nothing is concluded"
    case .found: "a difference beyond the margin"
    case .withinMargin: "the difference lies within the margin"
    case .fewForEquivalence(let count):
      "\(count) clusters; under \(Decision.fewestForEquivalence) no arms are called equivalent"
    case .noSpread: "every cluster came out alike; how much others might differ is not known"
    case .perhapsWithinMargin: "there is a difference; that it exceeds the margin is not shown"
    case .lostToFamily: "a difference by itself, not among so many arms"
    case .notFound: "neither a difference nor its absence is shown"
    case .differsByAge(let verdicts):
      "it depends on the age of facts: \(verdicts.joined(separator: ", "))"
    }
  }
}
