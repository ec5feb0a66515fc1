internal import EvalKit
internal import Kernels

/// Says how likely continuations of what an engine holds are.
enum Weighing {
  /// What may follow.
  struct Continuation: Sendable {
    var tokens: [Token] = []
    /// Of each token whether its likelihood counts; of the others it is given that they follow.
    var isWeighed: [Bool] = []
    /// Tokens any of which ends it; empty where it need not end.
    var closing: Set<Token> = []
  }

  /// The log-probability of each, in nats; the engine then holds what it held.
  static func logLikelihoods(of continuations: [Continuation], on engine: TransformerEngine) throws
    -> [Double]
  {
    let held = engine.held
    let first = engine.logits
    return try continuations.map { continuation in
      let tokens = continuation.tokens
      guard let opening = tokens.first else { return 0 }
      var total = 0.0
      if continuation.isWeighed[0] {
        total += first.withUnsafeBufferPointer { logShare(of: [opening], $0) }
      }
      // What follows the last token counts only where it has to end there.
      let read = continuation.closing.isEmpty ? tokens.dropLast() : tokens[...]
      try engine.read(Array(read)) { place, logits in
        if place + 1 == tokens.count {
          total += logShare(of: continuation.closing, logits)
        } else if continuation.isWeighed[place + 1] {
          total += logShare(of: [tokens[place + 1]], logits)
        }
      }
      _ = engine.trim(to: held)
      return total
    }
  }

  /// The log of the share that some tokens have together: finite, however unlikely they are.
  static func logShare(of tokens: Set<Token>, _ logits: UnsafeBufferPointer<Float>) -> Double {
    let some = tokens.map { Int($0.rawValue) }.filter { $0 < logits.count }.sorted()
    return logSum(some.map { logits[$0] }) - logSum(logits)
  }

  private static func logSum(_ logits: some Collection<Float>) -> Double {
    var most = -Float.infinity
    for logit in logits where logit > most { most = logit }
    var sum = 0.0
    for logit in logits { sum += kernel_exp(Double(logit) - Double(most)) }
    return Double(most) + kernel_log(sum)
  }
}
