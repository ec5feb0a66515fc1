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
    let names = object.optional("profiles", as: [String].self)
    if let names { settings.ages = names.compactMap { Self.profile($0, object) } }
    if settings.cases < 1 { object.error("expected at least one case", at: "cases") }
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

/// A set that was generated: its cases and its files.
public struct GeneratedCaseSet: Sendable {
  /// What it is made of.
  public let plan: SetPlan
  /// Its cases.
  public let cases: [GeneratedCase]

  /// Generates a set.
  ///
  /// - Throws: ``GenerationError``.
  public init(_ plan: SetPlan, _ templates: [CaseTemplate]) throws(GenerationError) {
    self.plan = plan
    cases = try CaseGenerator(templates, plan.settings).cases()
  }

  /// The set's own file, as text.
  public var manifest: String {
    var members: [(String, JSONValue)] = [
      ("version", 1), ("id", .string(plan.id)), ("title", .string(plan.title)),
    ]
    if !plan.summary.isEmpty { members.append(("description", .string(plan.summary))) }
    if let license = plan.license { members.append(("license", .string(license))) }
    members.append(("cases", ["cases.jsonl"]))
    if let defaults = plan.defaults { members.append(("defaults", defaults)) }
    if let accepts = plan.accepts { members.append(("accepts", accepts)) }
    let lines = members.map { key, value in
      "  \(JSONValue.string(key).serialised()): \(value.serialised()),\n"
    }
    return "// Made by 'evalrun generate'; change its plan or its templates instead.\n{\n"
      + lines.joined() + "}\n"
  }

  /// The cases, one a line.
  public var lines: String { cases.map { $0.json.serialised() + "\n" }.joined() }

  /// How much of each probe's words stand in its evidence, by case and probe.
  public var overlaps: [(probe: String, share: Double)] {
    cases.flatMap { generated in
      generated.value.probes.filter { $0.expect == .facts }.map { probe in
        let evidence = probe.facts.compactMap { generated.evidence[$0] }.joined(separator: " ")
        return (
          "\(generated.value.id)/\(probe.id)", ContentWords.share(of: probe.ask, in: evidence)
        )
      }
    }
  }
}
