extension GateReport {
  /// The newest version of the report this package writes.
  public static let version = 1

  /// The report for a program.
  ///
  /// - Parameter isStrict: Whether it ends inconclusively where only part could be compared or decided.
  public func json(isStrict: Bool = false) -> JSONValue {
    .object(
      JSONObject([
        ("version", JSONValue(Self.version)), ("kind", "gate"),
        ("verdict", .string(verdict(isStrict: isStrict).rawValue)),
        ("vary", .string(factor.rawValue)),
        (
          "baseline",
          [
            "by": .string(blessing.by), "reason": .string(blessing.reason),
            "tool": .string(blessing.tool),
          ]
        ),
        ("repeats", JSONValue(repeats)), ("differing", .strings(differing)),
        (
          "cases",
          [
            "common": JSONValue(commonCases), "changed": .strings(changedCases),
            "gone": .strings(goneCases), "new": .strings(newCases),
          ]
        ),
        ("arms", .array(arms.map(\.json))), ("newArms", .strings(newArms.map(\.key))),
        ("controls", .strings(controls)), ("idleRules", .strings(idleRules)),
      ]))
  }
}

extension GateReport.Arm {
  fileprivate var json: JSONValue {
    var members = Summary.members(of: arm)
    if let counterpart, counterpart != arm {
      members.append(("counterpart", .string(counterpart.key)))
    }
    if !specs.isEmpty { members.append(("specs", .strings(specs))) }
    members += [
      ("differing", .strings(differing)), ("sameViews", .bool(hasSameViews)),
      ("added", JSONValue(added)), ("checks", .array(checks.map(\.json))),
    ]
    if !flips.isEmpty { members.append(("flips", .array(flips.map(\.json)))) }
    return .object(JSONObject(members))
  }
}

extension GateCheck {
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("check", .string(kind.rawValue)), ("status", .string(status.word)),
      ("message", .string(sentence)),
    ])
    object["metric"] = metric.map { .string($0) }
    object["before"] = before.map { JSONValue($0) }
    object["after"] = after.map { JSONValue($0) }
    object["threshold"] = threshold.map { JSONValue($0) }
    object["spread"] = spread.map { JSONValue($0) }
    object[isOfCases ? "cases" : "questions"] = JSONValue(questions)
    object["worse"] = JSONValue.array(broken.map(\.json)).unlessEmpty
    object["better"] = JSONValue.array(fixed.map(\.json)).unlessEmpty
    object["lost"] = JSONValue.array(lost.map(\.json)).unlessEmpty
    object["hazards"] = JSONValue.strings(hazards).unlessEmpty
    object["unseen"] = unseen.map { .string($0.word) }
    object["improvement"] = .ifTrue(isImprovement)
    return .object(object)
  }
}

extension GateCheck.Unseen {
  /// The word in results.
  fileprivate var word: String {
    switch self {
    case .holds: "holds"
    case .noSign: "noSign"
    case .few: "fewClusters"
    }
  }
}

extension GateChange {
  fileprivate var json: JSONValue {
    var object = JSONObject([("case", .string(caseID)), ("metric", .string(metric))])
    if !question.isEmpty { object["question"] = .string(question) }
    object["before"] = JSONValue(before)
    object["after"] = JSONValue(after)
    if !verdicts.isEmpty { object["verdicts"] = .string(verdicts) }
    object["cause"] = cause.map { .string($0.rawValue) }
    return .object(object)
  }
}

extension GateLoss {
  fileprivate var json: JSONValue {
    var object = JSONObject([("case", .string(caseID))])
    if !question.isEmpty { object["question"] = .string(question) }
    object["metrics"] = .strings(metrics)
    object["reason"] = .string(reason)
    return .object(object)
  }
}
