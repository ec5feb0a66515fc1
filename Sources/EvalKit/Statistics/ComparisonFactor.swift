/// What two compared arms are meant to differ in: one thing, declared beforehand.
public enum ComparisonFactor: String, Hashable, Sendable, CaseIterable {
  /// The policy.
  case strategy
  /// The model.
  case model
  /// The tokenizer.
  case tokenizer
  /// The judge.
  case judge
  /// The version of the tool.
  case tool
}

/// What may set two arms apart besides the declared factor: all as digests, or as numbers in words.
/// Cases are matched one by one before, and those that differ are left out.
///
/// The code of strategies, the version of the tool and the revision are shown beside a comparison and never
/// compared.
public struct ComparisonBasis: Hashable, Sendable {
  /// The judge's digest.
  public var judge: String
  /// The model's digest.
  public var model: String
  /// The tokenizer's digest.
  public var tokenizer: String
  /// The context size: tokens, or a share of each session's peak.
  public var context: String
  /// Tokens kept free for the reply.
  public var reserve: Int

  /// Makes a basis.
  public init(
    judge: String, model: String, tokenizer: String, context: String, reserve: Int
  ) {
    self.judge = judge
    self.model = model
    self.tokenizer = tokenizer
    self.context = context
    self.reserve = reserve
  }

  /// What differs though it should not, by name.
  ///
  /// ```swift
  /// one.differences(from: other, varying: .model)  // ["context"], where model and context differ
  /// ```
  public func differences(from other: ComparisonBasis, varying factor: ComparisonFactor) -> [String]
  {
    let parts: [(name: String, factor: ComparisonFactor?, isSame: Bool)] = [
      ("judge", .judge, judge == other.judge),
      ("model", .model, model == other.model),
      ("tokenizer", .tokenizer, tokenizer == other.tokenizer),
      ("context", nil, context == other.context),
      ("reserve", nil, reserve == other.reserve),
    ]
    return parts.filter { !$0.isSame && $0.factor != factor }.map(\.name)
  }
}
