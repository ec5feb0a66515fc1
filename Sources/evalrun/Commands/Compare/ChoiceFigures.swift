import EvalKit

/// Numbers of a choice as its sentences write them.
enum ChoiceFigures {
  /// A value without its unit: a share in percent.
  static func bare(_ value: Double, of metric: Metric) -> String {
    switch metric.unit {
    case .share: Figures.percent(value)
    case .tokens: Figures.count(value)
    case .count: Figures.decimal(value)
    }
  }

  /// A value with its unit: `61.2 %`, `1,024 tokens`.
  static func value(_ value: Double, of metric: Metric) -> String {
    switch metric.unit {
    case .share: "\(bare(value, of: metric)) %"
    case .tokens: "\(bare(value, of: metric)) tokens"
    case .count: bare(value, of: metric)
    }
  }

  /// How far apart two values are: `8.9 points`, `1,024 tokens`.
  static func gap(_ difference: Double, of metric: Metric) -> String {
    let size = abs(difference)
    return metric.unit == .share ? "\(Figures.percent(size)) points" : value(size, of: metric)
  }

  /// A value against another: `12.0 % fewer tokens`, `3.1 points less recall`.
  static func against(_ value: Double, _ other: Double, of metric: Metric) -> String {
    let isLess = value < other
    guard metric.unit != .share, other > 0 else {
      let word = isLess ? "less" : "more"
      return "\(gap(value - other, of: metric)) \(word) \(metric.title)"
    }
    let percent = "\(Figures.percent(abs(value - other) / other)) %"
    let word = isLess ? "fewer" : "more"
    return metric.unit == .tokens
      ? "\(percent) \(word) tokens" : "\(percent) \(word) \(metric.title)"
  }
}
