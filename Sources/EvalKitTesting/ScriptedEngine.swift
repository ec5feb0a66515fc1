public import EvalKit

/// An engine that computes nothing and counts everything.
public struct ScriptedEngine: PrefixEngine, Sendable {
  /// What it can do with what it holds.
  public enum Kind: Hashable, Sendable {
    /// Go back to any prefix.
    case attention
    /// Go on from all it holds, or begin anew.
    case recurrent
    /// Only begin anew.
    case unsupported
  }

  /// How it wants to be handed tokens.
  public let feed: EngineFeed
  /// What it can do with what it holds.
  public let kind: Kind
  /// The tokens it holds.
  public private(set) var held: [Token] = []
  /// How many tokens each call handed over.
  public private(set) var handed: [Int] = []
  /// How many tokens each call made it process.
  public private(set) var processed: [Int] = []
  /// Throws this at the next call, if there is something.
  public var failure: ModelError?

  /// Makes an engine that holds nothing.
  public init(feed: EngineFeed = .whole, kind: Kind = .attention) {
    self.feed = feed
    self.kind = kind
  }

  /// Counts what it is handed and what of it is new.
  public mutating func process(_ input: EngineInput) throws {
    try check(input)
    if let failure {
      self.failure = nil
      throw failure
    }
    switch input {
    case .whole(let tokens, _): handed.append(tokens.count)
    case .suffix(let tokens, _): handed.append(tokens.count)
    }
    processed.append(input.fresh.count)
    held += input.fresh
  }

  /// Holds what it generated, the last token left out.
  public mutating func generate(_ tokens: [Token]) { held += tokens.dropLast() }

  /// Goes back, as far as its kind can.
  public mutating func trim(to count: Int) -> PrefixCache.Trim {
    if count >= 0, kind == .attention || (kind == .recurrent && count >= held.count) {
      held = Array(held.prefix(count))
      return .retained(held.count)
    }
    held = []
    return .reset
  }
}
