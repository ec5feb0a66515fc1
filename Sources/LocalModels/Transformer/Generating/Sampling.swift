internal import EvalKit
internal import Kernels

/// How a token is chosen: the likeliest, or one drawn among the likeliest.
struct Sampling: Hashable, Sendable {
  /// 0 is greedy.
  var temperature: Double
  /// Only the likeliest tokens that have this share together are drawn from; 1 draws from all.
  var topP: Double
  /// Where the draws of every request begin.
  var seed: UInt64

  /// Draws tokens, the same ones for the same seed.
  struct Chooser {
    private let sampling: Sampling
    private var state: UInt64

    init(_ sampling: Sampling) {
      self.sampling = sampling
      state = sampling.seed
    }

    /// The next token; of equal ones the first of the vocabulary.
    mutating func choose(_ logits: UnsafeBufferPointer<Float>) -> Token {
      guard sampling.temperature > 0 else { return Self.likeliest(logits) }
      var shares = [Double](repeating: 0, count: logits.count)
      let most = Double(logits.max() ?? 0)
      var total = 0.0
      for place in logits.indices {
        shares[place] = kernel_exp((Double(logits[place]) - most) / sampling.temperature)
        total += shares[place]
      }
      let order = shares.indices.sorted { left, right in
        shares[left] != shares[right] ? shares[left] > shares[right] : left < right
      }
      var kept = 0.0
      var count = 0
      for place in order {
        kept += shares[place]
        count += 1
        if kept >= total * sampling.topP { break }
      }
      var rest = Double(next() >> 11) * 0x1p-53 * kept
      for place in order.prefix(count) {
        rest -= shares[place]
        if rest < 0 { return Token(rawValue: UInt32(place)) }
      }
      return Token(rawValue: UInt32(order.first ?? 0))
    }

    static func likeliest(_ logits: UnsafeBufferPointer<Float>) -> Token {
      var best = 0
      for place in logits.indices where logits[place] > logits[best] { best = place }
      return Token(rawValue: UInt32(best))
    }

    /// SplitMix64: Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.
    private mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
