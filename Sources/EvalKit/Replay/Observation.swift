/// What happened in one (case, arm): nothing judged yet.
public struct Observation: Sendable {
  /// The case's id.
  public var caseID: String
  /// The arm's key.
  public var arm: String
  /// The context size in tokens that the arm had in this case.
  public var contextSize: Int
  /// The reserve in tokens.
  public var reserve: Int
  /// Why it was not run at all (`floor`, `oracle does not fit` …); then the rest is empty.
  public var notApplicable: String?
  /// Why the user's own filter left it out; then the rest is empty.
  public var excluded: String?
  /// The stages of the arm as its spec has them; empty for a control.
  public var stages: [String]
  /// The main line's requests.
  public var requests: [RequestRecord]
  /// For each request, how its view differs from the one before.
  public var changes: [ViewChange]
  /// The questions' outcomes, in the order of the case's questions.
  public var questions: [QuestionObservation]
  /// Summariser calls of the main line.
  public var summaries: [SummaryCall]

  /// Makes an observation.
  public init(
    caseID: String, arm: String, contextSize: Int, reserve: Int, notApplicable: String? = nil,
    excluded: String? = nil, stages: [String] = [], requests: [RequestRecord] = [],
    changes: [ViewChange] = [], questions: [QuestionObservation] = [],
    summaries: [SummaryCall] = []
  ) {
    self.caseID = caseID
    self.arm = arm
    self.contextSize = contextSize
    self.reserve = reserve
    self.notApplicable = notApplicable
    self.excluded = excluded
    self.stages = stages
    self.requests = requests
    self.changes = changes
    self.questions = questions
    self.summaries = summaries
  }
}

/// What happened to one question under one arm.
public struct QuestionObservation: Sendable {
  /// How the asking ended.
  public enum Status: Hashable, Sendable {
    /// The model was asked and replied.
    case answered
    /// The copy's view exceeded the context size: not asked; the policy's result.
    case overflow
    /// A stage failed, so there is no view to ask on: a reason.
    case errored(String)
    /// The model failed; the view stands: a reason.
    case unanswered(String)
    /// The arm cannot be asked this: a reason.
    case notApplicable(String)
  }

  /// The question's id.
  public var id: String
  /// How the asking ended.
  public var status: Status
  /// The view it was (or would have been) asked on: the ask, if any, is its last item.
  public var view: View
  /// Tokens of that view.
  public var tokens: Int
  /// Stages that fired on the copy.
  public var firings: [StageFiring]
  /// Summariser calls made on the copy.
  public var summaries: [SummaryCall]
  /// What the model replied: an answer (probe, decoy) or an action (trajectory).
  public var reply: Reply?
  /// The recorded reply's calls as the model filled them, one a recorded call, where the question
  /// stands before recorded calls.
  public var filled: [ToolCall]
  /// The case whose session the view shows instead of the question's own: control `foreign` only.
  public var foreignCase: String?
  /// How likely the model held the values that may answer; empty where it was not asked.
  public var likelihoods: [ValueLikelihood]

  /// Makes an observation.
  public init(
    id: String, status: Status, view: View, tokens: Int = 0, firings: [StageFiring] = [],
    summaries: [SummaryCall] = [], reply: Reply? = nil, filled: [ToolCall] = [],
    foreignCase: String? = nil, likelihoods: [ValueLikelihood] = []
  ) {
    self.id = id
    self.status = status
    self.view = view
    self.tokens = tokens
    self.firings = firings
    self.summaries = summaries
    self.reply = reply
    self.filled = filled
    self.foreignCase = foreignCase
    self.likelihoods = likelihoods
  }
}
