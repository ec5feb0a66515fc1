/// What is concluded of two arms on the primary metric.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Both show the model the same bytes throughout.
  case identical
  /// The candidate is better.
  case improvement
  /// The candidate is worse.
  case regression
  /// They differ by less than what matters.
  case equivalent
  /// None of it is shown.
  case inconclusive
  /// They cannot be compared.
  case incomparable
}

/// A verdict with its reason: the one place where numbers become a word.
public struct Decision: Hashable, Sendable {
  /// The fewest clusters that anything is concluded from.
  public static let fewestClusters = 8
  /// The fewest clusters that arms are called equivalent from.
  public static let fewestForEquivalence = 30

  /// The verdict.
  public let verdict: Verdict
  /// Why.
  public let reason: Reason

  private init(_ verdict: Verdict, _ reason: Reason) {
    self.verdict = verdict
    self.reason = reason
  }

  /// The decision once it is known what it would be at the ages of some profiles: a conclusion that is not
  /// the same at all of them is none.
  func held(against profiles: [ProfileDecision]) -> Decision {
    guard [.improvement, .regression, .equivalent].contains(verdict),
      Set(profiles.map(\.verdict)).count > 1
    else { return self }
    return Decision(
      .inconclusive, .differsByAge(profiles.map { "\($0.profile): \($0.verdict.rawValue)" }))
  }

  /// The decision table: the first row that holds.
  ///
  /// | row | verdict |
  /// |---|---|
  /// | something but the declared factor differs | incomparable |
  /// | an unbounded metric with errors | incomparable |
  /// | a metric without range on the set | incomparable |
  /// | fewer than half of the cases in common, or no question | incomparable |
  /// | every view byte-equal | identical |
  /// | under 8 clusters | inconclusive |
  /// | adjusted p within the level, estimate beyond the margin | improvement or regression |
  /// | adjusted equivalence p within the level, 30 clusters or more that are not all alike | equivalent |
  /// | anything else | inconclusive |
  ///
  /// - Parameters:
  ///   - evidence: What is known of the pair.
  ///   - level: The level of the tests.
  ///   - adjustedP: The p-value of "no difference", corrected for the family.
  ///   - adjustedEquivalenceP: The p-value of "as large as the margin", corrected for the family.
  public init(
    _ evidence: DecisionEvidence, level: Double = 0.05, adjustedP: Double,
    adjustedEquivalenceP: Double? = nil
  ) {
    if let early = Self.untested(evidence) {
      self = early
      return
    }
    guard let comparison = evidence.comparison else {
      self.init(.incomparable, .nothingPaired)
      return
    }
    let margin = comparison.equivalence?.margin ?? 0
    let isBeyond = abs(comparison.estimate) > margin
    let isEquivalent = adjustedEquivalenceP.map { $0 <= level } ?? false
    if comparison.clusters < Self.fewestClusters {
      self.init(.inconclusive, .fewClusters(comparison.clusters))
    } else if adjustedP <= level, isBeyond {
      let isBetter = (comparison.estimate > 0) == evidence.higherIsBetter
      self.init(isBetter ? .improvement : .regression, .found)
    } else if isEquivalent, comparison.clusters < Self.fewestForEquivalence {
      self.init(.inconclusive, .fewForEquivalence(comparison.clusters))
    } else if isEquivalent, comparison.minimumDetectableEffect == nil {
      self.init(.inconclusive, .noSpread)
    } else if isEquivalent {
      self.init(.equivalent, .withinMargin)
    } else if adjustedP <= level {
      self.init(.inconclusive, .perhapsWithinMargin)
    } else if comparison.pValue <= level {
      self.init(.inconclusive, .lostToFamily)
    } else {
      self.init(.inconclusive, .notFound)
    }
  }

  /// Decides a family: all arms compared on the primary metric. Pairs that reach a test share its level by
  /// Holm's correction, differences and equivalences each; the others do not count.
  ///
  /// - Returns: decisions in the order given.
  public static func all(_ family: [DecisionEvidence], level: Double = 0.05) -> [Decision] {
    let differences = adjusted(family)
    let equivalences = adjusted(family) { $0.equivalence?.pValue ?? 1 }
    return family.indices.map { index in
      Decision(
        family[index], level: level, adjustedP: differences[index] ?? 1,
        adjustedEquivalenceP: equivalences[index])
    }
  }

  /// P-values of a family by Holm's correction, in the order given; nil for a pair that no test is
  /// needed for, which takes no share of the level.
  static func adjusted(
    _ family: [DecisionEvidence], _ pValue: (PairedComparison) -> Double = { $0.pValue }
  ) -> [Double?] {
    let tested = family.indices.filter {
      untested(family[$0]) == nil && family[$0].comparison != nil
    }
    var adjusted = [Double?](repeating: nil, count: family.count)
    let values = Holm.adjusted(tested.compactMap { family[$0].comparison.map(pValue) })
    for (place, index) in tested.enumerated() { adjusted[index] = values[place] }
    return adjusted
  }

  /// The rows that no test is needed for.
  private static func untested(_ evidence: DecisionEvidence) -> Decision? {
    if !evidence.differing.isEmpty {
      return Decision(.incomparable, .differing(evidence.differing))
    }
    if !evidence.incomplete.isEmpty {
      return Decision(.incomparable, .incomplete(evidence.incomplete))
    }
    if !evidence.hasRange { return Decision(.incomparable, .noRange) }
    if evidence.commonCases * 2 < evidence.allCases {
      return Decision(.incomparable, .fewInCommon(evidence.commonCases, of: evidence.allCases))
    }
    if evidence.viewsAreEqual {
      return Decision(.identical, .equalViews(changed: evidence.changed, of: evidence.requests))
    }
    return nil
  }
}
