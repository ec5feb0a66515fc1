/// A compaction policy: a pure function of a history and the moment, but for the model it is handed.
///
/// Laws, each a property test over every strategy: the input is untouched; the same input and memory
/// give the same output; identity where its own trigger is not met; applying a view stage to its own
/// output changes nothing; nothing random or dated enters what it makes.
public protocol Strategy: Sendable {
  /// Name, parameters with defaults, summary, default persistence and moments.
  static var definition: StrategyDefinition { get }
  /// Makes a strategy from parsed arguments.
  ///
  /// - Throws: ``ArgumentError`` for a value that makes no sense together with others.
  init(_ arguments: StrategyArguments) throws
  /// Returns the edited history.
  ///
  /// - Parameters:
  ///   - history: The history, by value.
  ///   - context: What the stage may know.
  ///   - memory: This stage's own JSON value; it travels with the session and is copied by a fork.
  func edit(_ history: History, in context: MomentContext, memory: inout JSONValue) async throws
    -> History

  /// When it acts at a moment, as far as its arguments tell; ``Reach/always`` unless said.
  func reach(at moment: Moment) -> Reach
  /// The most that is left after it ran on a history of at most `before`; `before` unless said,
  /// so a strategy that adds items must say so.
  func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  /// What it brings a history down to when its trigger is met, if it has both; nil unless said.
  var target: Target? { get }
  /// What it leaves alone whatever happens, if it has such a thing; nil unless said.
  var protection: Protection? { get }
  /// Whether it asks a model with the arguments it has; as its definition says unless said.
  var asksModel: Bool { get }
  /// How it asks for summaries, if it does; nil unless said.
  var summarising: Summarising? { get }
  /// A digest of what its edits depend on beside its arguments, such as a file it names; nil unless
  /// said. Asked when a run is described, so that a run tells when that changed.
  var fingerprint: String? { get }
}

/// What a strategy says of itself.
public struct StrategyDefinition: Sendable {
  /// The name in specs, kebab-case, without a dot.
  public var name: String
  /// One sentence: what it keeps and what it drops.
  public var summary: String
  /// Its own parameters, in printing order.
  public var parameters: [StrategyParameter]
  /// What its edits apply to unless said.
  public var persistence: Persistence
  /// When it runs if it is stored, unless said.
  public var moments: Set<Moment>
  /// Whether it asks a model; then `view` is refused.
  public var callsModel: Bool
  /// Whether it is handed the log.
  public var readsLog: Bool
  /// Whether it runs an outside program: then only a spec that a person typed may name it.
  public var runsProgram: Bool
  /// Whether it replays recorded compactions; then it does not apply where none were recorded.
  public var needsCompactions: Bool

  /// Makes a definition.
  public init(
    name: String, summary: String, parameters: [StrategyParameter] = [],
    persistence: Persistence = .view, moments: Set<Moment> = [.prompt, .toolOutput],
    callsModel: Bool = false, readsLog: Bool = false, runsProgram: Bool = false,
    needsCompactions: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.persistence = persistence
    self.moments = moments
    self.callsModel = callsModel
    self.readsLog = readsLog
    self.runsProgram = runsProgram
    self.needsCompactions = needsCompactions
  }
}

/// A parameter of a strategy.
public struct StrategyParameter: Sendable {
  /// What values it takes.
  public enum Kind: Hashable, Sendable {
    /// A plain number of something, with the units it may be given in; the first is the default.
    case count([CountUnit])
    /// A trigger: counts, tokens, a share, or a word such as `overflow`.
    case trigger
    /// One of these words.
    case word([String])
    /// Any text.
    case string
    /// The path of a file that the strategy reads; in a saved pipeline from that file's folder.
    case file
    /// A name: a word, with colons in it perhaps, or a text.
    case name
    /// A list of texts.
    case strings
    /// true or false.
    case flag
    /// Pipelines in brackets.
    case pipelines
  }

  /// Its name in specs.
  public var name: String
  /// What values it takes.
  public var kind: Kind
  /// The default; nil means it must be given, unless it is optional.
  public var defaultValue: ArgumentValue?
  /// Whether it may be left out though it has no default.
  public var isOptional: Bool
  /// The least count allowed.
  public var minimum: Int
  /// One sentence.
  public var summary: String

  /// Makes a parameter.
  public init(
    _ name: String, _ kind: Kind, default defaultValue: ArgumentValue? = nil,
    isOptional: Bool = false, minimum: Int = 0, summary: String
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.isOptional = isOptional
    self.minimum = minimum
    self.summary = summary
  }
}

/// What a count counts.
public enum CountUnit: String, Hashable, Sendable, CaseIterable {
  /// Entries of the history, the head left out.
  case entries
  /// Turns.
  case turns
  /// Tokens, the head included.
  case tokens
  /// Uses of tools.
  case uses
  /// Characters.
  case chars
  /// A share of the context size, in percent.
  case percent
}

/// A value in a spec.
public indirect enum ArgumentValue: Hashable, Sendable {
  /// A number without a unit.
  case number(Int)
  /// A number with a unit; shares are whole percents.
  case count(Int, CountUnit)
  /// A bare word.
  case word(String)
  /// A quoted text.
  case string(String)
  /// A list in brackets.
  case list([ArgumentValue])
  /// Pipelines in brackets, separated by commas; the stages of each by bars.
  case pipelines([Pipeline])
}

/// The arguments of a stage, every parameter filled in.
public struct StrategyArguments: Hashable, Sendable {
  /// The values by parameter name, defaults included.
  public var values: [String: ArgumentValue]

  /// Makes arguments.
  public init(_ values: [String: ArgumentValue] = [:]) { self.values = values }

  /// The value of a parameter.
  public subscript(name: String) -> ArgumentValue? { values[name] }

  /// The number of a count or number parameter.
  public func count(_ name: String) throws -> Int {
    switch values[name] {
    case .number(let n)?, .count(let n, _)?: return n
    default: throw ArgumentError(parameter: name, problem: "expected a number")
    }
  }

  /// The size of a parameter.
  public func target(_ name: String) throws -> Target {
    guard let value = values[name], let target = Target(value) else {
      throw ArgumentError(
        parameter: name, problem: "expected a size such as 6 turns, 20 entries, 20k tokens or 30%")
    }
    return target
  }

  /// The trigger of a parameter.
  public func trigger(_ name: String) throws -> Trigger {
    guard let value = values[name], let trigger = Trigger(value) else {
      throw ArgumentError(
        parameter: name,
        problem: "expected a trigger such as 75%, 3000 tokens, 50 entries, always or overflow")
    }
    return trigger
  }

  /// The text of a string or word parameter.
  public func text(_ name: String) throws -> String {
    switch values[name] {
    case .string(let text)?, .word(let text)?: return text
    default: throw ArgumentError(parameter: name, problem: "expected a text")
    }
  }
}

/// Arguments that make no sense.
public struct ArgumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter.
  public var parameter: String
  /// What is wrong and what was expected.
  public var problem: String

  /// Makes an error.
  public init(parameter: String, problem: String) {
    self.parameter = parameter
    self.problem = problem
  }

  /// The message.
  public var description: String { "argument '\(parameter)': \(problem)" }
}
