/// Probes and checkpoints as JSON.
enum EncodedProbe {
  static func json(_ probe: Probe) -> JSONValue {
    .sorted([
      "anyOf": JSONValue.ifTrue(probe.anyOf),
      "ask": .string(probe.ask),
      "at": json(probe.at),
      "cloze": probe.cloze.map { .string($0) },
      "draft": JSONValue.ifTrue(probe.isDraft),
      "decoy": probe.decoy.map { .string($0) },
      "expect": json(probe.expect),
      "facts": JSONValue.strings(probe.facts).unlessEmpty,
      "id": .string(probe.id),
      "kind": .string(probe.kind),
      "must": JSONValue.ifTrue(probe.must),
    ])
  }

  static func probe(_ value: JSONValue, path: String) throws -> Probe {
    let fields = try RecordFields(value, path: path)
    return Probe(
      id: try fields.string("id"), kind: try fields.string("kind"), ask: try fields.string("ask"),
      cloze: try fields.optionalString("cloze"), decoy: try fields.optionalString("decoy"),
      facts: try fields.strings("facts"), anyOf: try fields.flag("anyOf"),
      must: try fields.flag("must"),
      at: try checkpoint(try fields.value("at"), path: fields.path(of: "at")),
      expect: try expectation(fields), isDraft: try fields.flag("draft"))
  }

  // MARK: Checkpoints

  static func json(_ checkpoint: Checkpoint) -> JSONValue {
    switch checkpoint {
    case .end: "end"
    case .before(let id): .sorted(["before": JSONValue(id.index)])
    case .after(let id): .sorted(["after": JSONValue(id.index)])
    case .every(let turns): .sorted(["every": JSONValue(turns)])
    case .turn(let id): .sorted(["turn": JSONValue(id.index)])
    }
  }

  static func checkpoint(_ value: JSONValue, path: String) throws -> Checkpoint {
    if value == "end" { return .end }
    let fields = try RecordFields(value, path: path)
    guard fields.object.members.count == 1, let key = fields.object.keys.first else {
      throw RecordError(path: path, message: "expected one place")
    }
    let number = try fields.integer(key)
    switch key {
    case "before": return .before(EntryID(number))
    case "after": return .after(EntryID(number))
    case "every": return .every(turns: number)
    case "turn": return .turn(EntryID(number))
    default: throw RecordError(path: path, message: "unknown place '\(key)'")
    }
  }

  // MARK: Expectations

  private static func json(_ expectation: Probe.Expectation) -> JSONValue? {
    switch expectation {
    case .facts: nil
    case .answer(let text, let aliases, let kind):
      .sorted([
        "aliases": JSONValue.strings(aliases).unlessEmpty, "answer": .string(text),
        "kind": .string(kind),
      ])
    case .number(let number, let tolerance):
      .sorted(["number": JSONValue(number), "tolerance": JSONValue(tolerance)])
    case .list(let texts, let anyOrder):
      .sorted(["anyOrder": .bool(anyOrder), "list": .strings(texts)])
    case .abstain: .sorted(["abstain": true])
    }
  }

  private static func expectation(_ probe: RecordFields) throws -> Probe.Expectation {
    guard let value = probe.object["expect"] else { return .facts }
    let fields = try RecordFields(value, path: probe.path(of: "expect"))
    if try fields.flag("abstain") { return .abstain }
    if fields.object["number"] != nil {
      return .number(try fields.number("number"), tolerance: try fields.number("tolerance"))
    }
    if fields.object["list"] != nil {
      return .list(try fields.strings("list"), anyOrder: try fields.flag("anyOrder"))
    }
    return .answer(
      try fields.string("answer"), aliases: try fields.strings("aliases"),
      kind: try fields.string("kind"))
  }
}
