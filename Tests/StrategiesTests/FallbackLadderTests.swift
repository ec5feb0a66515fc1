import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct FallbackLadderTests {
  private let session = "p1 c1 o1 r1 p2 c2 o2 r2 p3"

  @Test(arguments: [
    // The first rung is enough.
    (
      "[drop-completed-tool-calls, rolling-window(1)], target: 5 entries", "p1 r1 p2 r2 p3"
    ),
    // The second works on what the first left.
    (
      "[drop-completed-tool-calls, rolling-window(4)], target: 4 entries", "r1 p2 r2 p3"
    ),
    // A rung of two stages.
    (
      "[rolling-window(8), drop-completed-tool-calls | rolling-window(2)], target: 4 entries",
      "r2 p3"
    ),
    // One that does nothing is passed over.
    ("[identity, rolling-window(2)], target: 2 entries", "r2 p3"),
    ("[identity], target: 2 entries", "p1 c1 o1 r1 p2 c2 o2 r2 p3"),
    // A history that fits is left alone.
    ("[rolling-window(2)], target: 9 entries", "p1 c1 o1 r1 p2 c2 o2 r2 p3"),
    // Round after round, while it makes progress.
    (
      "[amortized-window(when: always, drop: 30%)], target: 4 entries, max-iterations: 1",
      "p1 r1 p2 c2 o2 r2 p3"
    ),
    ("[amortized-window(when: always, drop: 30%)], target: 4 entries", "p1 c2 o2 r2 p3"),
    (
      "[amortized-window(when: always, drop: 30%)], target: 1 entry, max-iterations: 9, "
        + "min-progress: 30%", "p1 r1 p2 c2 o2 r2 p3"
    ),
  ])
  func `Rungs are tried in turn until the history fits`(arguments: String, left: String)
    async throws
  {
    let spec = "fallback-ladder(stages: \(arguments), when: always)"
    #expect(try await Bench().left(of: session, by: spec) == left)
  }

  @Test func `At overflow it stops at the first rung that fits the budget`() async throws {
    let spec =
      "fallback-ladder(stages: [drop-completed-tool-calls, rolling-window(3), hard-reset(when: always)])"
    func views(_ size: Int) async throws -> [String] {
      try await Bench(contextSize: 512 + size).replay(Shorthand.transcript(session + " r3"), spec)
        .views
    }
    #expect(try await views(12).last == "p1 c1 o1 r1 p2 c2 o2 r2 p3")
    #expect(try await views(8).last == "p1 r1 p2 c2 o2 r2 p3")
    #expect(try await views(4).last == "p2 r2 p3")
    #expect(try await views(1).last == "p3")
  }

  @Test func `A trigger that counts must no longer be met`() async throws {
    let spec = "fallback-ladder(stages: [drop-completed-tool-calls, rolling-window(2)], when: "
    #expect(try await Bench().left(of: session, by: spec + "5 entries)") == "p1 r1 p2 r2 p3")
    #expect(try await Bench().left(of: session, by: spec + "4 entries)") == "r2 p3")
    #expect(
      try await Bench().left(of: session, by: spec + "10 entries)") == "p1 c1 o1 r1 p2 c2 o2 r2 p3")
  }

  /// The memory after each of several firings on the same history, with what was left.
  private func firings(
    _ spec: String, _ count: Int, bench: Bench = Bench(), of notation: String
  ) async throws -> [(left: String, memory: JSONValue)] {
    let transcript = Shorthand.transcript(notation)
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    var memory = JSONValue.null
    var all: [(String, JSONValue)] = []
    for _ in 0..<count {
      let left = try await stage.strategy.edit(
        bench.history(transcript), in: bench.context(transcript, readsLog: true), memory: &memory)
      all.append((Shorthand.text(left), memory))
    }
    return all
  }

  @Test func `A rung that throws is passed over and noted`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, _ in throw ModelError.unavailable("away")
      })
    let spec =
      "fallback-ladder(stages: [summarize-history(1), rolling-window(2)], when: always, "
      + "target: 2 entries)"
    let fired = try #require(try await firings(spec, 1, bench: bench, of: session).first)
    #expect(fired.left == "r2 p3")
    #expect(fired.memory["rung"] == 1)
    #expect(
      fired.memory["skipped"]?.arrayValue?.first?.stringValue?.hasPrefix(
        "summarize-history(entries: 1): ") == true)
  }

  @Test func `A rung that leaves more tokens than it found is taken back`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, _ in Entry.words("long", 400) })
    let spec = "fallback-ladder(stages: [summarize-history(1)], when: always, target: 2 entries)"
    #expect(try await bench.left(of: session, by: spec) == session)
    // It was asked twice: another round may do better, one without progress is the last.
    #expect(bench.summariser.requests.count == 1)
  }

  @Test func `The memories of its rungs are kept, each stage's its own`() async throws {
    let spec =
      "fallback-ladder(stages: [pinned-state(p1) | rolling-window(3), rolling-window(2)], "
      + "when: always, target: 2 entries)"
    let memory = try await firings(spec, 1, of: session).first?.memory
    #expect(memory?["memories"]?.arrayValue?[0].arrayValue?[0]["seen"] == 9)
    #expect(memory?["memories"]?.arrayValue?[1] == [.null])
  }

  // When it fails: no rung is hard enough, and it rests.
  @Test func `After some firings without progress it rests until the history fits`() async throws {
    let spec =
      "fallback-ladder(stages: [rolling-window(8)], when: always, target: 2 entries, "
      + "min-progress: 50%, no-progress-limit: 2)"
    let fired = try await firings(spec, 3, of: session)
    #expect(fired.map(\.memory["fruitless"]) == [1, 2, 2])
    #expect(
      fired.map(\.left) == [
        "c1 o1 r1 p2 c2 o2 r2 p3", "c1 o1 r1 p2 c2 o2 r2 p3", session,
      ])
    // A history that fits wakes it.
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    var memory = fired[2].memory
    let small = Shorthand.transcript("p1 r1")
    _ = try await stage.strategy.edit(
      Bench().history(small), in: Bench().context(small, readsLog: true), memory: &memory)
    #expect(memory["fruitless"] == 0)
  }

  @Test func `Cancellation is no failed rung`() async throws {
    let bench = Bench(
      summariser: ScriptedSummariser(name: "reader") { _, _ in throw CancellationError() })
    await #expect(throws: CancellationError.self) {
      try await bench.left(
        of: session, by: "fallback-ladder(stages: [summarize-history(1)], when: always, target: 1)")
    }
  }

  @Test func `It may be a view where no rung asks a model`() throws {
    let views = "fallback-ladder(stages: [rolling-window(3)], when: 50%, persistence: view)"
    #expect(throws: Never.self) { try Strategies.catalog.parse(views) }
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse(
        "fallback-ladder(stages: [identity, summarize-history(3)], when: 50%, persistence: view)")
    }
    #expect(error?.message.contains("cannot be a view") == true)
  }

  @Test func `Rungs print as they are read`() throws {
    let spec =
      "fallback-ladder(stages: [clear-tool-results(when: always) | rolling-window(entries: 4), "
      + "hard-reset(when: always)], when: 80%, max-iterations: 2)"
    #expect(try Strategies.catalog.parse(spec).description == spec)
  }

  // When it fails
  @Test func `A rung whose own trigger is higher never acts`() async throws {
    let spec = "fallback-ladder(stages: [amortized-window(when: 20 entries)], when: 4 entries)"
    #expect(try await Bench().left(of: session, by: spec) == session)
  }
}
