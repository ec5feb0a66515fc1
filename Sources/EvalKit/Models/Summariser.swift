/// Writes a summary of entries; a model, or a rule.
public protocol Summariser: Sendable {
  /// The name specs and records carry.
  var name: String { get }
  /// The largest input in tokens; nil where there is no window.
  var window: Int? { get }
  /// Returns a summary.
  ///
  /// - Throws: ``ModelError/contextSizeExceeded(contextSize:tokens:)`` over its window.
  func summary(of request: SummaryRequest) async throws -> Reply
  /// The summariser of an arm with this context size: itself, unless its window is the arm's.
  func fitted(to contextSize: Int) -> any Summariser
}

extension Summariser {
  /// Itself.
  public func fitted(to contextSize: Int) -> any Summariser { self }
}

/// What a summariser is asked.
public struct SummaryRequest: Sendable {
  /// What to summarise, in order, as the strategy hands it over.
  public var items: [Item]
  /// A prompt of the strategy's own that the items were rendered into, the summary before with
  /// them, where it makes one.
  public var prompt: String?
  /// What a model is told before the prompt; a rule has no use for it.
  public var instructions: String?
  /// The summary this one continues.
  public var previous: String?
  /// The most tokens of the summary; nil leaves it to the summariser.
  public var limit: Int?
  /// The session as it stands, where the summariser is asked within it: the same head and entries,
  /// and the prompt appended, so that what is cached serves again; nil for a session of its own.
  public var session: History?
  /// The sections the summary is to have, each under `## ` and its name; none where it is free.
  public var sections: [String] = []
  /// Counts the tokens of a text as the session does, so that a limit can be kept.
  public var measure: (@Sendable (String) -> Int)?

  /// Makes a request.
  public init(
    items: [Item], prompt: String? = nil, instructions: String? = nil, previous: String? = nil,
    limit: Int? = nil, session: History? = nil
  ) {
    self.items = items
    self.prompt = prompt
    self.instructions = instructions
    self.previous = previous
    self.limit = limit
    self.session = session
  }
}
