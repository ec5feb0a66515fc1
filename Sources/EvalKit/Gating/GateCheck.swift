/// A question, or a case, that came out differently from the baseline.
public struct GateChange: Hashable, Sendable {
  /// What a flip is owed to, where the model changed.
  public enum Cause: String, Hashable, Sendable {
    /// The facts survived alike: the model answers differently.
    case model
    /// Other facts survived: the edits differ.
    case compaction
  }

  /// The case's id.
  public var caseID: String
  /// The metric's key.
  public var metric: String
  /// The question; empty for a metric of the case.
  public var question: String
  /// The baseline's value.
  public var before: Double
  /// The run's value.
  public var after: Double
  /// The verdicts, `correct → stale`; empty where there is none.
  public var verdicts: String
  /// What it is owed to; nil where the model is the same or nothing is known of facts.
  public var cause: Cause?

  /// `case/question`, or the case alone.
  public var place: String { question.isEmpty ? caseID : "\(caseID)/\(question)" }
}

/// A question that was scored and is not any more.
public struct GateLoss: Hashable, Sendable {
  /// The case's id.
  public var caseID: String
  /// The question; empty for metrics of the case.
  public var question: String
  /// The metrics it is lost for.
  public var metrics: [String]
  /// What became of it: errored, not applicable, excluded or gone, with the reason.
  public var reason: String

  /// `case/question`, or the case alone.
  public var place: String { question.isEmpty ? caseID : "\(caseID)/\(question)" }
}

/// A thing a gate looked at in a policy, and what it found.
public struct GateCheck: Hashable, Sendable {
  /// What is looked at.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The change of a metric.
    case drift
    /// The change of a metric beyond that of repeats among themselves.
    case sampled
    /// The change of a metric as far as it holds on other sessions.
    case generalises
    /// The least a metric may be.
    case floor
    /// The most a metric may be.
    case ceiling
    /// Questions that must not newly fail.
    case must
    /// Hazards with severity error that the baseline has not.
    case hazards
    /// Questions that were scored and are not any more.
    case coverage
    /// A rate of cache hits that fell under a half.
    case cache
  }

  /// What came of it.
  public enum Status: Hashable, Sendable {
    /// The gate is met.
    case passed
    /// The gate is not met.
    case failed
    /// Something was not measured.
    case incomplete
    /// It cannot be told whether the gate is met: why.
    case undecided(String)
    /// There is nothing to look at: why.
    case skipped(String)

    /// The word in results.
    public var word: String {
      switch self {
      case .passed: "passed"
      case .failed: "failed"
      case .incomplete: "incomplete"
      case .undecided: "undecided"
      case .skipped: "skipped"
      }
    }

    /// Why it was not decided.
    public var reason: String? {
      switch self {
      case .undecided(let reason), .skipped(let reason): reason
      case .passed, .failed, .incomplete: nil
      }
    }
  }

  /// Whether a change would be met on other sessions of the kind: for information.
  public enum Unseen: Hashable, Sendable {
    /// The test over clusters finds it.
    case holds
    /// It does not.
    case noSign
    /// There are too few clusters to tell.
    case few(Int)

    /// What is said of it.
    public var description: String {
      switch self {
      case .holds: "would hold on unseen sessions: yes"
      case .noSign: "would hold on unseen sessions: no sign of it"
      case .few(let count):
        "would hold on unseen sessions: cannot tell (\(count) cluster\(count == 1 ? "" : "s"))"
      }
    }
  }

  /// What is looked at.
  public var kind: Kind
  /// The metric; nil where it is none.
  public var metric: String?
  /// What came of it.
  public var status: Status = .passed
  /// The baseline's value, over what both sides scored.
  public var before: Double?
  /// The run's value, over the same.
  public var after: Double?
  /// The least change for the worse that fails; the bound of a floor or ceiling.
  public var threshold: Double?
  /// What repeats differ by among themselves.
  public var spread: Double?
  /// How many questions, or cases, it is over.
  public var questions = 0
  /// Whether these are cases.
  public var isOfCases = false
  /// What came out worse.
  public var broken: [GateChange] = []
  /// What came out better.
  public var fixed: [GateChange] = []
  /// What was lost.
  public var lost: [GateLoss] = []
  /// Hazards that are new: the case with the rule and how often.
  public var hazards: [String] = []
  /// Whether the change would hold elsewhere; nil where there is none.
  public var unseen: Unseen?
  /// Whether it is better by as much as would fail.
  public var isImprovement = false

  /// Makes a check that is met.
  public init(_ kind: Kind, metric: String? = nil) {
    self.kind = kind
    self.metric = metric
  }

  /// `recall drift`, `must`.
  public var name: String { metric.map { "\($0) \(kind.rawValue)" } ?? kind.rawValue }
}
