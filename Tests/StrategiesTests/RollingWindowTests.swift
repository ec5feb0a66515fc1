import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct RollingWindowTests {
  // N10
  @Test(arguments: [
    ("rolling-window(2)", 4, "i r3 p4"), ("rolling-window(3)", 3, "i p2 r2 p3"),
    ("rolling-window(2, persistence: stored)", 4, "i r3 p4"),
    ("rolling-window(3, persistence: stored)", 3, "i p2 r2 p3"),
    ("apple.rolling-window(2)", 4, "i r3 p4"), ("apple.rolling-window(3)", 3, "i p2 r2 p3"),
    ("apple.rolling-window-view(3)", 3, "p2 r2 p3"),
    ("apple.rolling-window-view(2)", 4, "r3 p4"),
    ("apple.rolling-window-view(10)", 2, "i p1 r1 p2"),
    ("rolling-window(4)", 3, "i r1 p2 r2 p3"),
    ("rolling-window(0)", 1, "i"),
  ])
  func `A window shows its last entries`(spec: String, request: Int, view: String) async throws {
    let transcript = Shorthand.transcript("i p1 r1 p2 r2 p3 r3 p4 r4")
    let views = try await Bench().replay(transcript, spec).views
    #expect(views[request - 1] == view)
  }

  // N10: orphan-response on every saturated request of plain chat for even windows, none for odd.
  @Test(arguments: 1...12, ["view", "stored"])
  func `An even window starts plain chat on a response and an odd one on a prompt`(
    size: Int, persistence: String
  ) async throws {
    let views = try await Bench().replay(
      Shorthand.turns(20), "rolling-window(\(size), persistence: \(persistence))"
    ).views
    for view in views where view.split(separator: " ").count == size && size < 39 {
      // The first `size` entries of the session start on its first prompt whatever the size.
      guard !view.hasPrefix("p1 ") || size.isMultiple(of: 2) else { continue }
      #expect(view.hasPrefix(size.isMultiple(of: 2) ? "r" : "p"))
    }
    #expect(views.last?.split(separator: " ").count == size)
  }

  @Test func `A history that fits is left alone`() async throws {
    #expect(try await Bench().left(of: "i p1 r1 p2", by: "rolling-window(3)") == "i p1 r1 p2")
  }

  @Test func `A window cuts a round in two`() async throws {
    #expect(try await Bench().left(of: "p1 c1 o1", by: "rolling-window(1)") == "o1")
  }

  @Test func `Instructions that count fall oldest first`() async throws {
    var transcript = Shorthand.transcript("i p1 r1 p2")
    transcript.head.instructions.append(
      Entry(label: "more", kind: .instructions, segments: [.text("more")]))
    transcript.head.tools = [ToolDefinition(name: "search")]
    let bench = Bench()
    func head(_ size: Int) async throws -> Head {
      let stage = try #require(
        try Strategies.catalog.parse("apple.rolling-window-view(\(size))").stages.first)
      return try await bench.edited(bench.history(transcript), by: stage, transcript).head
    }
    #expect(try await head(5) == transcript.head)
    #expect(try await head(4).instructions.map(\.label) == ["more"])
    #expect(try await head(4).tools == transcript.head.tools)
    #expect(try await head(3) == Head())
  }

  @Test func `A window of tokens counts the head and keeps what fits, wherever it cuts`()
    async throws
  {
    let transcript = Shorthand.transcript("i p1 c1 o1 r1 p2 r2")
    let bench = Bench()
    let context = bench.context(transcript)
    let items = bench.history(transcript).items
    let head = context.ledger.count(transcript.head)
    func left(_ tokens: Int) async throws -> String {
      try await bench.left(of: "i p1 c1 o1 r1 p2 r2", by: "rolling-window(tokens: \(tokens))")
    }
    for kept in 0...items.count {
      let tail = context.tokens(items.suffix(kept))
      let labels = ["i"] + items.suffix(kept).map(\.entry.label)
      #expect(try await left(head + tail) == labels.joined(separator: " "))
      guard kept > 0 else { continue }
      let fewer = ["i"] + items.suffix(kept - 1).map(\.entry.label)
      #expect(try await left(head + tail - 1) == fewer.joined(separator: " "))
    }
    #expect(try await left(1) == "i")
  }

  @Test func `A share is one of the context size`() async throws {
    let transcript = Shorthand.transcript("p1 r1 p2 r2")
    let half = Bench().context(transcript).tokens(Bench().history(transcript)) / 2
    var bench = Bench()
    bench.contextSize = half * 2
    #expect(try await bench.left(of: "p1 r1 p2 r2", by: "rolling-window(tokens: 50%)") == "p2 r2")
  }

  @Test(arguments: [
    ("rolling-window(turns: 1)", "i p3 c3 o3"), ("rolling-window(turns: 2)", "i p2 r2 p3 c3 o3"),
    ("rolling-window(turns: 9)", "i r0 p1 r1 p2 r2 p3 c3 o3"),
    ("rolling-window(4, start-on: prompt)", "i p3 c3 o3"),
    ("rolling-window(5, start-on: prompt)", "i p2 r2 p3 c3 o3"),
    ("rolling-window(9, start-on: prompt)", "i p1 r1 p2 r2 p3 c3 o3"),
    ("rolling-window(2, start-on: prompt)", "i"),
  ])
  func `A window of turns, or one that starts on a prompt, cuts before a prompt`(
    spec: String, view: String
  ) async throws {
    #expect(try await Bench().left(of: "i r0 p1 r1 p2 r2 p3 c3 o3", by: spec) == view)
  }

  // N23
  @Test func `A view evaluated seven times over three turns is the same as three times`()
    async throws
  {
    let bench = Bench()
    let transcript = Shorthand.transcript("i p1 r1 p2 r2 p3 r3")
    let spec = "clear-tool-results(when: always) | rolling-window(3) | drop-completed-tool-calls"
    let once = try await bench.replay(transcript, spec)
    var extra: [String] = []
    let start = bench.session(transcript, try Strategies.catalog.parse(spec))
    let again = try await Replay(transcript).run(start) { session, place in
      guard case .request(_, let view) = place else { return }
      extra.append(Shorthand.text(view))
      for _ in 0..<(extra.count < 3 ? 1 : 2) {
        var copy = session
        let repeated = try await copy.request(.prompt).1
        #expect(View.areSame(repeated, view))
      }
    }
    #expect(extra == once.views)
    #expect(again.requests == once.records)
    #expect(again.session.history.count == transcript.entries.count)
  }

  // When it fails
  @Test func `An entry counts as one however large it is`() async throws {
    let transcript = Transcript(entries: [
      .p(1, tokens: 10), .r(1, tokens: 10_000), .p(2, tokens: 10), .r(2, tokens: 10),
    ])
    let result = try await Bench().replay(transcript, "rolling-window(3)")
    #expect(result.views.last == "p1 r1 p2")
    #expect(result.records.last.map { $0.overBy > 0 } == true)
  }
}
