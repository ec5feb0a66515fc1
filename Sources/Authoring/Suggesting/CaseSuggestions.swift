public import EvalKit

/// A value that may be worth a fact, with what speaks for it.
public struct SuggestedFact: Sendable {
  /// The fact, a draft.
  public var fact: Fact
  /// How much speaks for it: suggestions are in this order but for those of one entry, which are
  /// spread out.
  public var points: Int
  /// Why it matters: used by a later call, answered later, said again.
  public var reasons: [String]
  /// How many later entries say it too.
  public var mentions: Int
}

/// What a session suggests for a case: drafts, every one to be looked at by a person.
public struct CaseSuggestions: Sendable {
  /// Values worth a fact, what later turns depend on most first.
  public var facts: [SuggestedFact]
  /// The case with everything suggested added to it, as drafts.
  public var value: EvalCase
  /// What is said above each part: why it was suggested.
  public var comments: [CasePlaces.Part: String]

  /// How many parts of the case are drafts.
  public var count: Int { value.drafts.count }

  /// As JSON: `{ version, kind: "suggestions", facts, probes, trajectories, constraints }`, facts with
  /// points, reasons and mentions.
  public func json() -> JSONValue {
    let writer = CasePartWriter(transcript: value.transcript)
    var object = JSONObject()
    object["version"] = JSONValue(1)
    object["kind"] = "suggestions"
    object["facts"] = .array(
      facts.map { suggested in
        var fact = writer.json(suggested.fact).objectValue ?? JSONObject()
        fact["points"] = JSONValue(suggested.points)
        fact["reasons"] = .array(suggested.reasons.map { .string($0) })
        fact["mentions"] = JSONValue(suggested.mentions)
        return .object(fact)
      })
    object["probes"] = .array(value.probes.filter(\.isDraft).map(writer.json))
    object["trajectories"] = .array(value.trajectories.filter(\.isDraft).map(writer.json))
    object["constraints"] = .array(value.constraints.filter(\.isDraft).map(writer.json))
    return .object(object)
  }
}
