import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct AnthropicPresetTests {
  @Test func `Results are cleared from the trigger on, all but three`() async throws {
    let transcript = ToolSession.turns(6, words: 10)
    let bench = Bench(contextSize: 200_000)
    #expect(
      try await bench.left(of: transcript, by: "anthropic.clear-tool-uses")
        == Shorthand.text(bench.history(transcript)))
    #expect(
      try await bench.left(of: transcript, by: "anthropic.clear-tool-uses(when: 50 tokens)")
        == "p1 c1 o1.0* r1 p2 c2 o2.0* r2 p3 c3 o3.0* r3 p4 c4 o4.0 r4 p5 c5 o5.0 r5 p6 c6 o6.0 r6")
  }

  // The default of the documentation: nothing at 99,999 tokens.
  @Test func `The trigger is a hundred thousand tokens`() async throws {
    let bench = Bench(contextSize: 200_000)
    var transcript = ToolSession.turns(4, words: 10)
    let tokens = bench.context(transcript).tokens(bench.history(transcript))
    transcript.entries.append(.prompt(ToolSession.words(99_999 - tokens), label: "p5"))
    func masked(_ transcript: Transcript) async throws -> Int {
      try await bench.edited(transcript, by: "anthropic.clear-tool-uses").items
        .count { $0.form == .masked }
    }
    #expect(try await masked(transcript) == 0)
    transcript.entries.append(.prompt("more", label: "p6"))
    #expect(try await masked(transcript) == 1)
  }

  // Flaw: three are kept whatever the width of a round.
  @Test func `In a round wider than three results are cleared that the model has not seen`()
    async throws
  {
    let calls = (0..<5).map { ("search", ["q": JSONValue($0)] as JSONValue) }
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")]
        + ToolSession.round(1, calls, outputs: (0..<5).map { "result \($0)" }))
    #expect(
      try await Bench().left(of: transcript, by: "anthropic.clear-tool-uses(when: 5 tokens)")
        == "p1 c1 o1.0* o1.1* o1.2 o1.3 o1.4")
  }

  // Flaw: the edge moves with every result.
  @Test func `From the trigger on the cache breaks at every result`() async throws {
    let records = try await Bench().replay(
      ToolSession.turns(10, words: 10), "anthropic.clear-tool-uses(when: 50 tokens)"
    ).records
    let breaks = records.filter { $0.commonPrefix < $0.held }.map(\.number)
    #expect(breaks == [8, 10, 12, 14, 16, 18, 20])
  }

  @Test func `Thinking of all but the newest turn is cleared`() async throws {
    let views = try await Bench().replay(
      Shorthand.transcript("p1 t1 r1 p2 t2 r2 p3 r3"), "anthropic.clear-thinking"
    ).views
    #expect(views == ["p1", "p1 t1 r1 p2", "p1 r1 p2 t2 r2 p3"])
  }

  // Flaw: clearing breaks the cache where the thinking stood; keeping all does not.
  @Test func `Clearing thinking breaks the cache and keeping all does not`() async throws {
    let transcript = Shorthand.transcript("p1 t1 r1 p2 t2 r2 p3 t3 r3")
    func breaks(_ spec: String) async throws -> [Int] {
      try await Bench().replay(transcript, spec).records
        .filter { $0.commonPrefix < $0.held }.map(\.number)
    }
    #expect(try await breaks("anthropic.clear-thinking") == [3])
    #expect(try await breaks("anthropic.clear-thinking(keep: all)") == [])
  }
}
