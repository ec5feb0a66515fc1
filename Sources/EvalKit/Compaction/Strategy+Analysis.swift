/// When a strategy acts at a moment, as far as can be told before anything runs.
public enum Reach: Hashable, Sendable {
  /// Whenever it runs.
  case always
  /// When a trigger is met.
  case when(Trigger)
  /// Not at all at this moment; says why.
  case never(String)
}

/// The most a history can hold at some point of a pipeline; nil where nothing bounds it.
public struct HistoryBounds: Hashable, Sendable {
  /// Entries, the head left out.
  public var entries: Int?
  /// Turns.
  public var turns: Int?
  /// Tokens, the head included.
  public var tokens: Int?

  /// Makes bounds.
  public init(entries: Int? = nil, turns: Int? = nil, tokens: Int? = nil) {
    self.entries = entries
    self.turns = turns
    self.tokens = tokens
  }

  /// Nothing is known.
  public static let none = HistoryBounds()

  /// These bounds or tighter ones.
  public func limited(entries: Int? = nil, turns: Int? = nil, tokens: Int? = nil) -> Self {
    HistoryBounds(
      entries: Self.least(self.entries, entries), turns: Self.least(self.turns, turns),
      tokens: Self.least(self.tokens, tokens))
  }

  /// These bounds, or a target or what does not yet meet the trigger if that is tighter.
  fileprivate func limited(to target: Target, or idle: Int?, in budget: ContextBudget) -> Self {
    switch target {
    case .entries(let n): limited(entries: max(n, idle ?? 0))
    case .turns(let n): limited(turns: max(n, idle ?? 0))
    case .tokens, .share: limited(tokens: max(target.tokens(in: budget) ?? 0, idle ?? 0))
    }
  }

  /// The bounds that hold whichever of the two applies.
  func union(_ other: Self) -> Self {
    HistoryBounds(
      entries: Self.most(entries, other.entries), turns: Self.most(turns, other.turns),
      tokens: Self.most(tokens, other.tokens))
  }

  private static func least(_ a: Int?, _ b: Int?) -> Int? {
    if let a, let b { min(a, b) } else { a ?? b }
  }

  private static func most(_ a: Int?, _ b: Int?) -> Int? {
    if let a, let b { max(a, b) } else { nil }
  }
}

extension Strategy {
  /// Whenever it runs.
  public func reach(at moment: Moment) -> Reach { .always }

  /// What was there before.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before }

  /// What it leaves as a rule: what ``bounds(after:at:in:)`` proves, and its target once its trigger
  /// is met; a head, a turn in flight or an entry that alone is larger may leave more.
  func usualBounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    let bounds = bounds(after: before, at: moment, in: budget)
    guard let target else { return bounds }
    switch reach(at: moment) {
    case .never: return bounds
    case .always: return bounds.limited(to: target, or: nil, in: budget)
    case .when(let trigger):
      let triggers = trigger.alternatives
      switch target {
      case .tokens, .share:
        guard let least = triggers.compactMap({ $0.tokens(in: budget) }).min() else {
          return bounds
        }
        return bounds.limited(to: target, or: least - 1, in: budget)
      case .entries:
        let counts = triggers.compactMap { if case .entries(let n) = $0 { n } else { nil } }
        guard let least = counts.min() else { return bounds }
        return bounds.limited(to: target, or: least, in: budget)
      case .turns:
        let counts = triggers.compactMap { if case .turns(let n) = $0 { n } else { nil } }
        guard let least = counts.min() else { return bounds }
        return bounds.limited(to: target, or: least, in: budget)
      }
    }
  }

  /// None.
  public var target: Target? { nil }

  /// Nothing.
  public var protection: Protection? { nil }

  /// As the definition says.
  public var asksModel: Bool { Self.definition.callsModel }

  /// It does not.
  public var summarising: Summarising? { nil }

  /// None: its arguments say all.
  public var fingerprint: String? { nil }
}
