/// The control arms of every run; never ranked.
public enum Control: Hashable, Sendable {
  /// The whole log with the head then in force, whatever the budget.
  case oracle
  /// Head and active turn; for a probe, head and ask.
  case null
  /// Head, the question's evidence with the rounds it belongs to, and the active turn.
  case evidence
  /// Whole past turns dropped in content-hash order until no larger than an arm's view.
  case placebo(of: String)
  /// The question asked of another case's view.
  case foreign

  /// The name in tables and results.
  public var name: String {
    switch self {
    case .oracle: "oracle"
    case .null: "null"
    case .evidence: "evidence"
    case .placebo(let arm): "placebo(\(arm))"
    case .foreign: "foreign"
    }
  }
}

/// A strategy × model × context size, or a control.
public struct Arm: Sendable, Hashable {
  /// What the arm does with history.
  public enum Policy: Sendable, Hashable {
    /// A pipeline of stages.
    case pipeline(Pipeline)
    /// A control.
    case control(Control)
  }

  /// The name: the user's, else the canonical spec, else the control's.
  public var name: String
  /// What it does with history.
  public var policy: Policy
  /// The model's name.
  public var model: String
  /// The context size.
  public var context: ContextSize
  /// The reserve in tokens.
  public var reserve: Int

  /// Makes an arm.
  public init(name: String, policy: Policy, model: String, context: ContextSize, reserve: Int) {
    self.name = name
    self.policy = policy
    self.model = model
    self.context = context
    self.reserve = reserve
  }

  /// Whether it is a control.
  public var isControl: Bool {
    if case .control = policy { true } else { false }
  }

  /// `arm|model|context`.
  public var key: String { "\(name)|\(model)|\(context)" }
}

extension ContextSize: CustomStringConvertible {
  /// `2048` or `50%`.
  public var description: String {
    switch self {
    case .tokens(let size): "\(size)"
    case .share(let percent): "\(percent)%"
    }
  }
}
