/// What a gate demands of a metric of every policy.
public struct GateThreshold: Hashable, Sendable {
  /// The least it may be.
  public var minimum: Double?
  /// The most it may be.
  public var maximum: Double?
  /// The most it may lie under the baseline, of a metric of which more is better.
  public var maximumDrop: Double?
  /// The most it may lie over the baseline, of a metric of which less is better.
  public var maximumRise: Double?

  /// Makes a threshold.
  public init(
    minimum: Double? = nil, maximum: Double? = nil, maximumDrop: Double? = nil,
    maximumRise: Double? = nil
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.maximumDrop = maximumDrop
    self.maximumRise = maximumRise
  }

  /// Reads the threshold of a metric, and says what makes no sense for it.
  init(_ object: StrictObject, for metric: Metric) {
    minimum = object.optional("minimum")
    maximum = object.optional("maximum")
    maximumDrop = object.optional("maximumDrop")
    maximumRise = object.optional("maximumRise")
    for key in ["minimum", "maximum", "maximumDrop", "maximumRise"] {
      guard let bound = self[key] else { continue }
      if metric.isBounded, !(0...1).contains(bound) {
        object.error("expected 0 to 1, found \(bound)", at: key)
      } else if bound < 0 {
        object.error("expected 0 or more, found \(bound)", at: key)
      }
    }
    if let minimum, let maximum, minimum > maximum {
      object.error("the minimum \(minimum) is over the maximum \(maximum)", at: "minimum")
    }
    if maximumDrop != nil, metric.higherIsBetter == false {
      object.error("a drop of '\(metric.key)' is no loss; expected maximumRise", at: "maximumDrop")
    }
    if maximumRise != nil, metric.higherIsBetter == true {
      object.error("a rise of '\(metric.key)' is no loss; expected maximumDrop", at: "maximumRise")
    }
    if object.isObject, object.keys.isEmpty {
      object.error("expected minimum, maximum, maximumDrop or maximumRise")
    }
    object.finish()
  }

  private subscript(key: String) -> Double? {
    switch key {
    case "minimum": minimum
    case "maximum": maximum
    case "maximumDrop": maximumDrop
    default: maximumRise
    }
  }

  /// The threshold as JSON: what is stated.
  var json: JSONValue {
    .sorted([
      "maximum": maximum.map { JSONValue($0) }, "maximumDrop": maximumDrop.map { JSONValue($0) },
      "maximumRise": maximumRise.map { JSONValue($0) }, "minimum": minimum.map { JSONValue($0) },
    ])
  }
}
