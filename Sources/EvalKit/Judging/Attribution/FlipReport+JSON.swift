extension FlipReport {
  /// The report for a program.
  public var json: JSONValue {
    .sorted([
      "against": .string(reference.key), "arm": .string(arm.key),
      "broken": JSONValue(count(.broken)), "fixed": JSONValue(count(.fixed)),
      "groups": .array(groups.map(Self.json)),
      "incomparable": .array(
        incomparable.map { ["count": JSONValue($0.count), "reason": .string($0.reason)] }),
      "kind": "flips", "unchanged": JSONValue(unchanged), "version": 1,
    ])
  }

  private static func json(_ group: Group) -> JSONValue {
    .sorted([
      "cause": group.cause.json, "count": JSONValue(group.flips.count),
      "direction": .string(group.direction.rawValue), "flips": .array(group.flips.map(json)),
    ])
  }

  private static func json(_ flip: Flip) -> JSONValue {
    .sorted([
      "arm": json(flip.arm), "case": .string(flip.caseID),
      "losses": JSONValue.array(flip.losses.map(json)).unlessEmpty,
      "metric": .string(flip.metric), "question": .string(flip.question),
      "reference": json(flip.reference),
    ])
  }

  private static func json(_ side: Flip.Side) -> JSONValue {
    .sorted([
      "reason": side.reason.isEmpty ? nil : .string(side.reason), "value": JSONValue(side.value),
      "verdict": side.verdict.isEmpty ? nil : .string(side.verdict),
    ])
  }

  private static func json(_ loss: FlipLoss) -> JSONValue {
    .sorted([
      "name": .string(loss.name), "reason": .string(loss.reason),
      "sources": .array(
        loss.sources.map { source in
          .sorted([
            "entry": JSONValue(source.entry.index), "label": .string(source.label),
            "moment": source.cause.map { .string($0.moment.rawValue) },
            "request": source.cause.map { JSONValue($0.request) },
            "stage": source.cause.map { .string($0.spec) },
            "what": source.cause.map { .string($0.kind.rawValue) },
          ])
        }), "stillInView": JSONValue.ifTrue(loss.isStillInView),
    ])
  }
}

extension FlipCause {
  /// The cause as JSON.
  var json: JSONValue {
    switch self {
    case .edit(let stage, let spec, let kind, let isStillInView):
      .sorted([
        "kind": "edit", "spec": .string(spec), "stage": JSONValue(stage),
        "stillInView": JSONValue.ifTrue(isStillInView), "what": .string(kind.rawValue),
      ])
    case .overflow: ["kind": "overflow"]
    case .stageError(let reason): ["kind": "stageError", "reason": .string(reason)]
    case .modelError(let reason): ["kind": "modelError", "reason": .string(reason)]
    case .notShown: ["kind": "notShown"]
    case .untouched: ["kind": "untouched"]
    }
  }
}
