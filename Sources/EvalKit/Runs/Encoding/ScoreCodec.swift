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
      "fact": score.fact.map(json),
      "group": score.group == score.question ? nil : .string(score.group), "kind": "score",
      "metric": .string(score.metric), "outcome": .string(outcome),
      "question": score.question.isEmpty ? nil : .string(score.question),
      "reason": score.reason.isEmpty ? nil : .string(score.reason),
      "strata": score.strata.map(json), "value": value.map { JSONValue($0) },
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
      reason: try fields.optionalString("reason") ?? "",
      strata: try fields.optional("strata", strata), fact: try fields.optional("fact", fact))
  }

  // MARK: Strata and facts

  private static func json(_ strata: Strata) -> JSONValue {
    JSONValue.sorted([
      "kind": strata.kind.isEmpty ? nil : .string(strata.kind),
      "mentions": strata.mentions.map { JSONValue($0) },
      "position": strata.position.isEmpty ? nil : .string(strata.position),
      "probe": .string(strata.probe), "role": strata.role.isEmpty ? nil : .string(strata.role),
      "tokens": strata.tokens.map { JSONValue($0) }, "turns": strata.turns.map { JSONValue($0) },
    ])
  }

  private static func strata(_ fields: RecordFields) throws -> Strata {
    Strata(
      kind: try fields.optionalString("kind") ?? "", probe: try fields.string("probe"),
      turns: try fields.optionalInteger("turns"), tokens: try fields.optionalInteger("tokens"),
      mentions: try fields.optionalInteger("mentions"),
      role: try fields.optionalString("role") ?? "",
      position: try fields.optionalString("position") ?? "")
  }

  private static func json(_ fact: FactDetails) -> JSONValue {
    JSONValue.sorted([
      "coincident": .ifTrue(fact.isCoincident),
      "compactions": fact.compactions.map { JSONValue($0) },
      "contested": .ifTrue(fact.isContested), "place": fact.place.map(json),
    ])
  }

  private static func fact(_ fields: RecordFields) throws -> FactDetails {
    FactDetails(
      isCoincident: try fields.flag("coincident"), isContested: try fields.flag("contested"),
      compactions: try fields.optionalInteger("compactions"),
      place: try fields.optional("place", place))
  }

  private static func json(_ place: ValuePlace) -> JSONValue {
    JSONValue.sorted([
      "entry": place.entry.isEmpty ? nil : .string(place.entry),
      "fromEnd": JSONValue(place.fromEnd), "position": place.position.map { JSONValue($0) },
      "role": .string(place.role), "tokensFromEnd": place.tokensFromEnd.map { JSONValue($0) },
    ])
  }

  private static func place(_ fields: RecordFields) throws -> ValuePlace {
    ValuePlace(
      role: try fields.string("role"), entry: try fields.optionalString("entry") ?? "",
      position: try fields.optionalInteger("position"), fromEnd: try fields.integer("fromEnd"),
      tokensFromEnd: try fields.optionalInteger("tokensFromEnd"))
  }
}
