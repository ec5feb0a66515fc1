/// A policy as some product ships it, under a dotted name, with its defaults and its flaws.
public struct Preset: Hashable, Sendable {
  /// The name in specs: `product.policy`.
  public var name: String
  /// One sentence.
  public var summary: String
  /// Where the policy is described or shipped.
  public var source: String
  /// The spec it stands for.
  public var spec: String
  /// What to know before using it: its flaws, each pinned by a test.
  public var notes: [String]
  /// What of it is documented or read in the product's source, and what is inferred.
  public var basis: String
  /// The context size its sizes in tokens were chosen for: what `scale: window` divides them by; nil
  /// where it has none.
  public var window: Int?

  /// Makes a preset.
  public init(
    name: String, summary: String, source: String, spec: String, notes: [String] = [],
    basis: String = "", window: Int? = nil
  ) {
    self.basis = basis
    self.window = window
    self.name = name
    self.summary = summary
    self.source = source
    self.spec = spec
    self.notes = notes
  }
}

/// The strategies and presets a spec may name: a value handed to the parser, no registry.
public struct StrategyCatalog: Sendable {
  /// The strategies, in the order given.
  public let strategies: [any Strategy.Type]
  /// The presets, in the order given.
  public let presets: [Preset]
  private var types: [String: any Strategy.Type] = [:]
  private var pipelines: [String: Pipeline] = [:]

  /// Makes a catalog.
  ///
  /// - Throws: ``CatalogError`` for a name that is taken or malformed, a parameter that the grammar
  ///   needs itself, or a preset whose spec is wrong.
  public init(strategies: [any Strategy.Type], presets: [Preset] = []) throws {
    self.strategies = strategies
    self.presets = presets
    for type in strategies {
      let definition = type.definition
      try check(definition)
      types[definition.name] = type
    }
    for preset in presets {
      guard preset.name.contains("."), SpecLexer.isWord(preset.name) else {
        throw CatalogError.badName(preset.name, expected: "a word with a dot, product.policy")
      }
      guard pipelines[preset.name] == nil else { throw CatalogError.duplicate(preset.name) }
      do {
        pipelines[preset.name] = try parse(preset.spec)
      } catch let error as SpecError {
        throw CatalogError.badPreset(preset.name, error)
      }
    }
  }

  private func check(_ definition: StrategyDefinition) throws {
    let name = definition.name
    guard !name.contains("."), SpecLexer.isWord(name) else {
      throw CatalogError.badName(name, expected: "a word without a dot")
    }
    guard types[name] == nil, ControlDefinition.named(name) == nil else {
      throw CatalogError.duplicate(name)
    }
    var seen: Set<String> = ["persistence", "moments"]
    for parameter in definition.parameters where !seen.insert(parameter.name).inserted {
      throw CatalogError.duplicate("\(name)(\(parameter.name))")
    }
  }

  /// This catalog with more in it.
  ///
  /// - Throws: ``CatalogError``, as ``init(strategies:presets:)``.
  public func adding(strategies: [any Strategy.Type], presets: [Preset] = []) throws -> Self {
    try StrategyCatalog(
      strategies: self.strategies + strategies, presets: self.presets + presets)
  }

  /// The names a spec may use: strategies, then presets.
  public var names: [String] { strategies.map { $0.definition.name } + presets.map(\.name) }

  /// What the strategies say of themselves.
  public var definitions: [StrategyDefinition] { strategies.map { $0.definition } }

  /// The strategy with a name.
  public func strategy(named name: String) -> (any Strategy.Type)? { types[name] }

  /// The preset with a name.
  public func preset(named name: String) -> Preset? { presets.first { $0.name == name } }

  /// What a preset stands for.
  public func pipeline(ofPreset name: String) -> Pipeline? { pipelines[name] }

  /// Reads a spec.
  ///
  /// - Parameters:
  ///   - spec: The spec.
  ///   - access: What it may reach: by default no saved pipeline, and programs where it names them.
  /// - Throws: ``SpecError`` with the place of the fault.
  public func parse(_ spec: String, access: SpecAccess = SpecAccess()) throws -> Pipeline {
    var parser = try SpecParser(spec, catalog: self, access: access)
    return try parser.wholePipeline()
  }
}

/// A mistake in what a catalog is made of.
public enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two things have this name, or the grammar needs it itself.
  case duplicate(String)
  /// A name no spec can use.
  case badName(String, expected: String)
  /// The spec of a preset is wrong.
  case badPreset(String, SpecError)

  /// The message.
  public var description: String {
    switch self {
    case .duplicate(let name): "the name '\(name)' is taken"
    case .badName(let name, let expected): "'\(name)' cannot be a name; expected \(expected)"
    case .badPreset(let name, let error): "preset '\(name)': \(error)"
    }
  }
}
