extension Baseline {
  /// The newest version of the file this package writes.
  public static let version = 1

  /// The file: JSON with a result a line, so that a difference of two files shows which questions changed.
  ///
  /// `digest` is over everything else in it: the file is made by blessing a run, not by hand.
  public var file: String {
    var bytes: [UInt8] = []
    var object = JSONObject(
      [
        ("version", JSONValue(Self.version)), ("kind", "baseline"),
        ("digest", .string(Self.digest(of: content))),
      ])
    for member in content.members { object[member.key] = member.value }
    Self.write(.object(object), into: &bytes, depth: 0)
    bytes.append(0x0A)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What distinguishes this baseline from another.
  public var digest: String { Self.digest(of: content) }

  static func digest(of content: JSONObject) -> String {
    SHA256.hexadecimal(JSONValue.object(content).serialised(sortedKeys: true))
  }

  private var content: JSONObject {
    var content = JSONObject([
      (
        "blessed",
        [
          "by": .string(blessing.by), "reason": .string(blessing.reason),
          "tool": .string(blessing.tool),
        ]
      ),
      ("repeats", JSONValue(repeats)),
      ("sets", .array(sets.map { ["id": .string($0.id), "digest": .string($0.digest)] })),
      ("primary", .string(primary)),
      ("judge", ["id": .string(judge), "digest": .string(judgeDigest)]),
      ("models", Self.object(models) { .string($0) }),
      ("tokenizer", .string(tokenizer)),
      ("renderer", .string(renderer)),
      (
        "cases",
        Self.object(cases) { ["cluster": .string($0.cluster), "digest": .string($0.digest)] }
      ),
      ("arms", .array(arms.map(\.json))),
    ])
    if !unpinned.isEmpty { content["unpinned"] = .strings(unpinned) }
    return content
  }

  /// An object with sorted keys.
  fileprivate static func object<Value>(
    _ values: [String: Value], _ json: (Value) -> JSONValue
  ) -> JSONValue {
    let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return .object(JSONObject(sorted.map { ($0.key, json($0.value)) }))
  }

  // MARK: Lines

  /// Writes a value with line breaks where it holds others, and in the parts of an arm.
  private static func write(_ value: JSONValue, into bytes: inout [UInt8], depth: Int) {
    let indent = [UInt8](repeating: 0x20, count: 2 * depth + 2)
    func lines<Element>(
      _ elements: [Element], _ open: UInt8, _ close: UInt8, _ write: (Element) -> Void
    ) {
      bytes.append(open)
      for (place, element) in elements.enumerated() {
        bytes.append(contentsOf: (place == 0 ? "\n" : ",\n").utf8)
        bytes.append(contentsOf: indent)
        write(element)
      }
      bytes.append(0x0A)
      bytes.append(contentsOf: indent.dropLast(2))
      bytes.append(close)
    }
    guard isOfLines(value, depth) else { return value.write(into: &bytes) }
    if let elements = value.arrayValue {
      lines(elements, UInt8(ascii: "["), UInt8(ascii: "]")) {
        Self.write($0, into: &bytes, depth: depth + 1)
      }
    } else if let object = value.objectValue {
      lines(object.members, UInt8(ascii: "{"), UInt8(ascii: "}")) { member in
        JSONValue.string(member.key).write(into: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        Self.write(member.value, into: &bytes, depth: depth + 1)
      }
    }
  }

  /// The depth of metrics, hazards, views and results of an arm.
  private static let partsOfArms = 3

  private static func isOfLines(_ value: JSONValue, _ depth: Int) -> Bool {
    let inner = value.arrayValue ?? value.objectValue?.members.map(\.value) ?? []
    if inner.isEmpty { return false }
    return depth == partsOfArms
      || inner.contains { $0.arrayValue != nil || $0.objectValue != nil }
  }
}

extension Baseline.Arm {
  fileprivate var json: JSONValue {
    .object(
      JSONObject([
        ("name", .string(name)), ("model", .string(model)), ("context", .string(context)),
        ("reserve", JSONValue(reserve)), ("spec", .string(spec)), ("sampled", .bool(isSampled)),
        ("noRange", .strings(noRange)), ("metrics", Baseline.object(metrics, \.json)),
        ("hazards", Baseline.object(hazards) { Baseline.object($0) { JSONValue($0) } }),
        ("views", Baseline.object(views) { .string($0) }),
        ("results", .array(results.map(\.json))),
      ]))
  }
}

extension Baseline.Value {
  fileprivate var json: JSONValue {
    guard case .object(var object) = Summary.json(metric) else { return .null }
    if spread != 0 { object["spread"] = JSONValue(spread) }
    return .object(object)
  }
}

extension Baseline.Result {
  fileprivate var json: JSONValue {
    var object = JSONObject([("case", .string(caseID)), ("metric", .string(metric))])
    if !question.isEmpty { object["question"] = .string(question) }
    switch outcome {
    case .scored(let value): object["value"] = JSONValue(value)
    case .errored(let reason): object["errored"] = .string(reason)
    case .notApplicable(let reason): object["notApplicable"] = .string(reason)
    case .excluded(let reason): object["excluded"] = .string(reason)
    }
    if !verdict.isEmpty { object["verdict"] = .string(verdict) }
    if isMust { object["must"] = true }
    return .object(object)
  }
}
