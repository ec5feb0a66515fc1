/// What may be done about the tokens of a session: six recommendations, in the order in which
/// Apple's documents on the context window of the on-device model come to them (see `docs/budget.md`).
public enum AuditRecommendation: String, Hashable, Sendable, CaseIterable {
  /// Short instructions that never change.
  case instructions
  /// Few tools, shortly described.
  case tools
  /// What is always needed is fetched before the model is asked.
  case fetching
  /// Short prompts, and attachments of known cost.
  case prompts
  /// Small response schemas with bounds.
  case responses
  /// Several short sessions, or a condensed history.
  case sessions

  /// What to do, in one line.
  public var advice: String {
    switch self {
    case .instructions: "Keep the instructions to three paragraphs, the same on every request"
    case .tools: "Offer three to five tools, with short names and descriptions"
    case .fetching: "Fetch what is always needed yourself, and put it in the prompt"
    case .prompts: "Keep prompts to three paragraphs, and know what attachments cost"
    case .responses: "Ask for short answers: small schemas, arrays with a maximum"
    case .sessions: "Split the work over sessions, or condense what lies behind"
    }
  }
}

/// How much a finding matters whatever it saves.
public enum AuditSeverity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Requests fail.
  case error
  /// Tokens are wasted, or something is about to fail.
  case warning
  /// Worth knowing.
  case note

  /// Whether one matters more than another: errors come first.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}

/// Something an audit objects to.
public struct AuditFinding: Hashable, Sendable {
  /// A place the finding is about.
  public struct Place: Hashable, Sendable {
    /// An entry's label, a tool's name, or a key path behind one of them.
    public var name: String
    /// Tokens that following the advice there would have saved over the session.
    public var saved: Int
    /// What exactly; may be empty.
    public var detail: String

    /// Makes a place.
    public init(_ name: String, saved: Int = 0, detail: String = "") {
      self.name = name
      self.saved = saved
      self.detail = detail
    }
  }

  /// The rule's id, kebab-case.
  public let rule: String
  /// What to do about it.
  public let recommendation: AuditRecommendation
  /// How much it matters.
  public let severity: AuditSeverity
  /// What was found, in one sentence.
  public let detail: String
  /// Where, what saves most first.
  public let places: [Place]
  /// Tokens that would have been saved over all requests of the session.
  ///
  /// Findings overlap: an unused tool is also one of too many. Their savings are not to be added up.
  public let saved: Int

  /// Makes a finding; `saved` is the places' together unless said.
  public init(
    rule: String, recommendation: AuditRecommendation, severity: AuditSeverity, detail: String,
    places: [Place] = [], saved: Int? = nil
  ) {
    self.rule = rule
    self.recommendation = recommendation
    self.severity = severity
    self.detail = detail
    self.places = places.enumerated()
      .sorted { ($1.element.saved, $0.offset) < ($0.element.saved, $1.offset) }.map(\.element)
    self.saved = saved ?? places.reduce(0) { $0 + $1.saved }
  }

  /// Findings by tokens saved, most first; then by severity, then by rule.
  public static func ranked(_ findings: [AuditFinding]) -> [AuditFinding] {
    findings.sorted { left, right in
      if left.saved != right.saved { return left.saved > right.saved }
      if left.severity != right.severity { return left.severity < right.severity }
      return left.rule < right.rule
    }
  }
}
