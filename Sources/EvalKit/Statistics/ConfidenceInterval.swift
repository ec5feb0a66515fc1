/// Values that the data do not contradict at a level.
public struct ConfidenceInterval: Hashable, Sendable {
  /// The least value in it, in the metric's unit.
  public let lower: Double
  /// The largest value in it.
  public let upper: Double
  /// How often such intervals hold the truth: 0.95, say.
  public let confidence: Double
  /// How far apart two values may be that count as equal.
  let tolerance: Double

  /// Makes an interval; an end that is 0 up to the tolerance becomes 0.
  init(lower: Double, upper: Double, confidence: Double, tolerance: Double = 0) {
    self.lower = abs(lower) <= tolerance ? 0 : lower
    self.upper = abs(upper) <= tolerance ? 0 : upper
    self.confidence = confidence
    self.tolerance = tolerance
  }

  /// Whether a value is in it, its ends included.
  public func contains(_ value: Double) -> Bool {
    !(lower > value + tolerance) && !(upper < value - tolerance)
  }

  /// Half its width: what follows the ± sign.
  public var halfWidth: Double { (upper - lower) / 2 }
}
