extension Summary {
  static func json(_ stratum: Stratum) -> JSONValue {
    [
      "dimension": .string(stratum.dimension.rawValue), "value": .string(stratum.value),
      "arms": .array(
        stratum.arms.map { values in
          let metrics = Stratum.metrics.compactMap { key in
            values.metrics[key].map { (key, json($0)) }
          }
          return .object(JSONObject(members(of: values.arm) + metrics))
        }),
    ]
  }

  static func json(_ table: SurvivalByAnswer) -> JSONValue {
    let rows = table.rows.map { row -> JSONValue in
      let answers = AnswerVerdict.allCases.map { verdict in
        (verdict.rawValue, JSONValue(row.answers[verdict] ?? 0))
      }
      return .object(
        JSONObject(
          [
            ("survival", row.survival.map { .string($0.rawValue) } ?? .null),
            ("contested", .bool(row.isContested)),
            ("errored", JSONValue(row.errored)), ("notApplicable", JSONValue(row.notApplicable)),
            ("excluded", JSONValue(row.excluded)),
          ] + answers))
    }
    return .object(JSONObject(members(of: table.arm) + [("rows", .array(rows))]))
  }

  static func json(_ survived: CompactionsSurvived) -> JSONValue {
    let bins = survived.bins.map { bin -> JSONValue in
      ["compactions": .string(bin.compactions), "survival": json(bin.survival)]
    }
    return .object(
      JSONObject(
        members(of: survived.arm) + [
          ("mean", survived.mean.map { JSONValue($0) } ?? .null), ("bins", .array(bins)),
        ]))
  }

  static func json(_ life: HalfLife) -> JSONValue {
    let curve = life.curve.map { step -> JSONValue in
      ["compactions": JSONValue(step.compactions), "surviving": JSONValue(step.surviving)]
    }
    return .object(
      JSONObject(
        members(of: life.arm) + [
          ("facts", JSONValue(life.facts)), ("lost", JSONValue(life.lost)),
          ("compactions", life.compactions.map { JSONValue($0) } ?? .null),
          ("curve", .array(curve)),
        ]))
  }
}
