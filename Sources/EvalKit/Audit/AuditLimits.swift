/// Where an audit begins to object; every limit can be set, and is said in the finding.
public struct AuditLimits: Hashable, Sendable {
  /// The share of the window that fixed costs may take: above it the design is at fault, and no
  /// trimming of history helps.
  public var fixedShare = 0.25
  /// The paragraphs that instructions, and a prompt, may have.
  public var paragraphs = 3
  /// The tools that may be offered at once.
  public var tools = 5
  /// The characters a name in a schema may have, tools' names included.
  public var nameCharacters = 24
  /// The characters the description of a tool may have.
  public var toolDescriptionCharacters = 160
  /// The characters the description of a key may have.
  public var keyDescriptionCharacters = 80
  /// The share of turns from which on a tool counts as called on nearly every prompt.
  public var nearlyEvery = 0.8
  /// The turns a session must have before that is looked at.
  public var leastTurns = 3
  /// The share of the window from which on a single entry is heavy.
  public var heavyShare = 0.05
  /// The share of the window at which an alarm goes off.
  public var windowAlarm = 0.75
  /// The cache-hit rate of a request below which an alarm goes off.
  public var cacheAlarm = 0.5
  /// The largest entries that are listed.
  public var largest = 5

  /// Makes the default limits.
  public init() {}
}
