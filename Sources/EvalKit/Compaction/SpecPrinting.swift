extension Pipeline: CustomStringConvertible {
  /// The canonical spec: parsing it gives an equal pipeline, and equal pipelines print alike.
  public var description: String { stages.map(\.description).joined(separator: " | ") }
}

extension Stage: CustomStringConvertible {
  /// The canonical spec: what differs from the defaults, in the order of the definition.
  public var description: String {
    var parts = definition.parameters.compactMap { parameter -> String? in
      guard let value = arguments[parameter.name], value != parameter.defaultValue else {
        return nil
      }
      return "\(parameter.name): \(value.spelled(for: parameter))"
    }
    let defaults = Self.defaults(of: definition, arguments: arguments)
    if persistence != defaults.persistence { parts.append("persistence: \(persistence.rawValue)") }
    if persistence != .view, moments != defaults.moments {
      let words = Moment.allCases.filter(moments.contains).map(\.rawValue)
      parts.append("moments: [\(words.joined(separator: ", "))]")
    }
    return parts.isEmpty
      ? definition.name : "\(definition.name)(\(parts.joined(separator: ", ")))"
  }
}

extension ArgumentValue {
  /// How specs write it as the value of a parameter.
  public func spelled(for parameter: StrategyParameter) -> String {
    switch self {
    case .number(let n): "\(n)"
    case .count(let n, let unit):
      // `entries: 10`, but `keep: 10 entries`.
      unit.rawValue == parameter.name ? "\(n)" : unit.spelled(n)
    case .word(let word): word
    case .string(let text):
      parameter.kind == .name && SpecParser.isName(text) ? text : Self.quoted(text)
    case .list(let values):
      "[\(values.map { $0.spelled(for: parameter) }.joined(separator: ", "))]"
    case .pipelines(let pipelines):
      "[\(pipelines.map(\.description).joined(separator: ", "))]"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
      case "\r": quoted.append(contentsOf: "\\r".unicodeScalars)
      case "\t": quoted.append(contentsOf: "\\t".unicodeScalars)
      case "\\", "'":
        quoted.append("\\")
        quoted.append(scalar)
      default: quoted.append(scalar)
      }
    }
    quoted.append("'")
    return String(quoted)
  }
}
