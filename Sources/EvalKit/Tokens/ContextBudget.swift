/// The size of a context window and what of it history may use.
public struct ContextBudget: Hashable, Sendable {
  /// The size assumed where neither user, set nor model states one.
  public static let assumedSize = 4096
  /// The reserve for the answer unless said.
  public static let defaultReserve = 512

  /// The context size in tokens: only exceeding this throws.
  public let contextSize: Int
  /// Tokens kept free for the answer.
  public let reserve: Int
  /// Whether the size was assumed.
  public let isAssumed: Bool

  /// Makes a budget; a size of 0 or less does not say, so 4,096 is assumed.
  public init(
    contextSize: Int, reserve: Int = ContextBudget.defaultReserve, isAssumed: Bool = false
  ) {
    self.contextSize = contextSize > 0 ? contextSize : Self.assumedSize
    self.reserve = max(0, reserve)
    self.isAssumed = isAssumed || contextSize <= 0
  }

  /// What a view may hold: context size less the reserve, not below 0.
  public var tokens: Int { max(0, contextSize - reserve) }

  /// A share of the context size in tokens, rounded down.
  public func share(percent: Double) -> Int {
    Int((Double(contextSize) * percent / 100).rounded(.down))
  }
}
