import EvalKit

/// What `evalrun strategies` prints.
enum StrategyPages {
  /// Every strategy and preset with one sentence.
  static func list(_ catalog: StrategyCatalog) -> String {
    var lines = ["Strategies:"]
    lines += Help.columns(catalog.definitions.map { ($0.name, $0.summary) }, left: 28)
    if !catalog.presets.isEmpty {
      lines += ["", "Presets, policies as products ship them:"]
      lines += Help.columns(catalog.presets.map { ($0.name, $0.summary) }, left: 32)
    }
    lines += ["", "Controls, in every run:"]
    lines += Help.columns(
      ControlDefinition.all.map { ($0.name, "\($0.summary): \($0.meaning)") }, left: 28)
    lines += ["", "'evalrun strategies NAME' explains one."]
    return lines.joined(separator: "\n")
  }

  /// A strategy at length.
  static func page(_ definition: StrategyDefinition) -> String {
    var lines = [definition.name] + Help.wrapped(definition.summary, indent: 2)
    if !definition.parameters.isEmpty {
      lines += ["", "Parameters:"]
      lines += Help.columns(definition.parameters.map { ($0.name, describe($0)) }, left: 14)
    }
    lines += ["", "Persistence: \(definition.persistence.rawValue)"]
    if definition.persistence != .view {
      lines.append("Moments: \(moments(definition).joined(separator: ", "))")
    }
    if definition.callsModel { lines.append("Asks a model for summaries.") }
    return lines.joined(separator: "\n")
  }

  /// A preset at length.
  static func page(_ preset: Preset, _ catalog: StrategyCatalog) -> String {
    var lines = [preset.name] + Help.wrapped(preset.summary, indent: 2)
    lines += ["", "Stands for:"]
    lines += [
      "  " + (catalog.pipeline(ofPreset: preset.name)?.description ?? preset.spec), "",
      "From: \(preset.source)",
    ]
    if !preset.notes.isEmpty {
      lines += ["", "Know before use:"] + preset.notes.map { "  - \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func describe(_ parameter: StrategyParameter) -> String {
    let summary = parameter.summary.hasSuffix(".") ? parameter.summary : parameter.summary + "."
    if let value = parameter.defaultValue {
      return summary + " Default: \(value.spelled(for: parameter))."
    }
    return summary + (parameter.isOptional ? "" : " Must be given.")
  }

  private static func moments(_ definition: StrategyDefinition) -> [String] {
    Moment.allCases.filter(definition.moments.contains).map(\.rawValue)
  }

  /// All of a catalog.
  static func json(_ catalog: StrategyCatalog) -> JSONValue {
    [
      "kind": "strategies",
      "presets": .array(catalog.presets.map { json($0, catalog) }),
      "strategies": .array(catalog.definitions.map(json)),
      "version": 1,
    ]
  }

  /// A strategy.
  static func json(_ definition: StrategyDefinition) -> JSONValue {
    let parameters = definition.parameters.map { parameter -> JSONValue in
      [
        "default": parameter.defaultValue.map { .string($0.spelled(for: parameter)) } ?? .null,
        "name": .string(parameter.name), "summary": .string(parameter.summary),
      ]
    }
    return [
      "asksModel": .bool(definition.callsModel), "kind": "strategy",
      "moments": .array(moments(definition).map(JSONValue.string)),
      "name": .string(definition.name), "parameters": .array(parameters),
      "persistence": .string(definition.persistence.rawValue),
      "summary": .string(definition.summary), "version": 1,
    ]
  }

  /// A preset.
  static func json(_ preset: Preset, _ catalog: StrategyCatalog) -> JSONValue {
    [
      "kind": "preset", "name": .string(preset.name),
      "notes": .array(preset.notes.map(JSONValue.string)), "source": .string(preset.source),
      "spec": .string(catalog.pipeline(ofPreset: preset.name)?.description ?? preset.spec),
      "summary": .string(preset.summary), "version": 1,
    ]
  }
}
