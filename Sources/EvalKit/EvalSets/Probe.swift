/// Where something is asked.
public enum Checkpoint: Hashable, Sendable {
  /// After everything.
  case end
  /// Before a prompt (probes) or a reply (trajectories).
  case before(EntryID)
  /// After the last entry of a turn.
  case after(EntryID)
  /// After every n-th complete turn and at the end.
  case every(turns: Int)
  /// At every recorded request of the turn an entry belongs to.
  case turn(EntryID)
}

/// A question about the session.
public struct Probe: Hashable, Sendable {
  /// What counts as right.
  public enum Expectation: Hashable, Sendable {
    /// The values of its facts.
    case facts
    /// A text, with other ways to say it.
    case answer(String, aliases: [String], kind: String)
    /// A number, within a tolerance.
    case number(Double, tolerance: Double)
    /// Several values, in order or in any.
    case list([String], anyOrder: Bool)
    /// No answer.
    case abstain
  }

  /// The id; made from its place where none was written.
  public var id: String
  /// A tag for strata: recall, update, temporal, multi-hop, abstention …
  public var kind: String
  /// The question.
  public var ask: String
  /// The beginning of a sentence the answer completes.
  public var cloze: String?
  /// For abstention: the same question about something that was said.
  public var decoy: String?
  /// The facts asked for.
  public var facts: [String]
  /// Whether one of the facts is enough.
  public var anyOf: Bool
  /// Whether a gate fails if it newly fails.
  public var must: Bool
  /// Where it is asked.
  public var at: Checkpoint
  /// What counts as right.
  public var expect: Expectation
  /// Whether it was only suggested, and nobody has looked at it yet.
  public var isDraft: Bool

  /// Makes a probe.
  public init(
    id: String, kind: String = "recall", ask: String, cloze: String? = nil, decoy: String? = nil,
    facts: [String] = [], anyOf: Bool = false, must: Bool = false, at: Checkpoint = .end,
    expect: Expectation = .facts, isDraft: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.ask = ask
    self.cloze = cloze
    self.decoy = decoy
    self.facts = facts
    self.anyOf = anyOf
    self.must = must
    self.at = at
    self.expect = expect
    self.isDraft = isDraft
  }
}
