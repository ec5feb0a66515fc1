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
  /// The difference that it is meant to detect, in the unit of the primary metric: 0.06 for six points
  /// of recall; nil where nothing is stated.
  public var detects: Double?
  /// Warnings of `check` that are known and kept, each with a reason.
  public var accepted: [AcceptedWarning] = []

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

/// A warning of `check` that a set's author knows of and keeps.
public struct AcceptedWarning: Hashable, Sendable {
  /// The warning's name, such as `few-clusters`.
  public var warning: String
  /// The case it is about, or `case/part`; nil for wherever it is found.
  public var subject: String?
  /// Why it is right all the same.
  public var reason: String
  /// Where the set says so.
  public var position: TextPosition

  /// Makes an acceptance.
  public init(
    warning: String, subject: String? = nil, reason: String,
    position: TextPosition = TextPosition(line: 1, column: 1)
  ) {
    self.warning = warning
    self.subject = subject
    self.reason = reason
    self.position = position
  }
}

/// A context size asked for.
public enum ContextSize: Hashable, Sendable {
  /// In tokens.
  case tokens(Int)
  /// A share of each session's own uncompacted peak, in percent.
  case share(Int)
}
