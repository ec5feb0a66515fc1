/// How much of a history is to be left: one implementation for all strategies.
public enum Target: Hashable, Sendable, CustomStringConvertible {
  /// At most this many entries, the head left out.
  case entries(Int)
  /// At most this many turns; what stands before the first prompt counts as one.
  case turns(Int)
  /// At most this many tokens.
  case tokens(Int)
  /// At most this share of the context size, in whole percents.
  case share(Int)

  /// Reads a size off a value; a bare number counts entries.
  public init?(_ value: ArgumentValue) {
    switch value {
    case .number(let n), .count(let n, .entries): self = .entries(n)
    case .count(let n, .turns): self = .turns(n)
    case .count(let n, .tokens): self = .tokens(n)
    case .count(let n, .percent): self = .share(n)
    default: return nil
    }
  }

  /// How specs write it.
  public var description: String {
    switch self {
    case .entries(let n): CountUnit.entries.spelled(n)
    case .turns(let n): CountUnit.turns.spelled(n)
    case .tokens(let n): CountUnit.tokens.spelled(n)
    case .share(let n): CountUnit.percent.spelled(n)
    }
  }

  /// The tokens it allows, where it is a matter of tokens.
  public func tokens(in budget: ContextBudget) -> Int? {
    switch self {
    case .tokens(let n): n
    case .share(let percent): budget.contextSize * percent / 100
    case .entries, .turns: nil
    }
  }

  /// Whether it holds a whole history, so that nothing need be looked at.
  ///
  /// - Complexity: O(1) for entries, else O(items).
  public func holds(_ history: History, in context: MomentContext) -> Bool {
    switch self {
    case .entries(let n): history.count <= n
    case .turns(let n): history.items.count { $0.kind == .prompt } < n
    case .tokens, .share:
      context.tokens(history.items[...]) <= tokens(in: context.budget) ?? 0
    }
  }

  /// Where the longest tail of whole units that fits begins.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - structure: Its structure.
  ///   - boundary: Where it may be cut.
  ///   - start: From here on everything is kept, whether it fits or not.
  ///   - reserved: Tokens to count beside those of the tail, such as the head's.
  /// - Returns: a position; `count` where nothing is kept.
  /// - Complexity: O(items).
  public func tailStart(
    of history: History, structure: HistoryStructure, boundary: Boundary,
    keepingFrom start: Int? = nil, reserved: Int = 0, in context: MomentContext
  ) -> Int {
    let floor = start ?? structure.count
    let limit = tokens(in: context.budget)
    if boundary == .entry, start == nil, reserved == 0 {
      return tailStart(of: history.items, limit: limit, in: context)
    }
    var tokens = reserved + (limit == nil ? 0 : context.tokens(history.items[floor...]))
    var turns = structure.turnStarts.count { $0 >= floor }
    var kept = floor
    for unit in structure.units(boundary).reversed() where unit.lowerBound < floor {
      let added = unit.lowerBound..<min(unit.upperBound, floor)
      switch self {
      case .entries(let n): guard structure.count - added.lowerBound <= n else { return kept }
      case .turns(let n):
        turns += boundary == .turn ? 1 : history.items[added].count { $0.kind == .prompt }
        guard turns <= n else { return kept }
      case .tokens, .share:
        tokens += context.tokens(history.items[added])
        guard tokens <= limit ?? 0 else { return kept }
      }
      kept = added.lowerBound
    }
    return kept
  }
}

extension Target {
  /// Where the longest tail of entries that fits begins.
  ///
  /// - Complexity: O(tail).
  private func tailStart(of items: [Item], limit: Int?, in context: MomentContext) -> Int {
    var start = items.count
    switch self {
    case .entries(let n): return max(0, start - n)
    case .turns(let n):
      var turns = 0
      while start > 0 {
        if items[start - 1].kind == .prompt { turns += 1 }
        if turns > n { break }
        start -= 1
      }
    case .tokens, .share:
      var tokens = 0
      while start > 0 {
        tokens += context.tokens(items[start - 1])
        if tokens > limit ?? 0 { break }
        start -= 1
      }
    }
    return start
  }
}

extension MomentContext {
  /// The tokens of some items, one by one.
  public func tokens(_ items: ArraySlice<Item>) -> Int { items.reduce(0) { $0 + tokens($1) } }
}
