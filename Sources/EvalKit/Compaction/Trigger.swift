/// When a strategy acts: one implementation for all of them.
///
/// Counts (entries, turns, uses) fire when the count *exceeds* the number, the head left out; tokens
/// and shares of the context size when they *reach* it, the head included.
public indirect enum Trigger: Hashable, Sendable {
  /// Whenever the stage runs.
  case always
  /// When the user's prompt has just landed: the history ends on a prompt.
  case prompt
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
  /// On something that no recording holds; never met in a replay.
  case live(LiveEvent)
  /// When any of these is met.
  case any([Trigger])

  /// What sets off a policy in a live session and is not in a recorded one.
  public enum LiveEvent: String, Hashable, Sendable, CaseIterable {
    /// The session stood still for so long that the provider's cache went cold.
    case idle
    /// The model asked for a compaction itself.
    case modelRequest = "model-request"
    /// Token counts that the provider reported.
    case providerUsage = "provider-usage"
  }

  /// The words specs use beside numbers.
  static let words =
    ["always", "prompt", "overflow"] + LiveEvent.allCases.map(\.rawValue)

  /// Reads a trigger off a value.
  public init?(_ value: ArgumentValue) {
    switch value {
    case .word("always"): self = .always
    case .word("prompt"): self = .prompt
    case .word("overflow"): self = .overflow
    case .word(let word):
      guard let event = LiveEvent(rawValue: word) else { return nil }
      self = .live(event)
    case .number(let n), .count(let n, .entries): self = .entries(n)
    case .count(let n, .turns): self = .turns(n)
    case .count(let n, .uses): self = .uses(n)
    case .count(let n, .tokens): self = .tokens(n)
    case .count(let n, .percent): self = .share(n)
    case .list(let values):
      let triggers = values.compactMap { Trigger($0) }
      guard triggers.count == values.count, !triggers.isEmpty else { return nil }
      self = .any(triggers)
    default: return nil
    }
  }

  /// Whether it is met.
  ///
  /// - Complexity: O(items) where it counts tokens, turns or uses.
  public func isMet(by history: History, in context: MomentContext) -> Bool {
    switch self {
    case .always: true
    case .prompt: history.items.last?.kind == .prompt
    case .overflow: context.moment == .overflow
    case .entries(let n): history.count > n
    case .turns(let n): history.items.count { $0.kind == .prompt } > n
    case .uses(let n): history.items.count { $0.kind == .toolOutput } > n
    case .tokens(let n): context.reaches(n, by: history)
    case .share(let percent):
      // In integers: tokens ÷ size ≥ percent ÷ 100, so tokens ≥ that share rounded up.
      context.reaches((percent * context.budget.contextSize + 99) / 100, by: history)
    case .live: false
    case .any(let triggers): triggers.contains { $0.isMet(by: history, in: context) }
    }
  }

  /// Why it cannot be met in a replay at all; nil where it can.
  public var whyNeverReplayed: String? {
    switch self {
    case .live(let event): "the trigger '\(event.rawValue)' cannot fire in a replay"
    case .any(let triggers):
      triggers.allSatisfy { $0.whyNeverReplayed != nil } ? triggers.first?.whyNeverReplayed : nil
    default: nil
    }
  }

  /// The triggers it is made of: itself, or the alternatives.
  public var alternatives: [Trigger] {
    if case .any(let triggers) = self { triggers.flatMap(\.alternatives) } else { [self] }
  }
}

extension Trigger: CustomStringConvertible {
  /// How specs write it.
  public var description: String {
    switch self {
    case .always: "always"
    case .prompt: "prompt"
    case .entries(let n): CountUnit.entries.spelled(n)
    case .turns(let n): CountUnit.turns.spelled(n)
    case .uses(let n): CountUnit.uses.spelled(n)
    case .tokens(let n): CountUnit.tokens.spelled(n)
    case .share(let n): CountUnit.percent.spelled(n)
    case .overflow: "overflow"
    case .live(let event): event.rawValue
    case .any(let triggers): "[\(triggers.map(\.description).joined(separator: ", "))]"
    }
  }
}
