/// One number of several metrics: a weighted mean, for a reader who wants a single column.
///
/// It takes part in no verdict: the primary metric and the gates stand on metrics themselves.
public struct Composite: Hashable, Sendable {
  /// A metric with its weight.
  public struct Part: Hashable, Sendable {
    /// The metric's key.
    public var metric: String
    /// Its weight, above 0; weights need not add up to 1.
    public var weight: Double

    /// Makes a part.
    public init(metric: String, weight: Double) {
      self.metric = metric
      self.weight = weight
    }
  }

  /// The parts by metric, so that the order they were written in cannot reach the last digit.
  public let parts: [Part]

  /// Makes a composite.
  public init(_ parts: [Part]) { self.parts = parts.sorted { $0.metric < $1.metric } }

  /// Σ weight × value ÷ Σ weight, every value turned so that more is better: a metric of which less is
  /// better counts as 1 − value.
  ///
  /// - Parameters:
  ///   - metrics: The metrics of an arm.
  ///   - noRange: Metrics that cannot tell policies apart on this set.
  /// - Returns: not applicable, with the reason, where any part has no value or no range: a mean over
  ///   fewer parts is another number. Counts are of parts.
  public func value(of metrics: [String: MetricValue], noRange: [String]) -> MetricValue {
    var result = MetricValue()
    var sum = 0.0
    var reasons: [String] = []
    for part in parts {
      let found = metrics[part.metric]
      if noRange.contains(part.metric) {
        reasons.append("\(part.metric) has no range")
      } else if let value = found?.value, let isMore = Metric[part.metric]?.higherIsBetter {
        sum += part.weight * (isMore ? value : 1 - value)
      } else if found?.isUnscored == true {
        reasons.append("\(part.metric) errored")
        result.errored = parts.count
      } else {
        reasons.append("\(part.metric) has no value")
      }
    }
    if reasons.isEmpty {
      result.value = sum / parts.reduce(0) { $0 + $1.weight }
      result.scored = parts.count
    } else {
      result.reason = reasons.joined(separator: ", ")
      if result.errored == 0 { result.notApplicable = parts.count }
    }
    return result
  }
}

extension Metric {
  /// Whether it is a share of 1 with a better side: what a composite may weigh.
  ///
  /// Normalised recall is none: it may exceed 1.
  var isBounded: Bool {
    unit == .share && worst != nil && higherIsBetter != nil && key != "normalizedRecall"
  }
}
