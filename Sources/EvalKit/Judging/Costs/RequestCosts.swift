/// What the requests of a main line cost.
public struct RequestCosts: Hashable, Sendable {
  /// How many requests there were.
  public let requests: Int
  /// Tokens of all requests.
  public let input: Int
  /// Tokens of all recorded replies.
  public let output: Int
  /// Tokens given to and written by summarisers.
  public let summaryTokens: Int
  /// Of those given, tokens that the session's cache still held.
  public let summaryCached: Int
  /// Tokens of the largest request.
  public let peak: Int
  /// Tokens the model had to read.
  public let prefilled: Int
  /// Of these, tokens read while the user waits.
  public let blocking: Int
  /// Stages that changed something.
  public let firings: Int
  /// Requests that, with their reply, were over the context size.
  public let overflows: Int
  /// Share of tokens reused over all requests but the first; nil where there is no second.
  public let hitRate: Double?

  /// Adds up requests and summariser calls.
  public init(_ requests: [RequestRecord], summaries: [SummaryCall] = []) {
    self.requests = requests.count
    input = requests.reduce(0) { $0 + $1.tokens }
    output = requests.reduce(0) { $0 + $1.replyTokens }
    summaryTokens = summaries.reduce(0) { $0 + $1.input + $1.output }
    summaryCached = summaries.reduce(0) { $0 + $1.cached }
    peak = requests.map(\.tokens).max() ?? 0
    prefilled = requests.reduce(0) { $0 + $1.prefilled }
    blocking = requests.reduce(0) { $0 + $1.blocking }
    firings = requests.reduce(0) { $0 + $1.firings.count }
    overflows = requests.count { $0.isOverflow }
    let later = requests.dropFirst()
    let total = later.reduce(0) { $0 + $1.tokens }
    hitRate =
      total == 0 ? nil : Double(later.reduce(0) { $0 + $1.cached }) / Double(total)
  }

  /// Tokens a request, on average; 0 without requests.
  public var tokensPerRequest: Double { perRequest(input) }
  /// Tokens read a request, on average.
  public var prefilledPerRequest: Double { perRequest(prefilled) }
  /// Tokens read a request while the user waits, on average.
  public var blockingPerRequest: Double { perRequest(blocking) }
  /// All tokens of the task: input, output, summaries.
  public var taskTokens: Int { input + output + summaryTokens }

  private func perRequest(_ tokens: Int) -> Double {
    requests == 0 ? 0 : Double(tokens) / Double(requests)
  }
}
