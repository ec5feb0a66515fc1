import EvalKit
import EvalKitTesting
import Testing

struct PrefixCacheTests {
  /// One edit between two requests.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let cached: Int
    let total: Int
    let next: @Sendable (_ head: [TokenRun], _ entries: [TokenRun]) -> [TokenRun]

    init(
      _ name: String, _ cached: Int, of total: Int,
      _ next: @escaping @Sendable ([TokenRun], [TokenRun]) -> [TokenRun]
    ) {
      testDescription = name
      self.cached = cached
      self.total = total
      self.next = next
    }
  }

  private static let head = [run("i", 500)] + (1...3).map { run("tool\($0)", 100) }
  private static let entries = (1...20).map { run("e\($0)", 100) }
  private static let new = run("e21", 100)

  private static let edits = [
    Edit("append", 2800, of: 2900) { $0 + $1 + [new] },
    Edit("nothing new", 2799, of: 2800) { $0 + $1 },
    Edit("instructions edited", 0, of: 2900) { head, entries in
      [run("j", 500)] + head[1...] + entries + [new]
    },
    Edit("last 50 of the instructions flipped", 450, of: 2900) { head, entries in
      let edited = TokenRun(Array(head[0].tokens[..<450]) + run("j", 50).tokens)
      return [edited] + head[1...] + entries + [new]
    },
    Edit("tool appended", 800, of: 3000) { $0 + [run("tool4", 100)] + $1 + [new] },
    Edit("first of the tools removed", 500, of: 2800) { head, entries in
      [head[0]] + head[2...] + entries + [new]
    },
    Edit("last of the tools removed", 700, of: 2800) { $0[..<3] + $1 + [new] },
    Edit("oldest entry dropped", 800, of: 2800) { $0 + $1[1...] + [new] },
    Edit("newest entry dropped", 2700, of: 2800) { $0 + $1[..<19] + [new] },
    Edit("entry 11 replaced in place", 1800, of: 2900) { head, entries in
      head + entries[..<10] + [run("other", 100)] + entries[11...] + [new]
    },
    Edit("last four kept", 800, of: 1300) { $0 + $1[16...] + [new] },
    Edit("all replaced by a summary", 800, of: 1100) { head, _ in
      head + [run("summary", 200), new]
    },
    Edit("profile switched", 0, of: 2700) { _, entries in [run("j", 600)] + entries + [new] },
  ]

  // N11
  @Test(arguments: edits) func `an edit keeps what stands before it`(edit: Edit) {
    var cache = PrefixCache()
    _ = cache.admit(Self.head + Self.entries)
    let admission = cache.admit(edit.next(Self.head, Self.entries))
    #expect(admission.cached == edit.cached)
    #expect(admission.total == edit.total)
  }

  // N11
  @Test func `a session rebuilt reuses nothing`() {
    var cache = PrefixCache()
    let admission = cache.admit(Self.head + Self.entries + [Self.new])
    #expect(admission.cached == 0)
    #expect(admission.total == 2900)
  }

  // N11, its last sentence
  @Test func `after a generated entry an append lags one token`() {
    var cache = PrefixCache()
    _ = cache.admit(Self.head + Self.entries[..<19])
    cache.hold(reply: [Self.entries[19]])
    let admission = cache.admit(Self.head + Self.entries + [Self.new])
    #expect(admission.cached == 2799)
    #expect(admission.total == 2900)
    #expect(!admission.isBreak)
  }

  @Test func `only the last token of a reply in several parts lags`() {
    var cache = PrefixCache()
    _ = cache.admit([run("p", 10)])
    cache.hold(reply: [run("t", 5)])
    #expect(cache.count == 14)
    cache.hold(reply: [run("r", 5)])
    #expect(cache.count == 19)
    cache.hold(reply: [])
    #expect(cache.count == 19)
  }

  // N17
  @Test(arguments: [
    ([1, 2, 3], [1, 2, 3], 2), ([1, 2, 3], [1, 2, 3, 4], 3), ([1, 2, 3, 4, 5], [1, 2, 9], 2),
    ([1, 2, 3, 4, 5], [1, 2, 3], 2), ([], [1], 0), ([9], [1, 2], 0),
  ])
  func `at least the last token of a request is read`(
    held: [UInt32], request: [UInt32], cached: Int
  ) {
    let cache = PrefixCache(holding: held.map(Token.init(rawValue:)))
    #expect(cache.reuse(for: [TokenRun(request.map(Token.init(rawValue:)))]).cached == cached)
  }

  // N17
  @Test
  func `a shorter transcript with another beginning reuses the common prefix, not its length`() {
    var cache = PrefixCache()
    _ = cache.admit([run("i", 10), run("p1", 50), run("r1", 50), run("p2", 50)])
    let admission = cache.admit([run("i", 10), run("summary", 20), run("p2", 50)])
    #expect(admission.cached == 10)
    #expect(admission.total == 80)
    #expect(admission.isBreak)
  }

  @Test func `tokens are compared across the ends of runs`() {
    var cache = PrefixCache()
    let all = run("x", 30).tokens
    _ = cache.admit([TokenRun(Array(all[..<7])), TokenRun(Array(all[7...]))])
    let other = [TokenRun(Array(all[..<20])), TokenRun(Array(all[20...])), run("y", 5)]
    #expect(cache.reuse(for: other).cached == 30)
  }

  // N15
  @Test(arguments: [
    (7, 10, PrefixCache.Trim.retained(7)), (7, 7, .retained(7)), (7, 0, .retained(0)),
    (7, -1, .reset), (4095, 4096, .retained(4095)),
  ])
  func `trimming says what was really kept`(held: Int, want: Int, kept: PrefixCache.Trim) {
    var cache = PrefixCache(holding: run("x", held).tokens)
    #expect(cache.trim(to: want) == kept)
  }

  // N15
  @Test func `the last generated token is not held, so a rewind past it keeps one less`() {
    var cache = PrefixCache()
    _ = cache.admit([run("p", 4000)])
    cache.hold(reply: [run("r", 96)])
    #expect(cache.trim(to: 4096) == .retained(4095))
    let next = cache.admit([run("p", 4000), run("r", 96), run("p2", 10)])
    #expect(next.cached == 4095)
  }

  // N15
  @Test func `a recurrent cache keeps all it holds or nothing`() {
    let policy = CachePolicy(kind: .recurrent)
    var cache = PrefixCache(holding: run("x", 7).tokens, policy: policy)
    #expect(cache.trim(to: 7) == .retained(7))
    #expect(cache.trim(to: 6) == .reset)
    #expect(cache.count == 0)
    #expect(cache.admit([run("x", 8)]).cached == 0)
  }

  @Test func `a recurrent cache reuses appends only`() {
    let policy = CachePolicy(kind: .recurrent)
    let cache = PrefixCache(holding: run("x", 10).tokens, policy: policy)
    #expect(cache.reuse(for: [run("x", 12)]).cached == 10)
    #expect(cache.reuse(for: [run("x", 10)]).cached == 0)
    #expect(cache.reuse(for: [run("x", 9), run("y", 9)]).cached == 0)
  }

  @Test func `what a trim cut is not held`() {
    var cache = PrefixCache()
    _ = cache.admit([run("a", 10), run("b", 10)])
    #expect(cache.trim(to: 15) == .retained(15))
    cache.hold(reply: [run("c", 5)])
    #expect(cache.count == 19)
    let request = [TokenRun(run("a", 10).tokens + run("b", 10).tokens[..<5]), run("c", 5)]
    #expect(cache.reuse(for: request + [run("d", 1)]).cached == 19)
    #expect(cache.reuse(for: [run("a", 10), run("b", 10)]).cached == 15)
  }

  // N15: reused ≤ want always
  @Test func `what is reused is never more than the true common prefix`() {
    var random = SplitMix64(seed: 15)
    for _ in 0..<2000 {
      let kind: CachePolicy.Kind = Bool.random(using: &random) ? .attention : .recurrent
      var cache = PrefixCache(policy: CachePolicy(kind: kind))
      var held: [Token] = []
      for _ in 0..<6 {
        let request = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          TokenRun(
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
              Token(rawValue: UInt32.random(in: 0...1, using: &random))
            })
        }
        let tokens = request.flatMap(\.tokens)
        let common = zip(held, tokens).prefix { $0 == $1 }.count
        let admission = cache.admit(request)
        #expect(admission.commonPrefix == common)
        #expect(admission.cached <= min(common, max(0, tokens.count - 1)))
        #expect(admission.total == tokens.count)
        if kind == .attention { #expect(admission.cached == min(common, max(0, tokens.count - 1))) }
        held = tokens
        let want = Int.random(in: -1...8, using: &random)
        if Bool.random(using: &random) {
          switch cache.trim(to: want) {
          case .retained(let count):
            #expect(count <= want)
            held = Array(held.prefix(count))
          case .reset: held = []
          }
        }
        if Bool.random(using: &random) {
          let reply = TokenRun([Token(rawValue: 0), Token(rawValue: 1)])
          cache.hold(reply: [reply])
          held += reply.tokens.dropLast()
        }
        #expect(cache.count == held.count)
      }
    }
  }

  // N30
  @Test(arguments: [(1000, 0), (1087, 1024), (1024, 1024), (1023, 0)])
  func `reuse is floored to the block, and none under the minimum`(common: Int, cached: Int) {
    let policy = CachePolicy(block: 64, minimum: 1024)
    let cache = PrefixCache(holding: run("x", common).tokens, policy: policy)
    let admission = cache.reuse(for: [run("x", common), run("y", 500)])
    #expect(admission.commonPrefix == common)
    #expect(admission.cached == cached)
  }
}
