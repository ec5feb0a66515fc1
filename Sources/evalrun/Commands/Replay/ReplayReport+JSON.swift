import EvalKit

extension ReplayReport {
  /// The report for a program.
  var json: JSONValue {
    let sessions = zip(intake.sessions, results).map { session, rows -> JSONValue in
      let budget = session.budget(plan.context, reserve: plan.reserve)
      return [
        "arms": .array(zip(plan.names, rows).map(Self.json)),
        "context": JSONValue(budget.contextSize), "peakTokens": JSONValue(session.peak),
        "reserve": JSONValue(budget.reserve), "transcript": .string(session.label),
      ]
    }
    return [
      "arms": .array(zip(plan.names, pooled).map(Self.json)),
      "context": .string(plan.context.description),
      "kind": "replay",
      "refusals": .array(intake.refusals.map(JSONValue.string)),
      "refused": JSONValue(intake.refusals.count),
      "replayed": JSONValue(results.count),
      "tokenizer": .string(PieceTokenizer().name),
      "transcripts": .array(sessions),
      "tried": JSONValue(intake.tried),
      "version": 1,
    ]
  }

  private static func json(_ name: String, _ row: ReplayMeasure) -> JSONValue {
    var fates = JSONObject()
    for fate in Fate.allCases { fates[fate.rawValue] = JSONValue(row.fates[fate] ?? 0) }
    return [
      "arm": .string(name),
      "cacheHitRate": row.cacheHitRate.map { JSONValue($0) } ?? .null,
      "edited": JSONValue(row.edited),
      "errored": JSONValue(row.errored),
      "fates": .object(fates),
      "firings": JSONValue(row.firings),
      "floor": JSONValue(row.floors),
      "overflows": JSONValue(row.overflows),
      "peakTokens": JSONValue(row.peak),
      "prefilledPerRequest": row.prefilledPerRequest.map { JSONValue($0) } ?? .null,
      "requests": JSONValue(row.requests),
      "summaryCalls": JSONValue(row.summaries),
      "summaryTokens": JSONValue(row.summaryTokens),
      "tokensPerRequest": row.tokensPerRequest.map { JSONValue($0) } ?? .null,
      "tokensPerTask": row.tokensPerTask.map { JSONValue($0) } ?? .null,
    ]
  }
}
