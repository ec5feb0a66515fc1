extension Choice {
  /// The choice as `compare --choose --json` prints it.
  public var json: JSONValue {
    .sorted([
      "alternatives": .array(alternatives.map(json)),
      "best": best.map { .string($0.name) } ?? .null,
      "context": .string(context), "model": .string(model),
      "nearest": nearest.map { .string($0.name) },
      "policies": .array(policies.map(Self.json)),
      "reasons": .strings(reasons.map(\.description)),
      "rule": rule.json,
      "runnerUp": runnerUp.map(Self.json) ?? .null,
      "verdict": .string(verdict.rawValue),
    ])
  }

  private static func json(_ policy: Policy) -> JSONValue {
    .sorted([
      "arm": .string(policy.arm.name), "fault": policy.fault.map { .string($0) },
      "findings": .array(policy.findings.map(json)),
      "objective": policy.objective.map { JSONValue($0) } ?? .null,
      "qualifies": policy.qualifies.map { .bool($0) } ?? .null,
    ])
  }

  private static func json(_ finding: Finding) -> JSONValue {
    var certainty: String
    var interval: ConfidenceInterval?
    switch finding.certainty {
    case .certain(let found): (certainty, interval) = ("certain", found)
    case .uncertain(let found): (certainty, interval) = ("uncertain", found)
    case .valueOnly: certainty = "valueOnly"
    }
    if finding.isMet == nil { certainty = "unknown" }
    return .sorted([
      "bound": finding.bound.map { JSONValue($0) } ?? .null, "certainty": .string(certainty),
      "fault": finding.fault.map { .string($0) },
      "interval": interval.map(json), "met": finding.isMet.map { .bool($0) } ?? .null,
      "metric": .string(finding.constraint.metric),
      "required": .string(finding.constraint.bound.description),
      "slack": finding.slack.map { JSONValue($0) } ?? .null,
      "value": finding.value.map { JSONValue($0) } ?? .null,
    ])
  }

  private static func json(_ next: RunnerUp) -> JSONValue {
    .sorted([
      "arm": .string(next.arm.name), "difference": JSONValue(next.difference),
      "estimate": next.comparison.map { JSONValue($0.estimate) },
      "interval": next.comparison?.interval.map(json),
      "p": next.comparison.map { JSONValue($0.pValue) },
    ])
  }

  private func json(_ alternative: Alternative) -> JSONValue {
    .sorted([
      "arm": .string(alternative.arm.name),
      "difference": alternative.difference.map { JSONValue($0) },
      "relaxed": .object(
        JSONObject(
          alternative.relaxed.map { ($0.metric, .string($0.bound.description)) })),
    ])
  }

  private static func json(_ interval: ConfidenceInterval) -> JSONValue {
    [
      "confidence": JSONValue(interval.confidence), "lower": JSONValue(interval.lower),
      "upper": JSONValue(interval.upper),
    ]
  }
}

extension CostPlane {
  /// The plane as JSON.
  public var json: JSONValue {
    .sorted([
      "context": .string(context), "metric": .string(metric.key), "model": .string(model),
      "points": .array(
        points.map { point in
          .sorted([
            "arm": .string(point.arm.name),
            "dominatedBy": point.dominator.map(\.json),
            "front": .bool(point.dominator == nil), "tokensPerTask": JSONValue(point.tokens),
            "value": JSONValue(point.value),
          ])
        }),
      "unplaced": .array(
        unplaced.map { ["arm": .string($0.arm.name), "reason": .string($0.reason)] }),
    ])
  }
}

extension Mix {
  /// The mix as JSON.
  var json: JSONValue {
    .sorted([
      "lower": .string(lower.name), "share": upper.map { _ in JSONValue(share) },
      "upper": upper.map { .string($0.name) },
    ])
  }
}
