/// A curve at a cost: an arm of it, or two neighbours mixed so that together they cost that much.
public struct Mix: Hashable, Sendable {
  /// The arm that costs no more.
  public let lower: ArmIdentity
  /// The arm that costs more; nil where the lower one alone costs just that.
  public let upper: ArmIdentity?
  /// The share of the upper arm: 0 where there is none, else over 0 and under 1.
  public let share: Double

  init(lower: ArmIdentity, upper: ArmIdentity?, share: Double) {
    self.lower = lower
    self.upper = upper
    self.share = share
  }

  /// Mixes the neighbours of a cost on a curve; nil where the curve does not reach it: nothing is
  /// extrapolated.
  ///
  /// ```swift
  /// Mix(of: curve, at: 250)?.share  // 0.25 between points of 200 and of 400 tokens
  /// ```
  /// - Parameters:
  ///   - curve: The curve.
  ///   - tokens: The cost, in tokens a task.
  /// - Complexity: O(points).
  public init?(of curve: Curve, at tokens: Double) {
    // Sums of tokens are exact far beyond this.
    let tolerance = 1e-9 * max(1, abs(tokens))
    if let point = curve.points.first(where: { abs($0.tokens - tokens) <= tolerance }) {
      self.init(lower: point.arm, upper: nil, share: 0)
      return
    }
    guard let next = curve.points.firstIndex(where: { $0.tokens > tokens }), next > 0 else {
      return nil
    }
    let (below, above) = (curve.points[next - 1], curve.points[next])
    self.init(
      lower: below.arm, upper: above.arm,
      share: (tokens - below.tokens) / (above.tokens - below.tokens))
  }

  /// Values of the mix, asking by asking: the arms' own, weighted; nil where an arm of it has none.
  ///
  /// - Parameter values: The values of an arm, in one order for all arms.
  /// - Complexity: O(values).
  public func values(of values: (ArmIdentity) -> [Double?]) -> [Double?] {
    guard let upper else { return values(lower) }
    let (below, above) = (values(lower), values(upper))
    precondition(below.count == above.count, "\(below.count) values below, \(above.count) above")
    return zip(below, above).map { value(between: $0, and: $1) }
  }

  /// One value of the mix.
  func value(between below: Double?, and above: Double?) -> Double? {
    guard let below, upper != nil else { return below }
    return above.map { below + share * ($0 - below) }
  }

  /// What reports call it: `75 % a, 25 % b`.
  public var name: String {
    guard let upper else { return lower.name }
    let percent = Int((share * 100).rounded())
    return "\(100 - percent) % \(lower.name), \(percent) % \(upper.name)"
  }
}
