internal import EvalKit
internal import Kernels

/// Says how likely continuations of what an engine holds are.
struct Weighing {
  /// Tokens any of which ends a continuation.
  let closing: Set<Token>

  /// The log-probability of each, closed, in nats; the engine then holds what it held.
  func logLikelihoods(of continuations: [[Token]], on engine: TransformerEngine) throws -> [Double]
  {
    let held = engine.held
    let first = engine.logits
    return try continuations.map { tokens in
      guard let opening = tokens.first else { return -Double.infinity }
      var total = first.withUnsafeBufferPointer { Self.logShare(of: [opening], $0) }
      try engine.read(tokens) { place, logits in
        let next = place + 1 < tokens.count ? [tokens[place + 1]] : closing
        total += Self.logShare(of: next, logits)
      }
      _ = engine.trim(to: held)
      return total
    }
  }

  /// The log of the share that some tokens have together.
  private static func logShare(of tokens: Set<Token>, _ logits: UnsafeBufferPointer<Float>)
    -> Double
  {
    var most = -Float.infinity
    for logit in logits where logit > most { most = logit }
    var all = 0.0
    for logit in logits { all += kernel_exp(Double(logit - most)) }
    var some = 0.0
    for token in tokens.sorted(by: { $0.rawValue < $1.rawValue })
    where Int(token.rawValue) < logits.count {
      some += kernel_exp(Double(logits[Int(token.rawValue)] - most))
    }
    return kernel_log(some) - kernel_log(all)
  }
}
