extension SpecParser {
  /// The stages of a preset, with its arguments read where it takes any.
  mutating func stages(of preset: Preset, _ pipeline: Pipeline, at start: SpecToken) throws
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
