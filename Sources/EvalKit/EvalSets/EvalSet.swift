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
