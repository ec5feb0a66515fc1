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
  ///   - files: The folder of the file, from which prompts are read; nil: prompts must stand in the
  ///     judge itself.
  /// - Throws: ``JudgeError`` with all mistakes at once, those in prompts included.
  public init(json5 bytes: [UInt8], file: String, files: FileReader? = nil) throws(JudgeError) {
    let diagnostics = DiagnosticCollector(file: file)
    do {
      let node = try JSONNode.parse(bytes, file: file, options: .json5)
      if let judge = Judge(node, diagnostics, files), !diagnostics.hasErrors {
        self = judge
        return
      }
    } catch {
      diagnostics.add(error.diagnostic)
    }
    throw JudgeError(diagnostics: diagnostics.diagnostics)
  }

  private init?(_ node: JSONNode, _ diagnostics: DiagnosticCollector, _ files: FileReader?) {
    let object = StrictObject(node, diagnostics: diagnostics)
    self = .default
    if let version = object.required("version", as: Int.self), version != 1 {
      object.error("unknown version \(version); the newest known is 1", at: "version")
    }
    if let id = object.required("id", as: String.self) { self.id = id }
    title = object.optional("title", default: id)
    summary = object.optional("description", default: "")
    read(metrics: object)
    if let hazards = object.optionalObject("hazards") { read(hazards: hazards) }
    if let effects = object.optionalObject("effects") {
      self.effects.read = effects.optional("read", default: self.effects.read)
      self.effects.write = effects.optional("write", default: self.effects.write)
      effects.finish()
    }
    strictness = object.optional("strictness", default: strictness)
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
    if let composite = object.optionalObject("composite") { read(composite: composite) }
    gates = object.objects("gates") { GateRule($0, metrics: metrics) }
    read(modelJudges: object, files: files)
    object.finish()
  }

  static func share(_ object: StrictObject, _ key: String, _ value: Double) -> Double {
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
