/// A trajectory expectation in the words of Apple's Evaluations framework.
///
/// Apple does not publish its JSON; this reads a neutral rendering: calls with `name` and `arguments`,
/// each of which has `argument`, `match` and what the matcher takes.
enum AppleTrajectory {
  /// Adds it to the turn whose recorded calls have all the tools it names, else to the last.
  static func add(_ value: JSONValue, to decoded: inout DecodedTranscript) throws(Refusal) {
    let object = try value.requiredObject("an expectation")
    let ordered = try calls("ordered", of: object)
    let unordered = try calls("unordered", of: object)
    var expectation = TrajectoryExpectation(
      id: "trajectory", at: .end, ordered: ordered, unordered: unordered,
      disallowed: try calls("disallowed", of: object),
      allowsAdditionalCalls: object["allowsAdditionalCalls"]?.boolValue ?? true)
    let transcript = decoded.transcript
    let structure = TranscriptStructure(transcript.entries)
    let tools = Set((ordered + unordered).map(\.tool))
    let turns = structure.turnStarts.indices.filter { turn in
      structure.requests.contains { structure.turns[$0.index] == turn }
    }
    let turn =
      turns.first { turn in
        tools.isSubset(
          of: structure.range(ofTurn: turn).flatMap { transcript.entries[$0].calls.map(\.name) })
      } ?? turns.last
    guard let turn else {
      decoded.notes.add(
        .unusableExpectation, at: "", "calls expected of a transcript without a recorded request")
      return
    }
    expectation.at = .turn(structure.turnStarts[turn])
    decoded.expectations.trajectories.append(expectation)
  }

  private static func calls(_ key: String, of object: JSONObject) throws(Refusal) -> [ExpectedCall]
  {
    try object.elements(key) { value, _ throws(Refusal) in
      let call = try value.requiredObject("a call")
      let pairs = try call.elements("arguments") { value, _ throws(Refusal) in
        try argument(try value.requiredObject("an argument"))
      }
      return ExpectedCall(
        tool: try call.requiredString("name"),
        arguments: Dictionary(pairs, uniquingKeysWith: { $1 }))
    }
  }

  private static func argument(_ object: JSONObject) throws(Refusal) -> (String, ArgumentMatcher) {
    let name = try object.requiredString("argument")
    let match = try object.requiredString("match")
    return (name, try matcher(match, of: object))
  }

  private static let names = [
    "exact", "keyOnly", "oneOf", "range", "pattern", "contains", "hasPrefix", "hasSuffix",
    "naturalLanguage",
  ]

  private static func matcher(_ name: String, of object: JSONObject) throws(Refusal)
    -> ArgumentMatcher
  {
    switch name {
    case "keyOnly": return .keyOnly
    case "exact":
      guard let value = object["value"] else { throw Refusal("missing key 'value'") }
      return .exact(value)
    case "oneOf": return .oneOf(try object.array("values") ?? [])
    case "range":
      return .range(
        minimum: object["min"]?.doubleValue ?? object["minimum"]?.doubleValue,
        maximum: object["max"]?.doubleValue ?? object["maximum"]?.doubleValue)
    case "pattern": return .pattern(try text(of: object))
    case "contains": return .contains(try text(of: object))
    case "hasPrefix": return .hasPrefix(try text(of: object))
    case "hasSuffix": return .hasSuffix(try text(of: object))
    case "naturalLanguage": return .naturalLanguage(try text(of: object))
    default:
      throw Refusal(
        "unknown matcher '\(name)'; expected one of \(names.joined(separator: ", "))"
          + EditDistance.suggestion(for: name, in: names), at: "match")
    }
  }

  private static func text(of object: JSONObject) throws(Refusal) -> String {
    for key in ["pattern", "criteria", "value"] {
      if let text = try object.string(key) { return text }
    }
    throw Refusal("missing key 'value'")
  }
}
