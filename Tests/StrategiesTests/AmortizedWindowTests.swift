import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct AmortizedWindowTests {
  @Test(arguments: [
    ("p1 r1 p2 r2 p3", "when: 4 entries", "p1 p3"),
    ("p1 r1 p2 r2", "when: 4 entries", "p1 r1 p2 r2"),
    ("p1 r1 p2 r2 p3", "when: 4 entries, first: 0", "r2 p3"),
    ("p1 r1 p2 r2 p3", "when: 4 entries, target: 3 entries", "p1 r2 p3"),
    ("p1 r1 p2 r2 p3", "when: 4 entries, target: 0 entries, first: 2", "p1 r1"),
    ("p1 r1 p2 r2 p3", "when: 2 turns, first: 0", "r2 p3"),
    (
      "p1 r1 p2 r2 p3 r3 p4", "when: 3 turns, target: 2 turns, boundary: turn, first: 0", "p3 r3 p4"
    ),
    ("p1 r1 p2 r2 p3", "when: 5 tokens, first: 0", "r2 p3"),
    ("i p1 r1 p2 r2 p3", "when: 6 tokens, first: 0", "i p3"),
    ("p1 r1 p2 r2 p3", "when: 50%, first: 1", "p1 p3"),
    // A cut between rounds: two entries fit, the round of three does not.
    ("p1 c1 o1 c2 o2", "when: 4 entries, target: 3 entries, boundary: round", "p1 c2 o2"),
    ("p1 c1 o1 c2 o2", "when: 4 entries, target: 2 entries, boundary: round", "p1"),
    (
      "p1 c1 o1 c2 o2", "when: 4 entries, target: 2 entries, boundary: round, edge: beyond",
      "p1 c2 o2"
    ),
    // A share of what stands behind the first.
    ("p1 r1 p2 r2 p3", "when: always, drop: 50%", "p1 r2 p3"),
    ("p1 r1 p2 r2 p3 r3", "when: always, drop: 50%", "p1 r2 p3 r3"),
    ("p1 r1 p2 r2 p3 r3 p4", "when: always, drop: 50%, multiple: 2", "p1 r2 p3 r3 p4"),
    ("p1 r1 p2", "when: always, drop: 40%", "p1 r1 p2"),
    ("p1 r1 p2 r2", "when: always, drop: 50%, rounding: up", "p1 r2"),
    ("p1 r1", "when: always, drop: 50%, rounding: up", "p1 r1"),
    ("p1 c1 o1 r1 p2", "when: always, drop: 30%", "p1 o1 r1 p2"),
    ("p1 c1 o1 r1 p2", "when: always, drop: 30%, leading-outputs: dropped", "p1 r1 p2"),
    ("p1 c1 o1 r1 p2", "when: always, target: 4 entries, leading-outputs: dropped", "p1 r1 p2"),
    ("p1 c1 o1 c2 o2 r2", "when: always, drop: 70%, boundary: round", "p1 c2 o2 r2"),
  ])
  func `Once the trigger is met the history comes down to the target`(
    session: String, arguments: String, left: String
  ) async throws {
    let bench = Bench(contextSize: 8)
    #expect(try await bench.left(of: session, by: "amortized-window(\(arguments))") == left)
  }

  // N14
  @Test func `A trim from 100 to 50 fires and breaks once in a while`() async throws {
    let bench = Bench(contextSize: 1_000_000)
    let plain = try await bench.replay(.plain(turns: 129, tokens: 1), "apple.trim-100-50").records
    #expect(firings(plain) == [51, 77, 103, 129])
    #expect(plain.filter(\.isBreak).map(\.number) == [52, 78, 104])
    let four = try await bench.replay(
      .plain(turns: 52, tokens: 1, replies: 3), "apple.trim-100-50"
    ).records
    #expect(firings(four) == [26, 39, 52])
  }

  // N14: what it reads, against a window of 100.
  @Test func `It reads a twentieth of what a window reads`() async throws {
    let transcript = Transcript.plain(turns: 101, tokens: 10, head: 50)
    let bench = Bench(contextSize: 1_000_000)
    let trimmed = try await bench.replay(transcript, "apple.trim-100-50").records
    #expect(trimmed.reduce(0) { $0 + $1.prefilled } == 2158)
    let later = trimmed.dropFirst()
    #expect(later.reduce(0) { $0 + $1.cached } == 66_422)
    #expect(later.reduce(0) { $0 + $1.tokens } == 68_520)
    #expect(RequestRecord.cacheHitRate(of: trimmed).map { ($0 * 1000).rounded() } == 969)
    // When it fails: as a view the trigger stays met, so the edge moves like a window's.
    let view = try await bench.replay(
      transcript, "amortized-window(100, first: 0, persistence: view)"
    ).records
    #expect(view.filter(\.isBreak).map(\.number) == Array(51...101))
  }

  // N14: checked at every entry.
  @Test func `Checked at every entry it fires at entries 101, 152 and 203`() async throws {
    let spec = "amortized-window(100, first: 0, moments: [prompt, response])"
    let records = try await Bench(contextSize: 1_000_000)
      .replay(.plain(turns: 102, tokens: 1), spec).records
    let entries = records.flatMap { record in
      record.firings.map { record.entry.index + ($0.moment == .response ? 2 : 1) }
    }
    #expect(entries == [101, 152, 203])
  }

  /// The requests at or after which a stage acted.
  private func firings(_ records: [RequestRecord]) -> [Int] {
    records.filter { !$0.firings.isEmpty }.map(\.number)
  }

  // When it fails: a share of the entries may leave the large ones.
  @Test func `A share dropped may leave the trigger met, so that it acts again`() async throws {
    var transcript = Shorthand.turns(12)
    transcript.entries[18] = .p(10, tokens: 40)
    let firings = try await Bench(contextSize: 50).firings(
      of: 0, transcript, "amortized-window(when: 80%, drop: 30%)")
    #expect(firings == [10, 11, 12])
  }

  @Test(arguments: [
    ("when: overflow", "half of 'overflow' is no size"),
    ("when: 4 uses", "half of '4 uses' is no size"),
    ("target: 5 entries, drop: 50%", "one of target and drop, not both"),
    ("multiple: 2", "'multiple' goes with drop"),
    ("rounding: up", "'rounding' goes with drop"),
  ])
  func `What makes no sense is refused with what to write`(arguments: String, message: String) {
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("amortized-window(\(arguments))")
    }
    #expect(error?.message.contains(message) == true)
  }

  @Test(arguments: [
    ("amortized-window | summarize-history(100)", ["2 unreachable-stage"]),
    ("amortized-window | summarize-history(99)", []),
    // A unit may stand over its edge, so that is no proof: a warning.
    ("amortized-window(edge: beyond) | summarize-history(100)", ["2 unreachable-stage"]),
    ("amortized-window(when: 20, target: 20)", ["1 target-at-trigger"]),
  ])
  func `Analysis knows what it leaves`(spec: String, expected: [String]) throws {
    let findings = PipelineAnalysis.findings(
      try Strategies.catalog.parse(spec), budget: ContextBudget(contextSize: 4096))
    #expect(findings.map { "\($0.stage + 1) \($0.rule)" } == expected)
  }

  // When it fails
  @Test func `At entries it cuts turns and rounds anywhere`() async throws {
    #expect(
      try await Bench().left(
        of: "p1 c1 o1 r1 p2 r2", by: "amortized-window(when: 5, target: 4, first: 0)")
        == "o1 r1 p2 r2")
  }
}
