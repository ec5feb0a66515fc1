import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct AnchoredIncrementalSummaryTests {
  @Test func `The last summary is handed over and only what is new is fed`() async throws {
    let bench = Bench()
    let result = try await bench.replay(
      Shorthand.turns(6), "anchored-incremental-summary(when: 4 entries, keep: 1 turn)")
    #expect(result.views == ["p1", "p1 r1 p2", "S p3", "S p3 r3 p4", "S p5", "S p5 r5 p6"])
    let requests = bench.summariser.requests
    #expect(requests.map(\.previous) == [nil, "S1"])
    #expect(
      requests.map { $0.items.map(\.entry.label) } == [
        ["p1", "r1", "p2", "r2"], ["p3", "r3", "p4", "r4"],
      ])
    #expect(
      requests[1].prompt
        == "The summary so far:\nS1\n\nWhat was said since:\n\nUser: p3\nAssistant: r3\nUser: p4\n"
        + "Assistant: r4")
    #expect(requests[0].instructions != requests[1].instructions)
  }

  @Test func `The last summary covers all that was ever folded`() async throws {
    let result = try await Bench().replay(
      Shorthand.turns(20), "anchored-incremental-summary(when: 4 entries, keep: 1 turn)")
    let fates = EntryFate.fates(of: 40, in: result.session.history.items).map(\.fate)
    #expect(result.session.summaries.count == 9)
    #expect(fates.prefix(36).allSatisfy { $0 == .summarised })
    #expect(fates.suffix(4).allSatisfy { $0 == .kept })
    #expect(result.session.history.items.count { $0.isSynthesised } == 1)
  }

  @Test func `A fold costs the same however long the session is`() async throws {
    let result = try await Bench().replay(
      Shorthand.turns(80), "anchored-incremental-summary(when: 10 entries, keep: 1 turn)")
    let inputs = Set(result.session.summaries.dropFirst().map(\.input))
    #expect(result.session.summaries.count > 10)
    #expect(inputs.count == 1)
  }

  @Test func `Unflattened the old lines stay word for word`() async throws {
    let bench = Bench()
    let result = try await bench.replay(
      Shorthand.turns(8),
      "anchored-incremental-summary(when: 4 entries, keep: 1 turn, flatten: false)")
    #expect(bench.summariser.requests.map(\.previous) == [nil, nil, nil])
    #expect(
      result.session.history.items.first?.entry.segments.last == .text("S1\nS2\nS3"))
    #expect(
      bench.summariser.requests[2].items.map(\.entry.label) == ["p5", "r5", "p6", "r6"])
  }

  @Test func `A summary behind kept first entries is found again`() async throws {
    let bench = Bench()
    let result = try await bench.replay(
      Shorthand.turns(5),
      "anchored-incremental-summary(when: 4 entries, keep: 1 turn, first: 1, role: response, "
        + "frame: 'And?')")
    #expect(result.views.last == "p1 S S p5")
    #expect(bench.summariser.requests.map(\.previous) == [nil, "S1", "S2"])
    #expect(result.session.history.items.count { $0.isSynthesised } == 2)
  }

  @Test func `Dropping what cannot be summarised keeps the last summary`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, number in number == 1 ? "S1" : "" })
    let result = try await bench.replay(
      Shorthand.turns(5),
      "anchored-incremental-summary(when: 4 entries, keep: 1 turn, fallback: [drop])")
    #expect(result.views.last == "S p5")
    #expect(result.session.history.items[0].entry.segments.last == .text("S1"))
    let fates = EntryFate.fates(of: 10, in: result.session.history.items).map(\.fate)
    #expect(fates[0] == .summarised && fates[4] == .dropped)
  }

  // The failure of its page.
  @Test func `What one fold leaves out no later fold brings back`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { request, number in
        number == 1 ? "lost" : request.previous ?? ""
      })
    let result = try await bench.replay(
      Shorthand.turns(9), "anchored-incremental-summary(when: 4 entries, keep: 1 turn)")
    #expect(result.session.history.items[0].entry.segments.last == .text("lost"))
    #expect(
      bench.summariser.requests.dropFirst().allSatisfy { request in
        !request.items.contains { $0.entry.label == "p1" }
      })
  }
}
