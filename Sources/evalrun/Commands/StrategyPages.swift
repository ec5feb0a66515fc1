import EvalKit
import Strategies

/// What `evalrun strategies` prints.
enum StrategyPages {
  /// Every strategy and preset with one sentence.
  static func list(_ catalog: StrategyCatalog) -> String {
    var lines = ["Strategies:"] + rows(catalog.definitions.map { ($0.name, $0.summary) })
    if !catalog.presets.isEmpty {
      lines += ["", "Presets, policies as products ship them:"]
      lines += rows(catalog.presets.map { ($0.name, $0.summary) })
    }
    lines += ["", "Controls, in every run:"]
    lines += rows(ControlDefinition.all.map { ($0.name, "\($0.summary): \($0.meaning)") })
    lines += ["", "'evalrun strategies NAME' explains one."]
    return lines.joined(separator: "\n")
  }

  /// One line each, so that a search for a name finds what it does.
  private static func rows(_ rows: [(name: String, text: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
    }
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
    if !preset.basis.isEmpty { lines += Help.wrapped(preset.basis, indent: 0) }
    if let window = preset.window {
      lines += Help.wrapped(
        "Its sizes were chosen for a window of \(Figures.grouped(window)) tokens; "
          + "\(preset.name)(scale: window) takes them as shares of the context size instead.",
        indent: 0)
    }
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

  /// All of a catalog, in one list: families, presets, controls.
  static func json(_ catalog: StrategyCatalog) -> JSONValue {
    let controls = ControlDefinition.all.map { json($0) }
    return [
      "kind": "strategies",
      "strategies": .array(
        catalog.definitions.map(json) + catalog.presets.map { json($0, catalog) } + controls),
      "version": 1,
    ]
  }

  /// A control.
  static func json(_ control: ControlDefinition) -> JSONValue {
    [
      "kind": "control", "meaning": .string(control.meaning), "name": .string(control.name),
      "summary": .string(control.summary), "version": 1,
    ]
  }

  /// A control at length.
  static func page(_ control: ControlDefinition) -> String {
    ([control.name] + Help.wrapped("\(control.summary): \(control.meaning).", indent: 2)
      + ["", "A control: in every run, and in no pipeline."]).joined(separator: "\n")
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
      "asksModel": .bool(definition.callsModel), "kind": "family",
      "moments": .array(moments(definition).map(JSONValue.string)),
      "name": .string(definition.name), "parameters": .array(parameters),
      "persistence": .string(definition.persistence.rawValue),
      "runsProgram": .bool(definition.runsProgram), "spec": .string(example(definition)),
      "summary": .string(definition.summary), "version": 1,
    ]
  }

  /// A preset.
  static func json(_ preset: Preset, _ catalog: StrategyCatalog) -> JSONValue {
    [
      "basis": .string(preset.basis), "kind": "preset", "name": .string(preset.name),
      "notes": .array(preset.notes.map(JSONValue.string)), "source": .string(preset.source),
      "spec": .string(catalog.pipeline(ofPreset: preset.name)?.description ?? preset.spec),
      "summary": .string(preset.summary), "version": 1,
      "window": preset.window.map { JSONValue($0) } ?? .null,
    ]
  }

  /// A spec of a strategy that can be read: its name, with what must be given.
  ///
  /// Where one of several parameters must be, the first that makes a spec is.
  static func example(_ definition: StrategyDefinition) -> String {
    let catalog = Strategies.catalog
    let given = definition.parameters.filter { $0.defaultValue == nil && !$0.isOptional }
    let examples =
      [given.map(\.example)]
      + definition.parameters.filter(\.isOptional).map { given.map(\.example) + [$0.example] }
    let specs = examples.map { arguments in
      arguments.isEmpty
        ? definition.name : "\(definition.name)(\(arguments.joined(separator: ", ")))"
    }
    return specs.first { (try? catalog.parse($0)) != nil } ?? specs[0]
  }
}
