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
  /// Where each run ends, in tokens from the beginning.
  private var ends: [Int] = []
  /// The first run with an assumed attachment cost in it.
  private var firstAssumed = Int.max
  /// Tokens held; the runs' tokens, or one less where the last was generated and not read back.
  public private(set) var count = 0

  /// Makes an empty cache.
  public init(policy: CachePolicy = CachePolicy()) { self.policy = policy }

  /// Makes a cache that holds tokens.
  public init(holding tokens: [Token], policy: CachePolicy = CachePolicy()) {
    self.policy = policy
    add([TokenRun(tokens)])
    count = tokens.count
  }

  /// How much of a request the cache could serve; changes nothing.
  ///
  /// - Complexity: O(runs), tokens compared only from the first run that differs.
  public func reuse(for request: [TokenRun]) -> Admission { reuse(keeping: 0, then: request) }

  /// Serves a request and holds it instead of what was held.
  public mutating func admit(_ request: [TokenRun]) -> Admission {
    admit(keeping: 0, then: request)
  }

  /// How much of a request the cache could serve whose first runs are known to be those it has.
  ///
  /// - Complexity: O(runs after the first `kept`).
  func reuse(keeping kept: Int, then rest: [TokenRun]) -> Admission {
    let total = rest.reduce(tokens(inFirst: kept)) { $0 + $1.count }
    let common = commonPrefix(keeping: kept, then: rest)
    var cached = min(common, max(0, total - 1))
    if policy.kind == .recurrent, common < count || cached < count { cached = 0 }
    cached -= cached % policy.block
    if cached < policy.minimum { cached = 0 }
    return Admission(total: total, cached: cached, commonPrefix: common, held: count)
  }

  /// Serves a request whose first runs are known to be those it has.
  mutating func admit(keeping kept: Int, then rest: [TokenRun]) -> Admission {
    let admission = reuse(keeping: kept, then: rest)
    leave(kept)
    add(rest)
    count = admission.total
    return admission
  }

  /// Adds what the model generated after the request: all but its last token is held.
  public mutating func hold(reply: [TokenRun]) {
    let before = tokens(inFirst: runs.count)
    add(reply)
    let after = tokens(inFirst: runs.count)
    if after > before { count = after - 1 }
  }

  /// Keeps at most the first `want` tokens.
  ///
  /// - Returns: what was really kept: never more than asked for.
  public mutating func trim(to want: Int) -> Trim {
    if want < 0 || (policy.kind == .recurrent && want < count) {
      leave(0)
      count = 0
      return .reset
    }
    if want < count { cut(to: want) }
    return .retained(count)
  }

  private mutating func add(_ more: [TokenRun]) {
    var end = ends.last ?? 0
    for run in more {
      end += run.count
      if run.assumed { firstAssumed = min(firstAssumed, runs.count) }
      runs.append(run)
      ends.append(end)
    }
  }

  private mutating func cut(to want: Int) {
    let whole = ends.prefix { $0 <= want }.count
    let rest = want - tokens(inFirst: whole)
    let partial = rest > 0 ? Array(runs[whole].tokens.prefix(rest)) : []
    leave(whole)
    if !partial.isEmpty { add([TokenRun(partial)]) }
    count = want
  }

  private mutating func leave(_ kept: Int) {
    runs.removeSubrange(kept...)
    ends.removeSubrange(kept...)
    if firstAssumed >= kept { firstAssumed = .max }
  }

  /// The tokens of the first runs.
  ///
  /// - Complexity: O(1).
  func tokens(inFirst runs: Int) -> Int { runs == 0 ? 0 : ends[runs - 1] }

  /// Whether an assumed attachment cost is in one of the first runs.
  func isAssumed(inFirst runs: Int) -> Bool { firstAssumed < runs }

  private func commonPrefix(keeping kept: Int, then rest: [TokenRun]) -> Int {
    var common = tokens(inFirst: kept)
    var index = kept
    while index < runs.count, index - kept < rest.count, common < count {
      guard Self.areSame(runs[index], rest[index - kept]) else { break }
      common += runs[index].count
      index += 1
    }
    if common >= count { return count }
    guard index < runs.count, index - kept < rest.count else { return common }
    let mine = runs[index...].lazy.flatMap(\.tokens)
    let theirs = rest[(index - kept)...].lazy.flatMap(\.tokens)
    for (left, right) in zip(mine, theirs) {
      if common == count || left != right { break }
      common += 1
    }
    return common
  }

  private static func areSame(_ left: TokenRun, _ right: TokenRun) -> Bool {
    guard left.count == right.count else { return false }
    // The same storage, as a shared ledger gives, needs no comparison.
    return left.tokens.withUnsafeBufferPointer { a in
      right.tokens.withUnsafeBufferPointer { b in
        a.baseAddress == b.baseAddress || a.elementsEqual(b)
      }
    }
  }
}
