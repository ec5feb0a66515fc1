import Foundation
import Testing

@testable import EvalKit

/// Numbers worked out with scipy and statsmodels by `.ci/statistics.py`, which calls nothing of EvalKit.
struct IndependentNumbersTests {
  private struct Numbers: Decodable {
    struct Exact: Decodable {
      var values: [Double]
      var p: Double
      var atMost: Double
      var atLeast: Double
      var interval95: [Double]
      var interval90: [Double]
    }
    struct Brackets: Decodable {
      var lower: [Double]
      var upper: [Double]

      func hold(_ interval: ConfidenceInterval) -> Bool {
        lower[0] <= interval.lower && interval.lower <= lower[1] && upper[0] <= interval.upper
          && interval.upper <= upper[1]
      }
    }
    struct Random: Decodable {
      var values: [Double]
      var p: Double
      var interval: Brackets
      var bootstrap: Brackets
    }
    struct Family: Decodable {
      var p: [Double]
      var adjusted: [Double]
    }
    struct Quantile: Decodable {
      var freedom: Int
      var share: Double
      var quantile: Double
    }
    struct Effect: Decodable {
      var clusters: Int
      var level: Double
      var power: Double
      var effect: Double
      var bloom: Double
      var tTest: Double
    }
    struct Clustered: Decodable {
      var clusters: [[Double]]
      var correlation: Double
      var standardError: Double
      var unclustered: Double
      var mean: Double
    }
    var exact: [Exact]
    var random: [Random]
    var holm: [Family]
    var t: [Quantile]
    var effects: [Effect]
    var clustered: [Clustered]
  }

  private let numbers: Numbers

  init() throws {
    let url = try #require(
      Bundle.module.url(forResource: "statistics", withExtension: "json", subdirectory: "Fixtures"))
    numbers = try JSONDecoder().decode(Numbers.self, from: Data(contentsOf: url))
  }

  private func agree(_ ours: Double, _ theirs: Double) -> Bool {
    abs(ours - theirs) <= 1e-9 * max(1, abs(theirs))
  }

  @Test func `the exact test and its interval agree with scipy`() throws {
    for numbers in numbers.exact {
      let test = SignFlipTest(try #require(PairedSample(numbers.values.map { [$0] })))
      #expect(agree(test.pValue(), numbers.p))
      #expect(agree(test.pValue(atMost: -0.21), numbers.atMost))
      #expect(agree(test.pValue(atLeast: 0.21), numbers.atLeast))
      for (confidence, ends) in [(0.95, numbers.interval95), (0.9, numbers.interval90)] {
        let interval = try #require(test.interval(confidence: confidence))
        #expect(agree(interval.lower, ends[0]), "\(interval), \(ends)")
        #expect(agree(interval.upper, ends[1]), "\(interval), \(ends)")
      }
    }
  }

  @Test func `random assignments agree with all of them within their error`() throws {
    for numbers in numbers.random {
      let sample = try #require(PairedSample(numbers.values.map { [$0] }))
      let test = SignFlipTest(sample)
      // Four standard deviations of a share of 9,999 draws, and the observed one that is added.
      let error = 4 * (numbers.p * (1 - numbers.p) / 9_999).squareRoot() + 1e-4
      #expect(abs(test.pValue() - numbers.p) <= error)
      let interval = try #require(test.interval(confidence: 0.95))
      #expect(numbers.interval.hold(interval), "\(interval), \(numbers.interval)")
      let bootstrap = ClusterBootstrap(sample).interval
      #expect(numbers.bootstrap.hold(bootstrap), "\(bootstrap), \(numbers.bootstrap)")
    }
  }

  @Test func `Holm's correction agrees with statsmodels`() {
    for family in numbers.holm {
      #expect(zip(Holm.adjusted(family.p), family.adjusted).allSatisfy { agree($0, $1) })
    }
  }

  @Test func `Student's quantiles agree with scipy`() {
    for numbers in numbers.t {
      let quantile = StudentT(freedom: numbers.freedom).quantile(numbers.share)
      #expect(agree(quantile, numbers.quantile), "\(quantile), \(numbers.quantile)")
    }
  }

  @Test func `the detectable effect agrees with scipy, and with the t-test's exact power`() throws {
    for numbers in numbers.effects {
      let effect = try #require(
        MinimumDetectableEffect(
          spread: 1, clusters: numbers.clusters, level: numbers.level, power: numbers.power))
      #expect(agree(effect.value, numbers.effect), "\(effect), \(numbers.effect)")
      // Without the allowance for the spread's being an estimate it is the t-test's within 1 %.
      #expect(abs(numbers.bloom / numbers.tTest - 1) < 0.01)
    }
  }

  @Test func `correlation and clustered errors agree with statsmodels`() throws {
    for numbers in numbers.clustered {
      let sample = try #require(PairedSample(numbers.clusters))
      #expect(agree(sample.mean, numbers.mean))
      let correlation = try #require(IntraclusterCorrelation(sample))
      #expect(agree(correlation.value, numbers.correlation))
      let error = try #require(ClusteredStandardError(sample))
      #expect(agree(error.value, numbers.standardError))
      #expect(agree(error.unclustered, numbers.unclustered))
    }
  }
}
