/// What an argument must be.
public indirect enum ArgumentMatcher: Hashable, Sendable {
  /// Equal in meaning.
  case exact(JSONValue)
  /// Present, whatever it is.
  case keyOnly
  /// Equal to one of these.
  case oneOf([JSONValue])
  /// A number within bounds.
  case range(minimum: Double?, maximum: Double?)
  /// A text a regular expression matches.
  case pattern(String)
  /// A text that contains this.
  case contains(String)
  /// A text that begins with this.
  case hasPrefix(String)
  /// A text that ends with this.
  case hasSuffix(String)
  /// What a model judge decides.
  case naturalLanguage(String)
  /// A number, within a tolerance.
  case number(Double, tolerance: Double)
  /// An object that contains these members.
  case subset(JSONValue)
  /// The value of a fact.
  case fact(String)
}

/// A call expected.
public struct ExpectedCall: Hashable, Sendable {
  /// The tool.
  public var tool: String
  /// What its arguments must be, by key; others are allowed unless `exactArguments`.
  public var arguments: [String: ArgumentMatcher]
  /// Whether arguments not listed are refused.
  public var exactArguments: Bool

  /// Makes an expected call.
  public init(
    tool: String, arguments: [String: ArgumentMatcher] = [:], exactArguments: Bool = false
  ) {
    self.tool = tool
    self.arguments = arguments
    self.exactArguments = exactArguments
  }
}

/// Expected next actions at a checkpoint.
public struct TrajectoryExpectation: Hashable, Sendable {
  /// The id.
  public var id: String
  /// Where it is judged.
  public var at: Checkpoint
  /// Calls in this order.
  public var ordered: [ExpectedCall]
  /// Calls in any order.
  public var unordered: [ExpectedCall]
  /// Calls that may be made.
  public var optional: [ExpectedCall]
  /// Calls that must not be made.
  public var disallowed: [ExpectedCall]
  /// Whether others may be made.
  public var allowsAdditionalCalls: Bool
  /// Whether the recorded calls are the reference because nothing was written.
  public var isFromRecord: Bool
  /// Whether a gate fails if it newly fails.
  public var must: Bool
  /// Whether it was only suggested, and nobody has looked at it yet.
  public var isDraft: Bool

  /// Makes an expectation.
  public init(
    id: String, at: Checkpoint, ordered: [ExpectedCall] = [], unordered: [ExpectedCall] = [],
    optional: [ExpectedCall] = [], disallowed: [ExpectedCall] = [],
    allowsAdditionalCalls: Bool = true, isFromRecord: Bool = false, must: Bool = false,
    isDraft: Bool = false
  ) {
    self.id = id
    self.at = at
    self.ordered = ordered
    self.unordered = unordered
    self.optional = optional
    self.disallowed = disallowed
    self.allowsAdditionalCalls = allowsAdditionalCalls
    self.isFromRecord = isFromRecord
    self.must = must
    self.isDraft = isDraft
  }
}
