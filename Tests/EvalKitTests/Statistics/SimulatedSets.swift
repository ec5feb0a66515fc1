import Foundation

@testable import EvalKit

/// Paired differences whose true mean is known, with clusters whose questions are alike.
struct SimulatedSets {
  /// What one question's difference looks like.
  enum Kind: String, CaseIterable {
    /// Normal, with half of the variance between clusters.
    case normal
    /// −1, 0 or 1, as of right and wrong answers: in a cluster a policy loses answers or not, and
    /// gains them or not, so that both arms disagree on 40 % of the questions.
    case answers
    /// The same with losses in one cluster of ten and gains in one, on 10 % of all questions.
    case sparse
  }

  var kind: Kind
  var clusters: Int
  /// The true mean difference.
  var effect: Double
  private let words: RandomWords
  private var next = 0

  init(_ kind: Kind, clusters: Int, effect: Double = 0, seed: UInt64) {
    self.kind = kind
    self.clusters = clusters
    self.effect = effect
    words = RandomWords(seed: seed)
  }

  /// Another set: 4 to 12 questions a cluster.
  mutating func sample() -> PairedSample? {
    PairedSample(
      (0..<clusters).map { _ in
        let count = 4 + Int(9 * uniform())
        switch kind {
        case .normal:
          let shared = normal()
          return (0..<count).map { _ in effect + 0.3 * (shared + normal()) }
        case .answers: return answers(count, touched: 0.5, rate: 0.2)
        case .sparse: return answers(count, touched: 0.1, rate: 0.05)
        }
      })
  }

  /// Losses at a rate of `rate` − effect ÷ 2 over all clusters, gains at `rate` + effect ÷ 2.
  private mutating func answers(_ count: Int, touched: Double, rate: Double) -> [Double] {
    let losses = uniform() < touched ? (rate - effect / 2) / touched : 0
    let gains = uniform() < touched ? (rate + effect / 2) / touched : 0
    return (0..<count).map { _ in
      let draw = uniform()
      return draw < losses ? -1 : draw < losses + gains ? 1 : 0
    }
  }

  private mutating func uniform() -> Double {
    next += 1
    return (Double(words[next] >> 11) + 0.5) / 0x1p53
  }

  private mutating func normal() -> Double {
    let radius = (-2 * log(uniform())).squareRoot()
    return radius * cos(2 * .pi * uniform())
  }
}

/// How often procedures are right over many simulated sets.
enum Simulation {
  /// The questions of a sample, each a cluster of its own: what not clustering means.
  static func unclustered(_ sample: PairedSample) -> PairedSample? {
    PairedSample(sample.differences.map { [$0] })
  }

  /// The share of sets without a difference in which one is found.
  static func falsePositives(
    _ sets: SimulatedSets, count: Int, assignments: Int, isClustered: Bool = true
  ) -> Double {
    var sets = sets
    sets.effect = 0
    return share(count) {
      guard var sample = sets.sample() else { return false }
      if !isClustered, let questions = unclustered(sample) { sample = questions }
      return SignFlipTest(sample, assignments: assignments).pValue() <= 0.05
    }
  }

  /// The share of sets whose interval holds the true difference.
  static func coverage(
    _ sets: SimulatedSets, count: Int, interval: (PairedSample) -> ConfidenceInterval?
  ) -> Double {
    var sets = sets
    return share(count) {
      guard let sample = sets.sample() else { return false }
      return interval(sample)?.contains(sets.effect) ?? true
    }
  }

  /// The share of sets in which a true difference is found that is as large as another set of their
  /// kind was said to be able to find.
  static func powerAtPrintedEffect(
    _ sets: SimulatedSets, count: Int, assignments: Int
  ) -> Double {
    var sets = sets
    return share(count) {
      sets.effect = 0
      guard let pilot = sets.sample(), let printed = MinimumDetectableEffect(pilot) else {
        return false
      }
      sets.effect = printed.value
      guard let sample = sets.sample() else { return false }
      return SignFlipTest(sample, assignments: assignments).pValue() <= 0.05
    }
  }

  private static func share(_ count: Int, of holds: () -> Bool) -> Double {
    Double((0..<count).count { _ in holds() }) / Double(count)
  }
}
