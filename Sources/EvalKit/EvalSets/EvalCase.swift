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
  /// Whether it was only suggested, and nobody has looked at it yet.
  public var isDraft: Bool

  /// Makes a constraint.
  public init(
    id: String, text: String, evidence: [Evidence] = [], disallowed: [ExpectedCall] = [],
    forbid: String? = nil, require: String? = nil, must: Bool = false,
    isDraft: Bool = false
  ) {
    self.id = id
    self.text = text
    self.evidence = evidence
    self.disallowed = disallowed
    self.forbid = forbid
    self.require = require
    self.must = must
    self.isDraft = isDraft
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
