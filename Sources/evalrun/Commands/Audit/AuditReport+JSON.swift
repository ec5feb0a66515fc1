import EvalKit

extension AuditReport {
  /// The report for a program.
  var json: JSONValue {
    let budget = audits[0].audit.budget
    return [
      "audited": JSONValue(audits.count),
      "contextAssumed": .bool(budget.isAssumed),
      "contextSize": JSONValue(budget.contextSize),
      "findings": .array(pooled.map(Self.json)),
      "kind": "audit",
      "refusals": .array(intake.refusals.map(JSONValue.string)),
      "refused": JSONValue(intake.refusals.count),
      "reserve": JSONValue(budget.reserve),
      "sessions": .array(audits.map(Self.json)),
      "tokenizer": .string(audits[0].audit.tokenizer),
      "tried": JSONValue(intake.tried),
      "version": 1,
    ]
  }

  private static func json(_ finding: PooledFinding) -> JSONValue {
    [
      "places": places(finding.places),
      "recommendation": .string(finding.recommendation.rawValue), "rule": .string(finding.rule),
      "saved": JSONValue(finding.saved), "sessions": JSONValue(finding.sessions),
      "severity": .string(finding.severity.rawValue),
      "worst": .string(finding.worst.label),
    ]
  }

  private static func places(_ places: [AuditFinding.Place]) -> JSONValue {
    .array(
      places.map {
        ["detail": .string($0.detail), "place": .string($0.name), "saved": JSONValue($0.saved)]
      })
  }

  private static func json(_ session: AuditedSession) -> JSONValue {
    let audit = session.audit
    let findings = audit.findings.enumerated().map { rank, finding -> JSONValue in
      [
        "detail": .string(finding.detail), "places": places(finding.places),
        "rank": JSONValue(rank + 1), "recommendation": .string(finding.recommendation.rawValue),
        "rule": .string(finding.rule), "saved": JSONValue(finding.saved),
        "severity": .string(finding.severity.rawValue),
      ]
    }
    let kinds = audit.kinds.map { kind -> JSONValue in
      [
        "carried": JSONValue(kind.carried), "entries": JSONValue(kind.entries),
        "kind": .string(kind.kind.rawValue), "tokens": JSONValue(kind.tokens),
      ]
    }
    let largest = audit.largest.map { entry -> JSONValue in
      [
        "carried": JSONValue(entry.carried), "entry": .string(entry.label),
        "firstRequest": entry.firstRequest.map { JSONValue($0) } ?? .null,
        "kind": .string(entry.kind.rawValue), "requests": JSONValue(entry.requests),
        "tokens": JSONValue(entry.tokens),
      ]
    }
    return [
      "assumed": .bool(audit.isAssumed),
      "cacheAlarms": .array(audit.cacheAlarms.map(json)),
      "cacheHitRate": RequestRecord.cacheHitRate(of: audit.requests).map { JSONValue($0) } ?? .null,
      "findings": .array(findings), "fixed": json(audit.fixed, budget: audit.budget),
      "headChanges": JSONValue(audit.headChanges), "inputTokens": JSONValue(audit.input),
      "kinds": .array(kinds), "largest": .array(largest), "outputTokens": JSONValue(audit.output),
      "requests": JSONValue(audit.requests.count), "transcript": .string(session.label),
      "turns": JSONValue(session.turns),
      "undefinedTools": .array(audit.undefinedTools.map(JSONValue.string)),
      "wideScripts": [
        "estimated": true, "head": range(audit.wideScripts.head),
        "peak": range(audit.wideScripts.peak), "peakReply": range(audit.wideScripts.reply),
      ],
      "window": [
        "firstAlarm": json(audit.window.firstAlarm),
        "firstOverBudget": json(audit.window.firstOverBudget),
        "firstOverflow": json(audit.window.firstOverflow),
        "overBudget": JSONValue(audit.window.overBudget),
        "overflows": JSONValue(audit.window.overflows), "peak": json(audit.window.peak),
      ],
    ]
  }

  private static func json(_ fixed: FixedCosts, budget: ContextBudget) -> JSONValue {
    func extra(_ extra: FixedCosts.Extra) -> JSONValue {
      [
        "entries": JSONValue(extra.entries), "least": JSONValue(extra.least),
        "of": JSONValue(extra.of), "tokens": JSONValue(extra.tokens),
      ]
    }
    return [
      "framing": JSONValue(fixed.framing), "instructions": JSONValue(fixed.instructions),
      "reasoning": extra(fixed.reasoning), "responseSchemas": extra(fixed.responseSchemas),
      "share": JSONValue(fixed.share(of: budget)), "tokens": JSONValue(fixed.total),
      "tools": .array(
        fixed.tools.map { tool in
          [
            "calls": JSONValue(tool.calls), "description": JSONValue(tool.descriptionTokens),
            "keys": .array(
              tool.keys.map { ["path": .string($0.path), "tokens": JSONValue($0.tokens)] }),
            "name": JSONValue(tool.nameTokens), "schema": JSONValue(tool.schemaTokens),
            "tokens": JSONValue(tool.tokens), "tool": .string(tool.name),
          ]
        }),
    ]
  }

  private static func json(_ alarm: CacheAlarm) -> JSONValue {
    [
      "cause": .string(alarm.cause.rawValue), "firstRequest": JSONValue(alarm.firstRequest),
      "lastRequest": JSONValue(alarm.lastRequest), "place": .string(alarm.place),
      "rate": JSONValue(alarm.rate), "reread": JSONValue(alarm.reread),
    ]
  }

  private static func json(_ request: WindowUse.Request?) -> JSONValue {
    guard let request else { return .null }
    return [
      "entry": .string(request.label), "left": JSONValue(request.left),
      "reply": JSONValue(request.reply), "request": JSONValue(request.number),
      "tokens": JSONValue(request.tokens),
    ]
  }

  private static func range(_ range: ClosedRange<Int>) -> JSONValue {
    ["least": JSONValue(range.lowerBound), "most": JSONValue(range.upperBound)]
  }
}
