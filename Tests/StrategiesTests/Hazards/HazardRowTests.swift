import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Worked numbers of policies, as the rules see them.
struct HazardRowTests {
  private func breaks(_ transcript: Transcript, _ spec: String, size: Int = 100_000) async throws
    -> [Int]
  {
    try await Bench(contextSize: size).findings("prefix-break", transcript, spec)
      .flatMap { Array($0.firstRequest...$0.lastRequest) }.sorted()
  }

  // N6
  @Test func `the second summary of three turns is one of a summary`() async throws {
    let found = try await Bench().findings(
      "nested-summary", .plain(turns: 3), "summarize-history(entries: 2)")
    #expect(found.map(\.firstRequest) == [3])
    #expect(
      try await Bench().findings(
        "nested-summary", .plain(turns: 3), "summarize-history(entries: 4)"
      ).isEmpty)
  }

  // N6
  @Test func `a loop of 30 rounds is never looked at by a summary that waits for a prompt`()
    async throws
  {
    let loop = Transcript(
      "p1 " + (1...30).map { "c\($0) o\($0)" }.joined(separator: " ") + " r1")
    let found = try await Bench(contextSize: 300).findings(
      "mid-loop-blindness", loop, "summarize-history(entries: 10)")
    // 310 tokens after the 15th round, 610 after the last: the requests that are over, 16 of them.
    #expect(found.map(\.detail).first?.hasPrefix("16 requests in tool loops") == true, "\(found)")
    #expect(found.map(\.firstRequest) == [16])
    let idle = try await Bench(contextSize: 300).findings(
      "unreachable-stage", loop, "summarize-history(entries: 10)")
    #expect(idle.map(\.severity) == [.warning])
  }

  // N12
  @Test
  func
    `redaction from the first request breaks nothing, a window of four every one from the third`()
    async throws
  {
    let transcript = Transcript.plain(turns: 8, tokens: 10, head: 80)
    #expect(try await breaks(transcript, "redact(patterns: ['p1[.]0'], placeholder: 'x')") == [])
    // Full from the third request on: from then on each one leaves what was held.
    #expect(try await breaks(transcript, "rolling-window(entries: 4)") == [3, 4, 5, 6, 7, 8])
    let sliding = try await Bench().findings(
      "sliding-edit", transcript, "rolling-window(entries: 4)")
    #expect(sliding.map(\.firstRequest) == [3])
    #expect(sliding.map(\.lastRequest) == [8])
  }

  // N14
  @Test(arguments: [(1, 130, [52, 78, 104, 130]), (3, 60, [27, 40, 53])])
  func `the trim from 100 to 50 breaks the prefix at these requests alone`(
    replies: Int, turns: Int, requests: [Int]
  ) async throws {
    let transcript = Transcript.plain(turns: turns, replies: replies, head: 50)
    #expect(try await breaks(transcript, "apple.trim-100-50") == requests)
    #expect(
      try await Bench(contextSize: 100_000).findings("thrash", transcript, "apple.trim-100-50")
        .isEmpty)
  }

  // N14
  @Test func `a window of 100 breaks at every request from the 51st of 101 turns on`() async throws
  {
    let transcript = Transcript.plain(turns: 101, head: 50)
    #expect(
      try await breaks(
        transcript, "rolling-window(entries: 100, persistence: stored, moments: [prompt])")
        == Array(51...101))
  }

  @Test func `a loss is blamed on the stage and the request that brought it`() async throws {
    let found = try await Bench().findings(
      "prefix-break", .plain(turns: 8), "identity | rolling-window(entries: 6)")
    #expect(found.first?.cause?.stage == 1)
    #expect(found.first?.cause?.kind == .dropped)
    #expect(found.first?.cause?.request == found.first?.firstRequest)
  }
}
