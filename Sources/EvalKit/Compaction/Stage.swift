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
  public init(
    _ strategy: any Strategy, arguments: StrategyArguments = StrategyArguments(),
    persistence: Persistence? = nil, moments: Set<Moment>? = nil
  ) {
    self.strategy = strategy
    definition = type(of: strategy).definition
    self.arguments = arguments
    self.persistence = persistence ?? definition.persistence
    self.moments = moments ?? definition.moments
  }

  public static func == (left: Stage, right: Stage) -> Bool {
    left.definition.name == right.definition.name && left.arguments == right.arguments
      && left.persistence == right.persistence && left.moments == right.moments
  }

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
}
