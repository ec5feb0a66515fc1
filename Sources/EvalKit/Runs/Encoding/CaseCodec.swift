/// Turns cases into lines of JSON and back, nothing lost: what a run keeps of the cases it was made
/// from, and what their digests are of.
///
/// Unlike the format cases are written in, everything is resolved: entries by place, evidence with
/// its quote, checkpoints as they are asked.
public enum CaseCodec {
  /// The line of a case, without its line feed.
  public static func line(_ value: EvalCase) -> String {
    JSONValue.sorted(["case": json(value), "kind": "case", "version": 1]).serialised()
  }

  /// The case of a line.
  ///
  /// - Throws: ``RecordError`` for what cannot be read, ``JSONError`` for what is no JSON.
  public static func value(_ line: String) throws -> EvalCase {
    try value(JSONValue.parse(line))
  }

  /// The case of a parsed line.
  ///
  /// - Throws: ``RecordError`` for what cannot be read.
  public static func value(_ line: JSONValue) throws -> EvalCase {
    let fields = try RecordFields(line: line, kind: "case")
    return try value(RecordFields(try fields.value("case"), path: "case"))
  }

  /// The digest of everything a result can depend on: where the case was read from, and whether
  /// somebody has looked at what was suggested, are left out.
  public static func digest(_ value: EvalCase) -> String {
    var value = value.withoutDrafts
    value.file = ""
    return SHA256.hexadecimal(json(value).serialised())
  }

  private static func json(_ value: EvalCase) -> JSONValue {
    .sorted([
      "cluster": .string(value.cluster),
      "constraints": JSONValue.array(value.constraints.map(EncodedExpectation.json)).unlessEmpty,
      "facts": JSONValue.array(value.facts.map(EncodedFact.json)).unlessEmpty,
      "file": value.file.isEmpty ? nil : .string(value.file),
      "id": .string(value.id),
      "probes": JSONValue.array(value.probes.map(EncodedProbe.json)).unlessEmpty,
      "secrets": JSONValue.array(value.secrets.map(EncodedFact.json)).unlessEmpty,
      "source": value.source,
      "tags": JSONValue.strings(value.tags).unlessEmpty,
      "title": .string(value.title),
      "trajectories": JSONValue.array(value.trajectories.map(EncodedExpectation.json))
        .unlessEmpty,
      "transcript": EncodedTranscript.json(value.transcript),
    ])
  }

  private static func value(_ fields: RecordFields) throws -> EvalCase {
    let transcript = try EncodedTranscript.transcript(
      try fields.value("transcript"), path: fields.path(of: "transcript"))
    return EvalCase(
      id: try fields.string("id"), title: try fields.string("title"),
      tags: try fields.strings("tags"), cluster: try fields.string("cluster"),
      transcript: transcript, facts: try fields.list("facts", EncodedFact.fact),
      probes: try fields.list("probes", EncodedProbe.probe),
      trajectories: try fields.list("trajectories", EncodedExpectation.trajectory),
      constraints: try fields.list("constraints", EncodedExpectation.constraint),
      secrets: try fields.list("secrets", EncodedFact.secret),
      file: try fields.optionalString("file") ?? "", source: fields.object["source"])
  }
}

/// Facts and secrets as JSON.
enum EncodedFact {
  static func json(_ fact: Fact) -> JSONValue {
    .sorted([
      "aliases": JSONValue.strings(fact.aliases).unlessEmpty,
      "derived": JSONValue.ifTrue(fact.isDerived),
      "draft": JSONValue.ifTrue(fact.isDraft),
      "evidence": json(fact.evidence).unlessEmpty,
      "id": .string(fact.id),
      "kind": .string(fact.kind),
      "supersedes": JSONValue.array(
        fact.supersedes.map {
          .sorted(["evidence": json($0.evidence).unlessEmpty, "value": .string($0.value)])
        }
      ).unlessEmpty,
      "value": .string(fact.value),
    ])
  }

  static func fact(_ value: JSONValue, path: String) throws -> Fact {
    let fields = try RecordFields(value, path: path)
    return Fact(
      id: try fields.string("id"), kind: try fields.string("kind"),
      value: try fields.string("value"), aliases: try fields.strings("aliases"),
      isDerived: try fields.flag("derived"), evidence: try fields.list("evidence", evidence),
      supersedes: try fields.list("supersedes") { value, path in
        let fields = try RecordFields(value, path: path)
        return Fact.Superseded(
          value: try fields.string("value"), evidence: try fields.list("evidence", evidence))
      }, isDraft: try fields.flag("draft"))
  }

  static func json(_ secret: Secret) -> JSONValue {
    .sorted([
      "evidence": json(secret.evidence).unlessEmpty, "id": .string(secret.id),
      "value": .string(secret.value),
    ])
  }

  static func secret(_ value: JSONValue, path: String) throws -> Secret {
    let fields = try RecordFields(value, path: path)
    return Secret(
      id: try fields.string("id"), value: try fields.string("value"),
      evidence: try fields.list("evidence", evidence))
  }

  // MARK: Evidence

  static func json(_ evidence: [Evidence]) -> JSONValue {
    .array(
      evidence.map {
        .sorted(["entry": $0.entry.map { JSONValue($0.index) }, "quote": .string($0.quote)])
      })
  }

  static func evidence(_ value: JSONValue, path: String) throws -> Evidence {
    let fields = try RecordFields(value, path: path)
    let entry = fields.object["entry"] == nil ? nil : EntryID(try fields.integer("entry"))
    return Evidence(entry: entry, quote: try fields.string("quote"))
  }
}
