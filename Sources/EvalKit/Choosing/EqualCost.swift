/// Curves at one cost: who is better where all spend the same.
public struct EqualCost: Hashable, Sendable {
  /// Where the cost comes from.
  public enum Source: Hashable, Sendable {
    /// It was asked for.
    case asked
    /// It is what the arm that the others are compared with costs.
    case reference(ArmIdentity)
    /// It is the middle of what all curves of several points reach.
    case middle(ClosedRange<Double>)
  }

  /// A curve that reaches the cost.
  public struct Entry: Hashable, Sendable {
    /// The curve.
    public let curve: Curve
    /// What it is there.
    public let mix: Mix
  }

  /// The cost, in tokens a task.
  public let tokens: Double
  /// Where it comes from.
  public let source: Source
  /// The curves that reach it, in the order given.
  public let entries: [Entry]
  /// The curves that do not: compared with nothing, since nothing is extrapolated.
  public let outOfReach: [Curve]

  /// Puts curves of one model and context at one cost.
  ///
  /// - Parameters:
  ///   - curves: The curves.
  ///   - reference: The arm the others are compared with, if there is one.
  ///   - tokens: The cost; nil: that of the reference where it is no point of a longer curve, else the
  ///     middle of what all curves of two points or more reach.
  /// - Throws: ``EqualCostError`` where no cost is said and none is common.
  /// - Complexity: O(points).
  public init(curves: [Curve], reference: ArmIdentity? = nil, tokens: Double? = nil)
    throws(EqualCostError)
  {
    let own = curves.filter { curve in curve.points.contains { $0.arm == reference } }
    if let tokens {
      self.init(curves, at: tokens, .asked)
    } else if let reference, let alone = own.first, own.allSatisfy({ $0.points.count == 1 }) {
      self.init(curves, at: alone.points[0].tokens, .reference(reference))
    } else {
      let long = curves.filter { $0.points.count > 1 }
      // Arms by themselves have a common cost only where all cost the same.
      let ranges = (long.isEmpty ? curves : long).map(\.range)
      guard let low = ranges.map(\.lowerBound).max(), let high = ranges.map(\.upperBound).min(),
        low <= high
      else { throw EqualCostError(curves: curves) }
      self.init(curves, at: low + (high - low) / 2, .middle(low...high))
    }
  }

  private init(_ curves: [Curve], at tokens: Double, _ source: Source) {
    self.tokens = tokens
    self.source = source
    entries = curves.compactMap { curve in
      Mix(of: curve, at: tokens).map { Entry(curve: curve, mix: $0) }
    }
    outOfReach = curves.filter { Mix(of: $0, at: tokens) == nil }
  }
}

/// No cost that all curves reach.
public struct EqualCostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The curves.
  public let curves: [Curve]

  /// What each reaches.
  public var description: String {
    guard !curves.isEmpty else { return "no policy has a cost to compare at" }
    let ranges = curves.map { "\($0.name): \($0.reach)" }
    return "no tokensPerTask that all policies reach: \(ranges.joined(separator: "; "))"
  }
}

extension Curve {
  /// What it reaches, in words: `812 to 1024`, in whole tokens a task.
  public var reach: String {
    let low = range.lowerBound.rounded()
    let high = range.upperBound.rounded()
    return low == high ? Self.whole(low) : "\(Self.whole(low)) to \(Self.whole(high))"
  }

  private static func whole(_ tokens: Double) -> String {
    Int(exactly: tokens).map { "\($0)" } ?? "\(tokens)"
  }
}
