/// After how many compactions half of an arm's facts are lost.
///
/// From probes asked again and again (`{ every: … }`) alone. A fact is lost at the first asking at
/// which it has not survived, counted in the compactions since it was established; what comes back
/// later stays lost. A fact that survives every asking is censored at the last.
///
/// The estimator is the product-limit one: S(t) = Π (1 − dᵢ ÷ nᵢ) over the numbers of compactions
/// i ≤ t at which facts were lost, with dᵢ lost and nᵢ that had been through as many and stood until
/// then (E. L. Kaplan and P. Meier, Nonparametric estimation from incomplete observations, Journal of
/// the American Statistical Association 53, 1958). The half-life is the first t with S(t) ≤ ½. A loss is
/// seen at the next asking, so it is late by at most the compactions between two.
public struct HalfLife: Hashable, Sendable {
  /// A step of the curve.
  public struct Step: Hashable, Sendable {
    /// Compactions.
    public let compactions: Int
    /// The share of facts that lives longer, S.
    public let surviving: Double
  }

  /// The arm.
  public let arm: ArmIdentity
  /// How many (probe, fact) were followed.
  public let facts: Int
  /// How many of them were lost.
  public let lost: Int
  /// The half-life in compactions; nil where half were never lost: not reached.
  public let compactions: Int?
  /// The curve, one step for each number of compactions at which something was lost.
  public let curve: [Step]

  /// One fact, followed.
  struct Life: Hashable {
    /// Compactions it had been through when it was lost or last seen.
    let compactions: Int
    let isLost: Bool
  }

  /// Estimates a half-life.
  ///
  /// - Complexity: O(n log n).
  init(arm: ArmIdentity, lives: [Life]) {
    self.arm = arm
    facts = lives.count
    lost = lives.count { $0.isLost }
    var standing = lives.count
    var share = 1.0
    var steps: [Step] = []
    let groups = Dictionary(grouping: lives, by: \.compactions).sorted { $0.key < $1.key }
    for (compactions, group) in groups {
      let dead = group.count { $0.isLost }
      // What is censored at the same number still stood when the others were lost.
      if dead > 0 {
        share *= 1 - Double(dead) / Double(standing)
        steps.append(Step(compactions: compactions, surviving: share))
      }
      standing -= group.count
    }
    curve = steps
    compactions = steps.first { $0.surviving <= 0.5 + 1e-12 }?.compactions
  }
}

extension ScoreTable {
  /// The half-life of an arm's facts; nil where no probe is asked again and again.
  func halfLife(_ arm: ArmIdentity) -> HalfLife? {
    let lives = cells(arm, "survival").compactMap(Self.life)
    return lives.isEmpty ? nil : HalfLife(arm: arm, lives: lives)
  }

  /// How long a fact lived that one probe asks for at several places; nil for other cells, and where
  /// it was never looked at.
  private static func life(_ cell: Cell) -> HalfLife.Life? {
    guard cell.scores.contains(where: isInstance) else { return nil }
    var last: Int?
    for score in cell.scores {
      guard case .scored(let value) = score.outcome, let count = score.fact?.compactions else {
        continue
      }
      if value == 0 { return HalfLife.Life(compactions: count, isLost: true) }
      last = count
    }
    return last.map { HalfLife.Life(compactions: $0, isLost: false) }
  }

  /// Whether a score is of one of several askings of a probe, `probe@t20/fact`.
  private static func isInstance(_ score: Score) -> Bool {
    guard let question = score.factQuestion, let end = score.group.lastIndex(of: "/") else {
      return false
    }
    return question.hasPrefix("\(score.group[..<end])@t")
  }
}
