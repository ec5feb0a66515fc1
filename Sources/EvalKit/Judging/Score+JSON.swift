extension Score {
  /// The newest version of a line this package reads and writes.
  public static let version = 1

  /// The score as a line of `scores.jsonl`: version 1, kind `score`.
  public var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("version", JSONValue(Self.version)), ("kind", "score"), ("case", .string(caseID)),
      ("arm", .string(arm)), ("metric", .string(metric)), ("question", .string(question)),
    ]
    if group != question { members.append(("group", .string(group))) }
    switch outcome {
    case .scored(let value): members += [("outcome", "scored"), ("value", JSONValue(value))]
    case .errored(let cause): members += [("outcome", "errored"), ("cause", .string(cause))]
    case .notApplicable(let cause):
      members += [("outcome", "notApplicable"), ("cause", .string(cause))]
    case .excluded(let cause): members += [("outcome", "excluded"), ("cause", .string(cause))]
    }
    if !verdict.isEmpty { members.append(("verdict", .string(verdict))) }
    if !reason.isEmpty { members.append(("reason", .string(reason))) }
    return .object(JSONObject(members))
  }

  /// The line, without its line feed; keys are sorted.
  public var line: String { json.serialised(sortedKeys: true) }

  /// Reads a line of `scores.jsonl`.
  ///
  /// - Throws: ``RecordError`` for another kind, an unknown version or a missing key.
  public init(json: JSONValue) throws {
    let fields = try RecordFields(line: json, kind: "score", newest: Self.version)
    let question = try fields.string("question")
    let outcome: Outcome
    switch try fields.string("outcome") {
    case "scored": outcome = .scored(try fields.number("value"))
    case "errored": outcome = .errored(try fields.string("cause"))
    case "notApplicable": outcome = .notApplicable(try fields.string("cause"))
    case "excluded": outcome = .excluded(try fields.string("cause"))
    case let other:
      throw RecordError(path: "outcome", message: "unknown outcome '\(other)'")
    }
    self.init(
      caseID: try fields.string("case"), arm: try fields.string("arm"),
      metric: try fields.string("metric"), question: question,
      group: try fields.optionalString("group"), outcome: outcome,
      verdict: try fields.optionalString("verdict") ?? "",
      reason: try fields.optionalString("reason") ?? "")
  }
}
