/// When a strategy acts: one implementation for all of them.
///
/// Counts (entries, turns, uses) fire when the count *exceeds* the number, the head left out; tokens
/// and shares of the context size when they *reach* it, the head included.
public enum Trigger: Hashable, Sendable {
  /// Whenever the stage runs.
  case always
  /// More entries than this.
  case entries(Int)
  /// More turns than this.
  case turns(Int)
  /// More tool outputs than this.
  case uses(Int)
  /// At least this many tokens.
  case tokens(Int)
  /// At least this share of the context size, in percent.
  case share(Int)
  /// At the moment `overflow` only.
  case overflow

  /// Reads a trigger off a value.
  public init?(_ value: ArgumentValue) {
    switch value {
    case .word("always"): self = .always
    case .word("overflow"): self = .overflow
    case .number(let n), .count(let n, .entries): self = .entries(n)
    case .count(let n, .turns): self = .turns(n)
    case .count(let n, .uses): self = .uses(n)
    case .count(let n, .tokens): self = .tokens(n)
    case .count(let n, .percent): self = .share(n)
    default: return nil
    }
  }

  /// Whether it is met.
  public func isMet(by history: History, in context: MomentContext) -> Bool {
    switch self {
    case .always: true
    case .overflow: context.moment == .overflow
    case .entries(let n): history.count > n
    case .turns(let n): history.items.count { $0.kind == .prompt } > n
    case .uses(let n): history.items.count { $0.kind == .toolOutput } > n
    case .tokens(let n): context.tokens(history) >= n
    case .share(let percent):
      // In integers: tokens ÷ size ≥ percent ÷ 100.
      context.tokens(history) * 100 >= percent * context.budget.contextSize
    }
  }
}

extension Trigger: CustomStringConvertible {
  /// How specs write it.
  public var description: String {
    switch self {
    case .always: "always"
    case .entries(let n): CountUnit.entries.spelled(n)
    case .turns(let n): CountUnit.turns.spelled(n)
    case .uses(let n): CountUnit.uses.spelled(n)
    case .tokens(let n): CountUnit.tokens.spelled(n)
    case .share(let n): CountUnit.percent.spelled(n)
    case .overflow: "overflow"
    }
  }
}
