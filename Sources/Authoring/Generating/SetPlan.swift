public import EvalKit

/// What a generated set is made of: its name, its templates, its settings, the defaults of its runs.
public struct SetPlan: Sendable {
  /// The id.
  public var id: String
  /// One line.
  public var title: String
  /// What it measures.
  public var summary: String
  /// An SPDX licence id.
  public var license: String?
  /// Files of templates, from the plan's folder.
  public var templates: [String]
  /// How many cases, how long, from which seed.
  public var settings: GeneratorSettings
  /// The defaults of the set's runs, as its own file has them.
  public var defaults: JSONValue?
  /// The warnings that the set accepts, as its own file has them.
  public var accepts: JSONValue?

  /// Makes a plan.
  public init(
    id: String, title: String, summary: String = "", license: String? = nil,
    templates: [String] = [], settings: GeneratorSettings = GeneratorSettings(),
    defaults: JSONValue? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.license = license
    self.templates = templates
    self.settings = settings
    self.defaults = defaults
  }

  /// Reads a plan.
  ///
  /// - Throws: ``LoadError`` with everything that is wrong.
  public init(_ bytes: [UInt8], file: String) throws {
    let diagnostics = DiagnosticCollector(file: file)
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONNode.parse(bytes, file: file, options: .json5)
    } catch {
      throw LoadError(diagnostics: [error.diagnostic])
    }
    let object = StrictObject(node, diagnostics: diagnostics)
    if let version: Int = object.required("version"), version != 1 {
      object.error("unknown version \(version); the newest known is 1", at: "version")
    }
    if let kind: String = object.required("kind"), kind != "setPlan" {
      object.error("expected the kind 'setPlan', found '\(kind)'", at: "kind")
    }
    let id = object.required("id", as: String.self)
    if let id, !TemplateReader.isID(id) {
      object.error("an id is made of letters, digits and '-'", at: "id")
    }
    self.init(
      id: id ?? "", title: object.required("title") ?? "",
      summary: object.optional("description", default: ""), license: object.optional("license"),
      templates: object.required("templates", as: [String].self) ?? [],
      defaults: object.optional("defaults", as: JSONValue.self))
    accepts = object.optional("accepts", as: JSONValue.self)
    settings.cases = object.optional("cases", default: settings.cases)
    settings.seed = object.optional("seed", default: settings.seed)
    settings.turns = Self.range(object, "turns") ?? settings.turns
    settings.tokens = Self.range(object, "tokens") ?? settings.tokens
    settings.meanTokens = object.optional("mean")
    settings.asks = object.optional("asks", default: settings.asks)
    let names = object.optional("profiles", as: [String].self)
    if let names { settings.ages = names.compactMap { Self.profile($0, object) } }
    if settings.cases < 1 { object.error("expected at least one case", at: "cases") }
    if !(1...4).contains(settings.asks) { object.error("expected 1 to 4", at: "asks") }
    if let mean = settings.meanTokens, !settings.tokens.contains(mean) {
      object.error("expected a number within 'tokens'", at: "mean")
    }
    object.finish()
    if diagnostics.hasErrors { throw LoadError(diagnostics: diagnostics.diagnostics) }
  }

  private static func range(_ object: StrictObject, _ key: String) -> ClosedRange<Int>? {
    guard let bounds = object.optional(key, as: [Int].self) else { return nil }
    guard bounds.count == 2, 0 < bounds[0], bounds[0] <= bounds[1] else {
      object.error("expected two numbers, the least and the most", at: key)
      return nil
    }
    return bounds[0]...bounds[1]
  }

  private static func profile(_ name: String, _ object: StrictObject) -> AgeProfile? {
    if let profile = AgeProfile.all.first(where: { $0.name == name }) { return profile }
    let names = AgeProfile.all.map(\.name)
    object.error(
      "there is no age profile '\(name)'" + EditDistance.suggestion(for: name, in: names)
        + "; there is \(names.joined(separator: ", "))", at: "profiles")
    return nil
  }
}
