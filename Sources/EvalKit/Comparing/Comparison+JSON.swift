extension Comparison {
  /// The comparison as JSON: `{ version, kind: "comparison", … }`.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("version", 1), ("kind", "comparison"), ("vary", .string(settings.factor.rawValue)),
        ("alpha", JSONValue(settings.level)), ("margin", JSONValue(settings.margin)),
        ("primary", .string(primary)),
        ("runs", .array(runs.map(Self.json))), ("pairs", .array(pairs.map(json))),
      ]))
  }

  private static func json(_ run: MeasuredRun) -> JSONValue {
    .sorted([
      "digest": .string(run.spec.digest),
      "judge": ["id": .string(run.judge.id), "digest": .string(run.judge.digest)],
      "label": .string(run.label), "revision": run.spec.revision.map { .string($0) },
      "toolVersion": .string(run.spec.toolVersion),
      "unpinned": JSONValue.strings(run.spec.unpinned).unlessEmpty,
    ])
  }

  private static func json(_ side: ComparedSide) -> JSONValue {
    .object(JSONObject([("run", JSONValue(side.run))] + Summary.members(of: side.arm)))
  }

  private func json(_ pair: ArmComparison) -> JSONValue {
    .object(
      JSONObject([
        ("baseline", Self.json(pair.baseline)), ("candidate", Self.json(pair.candidate)),
        ("differing", .strings(pair.differing)),
        (
          "cases",
          [
            "common": JSONValue(pair.cases.common.count), "changed": .strings(pair.cases.changed),
            "onlyBaseline": .strings(pair.cases.onlyBaseline),
            "onlyCandidate": .strings(pair.cases.onlyCandidate),
          ]
        ),
        ("requests", JSONValue(pair.requests)), ("edited", JSONValue(pair.edited)),
        ("viewsAreEqual", .bool(pair.viewsAreEqual)),
        ("metrics", .object(JSONObject(pair.metrics.map { ($0.metric.key, $0.json) }))),
      ]))
  }
}

extension MetricComparison {
  /// The comparison as JSON.
  var json: JSONValue {
    .sorted([
      "adjustedP": adjustedP.map { JSONValue($0) }, "baseline": Summary.json(baseline),
      "bootstrap": bootstrap?.json, "broken": JSONValue.array(broken.map(\.json)).unlessEmpty,
      "byAge": JSONValue.array(
        byAge.map {
          [
            "estimate": JSONValue($0.estimate), "profile": .string($0.profile),
            "verdict": .string($0.verdict.rawValue),
          ]
        }
      ).unlessEmpty,
      "candidate": Summary.json(candidate),
      "clustersToFind": clustersToFind.map { JSONValue($0) },
      "detectable": detectable.map { JSONValue($0) },
      "difference": difference.map { JSONValue($0) },
      "fixed": JSONValue.array(fixed.map(\.json)).unlessEmpty,
      "miller": standardError.map {
        ["mean": JSONValue($0.mean), "standardError": JSONValue($0.value)]
      },
      "reason": (decision?.reason.description ?? whyNone).map { .string($0) },
      "statistics": statistics?.json, "verdict": decision.map { .string($0.verdict.rawValue) },
    ])
  }
}

extension QuestionChange {
  /// The change as JSON.
  var json: JSONValue {
    .sorted([
      "after": JSONValue(after), "before": JSONValue(before), "case": .string(caseID),
      "is": .string(isVerdict), "must": .ifTrue(isMust), "question": .string(question),
      "reason": reason.isEmpty ? nil : .string(reason), "was": .string(wasVerdict),
    ])
  }
}

extension PairedComparison {
  /// The comparison as JSON.
  public var json: JSONValue {
    .sorted([
      "clusters": JSONValue(clusters),
      "correlation": correlation.map { JSONValue($0.value) },
      "discordance": JSONValue(discordance.share),
      "equivalenceP": equivalence.map { JSONValue($0.pValue) }, "estimate": JSONValue(estimate),
      "exact": .bool(isExact), "interval": interval?.json,
      "minimumDetectableEffect": minimumDetectableEffect.map {
        [
          "clustersToHalve": JSONValue($0.clustersToHalve), "power": JSONValue($0.power),
          "value": JSONValue($0.value),
        ]
      },
      "p": JSONValue(pValue), "questions": JSONValue(questions),
    ])
  }
}

extension ConfidenceInterval {
  /// The interval as JSON.
  public var json: JSONValue {
    [
      "confidence": JSONValue(confidence), "lower": JSONValue(lower), "upper": JSONValue(upper),
    ]
  }
}

extension StratumComparison {
  /// The comparison as JSON.
  public var json: JSONValue {
    [
      "baseline": JSONValue(baseline), "candidate": JSONValue(candidate),
      "metric": .string(metric.key), "pair": JSONValue(pair), "statistics": statistics.json,
      "value": .string(value),
    ]
  }
}
