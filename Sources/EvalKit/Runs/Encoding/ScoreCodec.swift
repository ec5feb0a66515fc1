/// Turns scores into lines of JSON and back.
public enum ScoreCodec {
  /// The line of a score, without its line feed.
  public static func line(_ score: Score) -> String { json(score).serialised() }

  /// The line as a value, its keys sorted.
  public static func json(_ score: Score) -> JSONValue {
    let outcome: String
    var value: Double?
    var why: String?
    switch score.outcome {
    case .scored(let number): (outcome, value) = ("scored", number)
    case .errored(let reason): (outcome, why) = ("errored", reason)
    case .notApplicable(let reason): (outcome, why) = ("notApplicable", reason)
    case .excluded(let reason): (outcome, why) = ("excluded", reason)
    }
    return JSONValue.sorted([
      "arm": .string(score.arm), "case": .string(score.caseID),
      "group": score.group == score.question ? nil : .string(score.group), "kind": "score",
      "metric": .string(score.metric), "outcome": .string(outcome),
      "question": score.question.isEmpty ? nil : .string(score.question),
      "reason": score.reason.isEmpty ? nil : .string(score.reason),
      "value": value.map { JSONValue($0) },
      "verdict": score.verdict.isEmpty ? nil : .string(score.verdict), "version": 1,
      "why": why.map { .string($0) },
    ])
  }

  /// The score of a parsed line.
  ///
  /// - Throws: ``RecordError`` for what cannot be read.
  public static func score(_ line: JSONValue) throws -> Score {
    let fields = try RecordFields(line: line, kind: "score")
    let why = try fields.optionalString("why") ?? ""
    let outcome: Outcome
    switch try fields.string("outcome") {
    case "scored": outcome = .scored(try fields.number("value"))
    case "errored": outcome = .errored(why)
    case "notApplicable": outcome = .notApplicable(why)
    case "excluded": outcome = .excluded(why)
    case let word: throw RecordError(path: "outcome", message: "unknown word '\(word)'")
    }
    return Score(
      caseID: try fields.string("case"), arm: try fields.string("arm"),
      metric: try fields.string("metric"), question: try fields.optionalString("question") ?? "",
      group: try fields.optionalString("group"), outcome: outcome,
      verdict: try fields.optionalString("verdict") ?? "",
      reason: try fields.optionalString("reason") ?? "")
  }
}
