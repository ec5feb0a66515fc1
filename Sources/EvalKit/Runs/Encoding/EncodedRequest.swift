/// What happened at requests, as JSON: records, firings, summaries, replies.
enum EncodedRequest {
  static func json(_ record: RequestRecord, change: JSONValue?) -> JSONValue {
    .sorted([
      "assumed": JSONValue.ifTrue(record.isAssumed),
      "blocking": JSONValue(record.blocking),
      "cached": JSONValue(record.cached),
      "change": change,
      "commonPrefix": JSONValue(record.commonPrefix),
      "entry": JSONValue(record.entry.index),
      "error": record.error.map { .string($0) },
      "firings": json(record.firings).unlessEmpty,
      "held": JSONValue(record.held),
      "moment": .string(record.moment.rawValue),
      "number": JSONValue(record.number),
      "overBy": JSONValue.ifNotZero(record.overBy),
      "overflow": JSONValue.ifTrue(record.isOverflow),
      "prefill": record.prefill.map {
        ["reused": JSONValue($0.reused), "tokens": JSONValue($0.tokens)]
      },
      "replyTokens": JSONValue(record.replyTokens),
      "tokens": JSONValue(record.tokens),
    ])
  }

  static func record(_ fields: RecordFields) throws -> RequestRecord {
    var record = RequestRecord(
      number: try fields.integer("number"), moment: try fields.word("moment", as: Moment.self),
      entry: EntryID(try fields.integer("entry")), tokens: try fields.integer("tokens"),
      cached: try fields.integer("cached"), commonPrefix: try fields.integer("commonPrefix"),
      held: try fields.integer("held"), blocking: try fields.integer("blocking"),
      overBy: try fields.integer("overBy", default: 0),
      replyTokens: try fields.integer("replyTokens"), isOverflow: try fields.flag("overflow"),
      firings: try fields.list("firings", firing), error: try fields.optionalString("error"),
      isAssumed: try fields.flag("assumed"))
    if let prefill = fields.object["prefill"] {
      let fields = try RecordFields(prefill, path: fields.path(of: "prefill"))
      record.prefill = Prefill(
        tokens: try fields.integer("tokens"), reused: try fields.integer("reused"))
    }
    return record
  }

  // MARK: Firings

  static func json(_ firings: [StageFiring]) -> JSONValue {
    .array(
      firings.map {
        .sorted([
          "edits": json($0.edits), "moment": .string($0.moment.rawValue),
          "stage": JSONValue($0.stage),
        ])
      })
  }

  /// Ranges of entries by what was done to them.
  private static func json(_ edits: [StageEdit]) -> JSONValue? {
    if edits.isEmpty { return nil }
    let members = edits.map { edit in
      (
        edit.kind.rawValue,
        JSONValue.array(edit.entries.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound)] })
      )
    }
    return .object(JSONObject(members.sorted { $0.0 < $1.0 }))
  }

  private static func edits(_ fields: RecordFields) throws -> [StageEdit] {
    guard fields.object["edits"] != nil else { return [] }
    let edits = try RecordFields(try fields.value("edits"), path: fields.path(of: "edits"))
    return try StageEdit.Kind.allCases.compactMap { kind in
      let ranges = try edits.list(kind.rawValue, EncodedView.range)
      return ranges.isEmpty ? nil : StageEdit(kind, ranges)
    }
  }

  static func firing(_ value: JSONValue, path: String) throws -> StageFiring {
    let fields = try RecordFields(value, path: path)
    return StageFiring(
      stage: try fields.integer("stage"), moment: try fields.word("moment", as: Moment.self),
      edits: try edits(fields))
  }

  // MARK: Summaries

  static func json(_ calls: [SummaryCall]) -> JSONValue {
    .array(
      calls.map { call in
        .sorted([
          "by": .string(call.by), "cached": JSONValue.ifNotZero(call.cached),
          "fault": call.fault.map { .string($0) }, "fed": EncodedView.json(call.fed),
          "input": JSONValue(call.input), "kind": "summary",
          "moment": .string(call.moment.rawValue), "output": JSONValue(call.output),
          "remedy": JSONValue.ifTrue(call.isRemedy), "request": JSONValue(call.request),
        ])
      })
  }

  static func summary(_ value: JSONValue, path: String) throws -> SummaryCall {
    let fields = try RecordFields(value, path: path)
    return SummaryCall(
      by: try fields.string("by"), request: try fields.integer("request"),
      moment: try fields.word("moment", as: Moment.self), input: try fields.integer("input"),
      output: try fields.integer("output"),
      fed: try fields.list("fed", EncodedView.ids).flatMap { $0 },
      cached: try fields.integer("cached", default: 0), fault: try fields.optionalString("fault"),
      isRemedy: try fields.flag("remedy"))
  }

  // MARK: Replies

  static func json(_ reply: Reply) -> JSONValue {
    .sorted([
      "abstained": JSONValue.ifTrue(reply.abstained),
      "calls": EncodedEntry.calls(reply.calls).unlessEmpty,
      "contested": JSONValue.ifTrue(reply.contested),
      "sources": EncodedView.json(reply.sources).unlessEmpty,
      "text": .string(reply.text), "truncated": JSONValue.ifTrue(reply.isTruncated),
      "usage": .sorted([
        "cached": JSONValue(reply.usage.cached), "input": JSONValue(reply.usage.input),
        "output": JSONValue(reply.usage.output), "reasoning": JSONValue(reply.usage.reasoning),
      ]),
    ])
  }

  static func reply(_ value: JSONValue, path: String) throws -> Reply {
    let fields = try RecordFields(value, path: path)
    let usage = try RecordFields(try fields.value("usage"), path: fields.path(of: "usage"))
    return Reply(
      text: try fields.string("text"), calls: try fields.list("calls", EncodedEntry.call),
      abstained: try fields.flag("abstained"), contested: try fields.flag("contested"),
      usage: Usage(
        input: try usage.integer("input"), cached: try usage.integer("cached"),
        output: try usage.integer("output"), reasoning: try usage.integer("reasoning")),
      sources: try fields.list("sources", EncodedView.ids).flatMap { $0 },
      isTruncated: try fields.flag("truncated"))
  }
}
