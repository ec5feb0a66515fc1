import EvalKit

extension ReplayReport {
  /// The report for a program.
  var json: JSONValue {
    let sessions = zip(intake.sessions, results).map { session, rows -> JSONValue in
      let budget = session.budget(plan.context, reserve: plan.reserve)
      return [
        "arms": .array(arms(rows)),
        "context": JSONValue(budget.contextSize), "peakTokens": JSONValue(session.peak),
        "reserve": JSONValue(budget.reserve), "transcript": .string(session.label),
      ]
    }
    return [
      "argumentSupportProblem": supportProblem.map(JSONValue.string) ?? .null,
      "arms": .array(arms(pooled)),
      "context": .string(plan.context.description),
      "foreignRate": foreignRate.map { JSONValue($0) } ?? .null,
      "kind": "replay",
      "refusals": .array(intake.refusals.map(JSONValue.string)),
      "refused": JSONValue(intake.refusals.count),
      "replayed": JSONValue(results.count),
      "reuseDistances": ReplayProfile.buckets(distances),
      "tokenizer": .string(PieceTokenizer().name),
      "transcripts": .array(sessions),
      "tried": JSONValue(intake.tried),
      "untraceable": .object(
        JSONObject(
          ArgumentTrace.Untraceable.allCases.map {
            ($0.rawValue, JSONValue(untraceable[$0] ?? 0))
          })),
      "version": 1,
    ]
  }

  private func arms(_ rows: [ReplayMeasure]) -> [JSONValue] {
    let isSupportMeasured = supportProblem(of: rows) == nil
    return zip(plan.names, rows).map { name, row in
      let value = Self.json(name, row, isSupportMeasured: isSupportMeasured)
      guard let whole = rows.first?.actions, !whole.checkpoints.isEmpty,
        var members = value.objectValue
      else { return value }
      members["actions"] = actions(row.actions, whole)
      return .object(members)
    }
  }

  private func actions(_ tally: ActionTally, _ whole: ActionTally) -> JSONValue {
    [
      "asked": JSONValue(tally.checkpoints.count),
      "model": .string(plan.weigher?.name ?? ""),
      "odds": tally.odds.map { JSONValue($0) } ?? .null,
      "shift": tally.shift(from: whole).map { JSONValue($0) } ?? .null,
      "support": tally.support.map { JSONValue($0) } ?? .null,
      "weighed": JSONValue(tally.weighed),
    ]
  }

  private static func nextCall(_ tally: NextCallTally) -> JSONValue {
    [
      "asked": JSONValue(tally.asked), "errored": JSONValue(tally.errored),
      "model": .string(ActingModel.label("reader")),
      "recorded": JSONValue(tally.recorded),
      "sameCall": tally.callShare.map { JSONValue($0) } ?? .null,
      "undefinedTools": JSONValue(tally.undefined),
      "sameTool": tally.toolShare.map { JSONValue($0) } ?? .null,
    ]
  }

  private static func json(_ name: String, _ row: ReplayMeasure, isSupportMeasured: Bool)
    -> JSONValue
  {
    func share(_ value: Double?) -> JSONValue {
      isSupportMeasured ? value.map { JSONValue($0) } ?? .null : .null
    }
    var fates = JSONObject()
    for fate in Fate.allCases { fates[fate.rawValue] = JSONValue(row.fates[fate] ?? 0) }
    let hazards = row.hazards.rules.sorted { $0.key < $1.key }.map { rule, entry -> JSONValue in
      [
        "detail": .string(entry.worst.detail), "entry": .string(entry.worst.label),
        "firstRequest": JSONValue(entry.worst.firstRequest),
        "lastRequest": JSONValue(entry.worst.lastRequest), "requests": JSONValue(entry.requests),
        "rule": .string(rule), "severity": .string(entry.severity.rawValue),
        "transcript": .string(entry.transcript),
      ]
    }
    return [
      "argumentSupport": share(row.support.share),
      "argumentSupportPlacebo": share(row.placebo.share),
      "argumentValues": JSONValue(row.support.values),
      "arm": .string(name),
      "cacheHitRate": row.cacheHitRate.map { JSONValue($0) } ?? .null,
      "edited": JSONValue(row.edited),
      "errored": JSONValue(row.errored),
      "fates": .object(fates),
      "firings": JSONValue(row.firings),
      "hazards": .array(hazards),
      "hazardsPer100": row.hazards.per100.map { JSONValue($0) } ?? .null,
      "floor": JSONValue(row.floors),
      "nextCall": row.nextCalls.asked == 0 ? .null : nextCall(row.nextCalls),
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
