/// Token counts of one or more model calls; totals, not increments.
public struct Usage: Hashable, Sendable {
  /// Tokens the model was given.
  public var input = 0
  /// Of these, tokens whose keys and values it still held.
  public var cached = 0
  /// Tokens it produced.
  public var output = 0
  /// Of these, tokens of reasoning.
  public var reasoning = 0

  /// Makes a usage.
  public init(input: Int = 0, cached: Int = 0, output: Int = 0, reasoning: Int = 0) {
    self.input = input
    self.cached = cached
    self.output = output
    self.reasoning = reasoning
  }

  /// The sum of two usages.
  public static func + (left: Usage, right: Usage) -> Usage {
    Usage(
      input: left.input + right.input, cached: left.cached + right.cached,
      output: left.output + right.output, reasoning: left.reasoning + right.reasoning)
  }
}

extension Usage {
  /// The usage of one call that was reported several times, each time in total so far.
  public init(ofEvents events: some Sequence<Usage>) {
    self.init()
    for event in events {
      input = max(input, event.input)
      cached = max(cached, event.cached)
      output = max(output, event.output)
      reasoning = max(reasoning, event.reasoning)
    }
  }

  /// The share of the input that was cached; nil where nothing was given.
  public var hitRate: Double? { input > 0 ? Double(cached) / Double(input) : nil }
}
