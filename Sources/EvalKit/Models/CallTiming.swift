/// How long one call of a model took, and of what.
///
/// Counts are the same in every run; seconds are not, so timings are no part of any result.
public struct CallTiming: Hashable, Sendable {
  /// What the model was asked for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// To reply.
    case reply
    /// How likely continuations are.
    case likelihood
    /// To read a request, and no more.
    case prefill
  }

  /// What it was asked for.
  public var kind: Kind
  /// Tokens of the request.
  public var prompt: Int
  /// Of these, tokens that were held from before.
  public var reused: Int
  /// Tokens it wrote or, for likelihoods, read after the request.
  public var written: Int
  /// Seconds until there was something to choose the first token from: loading, and reading what was
  /// not held.
  public var firstToken: Double
  /// Seconds in all.
  public var total: Double

  /// Makes a timing.
  public init(
    kind: Kind, prompt: Int, reused: Int, written: Int = 0, firstToken: Double, total: Double
  ) {
    self.kind = kind
    self.prompt = prompt
    self.reused = reused
    self.written = written
    self.firstToken = firstToken
    self.total = total
  }

  /// Tokens it read.
  public var read: Int { prompt - reused }

  /// Tokens it wrote a second after the first could be chosen; nil where it wrote none.
  public var tokensPerSecond: Double? {
    written > 0 && total > firstToken ? Double(written) / (total - firstToken) : nil
  }
}

/// An executor that notes how long its calls take.
public protocol TimedExecutor: ModelExecutor {
  /// The calls since the last time this was asked, in their order.
  func takeTimings() -> [CallTiming]
}
