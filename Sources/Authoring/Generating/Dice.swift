import EvalKit

/// Seeded draws, one after another: the same seed gives the same draws on every platform.
struct Dice: Sendable {
  private let words: RandomWords
  private var drawn = 0

  /// Makes dice that begin with a seed.
  init(seed: UInt64) { words = RandomWords(seed: seed) }

  /// A number from 0 up to a bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int {
    drawn += 1
    return words.index(drawn, below: max(1, bound))
  }

  /// A number of a range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Whether something of a given chance happens.
  mutating func chance(percent: Int) -> Bool { below(100) < percent }

  /// One of some values; nil if there is none.
  mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[below(values.count)]
  }

  /// A place, by weight; nil if no weight is above 0.
  mutating func place(weights: [Int]) -> Int? {
    let sum = weights.reduce(0) { $0 + max(0, $1) }
    guard sum > 0 else { return nil }
    var left = below(sum)
    return weights.firstIndex { weight in
      left -= max(0, weight)
      return left < 0
    }
  }

  /// The values in another order (Fisher and Yates).
  mutating func shuffled<Value>(_ values: [Value]) -> [Value] {
    var values = values
    for index in values.indices.dropFirst().reversed() { values.swapAt(index, below(index + 1)) }
    return values
  }
}
