/// Parameters that many strategies take, said once so that they mean the same everywhere.
extension StrategyParameter {
  /// `when`: the trigger.
  public static func when(_ value: ArgumentValue?, optional: Bool = false) -> StrategyParameter {
    StrategyParameter(
      "when", .trigger, default: value, isOptional: optional, summary: "When it acts.")
  }

  /// `first`: how many of the first entries stay.
  public static func first(_ count: Int) -> StrategyParameter {
    StrategyParameter(
      "first", .count([.entries]), default: .count(count, .entries),
      summary: "How many of the first entries stay as they are.")
  }

  /// A size: entries, turns, tokens or a share of the context size.
  public static func size(
    _ name: String, _ value: ArgumentValue?, optional: Bool = false, summary: String
  ) -> StrategyParameter {
    StrategyParameter(
      name, .count([.entries, .turns, .tokens, .percent]), default: value, isOptional: optional,
      summary: summary)
  }

  /// `in-flight`: whether the turn in flight stays whole.
  public static func inFlight(_ value: Bool) -> StrategyParameter {
    StrategyParameter(
      "in-flight", .flag, default: .word(value ? "true" : "false"),
      summary: "Whether the turn in flight is left alone.")
  }

  /// `exclude-tools`: tools whose calls and outputs stay.
  public static let excludeTools = StrategyParameter(
    "exclude-tools", .strings, default: .list([]),
    summary: "Tools whose calls and outputs are left alone.")

  /// `pinned`: texts that pin the entries they stand in.
  public static let pinned = StrategyParameter(
    "pinned", .strings, default: .list([]),
    summary: "Entries in which one of these texts stands are left alone.")

  /// `boundary`: where the history may be cut.
  public static func boundary(_ value: Boundary) -> StrategyParameter {
    StrategyParameter(
      "boundary", .word(Boundary.allCases.map(\.rawValue)), default: .word(value.rawValue),
      summary: "Where history may be cut: at any entry, between rounds, or between turns.")
  }

  /// `placeholder`: what stands where content was taken out.
  public static func placeholder(_ value: String) -> StrategyParameter {
    StrategyParameter(
      "placeholder", .name, default: .string(value),
      summary: "What stands instead: explained, short, empty, or a text; {tool}, {chars}, {lines} "
        + "and {entry} stand for what was there, {head} and {tail} for its two ends.")
  }
}

extension StrategyArguments {
  /// The value of a flag.
  public func flag(_ name: String) throws -> Bool {
    switch values[name] {
    case .word("true")?: return true
    case .word("false")?: return false
    default: throw ArgumentError(parameter: name, problem: "expected true or false")
    }
  }

  /// The texts of a list; none where it was left out.
  public func texts(_ name: String) throws -> [String] {
    switch values[name] {
    case nil: return []
    case .list(let values)?:
      return try values.map { value in
        switch value {
        case .string(let text), .word(let text): return text
        default: throw ArgumentError(parameter: name, problem: "expected a list of texts")
        }
      }
    case .string(let text)?, .word(let text)?: return [text]
    default: throw ArgumentError(parameter: name, problem: "expected a list of texts")
    }
  }

  /// Where history may be cut.
  public func boundary(_ name: String = "boundary") throws -> Boundary {
    guard let boundary = Boundary(rawValue: try text(name)) else {
      throw ArgumentError(parameter: name, problem: "expected entry, round or turn")
    }
    return boundary
  }

  /// What stands where content was taken out.
  public func placeholder(_ name: String = "placeholder") throws -> Placeholder {
    Placeholder(try text(name))
  }

  /// The pipelines of a parameter.
  public func pipelines(_ name: String) throws -> [Pipeline] {
    guard case .pipelines(let pipelines)? = values[name] else {
      throw ArgumentError(parameter: name, problem: "expected stages in brackets")
    }
    return pipelines
  }
}
