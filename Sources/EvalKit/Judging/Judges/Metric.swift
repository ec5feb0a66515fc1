/// A number that is computed for every arm: what it means, which way is better, how it is pooled.
public struct Metric: Hashable, Sendable {
  /// How the scores of an arm become one value.
  public enum Pooling: String, Hashable, Sendable {
    /// The mean over groups of questions, or over cases.
    case mean
    /// The sum over cases: a count.
    case sum
    /// The largest of all cases.
    case maximum
    /// Worked out of the scores of another metric.
    case derived
  }

  /// What a value is counted in.
  public enum Unit: String, Hashable, Sendable {
    /// A share of 1.
    case share
    /// Tokens.
    case tokens
    /// Things.
    case count
    /// Natural logarithms of a likelihood.
    case nats
  }

  /// The key in results.
  public let key: String
  /// The column's title.
  public let title: String
  /// What a value is counted in.
  public let unit: Unit
  /// How scores are pooled.
  public let pooling: Pooling
  /// Whether more is better; nil where it is neither.
  public let higherIsBetter: Bool?
  /// What an error counts as; nil where there is no worst value, so that the arm is incomplete.
  public let worst: Double?

  init(
    _ key: String, _ title: String, _ unit: Unit, _ pooling: Pooling = .mean, better: Bool?,
    worst: Double? = nil
  ) {
    self.key = key
    self.title = title
    self.unit = unit
    self.pooling = pooling
    higherIsBetter = better
    self.worst = worst
  }

  /// All metrics, in the order of reports.
  public static let all: [Metric] = [
    Metric("survival", "survival", .share, better: true, worst: 0),
    Metric("gone", "gone", .share, better: false, worst: 1),
    Metric("recall", "recall", .share, better: true, worst: 0),
    Metric("normalizedRecall", "norm. recall", .share, .derived, better: true, worst: 0),
    Metric("stale", "stale", .share, better: false, worst: 1),
    Metric("staleShare", "stale share", .share, .derived, better: false, worst: 1),
    Metric("abstentionRight", "abstains right", .share, better: true, worst: 0),
    Metric("falseAbstention", "abstains wrong", .share, better: false, worst: 1),
    Metric("precision", "precision", .share, .derived, better: true, worst: 0),
    Metric("contradiction", "contradicts", .share, better: false, worst: 1),
    Metric("confabulation", "confabulates", .share, .derived, better: false, worst: 1),
    Metric("trajectoryInOrder", "calls in order", .share, better: true, worst: 0),
    Metric("toolConfusion", "tools confused", .share, better: false, worst: 1),
    Metric("argumentFill", "argument fill", .share, better: true, worst: 0),
    Metric("argumentSupport", "argument support", .share, better: true, worst: 0),
    Metric("support", "support", .nats, better: true),
    Metric("share", "share of support", .count, better: true),
    Metric("margin", "margin", .nats, better: true),
    Metric("actionSupport", "action support", .nats, better: true),
    Metric("actionShift", "action shift", .nats, better: true),
    Metric("actionOdds", "action odds", .nats, better: true),
    Metric("hazardsPer100", "hazards/100", .count, better: false),
    Metric("tokensPerRequest", "tokens/request", .tokens, better: false),
    Metric("tokensPerTask", "tokens/task", .tokens, better: false),
    Metric("cost", "cost/task", .tokens, better: false),
    Metric("peakTokens", "peak tokens", .tokens, .maximum, better: false),
    Metric("prefilledPerRequest", "prefilled/request", .tokens, better: false),
    Metric("blockingPrefill", "blocking/request", .tokens, better: false),
    Metric("cacheHitRate", "cache hits", .share, better: nil, worst: 0),
    Metric("firings", "firings", .count, .sum, better: nil),
    Metric("summaryCalls", "summary calls", .count, .sum, better: nil),
    Metric("summaryTokens", "summary tokens", .tokens, .sum, better: nil),
    Metric("summaryCached", "summary cached", .tokens, .sum, better: nil),
    Metric("summaryFaults", "summary faults", .count, .sum, better: false),
    Metric("overflows", "overflows", .count, .sum, better: false),
  ]

  /// The weighted mean of other metrics that a judge may ask for.
  public static let composite = Metric(
    "composite", "composite", .share, .derived, better: true, worst: 0)

  /// The metric with a key, a model judge's included.
  public static subscript(key: String) -> Metric? { byKey[key] ?? modelJudge(key: key) }

  private static let byKey = Dictionary(
    uniqueKeysWithValues: (all + [composite]).map { ($0.key, $0) })
}
