extension Summary {
  /// The newest version of `summary.json` this package writes.
  public static let version = 1

  /// `summary.json`, also what `run --json` prints.
  public var json: JSONValue {
    let agreements = JSONValue.array(agreements.map(\.json)).unlessEmpty
    var members: [(String, JSONValue)] = [
      ("version", JSONValue(Self.version)), ("kind", "summary"),
      (
        "evalSets",
        .array(evalSets.map { ["id": .string($0.id), "digest": .string($0.digest)] })
      ),
      ("judge", ["id": .string(judge), "digest": .string(judgeDigest)]),
      ("primary", .string(primary)),
      ("arms", .array(arms.map(json))),
      (
        "flags",
        .object(
          JSONObject(QuestionFlag.allCases.map { ($0.rawValue, JSONValue(count(of: $0))) }))
      ),
      (
        "excluded",
        .array(
          excluded.map { ["reason": .string($0.reason), "count": JSONValue($0.count)] })
      ),
    ]
    members += [
      ("strata", .array(strata.map(Self.json))),
      ("survivalByAnswer", .array(survivalByAnswer.map(Self.json))),
      ("compactionsSurvived", .array(compactionsSurvived.map(Self.json))),
      ("ages", .array(ages.map(\.json))),
      ("halfLife", .array(halfLife.map(Self.json))),
    ]
    if let agreements { members.append(("agreements", agreements)) }
    return .object(JSONObject(members))
  }

  /// The file: one line, sorted keys, a line feed at the end.
  public var file: String { json.serialised(sortedKeys: true) + "\n" }

  private func json(_ summary: ArmSummary) -> JSONValue {
    var members: [(String, JSONValue)] =
      Self.members(of: summary.arm) + [
        (
          "metrics",
          .object(
            JSONObject(
              metrics.map { ($0.key, Self.json(summary.metrics[$0.key] ?? MetricValue())) }))
        ),
        ("cases", JSONValue(summary.cases)), ("neverCompacted", JSONValue(summary.neverCompacted)),
        ("floor", JSONValue(summary.floor)),
        ("confusions", .array(summary.confusions.map(\.json))),
        ("noRange", .array(summary.noRange.map { .string($0) })),
      ]
    if let beats = summary.beatsPlacebo { members.append(("beatsPlacebo", .bool(beats))) }
    return .object(JSONObject(members))
  }

  /// A size is a number, a share of each session's peak a text.
  private static func context(_ text: String) -> JSONValue {
    Int(text).map { JSONValue($0) } ?? .string(text)
  }

  static func members(of arm: ArmIdentity) -> [(String, JSONValue)] {
    [
      ("arm", .string(arm.name)), ("model", .string(arm.model)), ("context", context(arm.context)),
    ]
  }

  static func json(_ value: MetricValue) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("value", value.value.map { JSONValue($0) } ?? .null), ("scored", JSONValue(value.scored)),
      ("errored", JSONValue(value.errored)),
      ("notApplicable", JSONValue(value.notApplicable)), ("excluded", JSONValue(value.excluded)),
    ]
    if let reason = value.reason { members.append(("reason", .string(reason))) }
    if value.isIncomplete { members.append(("incomplete", true)) }
    return .object(JSONObject(members))
  }
}
