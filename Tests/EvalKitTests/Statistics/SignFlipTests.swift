import Testing

@testable import EvalKit

struct SignFlipTests {
  /// A sample of one question a cluster.
  private func sample(_ values: [Double]) throws -> PairedSample {
    try #require(PairedSample(values.map { [$0] }))
  }

  @Test func `six clusters on one side are the fewest that show a difference`() throws {
    let test = SignFlipTest(try sample([0.05, 0.1, 0.15, 0.2, 0.25, 0.3]))
    #expect(test.isExact)
    #expect(test.pValue() == 2.0 / 64)
    let interval = try #require(test.interval(confidence: 0.95))
    #expect(interval.lower == 0.05)
    #expect(abs(interval.upper - 0.3) < 1e-15)
    let five = SignFlipTest(try sample([0.05, 0.1, 0.15, 0.2, 0.25]))
    #expect(five.pValue() == 2.0 / 32)
    #expect(five.interval(confidence: 0.95) == nil)
  }

  /// Fisher, The Design of Experiments, §21: 1,726 of 32,768 arrangements of Darwin's fifteen pairs.
  @Test func `Darwin's maize has Fisher's p-value`() throws {
    let eighths: [Double] = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    let test = SignFlipTest(try sample(eighths.map { $0 / 8 }))
    #expect(test.pValue() == 1726.0 / 32768)
  }

  /// Of ±⅓, ±⅓, ±⅔ the observed sum, 0, is met by two; the others are farther from it.
  @Test func `ties that rounding would break are ties`() throws {
    let test = SignFlipTest(try sample([1.0 / 3, 1.0 / 3, -2.0 / 3]))
    #expect(test.pValue() == 1)
    // 0.1 + 0.2 + 0.3 against 0.6: with signs, |T| ≥ 0.6 twice and T = 0 four times of sixteen.
    let tied = SignFlipTest(try sample([0.1, 0.2, 0.3, -0.6]))
    #expect(tied.pValue() == 1)
    let moved = SignFlipTest(try sample([0.1, 0.2, 0.3, 0]))
    #expect(moved.pValue() == 4.0 / 16)
  }

  @Test func `clusters without any difference are no evidence of one`() throws {
    let test = SignFlipTest(try sample([Double](repeating: 0, count: 40)))
    #expect(test.pValue() == 1)
    #expect(test.interval(confidence: 0.95)?.contains(0) == true)
  }

  @Test(arguments: [6, 9, 13, 16, 17, 40])
  func `p and interval never disagree`(clusters: Int) throws {
    let words = RandomWords(seed: UInt64(clusters))
    for round in 0..<12 {
      // Eighths tie often, and 0 is an end of the interval now and then.
      let values = (0..<clusters).map { Double(words.index(round * 64 + $0, below: 9) - 3) / 8 }
      let test = SignFlipTest(try sample(values), assignments: 500)
      for confidence in [0.9, 0.95] {
        guard let interval = test.interval(confidence: confidence) else { continue }
        let values = [0, -0.125, 0.125, 0.25, test.mean, interval.lower, interval.upper]
        for value in values + [interval.lower - 1e-6, interval.upper + 1e-6] {
          let isKept = test.pValue(against: value) > 1 - confidence + 1e-12
          #expect(interval.contains(value) == isKept, "\(value) in \(interval)")
        }
      }
    }
  }

  @Test func `p is that of the differences less the value`() throws {
    let values = [0.3, -0.1, 0.45, 0.2, 0.05, 0.6, -0.35, 0.15]
    let test = SignFlipTest(try sample(values))
    for value in [-0.2, 0, 0.1, 0.4] {
      let moved = values.map { $0 - value }
      let observed = moved.reduce(0, +)
      var atLeast = 0
      var above = 0
      for signs in 0..<256 {
        let sum = moved.indices.reduce(0.0) { $0 + (signs >> $1 & 1 == 1 ? -moved[$1] : moved[$1]) }
        if abs(sum) >= abs(observed) - 1e-9 { atLeast += 1 }
        if sum >= observed - 1e-9 { above += 1 }
      }
      #expect(test.pValue(against: value) == Double(atLeast) / 256)
      #expect(test.pValue(atMost: value) == Double(above) / 256)
    }
  }

  @Test func `swapping the arms mirrors everything`() throws {
    let values = [0.3, -0.1, 0.45, 0.2, 0.05, 0.6, -0.35, 0.15]
    for count in [8, 24] {
      let long = (0..<count).map { values[$0 % 8] + Double($0) / 100 }
      let test = SignFlipTest(try sample(long), assignments: 300)
      let mirror = SignFlipTest(try sample(long.map { -$0 }), assignments: 300)
      #expect(test.pValue() == mirror.pValue())
      #expect(test.pValue(atMost: -0.1) == mirror.pValue(atLeast: 0.1))
      let one = try #require(test.interval(confidence: 0.95))
      let other = try #require(mirror.interval(confidence: 0.95))
      #expect(abs(one.lower + other.upper) < 1e-12)
      #expect(abs(one.upper + other.lower) < 1e-12)
    }
  }

  @Test func `a sample's result is the same alone and among others`() throws {
    let words = RandomWords(seed: 4)
    let samples = try (0..<20).map { column in
      try sample((0..<(column == 7 ? 21 : 70)).map { Double(words[column * 70 + $0] >> 40) })
    }
    let together = SignFlipTest.all(samples, assignments: 200, seed: 9)
    for (sample, test) in zip(samples, together) {
      #expect(SignFlipTest(sample, assignments: 200, seed: 9) == test)
      #expect(SignFlipTest(sample, assignments: 200, seed: 10) != test)
    }
  }

  @Test func `equivalence is the larger of two one-sided tests`() throws {
    let test = SignFlipTest(try sample([-0.01, 0, 0.01, 0.02, -0.02, 0.01]))
    let equivalence = try #require(EquivalenceTest(test, margin: 0.05))
    #expect(equivalence.pBelow == 1.0 / 64)
    #expect(equivalence.pAbove == 1.0 / 64)
    #expect(equivalence.pValue == 1.0 / 64)
    let narrow = try #require(EquivalenceTest(test, margin: 0.001))
    #expect(narrow.pValue > 0.3)
    #expect(EquivalenceTest(test, margin: 0) == nil)
    let interval = try #require(test.interval(confidence: 0.9))
    for margin in [0.005, 0.01, 0.015, 0.02, 0.03] {
      let isWithin = !interval.contains(-margin) && !interval.contains(margin)
      let isShown = try #require(EquivalenceTest(test, margin: margin)).pValue <= 0.05
      #expect(isShown == (isWithin && margin > abs(test.mean)))
    }
  }
}
