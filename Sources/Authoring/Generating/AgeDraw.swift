import EvalKit

/// How far back questions reach: ages in turns, drawn from the mean of some profiles.
struct AgeDraw: Sendable {
  private let weights: [Int]
  /// Ages of the last bucket, which has no end.
  private static let oldest = 24

  init(_ profiles: [AgeProfile]) {
    weights = ReuseDistances.starts.indices.map { bucket in
      profiles.reduce(0) { sum, profile in
        let all = max(1, profile.counts.reduce(0, +))
        return sum + (profile.counts.indices.contains(bucket) ? profile.counts[bucket] : 0)
          * 100_000 / all
      }
    }
  }

  /// An age of at most so many turns; nil where none fits.
  func draw(_ dice: inout Dice, most: Int) -> Int? {
    let fitting = weights.enumerated().map {
      ReuseDistances.starts[$0.offset] <= most ? $0.element : 0
    }
    guard let bucket = dice.place(weights: fitting) else { return nil }
    let ages = Self.ages(of: bucket)
    return dice.within(ages.lowerBound...max(ages.lowerBound, min(ages.upperBound, most)))
  }

  /// The age that a share of all questions do not reach back beyond.
  func age(at share: Double) -> Int {
    let sum = weights.reduce(0, +)
    var left = share * Double(sum)
    for (bucket, weight) in weights.enumerated() {
      if left < Double(weight) {
        let ages = Self.ages(of: bucket)
        return ages.lowerBound + Int(left * Double(ages.count) / Double(weight))
      }
      left -= Double(weight)
    }
    return Self.oldest
  }

  private static func ages(of bucket: Int) -> ClosedRange<Int> {
    let starts = ReuseDistances.starts
    return starts[bucket]...(bucket + 1 < starts.count ? starts[bucket + 1] - 1 : oldest)
  }
}

/// The ages of a case's questions, spread over all ages as the profiles have them, so that cases differ
/// little in how far back they ask.
struct AgeDeck: Sendable {
  /// Draws ages one by one, where those of the deck do not fit.
  let draw: AgeDraw
  /// How often each value is asked for.
  let asks: Int
  private let start: Double

  /// - Parameter start: Where between two neighbours the ages lie, from 0 up to 1.
  init(_ draw: AgeDraw, asks: Int, start: Double) {
    self.draw = draw
    self.asks = max(1, asks)
    self.start = start
  }

  /// The ages of so many facts, one a fact, when they are asked for a time counted from 0; the first
  /// is the youngest.
  func ages(of facts: Int, time: Int) -> [Int] {
    (0..<facts).map {
      draw.age(at: (Double($0 * asks + time) + start) / Double(max(1, facts * asks)))
    }
  }
}
