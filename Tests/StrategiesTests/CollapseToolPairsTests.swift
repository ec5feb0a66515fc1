import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct CollapseToolPairsTests {
  @Test(arguments: [
    ("p1 t1 c1 o1 r1 p2", "last: 2", "p1 S r1 p2"),
    ("p1 c1 o1 r1 p2", "last: 3", "p1 c1 o1 r1 p2"),
    ("p1 c1 o1 c2 o2", "last: 1", "p1 c1 o1 c2 o2"),
    ("p1 c1 o1 c2 o2", "last: 1, in-flight: false", "p1 S c2 o2"),
    ("p1 c1 o1 c2 o2", "last: 0, in-flight: false", "p1 S S"),
    ("p1 c1 p2 c2 o2 r2 p3", "last: 1", "p1 c1 p2 S r2 p3"),
    ("p1 c1 o1 r1 p2", "last: 1, exclude-tools: [search]", "p1 c1 o1 r1 p2"),
    ("p1 c1 o1 r1 p2", "last: 1, when: 5 entries", "p1 c1 o1 r1 p2"),
  ])
  func `Old complete rounds become one line each`(session: String, arguments: String, left: String)
    async throws
  {
    #expect(try await Bench().left(of: session, by: "collapse-tool-pairs(\(arguments))") == left)
  }

  @Test(arguments: [
    ("names", "[Tool calls: search, send]"),
    ("yaml", "[Tool Calls]\nsearch:\n  - found it on…\nsend:\n  - sent"),
    (
      "one-line",
      "[Called search {\"q\":\"a\"} gave: found it on…; send {\"q\":\"b\"} gave: sent]"
    ),
  ])
  func `A line says what was called and what came back`(format: String, text: String) async throws {
    let entries =
      ToolSession.round(
        1, [("search", ["q": "a"]), ("send", ["q": "b"])],
        outputs: ["found it\non page two", "sent"]) + [.prompt("p2", label: "p2")]
    let items = try await Bench().edited(
      Transcript(entries: entries),
      by: "collapse-tool-pairs(last: 0, format: \(format), result: 11 chars)"
    ).items
    #expect(items.map(\.entry.text) == [text, "p2"])
    #expect(items[0].kind == .response)
    #expect(
      EntryFate.fates(of: 4, in: items).map(\.fate)
        == [.summarised, .summarised, .summarised, .kept])
  }

  @Test func `With a target it stops as soon as that is met`() async throws {
    let transcript = ToolSession.turns(5, words: 50)
    for (target, rounds) in [("100%", 0), ("17 entries", 3), ("200 tokens", 2), ("2 turns", 0)] {
      let items = try await Bench(contextSize: 400).edited(
        transcript,
        by: "collapse-tool-pairs(last: 0, format: names, in-flight: false, target: \(target))"
      ).items
      #expect(items.count { $0.isSynthesised } == rounds, "\(target)")
    }
  }

  @Test func `A line made once is the same at every request`() async throws {
    let transcript = ToolSession.turns(6, words: 20)
    var made: [String: Set<String>] = [:]
    let start = Bench().session(
      transcript, try Strategies.catalog.parse("collapse-tool-pairs(last: 3)"))
    _ = try await Replay(transcript).run(start) { _, place in
      guard case .request(_, let view) = place else { return }
      for item in view.items where item.isSynthesised {
        made["\(item.standsFor)", default: []].insert("\(item.source) \(item.entry)")
      }
    }
    #expect(made.count == 5)
    #expect(made.values.allSatisfy { $0.count == 1 })
  }

  // When it fails: a short round.
  @Test func `A line may be longer than a short round`() async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 c1 o1 p2")
    let history = try await bench.edited(transcript, by: "collapse-tool-pairs(last: 1)")
    let context = bench.context(transcript)
    #expect(context.tokens(history) > context.tokens(bench.history(transcript)))
  }

  @Test(arguments: [
    ("yaml", "[Tool Calls]\nsearch:\n  - found\nsend:\n  - sent"),
    ("one-line", "[Called search {\"q\":\"a\"} gave: found; send {\"q\":\"b\"} gave: sent]"),
  ])
  func `Each call is told with the output that answers it, in whatever order they came`(
    format: String, text: String
  ) async throws {
    var entries =
      ToolSession.round(
        1, [("search", ["q": "a"]), ("send", ["q": "b"])], outputs: ["found", "sent"])
      + [.prompt("p2", label: "p2")]
    entries.swapAt(1, 2)
    let items = try await Bench().edited(
      Transcript(entries: entries), by: "collapse-tool-pairs(last: 0, format: \(format))"
    ).items
    #expect(items.map(\.entry.text) == [text, "p2"])
  }
}
