/// What a main line cost under some prices, in tokens of fresh input.
public struct TokenCost: Hashable, Sendable, CustomStringConvertible {
  /// The prices.
  public let prices: Prices
  /// Tokens read from the cache.
  public private(set) var cached = 0
  /// Tokens written to the cache.
  public private(set) var written = 0
  /// Tokens read and not kept; all that summarisers read that no cache held is among them.
  public private(set) var fresh = 0
  /// Tokens of replies and summaries.
  public private(set) var output = 0

  /// Adds up requests and summariser calls.
  ///
  /// A summariser's prompt is taken to be used once: it is not written to the cache.
  ///
  /// - Complexity: O(requests + calls).
  public init(_ requests: [RequestRecord], summaries: [SummaryCall] = [], prices: Prices) {
    self.prices = prices
    for request in requests {
      let read = prices.cached(of: request.cached)
      let kept = prices.written(of: request.tokens, cached: read)
      cached += read
      written += kept
      fresh += request.tokens - read - kept
      output += request.replyTokens
    }
    for call in summaries {
      let read = prices.cached(of: call.cached)
      cached += read
      fresh += call.input - read
      output += call.isRemedy ? 0 : call.output
    }
  }

  /// cached · r + written · w + fresh · 1 + output · o.
  public var total: Double {
    Double(cached) * prices.cached + Double(written) * prices.written + Double(fresh)
      + Double(output) * prices.output
  }

  /// What it is made of: "cached 10 × 0.1, written 5 × 1, fresh 0, output 3 × 5 (default)".
  public var description: String {
    "cached \(cached) × \(prices.cached), written \(written) × \(prices.written), "
      + "fresh \(fresh), output \(output) × \(prices.output) (\(prices.name))"
  }
}
