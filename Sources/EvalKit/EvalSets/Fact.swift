/// Where a value was said.
public struct Evidence: Hashable, Sendable {
  /// The entry; nil for the head's instructions.
  public var entry: EntryID?
  /// What must be found there: the quoted words, or the value.
  public var quote: String

  /// Makes evidence.
  public init(entry: EntryID?, quote: String) {
    self.entry = entry
    self.quote = quote
  }
}

/// A value the session established.
public struct Fact: Hashable, Sendable {
  /// An older value it replaced.
  public struct Superseded: Hashable, Sendable {
    /// The older value.
    public var value: String
    /// Where it was said, as far as known.
    public var evidence: [Evidence]

    /// Makes an older value.
    public init(value: String, evidence: [Evidence] = []) {
      self.value = value
      self.evidence = evidence
    }
  }

  /// The id.
  public var id: String
  /// A tag for strata: identifier, number, date, name …
  public var kind: String
  /// The value.
  public var value: String
  /// Other ways to say it.
  public var aliases: [String]
  /// Whether the value is computed from its evidence, not said in it.
  public var isDerived: Bool
  /// Where it was said.
  public var evidence: [Evidence]
  /// What it replaced.
  public var supersedes: [Superseded]
  /// Whether it was only suggested, and nobody has looked at it yet.
  public var isDraft: Bool

  /// Makes a fact.
  public init(
    id: String, kind: String = "text", value: String, aliases: [String] = [],
    isDerived: Bool = false, evidence: [Evidence] = [], supersedes: [Superseded] = [],
    isDraft: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.value = value
    self.aliases = aliases
    self.isDerived = isDerived
    self.evidence = evidence
    self.supersedes = supersedes
    self.isDraft = isDraft
  }
}
