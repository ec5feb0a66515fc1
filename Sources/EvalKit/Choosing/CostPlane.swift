/// The policies of a model and a context by what they cost and how good they are, with those that no
/// other policy, and no mix of two on a curve, makes needless.
public struct CostPlane: Hashable, Sendable {
  /// A policy.
  public struct Point: Hashable, Sendable {
    /// The policy.
    public let arm: ArmIdentity
    /// Its tokensPerTask.
    public let tokens: Double
    /// Its value of the metric.
    public let value: Double
    /// The cheapest that makes it needless; nil on the front.
    public let dominator: Mix?
  }

  /// A policy that has no place.
  public struct Unplaced: Hashable, Sendable {
    /// The policy.
    public let arm: ArmIdentity
    /// Why.
    public let reason: String
  }

  /// The model.
  public let model: String
  /// The context size.
  public let context: String
  /// What is set against the cost.
  public let metric: Metric
  /// The policies, in the order they were run.
  public let points: [Point]
  /// Policies with an error or without a value, in the order they were run.
  public let unplaced: [Unplaced]

  /// The policies that nothing makes needless, in the order they were run.
  public var front: [ArmIdentity] { points.filter { $0.dominator == nil }.map(\.arm) }

  /// A plane for each model and context, in the order they were run.
  public static func all(summary: Summary, curves: [Curve], metric: Metric) -> [CostPlane] {
    var planes: [CostPlane] = []
    for values in summary.arms where values.arm.control == nil {
      let (model, context) = (values.arm.model, values.arm.context)
      if planes.contains(where: { $0.model == model && $0.context == context }) { continue }
      planes.append(
        CostPlane(summary: summary, curves: curves, metric: metric, model: model, context: context))
    }
    return planes
  }

  /// Sets policies against each other.
  ///
  /// One is dominated where another costs no more and is no worse and is better in one of both, or where
  /// two neighbours on a curve, mixed to its cost, are better.
  /// - Parameters:
  ///   - summary: The pooled scores.
  ///   - curves: The curves of the run; those of other models and contexts play no part.
  ///   - metric: What is set against the cost: a metric with a better side, or more counts as better.
  ///   - model: The model.
  ///   - context: The context size.
  /// - Complexity: O(arms × (arms + points of curves)).
  public init(
    summary: Summary, curves: [Curve], metric: Metric, model: String, context: String
  ) {
    var places: [Place] = []
    var unplaced: [Unplaced] = []
    for values in summary.arms
    where values.arm.control == nil && values.arm.model == model && values.arm.context == context {
      if let reason = values.whyUnknown("tokensPerTask") ?? values.whyUnknown(metric.key) {
        unplaced.append(Unplaced(arm: values.arm, reason: reason))
      } else if let tokens = values.metrics["tokensPerTask"]?.value,
        let value = values.metrics[metric.key]?.value
      {
        places.append(Place(arm: values.arm, tokens: tokens, value: value))
      }
    }
    let sign = metric.higherIsBetter == false ? -1.0 : 1.0
    let rivals = Self.rivals(places, curves: curves, sign: sign)
    points = places.map { place in
      Point(
        arm: place.arm, tokens: place.tokens, value: place.value,
        dominator: rivals.dominator(of: place))
    }
    self.unplaced = unplaced
    self.model = model
    self.context = context
    self.metric = metric
  }

  struct Place {
    let arm: ArmIdentity
    let tokens: Double
    let value: Double
  }

  private static func rivals(_ places: [Place], curves: [Curve], sign: Double) -> Rivals {
    var segments: [Rivals.Segment] = []
    for curve in curves {
      let known = curve.points.compactMap { point in places.first { $0.arm == point.arm } }
      segments += zip(known, known.dropFirst()).map { Rivals.Segment(low: $0, high: $1) }
    }
    return Rivals(places: places, segments: segments, sign: sign)
  }
}

extension ArmSummary {
  /// Why nothing can be concluded from its value of a metric; nil where something can.
  func whyUnknown(_ key: String) -> String? {
    guard let found = metrics[key] else { return "\(key) was not measured" }
    if noRange.contains(key) { return "\(key) has no range on this set" }
    if found.isIncomplete { return "\(key) is incomplete: \(found.errored) errored" }
    guard found.value?.isFinite == true else {
      return "\(key) has no value" + (found.reason.map { ": \($0)" } ?? "")
    }
    return nil
  }
}

/// What may make a policy needless.
private struct Rivals {
  struct Segment {
    let low: CostPlane.Place
    let high: CostPlane.Place
  }

  let places: [CostPlane.Place]
  let segments: [Segment]
  /// −1 where less is better.
  let sign: Double

  /// The cheapest arm that dominates, of equally cheap ones the best, else the best mix that does.
  func dominator(of place: CostPlane.Place) -> Mix? {
    let arms = places.filter { dominates($0, place) }
    let cheapest = arms.min { ($0.tokens, -sign * $0.value) < ($1.tokens, -sign * $1.value) }
    if let cheapest { return Mix(lower: cheapest.arm, upper: nil, share: 0) }
    var best: (mix: Mix, value: Double)?
    for segment in segments
    where segment.low.tokens < place.tokens && place.tokens < segment.high.tokens {
      let (low, high) = (segment.low, segment.high)
      let mix = Mix(
        lower: low.arm, upper: high.arm,
        share: (place.tokens - low.tokens) / (high.tokens - low.tokens))
      guard let value = mix.value(between: low.value, and: high.value),
        exceeds(value, place.value), best.map({ exceeds(value, $0.value) }) ?? true
      else { continue }
      best = (mix, value)
    }
    return best?.mix
  }

  private func dominates(_ rival: CostPlane.Place, _ place: CostPlane.Place) -> Bool {
    guard rival.tokens <= place.tokens, !exceeds(place.value, rival.value) else { return false }
    return rival.tokens < place.tokens || exceeds(rival.value, place.value)
  }

  /// Whether a value is better than another, by more than rounding.
  private func exceeds(_ value: Double, _ other: Double) -> Bool {
    sign * (value - other) > 1e-12 * max(1, abs(value), abs(other))
  }
}
