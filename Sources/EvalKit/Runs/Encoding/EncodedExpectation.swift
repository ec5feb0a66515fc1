/// Trajectories, constraints and expected calls as JSON.
enum EncodedExpectation {
  static func json(_ trajectory: TrajectoryExpectation) -> JSONValue {
    .sorted([
      "allowsAdditionalCalls": .bool(trajectory.allowsAdditionalCalls),
      "at": EncodedProbe.json(trajectory.at),
      "disallowed": json(trajectory.disallowed).unlessEmpty,
      "draft": JSONValue.ifTrue(trajectory.isDraft),
      "id": .string(trajectory.id),
      "isFromRecord": JSONValue.ifTrue(trajectory.isFromRecord),
      "must": JSONValue.ifTrue(trajectory.must),
      "optional": json(trajectory.optional).unlessEmpty,
      "ordered": json(trajectory.ordered).unlessEmpty,
      "unordered": json(trajectory.unordered).unlessEmpty,
    ])
  }

  static func trajectory(_ value: JSONValue, path: String) throws -> TrajectoryExpectation {
    let fields = try RecordFields(value, path: path)
    return TrajectoryExpectation(
      id: try fields.string("id"),
      at: try EncodedProbe.checkpoint(try fields.value("at"), path: fields.path(of: "at")),
      ordered: try fields.list("ordered", call), unordered: try fields.list("unordered", call),
      optional: try fields.list("optional", call),
      disallowed: try fields.list("disallowed", call),
      allowsAdditionalCalls: try fields.flag("allowsAdditionalCalls"),
      isFromRecord: try fields.flag("isFromRecord"), must: try fields.flag("must"),
      isDraft: try fields.flag("draft"))
  }

  static func json(_ constraint: Constraint) -> JSONValue {
    .sorted([
      "disallowed": json(constraint.disallowed).unlessEmpty,
      "draft": JSONValue.ifTrue(constraint.isDraft),
      "evidence": EncodedFact.json(constraint.evidence).unlessEmpty,
      "forbid": constraint.forbid.map { .string($0) },
      "id": .string(constraint.id),
      "must": JSONValue.ifTrue(constraint.must),
      "require": constraint.require.map { .string($0) },
      "text": .string(constraint.text),
    ])
  }

  static func constraint(_ value: JSONValue, path: String) throws -> Constraint {
    let fields = try RecordFields(value, path: path)
    return Constraint(
      id: try fields.string("id"), text: try fields.string("text"),
      evidence: try fields.list("evidence", EncodedFact.evidence),
      disallowed: try fields.list("disallowed", call),
      forbid: try fields.optionalString("forbid"), require: try fields.optionalString("require"),
      must: try fields.flag("must"), isDraft: try fields.flag("draft"))
  }

  // MARK: Calls

  private static func json(_ calls: [ExpectedCall]) -> JSONValue { .array(calls.map(json)) }

  private static func json(_ call: ExpectedCall) -> JSONValue {
    let keys = call.arguments.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let arguments = keys.compactMap { key in call.arguments[key].map { (key, json($0)) } }
    return .sorted([
      "arguments": JSONValue.object(JSONObject(arguments)).unlessEmpty,
      "exactArguments": JSONValue.ifTrue(call.exactArguments),
      "tool": .string(call.tool),
    ])
  }

  private static func call(_ value: JSONValue, path: String) throws -> ExpectedCall {
    let fields = try RecordFields(value, path: path)
    var arguments: [String: ArgumentMatcher] = [:]
    for member in fields.object["arguments"]?.objectValue?.members ?? [] {
      arguments[member.key] = try matcher(member.value, path: "\(path).arguments.\(member.key)")
    }
    return ExpectedCall(
      tool: try fields.string("tool"), arguments: arguments,
      exactArguments: try fields.flag("exactArguments"))
  }

  // MARK: Matchers

  private static func json(_ matcher: ArgumentMatcher) -> JSONValue {
    switch matcher {
    case .exact(let value): .sorted(["exact": value])
    case .keyOnly: .sorted(["keyOnly": true])
    case .oneOf(let values): .sorted(["oneOf": .array(values)])
    case .range(let minimum, let maximum):
      .sorted([
        "range": .sorted([
          "maximum": maximum.map { JSONValue($0) }, "minimum": minimum.map { JSONValue($0) },
        ])
      ])
    case .pattern(let text): .sorted(["pattern": .string(text)])
    case .contains(let text): .sorted(["contains": .string(text)])
    case .hasPrefix(let text): .sorted(["hasPrefix": .string(text)])
    case .hasSuffix(let text): .sorted(["hasSuffix": .string(text)])
    case .naturalLanguage(let text): .sorted(["naturalLanguage": .string(text)])
    case .number(let value, let tolerance):
      .sorted(["number": .sorted(["tolerance": JSONValue(tolerance), "value": JSONValue(value)])])
    case .subset(let value): .sorted(["subset": value])
    case .fact(let id): .sorted(["fact": .string(id)])
    }
  }

  private static func matcher(_ value: JSONValue, path: String) throws -> ArgumentMatcher {
    let fields = try RecordFields(value, path: path)
    guard fields.object.members.count == 1, let member = fields.object.members.first else {
      throw RecordError(path: path, message: "expected one matcher")
    }
    switch member.key {
    case "exact": return .exact(member.value)
    case "keyOnly": return .keyOnly
    case "oneOf": return .oneOf(try fields.array("oneOf"))
    case "range":
      return .range(
        minimum: member.value["minimum"]?.doubleValue,
        maximum: member.value["maximum"]?.doubleValue)
    case "pattern": return .pattern(try fields.string(member.key))
    case "contains": return .contains(try fields.string(member.key))
    case "hasPrefix": return .hasPrefix(try fields.string(member.key))
    case "hasSuffix": return .hasSuffix(try fields.string(member.key))
    case "naturalLanguage": return .naturalLanguage(try fields.string(member.key))
    case "number":
      let inner = try RecordFields(member.value, path: fields.path(of: "number"))
      return .number(try inner.number("value"), tolerance: try inner.number("tolerance"))
    case "subset": return .subset(member.value)
    case "fact": return .fact(try fields.string(member.key))
    default: throw RecordError(path: path, message: "unknown matcher '\(member.key)'")
    }
  }
}
