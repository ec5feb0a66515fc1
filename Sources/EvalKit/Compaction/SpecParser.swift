/// Reads a spec into a pipeline: stages separated by bars, each a name with arguments.
///
/// Directed by the definitions of the strategies, so that every fault is told in their words.
struct SpecParser {
  let catalog: StrategyCatalog
  let access: SpecAccess
  /// The saved pipelines that are being read, the outermost first: the text itself is none.
  let trail: [String]
  /// The name of the saved pipeline that was read last.
  var savedName: String?
  /// The lists that stand for several arms; nil where there is room for one pipeline alone.
  var sweep: SpecSweep?
  let source: String
  let scalars: [Unicode.Scalar]
  let tokens: [SpecToken]
  var position = 0

  init(
    _ source: String, catalog: StrategyCatalog, access: SpecAccess = SpecAccess(),
    trail: [String] = []
  ) throws {
    self.catalog = catalog
    self.access = access
    self.trail = trail
    self.source = source
    scalars = Array(source.unicodeScalars)
    tokens = try SpecLexer.tokens(source)
  }

  var token: SpecToken { tokens[min(position, tokens.count - 1)] }
  var following: SpecToken { tokens[min(position + 1, tokens.count - 1)] }

  /// Reads the rest of the source as one pipeline.
  mutating func wholePipeline() throws -> Pipeline {
    let pipeline = try self.pipeline()
    guard token.kind == .end else {
      throw unexpected("'|' and another stage, or the end")
    }
    return pipeline
  }

  mutating func pipeline() throws -> Pipeline {
    var stages = try stage()
    while take("|") { stages += try stage() }
    return Pipeline(stages)
  }

  /// Reads a stage; several where it names a preset of several.
  private mutating func stage() throws -> [Stage] {
    let start = token
    if take("@") { return try saved(at: start) }
    guard case .word(let name) = start.kind else { throw unexpected("the name of a strategy") }
    position += 1
    if let type = catalog.strategy(named: name) {
      if type.definition.runsProgram { try checkConsent(name, at: start) }
      var arguments = StageArguments(definition: type.definition, name: name, place: start.range)
      try read(&arguments)
      return [try make(type, arguments)]
    }
    if let preset = catalog.preset(named: name), let pipeline = catalog.pipeline(ofPreset: name) {
      return try stages(of: preset, pipeline, at: start)
    }
    throw error(unknown: name, at: start)
  }

  private func error(unknown name: String, at start: SpecToken) -> SpecError {
    if let control = ControlDefinition.named(name) {
      return error(
        "'\(name)' is a control (\(control.summary)): it is part of every run and is no stage",
        at: start)
    }
    let known = catalog.names
    let suggestion = NearMiss.suggestion(for: name, among: known)
    let list = suggestion == nil ? "; there is \(known.joined(separator: ", "))" : ""
    return error("unknown strategy '\(name)'\(list)", suggestion: suggestion, at: start)
  }

  /// Makes a stage of what was read.
  func make(_ type: any Strategy.Type, _ arguments: StageArguments) throws -> Stage {
    let definition = arguments.definition
    var values = arguments.values
    for parameter in definition.parameters where values[parameter.name] == nil {
      if let value = arguments.pinned?.arguments[parameter.name] ?? parameter.defaultValue {
        values[parameter.name] = value
      } else if !parameter.isOptional {
        throw error(
          "'\(arguments.name)' needs '\(parameter.name)': \(parameter.example)",
          at: arguments.place)
      }
    }
    let complete = StrategyArguments(values)
    let strategy: any Strategy
    do {
      strategy = try type.init(complete)
    } catch let fault as ArgumentError {
      throw error(
        fault.problem, at: arguments.places[fault.parameter] ?? arguments.place)
    }
    if let pinned = arguments.pinned {
      return Stage(
        strategy, arguments: complete, persistence: pinned.persistence, moments: pinned.moments)
    }
    let stage = Stage(
      strategy, arguments: complete, persistence: arguments.persistence,
      moments: arguments.moments)
    if strategy.asksModel, stage.persistence == .view {
      throw error(
        "'\(arguments.name)' calls a model, so it cannot be a view: it would be asked on every "
          + "request; use stored or rebuild",
        at: arguments.places["persistence"] ?? arguments.place)
    }
    if stage.persistence == .view, let place = arguments.places["moments"] {
      throw error(
        "a view is made on every request and takes no moments; add persistence: stored", at: place)
    }
    return stage
  }

  // MARK: tokens

  /// Takes a symbol if it is next.
  mutating func take(_ symbol: Character) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    position += 1
    return true
  }

  func text(_ token: SpecToken) -> String {
    String(String.UnicodeScalarView(scalars[token.range]))
  }

  /// The next token is not what the grammar wants here.
  func unexpected(_ wanted: String) -> SpecError {
    let found = token.kind == .end ? "the spec ends here" : "found '\(text(token))'"
    return error("expected \(wanted); \(found)", at: token)
  }

  func error(_ problem: String, suggestion: String? = nil, at token: SpecToken) -> SpecError {
    error(problem, suggestion: suggestion, at: token.range)
  }

  func error(_ problem: String, suggestion: String? = nil, at range: Range<Int>) -> SpecError {
    let column = SpecLexer.column(of: range.lowerBound, in: scalars)
    let end = SpecLexer.column(of: range.upperBound, in: scalars)
    return SpecError(
      problem, suggestion: suggestion, source: source, column: column, length: end - column)
  }
}
