import Foundation
import Testing

@testable import EvalKit

/// How often the procedures are right, over sets whose truth is known.
///
/// A few sets in every run, with the bounds that so few allow; with EVALKIT_SIMULATIONS set, as in
/// `.ci/nightly`, 2,000 of each, with the bounds that are promised.
struct SimulationTests {
  private let isWhole = ProcessInfo.processInfo.environment["EVALKIT_SIMULATIONS"] != nil

  private var count: Int { isWhole ? 2000 : 40 }
  private var assignments: Int { isWhole ? 2000 : 100 }

  /// The bounds of a share, widened by four standard deviations where there are few sets.
  private func bounds(_ low: Double, _ high: Double) -> ClosedRange<Double> {
    guard !isWhole else { return low...high }
    func slack(_ share: Double) -> Double { 4 * (share * (1 - share) / Double(count)).squareRoot() }
    return low - slack(low)...high + slack(high)
  }

  @Test(arguments: [SimulatedSets.Kind.normal, .answers], [12, 30, 60])
  func `no difference is found where there is none, but by those who do not cluster`(
    kind: SimulatedSets.Kind, clusters: Int
  ) {
    let sets = SimulatedSets(kind, clusters: clusters, seed: UInt64(clusters))
    let found = Simulation.falsePositives(sets, count: count, assignments: assignments)
    #expect(bounds(0.03, 0.07).contains(found))
    let unclustered = Simulation.falsePositives(
      sets, count: count, assignments: assignments, isClustered: false)
    #expect(unclustered > (isWhole ? 0.15 : 0.07))
  }

  @Test(arguments: [SimulatedSets.Kind.normal, .answers], [12, 30, 60])
  func `the interval holds the truth, but not that of those who do not cluster`(
    kind: SimulatedSets.Kind, clusters: Int
  ) {
    let sets = SimulatedSets(kind, clusters: clusters, effect: -0.1, seed: UInt64(clusters) + 1000)
    let covered = Simulation.coverage(sets, count: count) {
      SignFlipTest($0, assignments: assignments).interval(confidence: 0.95)
    }
    #expect(bounds(0.93, 0.97).contains(covered))
    let unclustered = Simulation.coverage(sets, count: count) { sample in
      Simulation.unclustered(sample).flatMap {
        SignFlipTest($0, assignments: assignments).interval(confidence: 0.95)
      }
    }
    #expect(unclustered < (isWhole ? 0.85 : 0.93))
  }

  @Test(arguments: [(SimulatedSets.Kind.normal, 12), (.normal, 30), (.answers, 30), (.answers, 60)])
  func `the printed effect is found as often as it says`(
    kind: SimulatedSets.Kind, clusters: Int
  ) {
    let sets = SimulatedSets(kind, clusters: clusters, seed: UInt64(clusters) + 2000)
    let found = Simulation.powerAtPrintedEffect(
      sets, count: isWhole ? 500 : count, assignments: assignments)
    #expect(bounds(0.75, 0.85).contains(found))
  }

  @Test(arguments: [6, 12])
  func `the percentile bootstrap is too narrow with few clusters`(clusters: Int) {
    guard isWhole else { return }
    let sets = SimulatedSets(.normal, clusters: clusters, seed: UInt64(clusters) + 3000)
    let covered = Simulation.coverage(sets, count: count) {
      ClusterBootstrap($0, resamples: 1000).interval
    }
    #expect(covered < 0.93)
  }

  @Test func `arms as different as the margin are hardly ever called equivalent`() {
    var sets = SimulatedSets(.answers, clusters: 30, effect: -0.15, seed: 4000)
    let wrong = (0..<count).count { _ in
      guard let sample = sets.sample() else { return false }
      let test = SignFlipTest(sample, assignments: assignments)
      return EquivalenceTest(test, margin: 0.15).map { $0.pValue <= 0.05 } ?? false
    }
    #expect(bounds(0, 0.07).contains(Double(wrong) / Double(count)))
  }
}
