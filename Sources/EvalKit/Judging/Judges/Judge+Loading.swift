/// A judge file that cannot be used, with every mistake in it.
public struct JudgeError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, each with its place.
  public let diagnostics: [Diagnostic]

  /// One mistake a line.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension Judge {
  /// Reads a judge file.
  ///
  /// - Parameters:
  ///   - bytes: JSON5.
  ///   - file: The name messages carry.
  /// - Throws: ``JudgeError`` with all mistakes at once.
  public init(json5 bytes: [UInt8], file: String) throws(JudgeError) {
    let diagnostics = DiagnosticCollector(file: file)
    do {
      let node = try JSONNode.parse(bytes, file: file, options: .json5)
      if let judge = Judge(node, diagnostics), !diagnostics.hasErrors {
        self = judge
        return
      }
    } catch {
      diagnostics.add(error.diagnostic)
    }
    throw JudgeError(diagnostics: diagnostics.diagnostics)
  }

  private init?(_ node: JSONNode, _ diagnostics: DiagnosticCollector) {
    let object = StrictObject(node, diagnostics: diagnostics)
    self = .default
    if let version = object.required("version", as: Int.self), version != 1 {
      object.error("unknown version \(version); the newest known is 1", at: "version")
    }
    if let id = object.required("id", as: String.self) { self.id = id }
    title = object.optional("title", default: id)
    summary = object.optional("description", default: "")
    metrics = object.optional("metrics", default: metrics)
    for (index, key) in metrics.enumerated() where Metric[key] == nil {
      let hint = EditDistance.suggestion(for: key, in: Metric.all.map(\.key))
      object.error("unknown metric '\(key)' at place \(index + 1)\(hint)", at: "metrics")
    }
    primary = object.optional("primary", default: primary)
    if !metrics.contains(primary) {
      object.error("the primary metric '\(primary)' is not among the metrics", at: "primary")
    }
    if let hazards = object.optionalObject("hazards") { read(hazards: hazards) }
    if let effects = object.optionalObject("effects") {
      self.effects.read = effects.optional("read", default: self.effects.read)
      self.effects.write = effects.optional("write", default: self.effects.write)
      effects.finish()
    }
    if let node = object.node("prices") {
      prices = Prices(node, path: object.path(of: "prices"), object.diagnostics) ?? prices
    }
    noRangeBelow = Self.share(object, "noRangeBelow", noRangeBelow)
    if let support = object.optionalObject("argumentSupport") {
      minimumLeaves = support.optional("minimumLeaves", default: minimumLeaves)
      foreignCeiling = Self.share(support, "foreignCeiling", foreignCeiling)
      support.finish()
    }
    if let controls = object.optionalObject("controls") {
      flags.oracleFails = Self.bound(controls, "oracleFails", "below", flags.oracleFails)
      flags.evidenceFails = Self.bound(controls, "evidenceFails", "below", flags.evidenceFails)
      flags.nullPasses = Self.bound(controls, "nullPasses", "atLeast", flags.nullPasses)
      flags.foreignPasses = Self.bound(controls, "foreignPasses", "atLeast", flags.foreignPasses)
      controls.finish()
    }
    object.finish()
  }

  private mutating func read(hazards: StrictObject) {
    let ids = HazardRules.all.map(\.id)
    func check(_ id: String, at key: String) {
      if ids.contains(id) { return }
      hazards.error(
        "unknown rule '\(id)'\(EditDistance.suggestion(for: id, in: ids))", at: key)
    }
    hazardsOff = hazards.optional("off", default: hazardsOff)
    for id in hazardsOff { check(id, at: "off") }
    if let object = hazards.optionalObject("severities") {
      for id in object.keys {
        check(id, at: "severities")
        if let name = object.optional(id, as: String.self) {
          guard let severity = HazardSeverity(rawValue: name) else {
            object.error("expected error or warning, found '\(name)'", at: id)
            continue
          }
          severities[id] = severity
        }
      }
      object.finish()
    }
    if let node = hazards.node("dialect"), node.kind != .null,
      let name = String.decode(
        node, path: hazards.path(of: "dialect"), diagnostics: hazards.diagnostics)
    {
      dialect = Dialect(rawValue: name)
      if dialect == nil {
        let names = Dialect.allCases.map(\.rawValue)
        hazards.error(
          "expected null or one of \(names.joined(separator: ", ")), found '\(name)'"
            + EditDistance.suggestion(for: name, in: names), at: "dialect")
      }
    }
    hazards.finish()
  }

  private static func share(_ object: StrictObject, _ key: String, _ value: Double) -> Double {
    let found = object.optional(key, default: value)
    if !(0...1).contains(found) { object.error("expected 0 to 1, found \(found)", at: key) }
    return found
  }

  private static func bound(
    _ controls: StrictObject, _ key: String, _ name: String, _ value: Double
  ) -> Double {
    guard let object = controls.optionalObject(key) else { return value }
    defer { object.finish() }
    return share(object, name, value)
  }
}
