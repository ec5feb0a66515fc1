extension Judge {
  /// The judge as JSON with every default filled in and every prompt in full: it reads back as this
  /// judge, wherever it stands.
  public var json: JSONValue {
    .sorted([
      "argumentSupport": [
        "minimumLeaves": JSONValue(minimumLeaves), "foreignCeiling": JSONValue(foreignCeiling),
      ],
      "choose": choose?.json,
      "composite": composite?.json,
      "controls": [
        "oracleFails": ["below": JSONValue(flags.oracleFails)],
        "evidenceFails": ["below": JSONValue(flags.evidenceFails)],
        "nullPasses": ["atLeast": JSONValue(flags.nullPasses)],
        "foreignPasses": ["atLeast": JSONValue(flags.foreignPasses)],
      ],
      "description": .string(summary),
      "effects": ["read": .strings(effects.read), "write": .strings(effects.write)],
      "gates": JSONValue.array(gates.map(\.json)).unlessEmpty,
      "hazards": hazardsJSON, "id": .string(id), "metrics": .strings(metrics),
      "modelJudges": JSONValue.array(modelJudges.map(\.json)).unlessEmpty,
      "noRangeBelow": JSONValue(noRangeBelow), "prices": prices.json,
      "primary": .string(primary),
      "strictness": .string(strictness.rawValue), "title": .string(title), "version": 1,
    ])
  }

  private var hazardsJSON: JSONValue {
    .sorted([
      "dialect": dialect.map { .string($0.rawValue) } ?? .null, "off": .strings(hazardsOff),
      "on": .strings(hazardsOn),
      "severities": .object(
        JSONObject(
          severities.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.rawValue)) })),
    ])
  }

  /// The digest of everything results depend on: two judges with one digest give the same scores.
  public var digest: String { SHA256.hexadecimal(json.serialised(sortedKeys: true)) }

  /// The digest of everything scores depend on, which gates and the choice are not part of: a gate may become
  /// stricter while the baseline stays.
  public var scoringDigest: String {
    var judge = self
    judge.gates = []
    judge.choose = nil
    return judge.digest
  }
}

extension Composite {
  /// The composite as JSON.
  var json: JSONValue {
    ["weights": .object(JSONObject(parts.map { ($0.metric, JSONValue($0.weight)) }))]
  }
}
