/// What tokens cost at a provider, in units of a fresh input token, and in what pieces its cache works.
public struct Prices: Hashable, Sendable {
  /// The preset's name; of prices of one's own, what a judge file calls them.
  public var name: String
  /// A token read from the cache.
  public var cached: Double
  /// A token written to the cache, beside having been read; 1 where writing costs nothing extra.
  public var written: Double
  /// A token of output.
  public var output: Double
  /// What is read from and written to the cache comes in multiples of this many tokens.
  public var block: Int
  /// A prefix under this many tokens is neither kept nor found.
  public var minimum: Int

  /// Makes prices.
  public init(
    name: String, cached: Double, written: Double, output: Double, block: Int = 1, minimum: Int = 0
  ) {
    self.name = name
    self.cached = cached
    self.written = written
    self.output = output
    self.block = max(1, block)
    self.minimum = max(0, minimum)
  }

  /// A tenth for a cached token, nothing extra for writing, five for output.
  public static let `default` = Prices(name: "default", cached: 0.1, written: 1, output: 5)

  /// The presets, the default first.
  ///
  /// Reading, writing, blocks and minima as the providers document them. What output costs differs
  /// from model to model; five times the input is taken for all.
  public static let presets: [Prices] = [
    .default,
    // Kept for five minutes; the least prefix differs by model, 512 to 4,096.
    Prices(name: "anthropic", cached: 0.1, written: 1.25, output: 5, minimum: 1024),
    // Kept for an hour.
    Prices(name: "anthropic-1h", cached: 0.1, written: 2, output: 5, minimum: 1024),
    Prices(name: "openai", cached: 0.1, written: 1, output: 5, block: 128, minimum: 1024),
    Prices(name: "deepseek", cached: 0.1, written: 1, output: 5, block: 64),
    Prices(name: "gemini", cached: 0.1, written: 1, output: 5, minimum: 4096),
    // One's own server: what is reused is not computed again, and whole blocks only.
    Prices(name: "vllm", cached: 0, written: 1, output: 5, block: 16),
    Prices(name: "uncached", cached: 1, written: 1, output: 5),
  ]

  /// The preset with a name.
  public static func preset(_ name: String) -> Prices? { presets.first { $0.name == name } }

  /// Of a common prefix of so many tokens, those that are read from the cache.
  public func cached(of prefix: Int) -> Int {
    let whole = prefix - prefix % block
    return whole < minimum ? 0 : whole
  }

  /// Of a request of so many tokens, those that are written to the cache: whole blocks behind what
  /// was read from it. The rest is fresh.
  ///
  /// Where writing costs nothing extra this is what a provider keeps by itself; where it does, it
  /// stands for a mark at the end of every request.
  public func written(of tokens: Int, cached: Int) -> Int {
    let whole = tokens - tokens % block
    return whole < minimum ? 0 : max(0, whole - cached)
  }

  /// What a request costs: cached · r + written · w + fresh · 1 + output · o.
  ///
  /// - Parameters:
  ///   - tokens: Its tokens.
  ///   - prefix: Of these, tokens the model still held.
  ///   - output: Tokens of its reply.
  public func cost(tokens: Int, prefix: Int, output: Int) -> Double {
    let read = cached(of: prefix)
    let written = written(of: tokens, cached: read)
    let fresh = tokens - read - written
    return Double(read) * cached + Double(written) * self.written + Double(fresh)
      + Double(output) * self.output
  }
}

extension Prices {
  /// Reads the prices of a judge file: a preset's name, or an object of one's own.
  ///
  /// - Returns: nil where they cannot be read, which is reported.
  init?(_ node: JSONNode, path: String, _ diagnostics: DiagnosticCollector) {
    if case .string = node.kind {
      guard let name = String.decode(node, path: path, diagnostics: diagnostics) else { return nil }
      if let preset = Prices.preset(name) {
        self = preset
        return
      }
      let names = Prices.presets.map(\.name)
      diagnostics.error(
        "unknown prices '\(name)'" + EditDistance.suggestion(for: name, in: names)
          + "; there are \(names.joined(separator: ", ")), or an object of your own",
        at: node.position, path: path)
      return nil
    }
    let object = StrictObject(node, path: path, diagnostics: diagnostics)
    guard object.isObject else { return nil }
    self = .default
    name = object.optional("name", default: "own")
    cached = object.optional("cached", default: cached)
    written = object.optional("written", default: written)
    output = object.optional("output", default: output)
    block = object.optional("block", default: block)
    minimum = object.optional("minimum", default: minimum)
    for (key, price) in [("cached", cached), ("written", written), ("output", output)]
    where price < 0 || !price.isFinite {
      object.error("expected a price of 0 or more, found \(price)", at: key)
    }
    if block < 1 { object.error("expected 1 or more, found \(block)", at: "block") }
    if minimum < 0 { object.error("expected 0 or more, found \(minimum)", at: "minimum") }
    object.finish()
    // A block of no size would be divided by before the mistake is told.
    block = max(1, block)
  }

  /// The prices with every default filled in.
  var json: JSONValue {
    [
      "name": .string(name), "cached": JSONValue(cached), "written": JSONValue(written),
      "output": JSONValue(output), "block": JSONValue(block), "minimum": JSONValue(minimum),
    ]
  }
}
