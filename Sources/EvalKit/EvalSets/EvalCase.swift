/// Cases measured together, with defaults for running them.
public struct EvalSet: Sendable {
  /// The id.
  public var id: String
  /// One line.
  public var title: String
  /// What it measures.
  public var summary: String
  /// An SPDX licence id.
  public var license: String?
  /// The cases, sorted by id.
  public var cases: [EvalCase]
  /// Context sizes to run at.
  public var contexts: [ContextSize]
  /// The reserve; nil leaves the default.
  public var reserve: Int?
  /// Strategy specs of the default panel.
  public var strategies: [String]

  /// Makes a set.
  public init(
    id: String, title: String = "", summary: String = "", license: String? = nil,
    cases: [EvalCase], contexts: [ContextSize] = [], reserve: Int? = nil, strategies: [String] = []
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.license = license
    self.cases = cases
    self.contexts = contexts
    self.reserve = reserve
    self.strategies = strategies
  }
}

/// A context size asked for.
public enum ContextSize: Hashable, Sendable {
  /// In tokens.
  case tokens(Int)
  /// A share of each session's own uncompacted peak, in percent.
  case share(Int)
}

/// A transcript with facts, probes, trajectory expectations and constraints.
public struct EvalCase: Sendable {
  /// The id.
  public var id: String
  /// One line.
  public var title: String
  /// Free tags.
  public var tags: [String]
  /// What statistics cluster on.
  public var cluster: String
  /// The session, marks stripped.
  public var transcript: Transcript
  /// Its structure.
  public var structure: TranscriptStructure
  /// What the session established.
  public var facts: [Fact]
  /// Questions about it.
  public var probes: [Probe]
  /// Expected next actions.
  public var trajectories: [TrajectoryExpectation]
  /// Standing rules.
  public var constraints: [Constraint]
  /// What must not be seen later.
  public var secrets: [Secret]
  /// The file it came from, relative to the set.
  public var file: String
  /// Where it was read from, as recorded JSON, kept as it came.
  public var source: JSONValue?

  /// Makes a case.
  public init(
    id: String, title: String = "", tags: [String] = [], cluster: String? = nil,
    transcript: Transcript, facts: [Fact] = [], probes: [Probe] = [],
    trajectories: [TrajectoryExpectation] = [], constraints: [Constraint] = [],
    secrets: [Secret] = [], file: String = "", source: JSONValue? = nil
  ) {
    self.id = id
    self.title = title
    self.tags = tags
    self.cluster = cluster ?? id
    self.transcript = transcript
    structure = TranscriptStructure(transcript.entries)
    self.facts = facts
    self.probes = probes
    self.trajectories = trajectories
    self.constraints = constraints
    self.secrets = secrets
    self.file = file
    self.source = source
  }
}

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

  /// Makes a fact.
  public init(
    id: String, kind: String = "text", value: String, aliases: [String] = [],
    isDerived: Bool = false, evidence: [Evidence] = [], supersedes: [Superseded] = []
  ) {
    self.id = id
    self.kind = kind
    self.value = value
    self.aliases = aliases
    self.isDerived = isDerived
    self.evidence = evidence
    self.supersedes = supersedes
  }
}

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

  /// Makes a probe.
  public init(
    id: String, kind: String = "recall", ask: String, cloze: String? = nil, decoy: String? = nil,
    facts: [String] = [], anyOf: Bool = false, must: Bool = false, at: Checkpoint = .end,
    expect: Expectation = .facts
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
  }
}

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

  /// Makes an expectation.
  public init(
    id: String, at: Checkpoint, ordered: [ExpectedCall] = [], unordered: [ExpectedCall] = [],
    optional: [ExpectedCall] = [], disallowed: [ExpectedCall] = [],
    allowsAdditionalCalls: Bool = true, isFromRecord: Bool = false, must: Bool = false
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
  }
}

/// A standing rule of the session.
public struct Constraint: Hashable, Sendable {
  /// The id.
  public var id: String
  /// The rule in words.
  public var text: String
  /// Where it was said.
  public var evidence: [Evidence]
  /// Calls it forbids.
  public var disallowed: [ExpectedCall]
  /// A pattern answers must not match.
  public var forbid: String?
  /// A pattern answers must match.
  public var require: String?
  /// Whether a gate fails if it newly fails.
  public var must: Bool

  /// Makes a constraint.
  public init(
    id: String, text: String, evidence: [Evidence] = [], disallowed: [ExpectedCall] = [],
    forbid: String? = nil, require: String? = nil, must: Bool = false
  ) {
    self.id = id
    self.text = text
    self.evidence = evidence
    self.disallowed = disallowed
    self.forbid = forbid
    self.require = require
    self.must = must
  }
}

/// A value that must not be in a view made after its turn ended.
public struct Secret: Hashable, Sendable {
  /// The id.
  public var id: String
  /// The value.
  public var value: String
  /// Where it was said.
  public var evidence: [Evidence]

  /// Makes a secret.
  public init(id: String, value: String, evidence: [Evidence] = []) {
    self.id = id
    self.value = value
    self.evidence = evidence
  }
}
