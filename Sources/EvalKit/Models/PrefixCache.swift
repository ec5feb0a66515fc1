/// How a model's cache behaves.
public struct CachePolicy: Hashable, Sendable {
  /// What can be reused.
  public enum Kind: String, Hashable, Sendable {
    /// Keys and values a position: any prefix can be reused.
    case attention
    /// One running state: it can only be appended to.
    case recurrent
  }

  /// What can be reused.
  public var kind: Kind
  /// Reuse is floored to multiples of this many tokens.
  public var block: Int
  /// Reuse under this many tokens is none.
  public var minimum: Int

  /// Makes a policy.
  public init(kind: Kind = .attention, block: Int = 1, minimum: Int = 0) {
    self.kind = kind
    self.block = max(1, block)
    self.minimum = max(0, minimum)
  }
}

/// What a model holds of the last request, as a value: a fork copies it.
///
/// After a request it holds the rendered view and the reply that followed but its last token, whose
/// row the next step would have written. Comparison is by token, never by length.
public struct PrefixCache: Sendable {
  /// What trimming really kept.
  public enum Trim: Hashable, Sendable {
    /// This many tokens are still held.
    case retained(Int)
    /// Nothing is held; the next request is read in full.
    case reset
  }

  /// What admitting a request found.
  public struct Admission: Hashable, Sendable {
    /// Tokens of the request.
    public let total: Int
    /// Tokens reused.
    public let cached: Int
    /// Length of the common prefix, before clamps.
    public let commonPrefix: Int
    /// Tokens held before the request.
    public let held: Int

    /// Whether the request left the held prefix before its end.
    public var isBreak: Bool { commonPrefix < held }
    /// Tokens the model had to read.
    public var fresh: Int { total - cached }
  }

  /// How the cache behaves.
  public let policy: CachePolicy
  private var runs: [TokenRun] = []
  /// Tokens held.
  public private(set) var count = 0

  /// Makes an empty cache.
  public init(policy: CachePolicy = CachePolicy()) { self.policy = policy }

  /// Makes a cache that holds tokens.
  public init(holding tokens: [Token], policy: CachePolicy = CachePolicy()) {
    self.policy = policy
    runs = [TokenRun(tokens)]
    count = tokens.count
  }

  /// How much of a request the cache could serve; changes nothing.
  ///
  /// - Complexity: O(runs), tokens compared only from the first run that differs.
  public func reuse(for request: [TokenRun]) -> Admission {
    let total = request.reduce(0) { $0 + $1.count }
    let common = commonPrefix(with: request)
    var cached = min(common, max(0, total - 1))
    if policy.kind == .recurrent, common < count || cached < count { cached = 0 }
    cached -= cached % policy.block
    if cached < policy.minimum { cached = 0 }
    return Admission(total: total, cached: cached, commonPrefix: common, held: count)
  }

  /// Serves a request and holds it instead of what was held.
  public mutating func admit(_ request: [TokenRun]) -> Admission {
    let admission = reuse(for: request)
    runs = request
    count = admission.total
    return admission
  }

  /// Adds what the model generated after the request: all but its last token is held.
  public mutating func hold(reply: [TokenRun]) {
    let tokens = reply.reduce(0) { $0 + $1.count }
    guard tokens > 0 else { return }
    runs.append(contentsOf: reply)
    count += tokens - 1
  }

  /// Keeps at most the first `want` tokens.
  ///
  /// - Returns: what was really kept: never more than asked for.
  public mutating func trim(to want: Int) -> Trim {
    if want < 0 || (policy.kind == .recurrent && want < count) {
      runs = []
      count = 0
      return .reset
    }
    count = min(count, want)
    return .retained(count)
  }

  private func commonPrefix(with request: [TokenRun]) -> Int {
    var common = 0
    var index = 0
    while index < runs.count, index < request.count, common < count {
      let mine = runs[index].tokens
      let theirs = request[index].tokens
      guard mine.count == theirs.count, Self.areSame(mine, theirs) else { break }
      common += mine.count
      index += 1
    }
    if common >= count { return count }
    let rest = zip(runs[index...].lazy.flatMap(\.tokens), request[index...].lazy.flatMap(\.tokens))
    for (mine, theirs) in rest {
      if common == count || mine != theirs { break }
      common += 1
    }
    return common
  }

  private static func areSame(_ left: [Token], _ right: [Token]) -> Bool {
    // The same storage, as a shared ledger gives, needs no comparison.
    left.withUnsafeBufferPointer { a in
      right.withUnsafeBufferPointer { b in
        a.baseAddress == b.baseAddress || a.elementsEqual(b)
      }
    }
  }
}
