/// A size as a measure: how much there is of what it counts, and how much of that may be left.
extension Target {
  /// The budget of a request, in tokens.
  public static func budget(of context: MomentContext) -> Target {
    .tokens(context.budget.tokens)
  }

  /// How much may be left: entries, turns or tokens.
  public func limit(in budget: ContextBudget) -> Int {
    switch self {
    case .entries(let n), .turns(let n), .tokens(let n): n
    case .share(let percent): budget.contextSize * percent / 100
    }
  }

  /// How much some items come to: entries, turns or tokens.
  ///
  /// - Complexity: O(items).
  public func measure(_ items: ArraySlice<Item>, in context: MomentContext) -> Int {
    switch self {
    case .entries: items.count
    case .turns: items.count { $0.kind == .prompt }
    case .tokens, .share: context.tokens(items)
    }
  }

  /// How much the head comes to: nothing where entries or turns are counted.
  public func measure(_ head: Head, in context: MomentContext) -> Int {
    switch self {
    case .entries, .turns: 0
    case .tokens, .share: context.ledger.count(head)
    }
  }

  /// How much a whole history comes to, its head included where tokens are counted.
  public func measure(_ history: History, in context: MomentContext) -> Int {
    measure(history.head, in: context) + measure(history.items[...], in: context)
  }

  /// What is left of this size once some items have their part of it; tokens are not reduced, since
  /// ``tailStart(of:structure:boundary:keepingFrom:reserved:in:)`` takes them as reserved.
  public func beside(_ items: ArraySlice<Item>) -> Target {
    switch self {
    case .entries(let n): .entries(max(0, n - items.count))
    case .turns(let n): .turns(max(0, n - items.count { $0.kind == .prompt }))
    case .tokens, .share: self
    }
  }
}
