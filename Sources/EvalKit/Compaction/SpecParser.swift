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

  private mutating func stages(of preset: Preset, _ pipeline: Pipeline, at start: SpecToken) throws
    -> [Stage]
  {
    guard token.isSymbol("(") else { return pipeline.stages }
    guard pipeline.stages.count == 1, let pinned = pipeline.stages.first else {
      position += 1
      if take(")") { return pipeline.stages }
      guard token.kind == .word("scale"), following.isSymbol(":") else {
        throw error(
          "preset '\(preset.name)' has \(pipeline.stages.count) stages and takes no argument but "
            + "scale: window; it stands for: \(pipeline)", at: token)
      }
      position += 2
      try readScale(preset, at: token)
      guard take(")") else { throw unexpected("')'") }
      return try pipeline.stages.map { try scaled($0, preset, at: start) }
    }
    var arguments = StageArguments(
      definition: pinned.definition, name: preset.name, place: start.range)
    arguments.pinned = pinned
    arguments.preset = preset
    try read(&arguments)
    if arguments.isScaled { arguments.scale(by: preset.window ?? 0) }
    return [try make(type(of: pinned.strategy), arguments)]
  }

  /// Reads the word after `scale:`.
  mutating func readScale(_ preset: Preset, at start: SpecToken) throws {
    guard token.kind == .word("window") else { throw unexpected("window for 'scale'") }
    position += 1
    guard preset.window != nil else {
      throw error(
        "preset '\(preset.name)' has no sizes in tokens that were chosen for one window", at: start)
    }
  }

  private func scaled(_ stage: Stage, _ preset: Preset, at start: SpecToken) throws -> Stage {
    var arguments = StageArguments(
      definition: stage.definition, name: preset.name, place: start.range)
    arguments.pinned = stage
    arguments.scale(by: preset.window ?? 0)
    return try make(type(of: stage.strategy), arguments)
  }

  /// Whether a program may be named here.
  private func checkConsent(_ name: String, at start: SpecToken) throws {
    switch access.programs {
    case .anywhere: return
    case .typed where trail.isEmpty: return
    case .typed:
      throw error(
        "'\(name)' runs a program, and this saved pipeline names it; --allow-exec lets it",
        at: start)
    case .nowhere:
      throw error("'\(name)' runs a program; a set can name none", at: start)
    }
  }

  // MARK: saved pipelines

  /// Reads the path after `@` and the pipeline saved there.
  private mutating func saved(at start: SpecToken) throws -> [Stage] {
    let written: String
    switch token.kind {
    case .word(let path): written = path
    case .string(let path): written = path
    case .number, .symbol, .end: throw unexpected("the path of a saved pipeline after '@'")
    }
    let place = start.range.lowerBound..<token.range.upperBound
    position += 1
    guard let read = access.read else {
      throw error("saved pipelines cannot be read here; write the stages out", at: place)
    }
    let path =
      written.hasPrefix("/") ? written : SpecAccess.folder(of: trail.last ?? "") + written
    guard !trail.contains(path) else {
      throw error("the saved pipeline '\(path)' names itself", at: place)
    }
    guard trail.count < 8 else {
      throw error("saved pipelines name one another more than 8 deep", at: place)
    }
    do {
      let saved = try SavedPipeline(try read(path), file: path)
      var stages: [Stage] = []
      for stage in saved.stages {
        do {
          var parser = try SpecParser(
            stage.text, catalog: catalog, access: access, trail: trail + [path])
          stages += try parser.wholePipeline().stages
        } catch let fault as SpecError {
          throw SpecError(
            "\(path):\(stage.place.description): \(fault.problem)", suggestion: fault.suggestion,
            source: fault.source, column: fault.column, length: fault.length)
        }
      }
      savedName = saved.name
      return stages
    } catch let fault as FileReaderError {
      throw error(fault.description, at: place)
    } catch let fault as SavedPipelineError {
      throw error(fault.description, at: place)
    }
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

  private func make(_ type: any Strategy.Type, _ arguments: StageArguments) throws -> Stage {
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

/// The arguments of a stage as they are read.
struct StageArguments {
  let definition: StrategyDefinition
  /// The name it was called by.
  let name: String
  /// Where that stands.
  let place: Range<Int>
  /// The stage a preset pins; its values are the defaults.
  var pinned: Stage?
  /// The preset.
  var preset: Preset?
  /// Whether the preset's sizes in tokens become shares of the context size.
  var isScaled = false
  var values: [String: ArgumentValue] = [:]
  var persistence: Persistence?
  var moments: Set<Moment>?
  /// Where each argument's value stands.
  var places: [String: Range<Int>] = [:]

  init(definition: StrategyDefinition, name: String, place: Range<Int>) {
    self.definition = definition
    self.name = name
    self.place = place
  }
}

extension StageArguments {
  /// Turns the sizes in tokens that the preset pins into shares of the window they were chosen for,
  /// where the parameter takes shares; what the spec itself says stays.
  mutating func scale(by window: Int) {
    guard let pinned, window > 0 else { return }
    for parameter in definition.parameters where values[parameter.name] == nil {
      guard let value = pinned.arguments[parameter.name] else { continue }
      switch parameter.kind {
      case .trigger: values[parameter.name] = Self.share(value, of: window)
      case .count(let units) where units.contains(.percent):
        values[parameter.name] = Self.share(value, of: window)
      default: continue
      }
    }
  }

  private static func share(_ value: ArgumentValue, of window: Int) -> ArgumentValue {
    switch value {
    case .count(let tokens, .tokens):
      .count(min(100, max(1, (tokens * 100 + window / 2) / window)), .percent)
    case .list(let values): .list(values.map { share($0, of: window) })
    default: value
    }
  }
}

extension StrategyParameter {
  /// How it may be given, for a message.
  public var example: String {
    switch kind {
    case .count(let units):
      switch units.first {
      case .percent?: "\(name): 50%"
      case let unit? where unit.rawValue != name: "\(name): \(unit.spelled(10))"
      case _?, nil: "\(name): 10"
      }
    case .trigger: "\(name): 75%"
    case .word(let words): "\(name): \(words.first ?? "word")"
    case .string: "\(name): 'text'"
    case .file: "\(name): 'path'"
    case .name: "\(name): name"
    case .strings: "\(name): ['text']"
    case .flag: "\(name): true"
    case .pipelines: "\(name): [identity]"
    }
  }
}
