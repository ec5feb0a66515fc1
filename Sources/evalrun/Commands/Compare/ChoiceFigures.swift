import EvalKit

/// Numbers of a choice as its sentences write them.
enum ChoiceFigures {
  /// A value without its unit: a share in percent.
  static func bare(_ value: Double, of metric: Metric) -> String {
    switch metric.unit {
    case .share: Figures.percent(value)
    case .tokens: Figures.count(value)
    case .count, .nats: Figures.decimal(value)
    }
  }

  /// A value after its metric's key: `61.2 %`, `1,024`.
  static func value(_ value: Double, of metric: Metric) -> String {
    bare(value, of: metric) + (metric.unit == .share ? " %" : "")
  }

  /// How far apart two values are: `8.9 points`, `1,024 tokens`.
  static func gap(_ difference: Double, of metric: Metric) -> String {
    bare(abs(difference), of: metric) + unit(of: metric)
  }

  /// Between which differences the data leave the truth: `-4.5 to 3.5 points`.
  static func span(_ lower: Double, _ upper: Double, of metric: Metric) -> String {
    "\(bare(lower, of: metric)) to \(bare(upper, of: metric))\(unit(of: metric))"
  }

  /// The unit of differences, with its space.
  private static func unit(of metric: Metric) -> String {
    switch metric.unit {
    case .share: " points"
    case .tokens: " tokens"
    case .nats: " nats"
    case .count: ""
    }
  }

  /// A value against another: `12.0 % fewer tokens`, `3.1 points less recall`.
  static func against(_ value: Double, _ other: Double, of metric: Metric) -> String {
    let isLess = value < other
    guard metric.unit != .share, metric.unit != .nats, other > 0 else {
      let word = isLess ? "less" : "more"
      return "\(gap(value - other, of: metric)) \(word) \(metric.title)"
    }
    let percent = "\(Figures.percent(abs(value - other) / other)) %"
    let word = isLess ? "fewer" : "more"
    return metric.unit == .tokens
      ? "\(percent) \(word) tokens" : "\(percent) \(word) \(metric.title)"
  }
}
