/// What a gate demands of a metric of policies.
public struct GateRule: Hashable, Sendable {
  /// How a change against the baseline is judged.
  public enum Mode: String, Hashable, Sendable, CaseIterable, StrictDecodable {
    /// The change itself, on the baseline's own questions: what repeats byte for byte has no noise on them.
    case drift
    /// A change beyond that of repeats of the same run among themselves.
    case sampled
    /// A change that would be found on other sessions of the kind, too.
    case generalises
  }

  /// The drop that matters of a share, in points of 1.
  public static let shareDrop = 0.03
  /// The drop that matters of anything else, as a share of the baseline's value.
  public static let relativeDrop = 0.1
  /// The repeats a sampled policy is judged from.
  public static let fewestRepeats = 3
  /// The fewest questions that a share has to be worse by.
  public static let fewestQuestions = 2

  /// The metric's key.
  public var metric: String
  /// Which policies, by name; `*` is any text.
  public var arms: String
  /// How a change is judged; nil: drift for what repeats byte for byte, else sampled.
  public var mode: Mode?
  /// The least change for the worse that fails: points of 1 of a share, else a share of the baseline's
  /// value; nil: the default.
  public var minDrop: Double?
  /// The least the value may be.
  public var floor: Double?
  /// The most the value may be.
  public var ceiling: Double?
  /// How many repeats a sampled policy is judged from.
  public var repeats: Int

  /// Makes a rule.
  public init(
    metric: String, arms: String = "*", mode: Mode? = nil, minDrop: Double? = nil,
    floor: Double? = nil, ceiling: Double? = nil, repeats: Int = Self.fewestRepeats
  ) {
    self.metric = metric
    self.arms = arms
    self.mode = mode
    self.minDrop = minDrop
    self.floor = floor
    self.ceiling = ceiling
    self.repeats = repeats
  }

  /// What is demanded where a judge says nothing: the primary metric, and tokens a task.
  public static func standard(primary: String) -> [GateRule] {
    primary == "tokensPerTask"
      ? [GateRule(metric: primary)]
      : [GateRule(metric: primary), GateRule(metric: "tokensPerTask")]
  }

  /// Whether a policy is meant.
  public func applies(to arm: String) -> Bool { ToolEffects.fits(arm, arms) }

  /// Whether a change against the baseline is looked at, and not the value alone.
  public var comparesChange: Bool {
    mode != nil || minDrop != nil || (floor == nil && ceiling == nil)
  }

  /// The least change for the worse that fails.
  ///
  /// - Parameters:
  ///   - before: The baseline's value.
  ///   - questions: How many questions the value is of; nil for one of cases.
  public func threshold(before: Double, questions: Int?) -> Double {
    guard Metric[metric]?.unit == .share else {
      return (minDrop ?? Self.relativeDrop) * abs(before)
    }
    let least = questions.map { Double(Self.fewestQuestions) / Double(max(1, $0)) } ?? 0
    return max(minDrop ?? Self.shareDrop, least)
  }
}

extension GateRule {
  /// Reads a rule of a judge file and says what makes no sense.
  ///
  /// - Parameters:
  ///   - object: The rule.
  ///   - metrics: The judge's metrics.
  init?(_ object: StrictObject, metrics: [String]) {
    let name = object.required("metric", as: String.self)
    self.init(
      metric: name ?? "", arms: object.optional("arms", default: "*"),
      mode: object.optional("mode"), minDrop: object.optional("minDrop"),
      floor: object.optional("floor"), ceiling: object.optional("ceiling"),
      repeats: object.optional("repeats", default: Self.fewestRepeats))
    guard let name else { return nil }
    guard let metric = Metric[name], metrics.contains(name) else {
      object.error(
        "'\(name)' is not among the metrics" + EditDistance.suggestion(for: name, in: metrics),
        at: "metric")
      return nil
    }
    check(object, metric)
  }

  private func check(_ object: StrictObject, _ metric: Metric) {
    for (key, bound) in [("minDrop", minDrop), ("floor", floor), ("ceiling", ceiling)] {
      guard let bound else { continue }
      if metric.unit == .share, metric.key != "normalizedRecall", !(0...1).contains(bound) {
        object.error("expected 0 to 1, found \(bound)", at: key)
      } else if bound < 0 {
        object.error("expected 0 or more, found \(bound)", at: key)
      }
    }
    if let floor, let ceiling, floor > ceiling {
      object.error("the floor \(floor) is over the ceiling \(ceiling)", at: "floor")
    }
    if comparesChange, metric.higherIsBetter == nil {
      object.error(
        "'\(metric.key)' has no better side, so it cannot drop; expected floor or ceiling",
        at: mode != nil ? "mode" : minDrop != nil ? "minDrop" : "metric")
    }
    if mode == .generalises, metric.pooling != .mean {
      object.error(
        "'\(metric.key)' is no mean over questions or cases, so no test fits it", at: "mode")
    }
    if repeats < Self.fewestRepeats {
      object.error("expected \(Self.fewestRepeats) or more, found \(repeats)", at: "repeats")
    } else if object.contains("repeats"), let mode, mode != .sampled {
      object.error("repeats are for the mode sampled, not '\(mode.rawValue)'", at: "repeats")
    }
  }

  /// The rule as JSON: what is stated.
  var json: JSONValue {
    .sorted([
      "arms": arms == "*" ? nil : .string(arms), "ceiling": ceiling.map { JSONValue($0) },
      "floor": floor.map { JSONValue($0) }, "metric": .string(metric),
      "minDrop": minDrop.map { JSONValue($0) }, "mode": mode.map { .string($0.rawValue) },
      "repeats": repeats == Self.fewestRepeats ? nil : JSONValue(repeats),
    ])
  }
}
