internal import EvalKit

/// A network that holds a prefix: what ``EngineFeeder`` feeds.
final class TransformerEngine: PrefixEngine {
  let network: Network
  /// What stops the work in hand.
  var cancellation = Cancellation()
  /// The likelihoods of what comes next, as of the token read last; empty after going back, for they
  /// are then of a token that is gone.
  private(set) var logits: [Float] = []
  private var count = 0

  init(_ network: Network) { self.network = network }

  /// How many tokens are held.
  var held: Int { count }

  var feed: EngineFeed { .suffix }

  func process(_ input: EngineInput) throws {
    try check(input)
    guard case .suffix(let tokens, let retained) = input else { return }
    guard retained == count else {
      throw ModelError.unavailable("\(retained) tokens were said to be held, \(count) are")
    }
    try read(tokens)
  }

  /// Reads tokens after those held.
  func read(_ tokens: [Token], wanted: Network.Wanted = .last) throws {
    var last: [Float] = []
    try network.read(tokens, at: count, wanted: wanted, cancellation: cancellation) {
      last = Array($1)
    }
    logits = last
    count += tokens.count
  }

  /// Reads tokens after those held, and hands over the logits after each.
  func read(
    _ tokens: [Token], _ use: (Int, UnsafeBufferPointer<Float>) -> Void
  ) throws {
    try network.read(tokens, at: count, wanted: .all, cancellation: cancellation, use)
    logits = []
    count += tokens.count
  }

  func trim(to count: Int) -> PrefixCache.Trim {
    logits = []
    guard count >= 0 else {
      self.count = 0
      return .reset
    }
    self.count = min(self.count, count)
    return .retained(self.count)
  }
}
