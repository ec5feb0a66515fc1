/// The parts of a case that stand beside its transcript, as they are written by hand.
package struct CasePartWriter {
  let transcript: Transcript

  /// Writes parts that name entries of a transcript.
  package init(transcript: Transcript) { self.transcript = transcript }

  /// An object of the members that have a value, in this order.
  static func object(_ members: [(String, JSONValue?)]) -> JSONObject {
    JSONObject(members.compactMap { key, value in value.map { (key, $0) } })
  }

  private func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(Self.object(members))
  }

  // MARK: Places

  /// The name an entry is found by: its label where that is an id, else its kind and number.
  package func address(_ id: EntryID) -> String {
    let entry = transcript[id]
    if MarkedText.isIdentifier(entry.label), transcript.location(named: entry.label) == .entry(id) {
      return entry.label
    }
    let number = transcript.entries[...id.index].count { $0.kind == entry.kind }
    return "\(entry.kind.addressName) \(number)"
  }

  /// The name of the instructions that say something.
  private func instructions(saying quote: String) -> String {
    if !transcript.head.instructions.isEmpty { return "instructions" }
    let said = transcript.changes.lazy.flatMap { $0.instructions ?? [] }
    return (said.first { FoldedText($0).says(quote) } ?? said.first)?.label ?? "instructions"
  }

  private func json(_ evidence: Evidence) -> JSONValue {
    let name = evidence.entry.map(address) ?? instructions(saying: evidence.quote)
    return object([("entry", .string(name)), ("quote", .string(evidence.quote))])
  }

  private func json(_ evidence: [Evidence]) -> JSONValue { .array(evidence.map(json)) }

  private func json(_ place: Checkpoint) -> JSONValue? {
    switch place {
    case .end: nil
    case .before(let id): object([("before", .string(address(id)))])
    case .after(let id): object([("after", .string(address(id)))])
    case .turn(let id): object([("turn", .string(address(id)))])
    case .every(let turns): object([("every", .string(turns == 1 ? "1 turn" : "\(turns) turns"))])
    }
  }

  // MARK: Facts and secrets

  /// A fact as it is written.
  package func json(_ fact: Fact) -> JSONValue {
    object([
      ("draft", JSONValue.ifTrue(fact.isDraft)), ("id", .string(fact.id)),
      ("kind", fact.kind == "text" ? nil : .string(fact.kind)), ("value", .string(fact.value)),
      ("aliases", JSONValue.strings(fact.aliases).unlessEmpty),
      ("derived", JSONValue.ifTrue(fact.isDerived)),
      ("evidence", json(fact.evidence).unlessEmpty),
      (
        "supersedes",
        JSONValue.array(
          fact.supersedes.map {
            object([("value", .string($0.value)), ("evidence", json($0.evidence))])
          }
        ).unlessEmpty
      ),
    ])
  }

  /// A secret as it is written.
  package func json(_ secret: Secret) -> JSONValue {
    object([
      ("id", .string(secret.id)), ("value", .string(secret.value)),
      ("evidence", json(secret.evidence).unlessEmpty),
    ])
  }

  // MARK: Probes

  /// A probe as it is written.
  package func json(_ probe: Probe) -> JSONValue {
    object([
      ("draft", JSONValue.ifTrue(probe.isDraft)), ("id", .string(probe.id)),
      ("kind", probe.kind == "recall" ? nil : .string(probe.kind)), ("ask", .string(probe.ask)),
      ("cloze", probe.cloze.map { .string($0) }), ("decoy", probe.decoy.map { .string($0) }),
      ("facts", JSONValue.strings(probe.facts).unlessEmpty),
      ("anyOf", JSONValue.ifTrue(probe.anyOf)), ("expect", expectation(of: probe)),
      ("at", json(probe.at)), ("must", JSONValue.ifTrue(probe.must)),
    ])
  }

  private func expectation(of probe: Probe) -> JSONValue? {
    switch probe.expect {
    case .facts: nil
    case .abstain: probe.kind == "abstention" ? nil : object([("abstain", true)])
    case .answer(let text, let aliases, let kind):
      object([
        ("answer", .string(text)), ("aliases", JSONValue.strings(aliases).unlessEmpty),
        ("kind", kind == "text" ? nil : .string(kind)),
      ])
    case .number(let value, let tolerance): object([("number", number(value, tolerance))])
    case .list(let texts, let anyOrder):
      object([("list", .strings(texts)), ("order", anyOrder ? "any" : nil)])
    }
  }

  private func number(_ value: Double, _ tolerance: Double) -> JSONValue {
    object([
      ("value", JSONValue(value)), ("tolerance", tolerance == 0 ? nil : JSONValue(tolerance)),
    ])
  }

  // MARK: Expectations

  /// An expectation as it is written.
  package func json(_ trajectory: TrajectoryExpectation) -> JSONValue {
    let expect = object([
      ("ordered", calls(trajectory.ordered)), ("unordered", calls(trajectory.unordered)),
      ("optional", calls(trajectory.optional)), ("disallowed", calls(trajectory.disallowed)),
      ("allowsAdditionalCalls", trajectory.allowsAdditionalCalls ? nil : false),
    ])
    return object([
      ("draft", JSONValue.ifTrue(trajectory.isDraft)), ("id", .string(trajectory.id)),
      ("at", json(trajectory.at)), ("must", JSONValue.ifTrue(trajectory.must)),
      ("expect", trajectory.isFromRecord ? nil : expect),
    ])
  }

  /// A rule as it is written.
  package func json(_ constraint: Constraint) -> JSONValue {
    func pattern(_ text: String?) -> JSONValue? { text.map { object([("pattern", .string($0))]) } }
    let evidence = constraint.evidence.map { evidence -> JSONValue in
      if !evidence.quote.isEmpty { return json(evidence) }
      return .string(evidence.entry.map(address) ?? instructions(saying: ""))
    }
    return object([
      ("draft", JSONValue.ifTrue(constraint.isDraft)), ("id", .string(constraint.id)),
      ("text", .string(constraint.text)), ("evidence", JSONValue.array(evidence).unlessEmpty),
      ("disallowed", calls(constraint.disallowed)), ("forbid", pattern(constraint.forbid)),
      ("require", pattern(constraint.require)), ("must", JSONValue.ifTrue(constraint.must)),
    ])
  }

  private func calls(_ calls: [ExpectedCall]) -> JSONValue? {
    JSONValue.array(calls.map(json)).unlessEmpty
  }

  private func json(_ call: ExpectedCall) -> JSONValue {
    let keys = call.arguments.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let arguments = keys.compactMap { key in call.arguments[key].map { (key, json($0)) } }
    return object([
      ("tool", .string(call.tool)),
      ("arguments", arguments.isEmpty ? nil : .object(JSONObject(arguments))),
      ("exactArguments", JSONValue.ifTrue(call.exactArguments)),
    ])
  }

  private func json(_ matcher: ArgumentMatcher) -> JSONValue {
    switch matcher {
    // A bare object would be read as a matcher.
    case .exact(let value): value.objectValue == nil ? value : object([("exact", value)])
    case .keyOnly: object([("keyOnly", true)])
    case .oneOf(let values): object([("oneOf", .array(values))])
    case .range(let minimum, let maximum):
      object([
        (
          "range",
          object([
            ("minimum", minimum.map { JSONValue($0) }), ("maximum", maximum.map { JSONValue($0) }),
          ])
        )
      ])
    case .pattern(let text): object([("pattern", .string(text))])
    case .contains(let text): object([("contains", .string(text))])
    case .hasPrefix(let text): object([("hasPrefix", .string(text))])
    case .hasSuffix(let text): object([("hasSuffix", .string(text))])
    case .naturalLanguage(let text): object([("naturalLanguage", .string(text))])
    case .number(let value, let tolerance): object([("number", number(value, tolerance))])
    case .subset(let value): object([("subset", value)])
    case .fact(let id): object([("fact", .string(id))])
    }
  }
}
