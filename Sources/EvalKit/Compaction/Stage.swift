/// A strategy with its arguments, persistence and moments.
public struct Stage: Sendable, Hashable {
  /// The strategy.
  public let strategy: any Strategy
  /// What the strategy says of itself.
  public let definition: StrategyDefinition
  /// Its arguments, defaults filled in.
  public let arguments: StrategyArguments
  /// What its edits apply to.
  public let persistence: Persistence
  /// When it runs if it is stored.
  public let moments: Set<Moment>

  /// Makes a stage.
  ///
  /// - Parameters:
  ///   - strategy: The strategy, made from the same arguments.
  ///   - arguments: Its arguments, defaults filled in.
  ///   - persistence: What its edits apply to; by default as ``defaults(of:arguments:)`` says.
  ///   - moments: When it runs if it is stored; by default as ``defaults(of:arguments:)`` says.
  public init(
    _ strategy: any Strategy, arguments: StrategyArguments = StrategyArguments(),
    persistence: Persistence? = nil, moments: Set<Moment>? = nil
  ) {
    self.strategy = strategy
    definition = type(of: strategy).definition
    self.arguments = arguments
    let defaults = Self.defaults(of: definition, arguments: arguments)
    self.persistence = persistence ?? defaults.persistence
    self.moments = moments ?? defaults.moments
  }

  /// Persistence and moments where a spec says nothing of them.
  ///
  /// The strategy's own, but for a trigger of `overflow`: that moment comes only to stored stages,
  /// so such a stage is stored (unless its strategy says rebuild) and runs at `overflow` alone.
  public static func defaults(of definition: StrategyDefinition, arguments: StrategyArguments)
    -> (persistence: Persistence, moments: Set<Moment>)
  {
    let waitsForOverflow = definition.parameters.contains {
      $0.kind == .trigger && arguments[$0.name] == .word(Moment.overflow.rawValue)
    }
    guard waitsForOverflow else { return (definition.persistence, definition.moments) }
    return (definition.persistence == .view ? .stored : definition.persistence, [.overflow])
  }

  /// Whether two stages do the same.
  public static func == (left: Stage, right: Stage) -> Bool {
    left.definition.name == right.definition.name && left.arguments == right.arguments
      && left.persistence == right.persistence && left.moments == right.moments
  }

  /// Adds what makes stages the same.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(definition.name)
    hasher.combine(arguments)
    hasher.combine(persistence)
    hasher.combine(moments)
  }
}

/// Stages in order: a value, not a strategy.
///
/// Stages run left to right within their persistence: stored stages first, at their moments, then
/// view stages on every request.
public struct Pipeline: Sendable, Hashable {
  /// The stages as written.
  public var stages: [Stage]

  /// Makes a pipeline.
  public init(_ stages: [Stage] = []) { self.stages = stages }

  /// Whether a stage replays recorded compactions.
  public var needsCompactions: Bool { stages.contains { $0.definition.needsCompactions } }
}

extension Pipeline {
  /// A digest of what its edits depend on beside the spec; nil where the spec says all.
  public var fingerprint: String? {
    let found = stages.compactMap(\.fingerprint)
    return found.isEmpty ? nil : SHA256.hexadecimal(found.joined(separator: "\n"))
  }
}

extension Stage {
  /// The digests of its strategy and of the stages in its arguments, with the stage they are of.
  fileprivate var fingerprint: String? {
    let inner = definition.parameters.flatMap { parameter -> [String] in
      guard case .pipelines(let pipelines)? = arguments[parameter.name] else { return [] }
      return pipelines.compactMap(\.fingerprint)
    }
    let found = [strategy.fingerprint].compactMap { $0 } + inner
    return found.isEmpty ? nil : "\(self) \(found.joined(separator: " "))"
  }
}
