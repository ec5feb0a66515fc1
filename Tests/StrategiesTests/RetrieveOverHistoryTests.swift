import EvalKit
import EvalKitTesting
import Testing

@testable import Strategies

struct RetrieveOverHistoryTests {
  private let session = Transcript(entries: [
    .prompt("My bag tag is BA4711.", label: "p1"), .response("I will look for it.", label: "r1"),
    .calls([ToolCall(id: "1", name: "find", arguments: [:])], label: "c1"),
    .output("Desk FD-2217 has a suitcase.\nIt rains.", callID: "1", toolName: "find", label: "o1"),
    .response("Found.", label: "r2"), .prompt("What about the weather?", label: "p2"),
    .response("Fine.", label: "r3"), .prompt("Which desk has the suitcase?", label: "p3"),
    .calls([ToolCall(id: "2", name: "find", arguments: [:])], label: "c2"),
    .output("closed", callID: "2", toolName: "find", label: "o2"), .response("It.", label: "r4"),
  ])

  private func views(_ spec: String, _ transcript: Transcript? = nil, contextSize: Int = 4096)
    async throws -> [View]
  {
    var views: [View] = []
    let transcript = transcript ?? session
    let bench = Bench(contextSize: contextSize)
    let start = bench.session(transcript, try Strategies.catalog.parse(spec))
    _ = try await Replay(transcript).run(start) { _, place in
      if case .request(_, let view) = place { views.append(view) }
    }
    return views
  }

  @Test func `What fell out of view and shares words stands before the prompt, word for word`()
    async throws
  {
    let views = try await views("rolling-window(2) | retrieve-over-history")
    #expect(views.map(Shorthand.text) == ["p1", "c1 o1", "r2 p2", "r3 S p3", "S c2 o2"])
    let item = views[3].items[1]
    #expect(item.kind == .instructions)
    #expect(
      item.entry.text == "From earlier in this session, no longer shown:\n"
        + "[o1] Desk FD-2217 has a suitcase.\nIt rains.")
    let fates = EntryFate.fates(of: 8, in: views[3].items)
    #expect(fates[3].fate == .kept && fates[3].carried)
    #expect(fates[0].fate == .dropped)
  }

  @Test func `It is the same while the turn lasts`() async throws {
    let views = try await views("rolling-window(5) | retrieve-over-history")
    #expect(views.suffix(2).map(Shorthand.text) == ["o1 r2 p2 r3 p3", "p2 r3 p3 c2 o2"])
    let other = try await self.views("rolling-window(3) | retrieve-over-history")
    #expect(other.suffix(2).map(Shorthand.text) == ["p2 r3 S p3", "S p3 c2 o2"])
    #expect(other[3].items[2].entry == other[4].items[0].entry)
  }

  @Test func `With everything in view there is nothing to do`() async throws {
    let views = try await views("retrieve-over-history")
    #expect(views.allSatisfy { !$0.items.contains(where: \.isSynthesised) })
  }

  @Test func `What is masked or summarised may be found, what is carried may not`() async throws {
    let masked = try await views(
      "clear-tool-results(when: always, keep: 0) | retrieve-over-history")
    #expect(Shorthand.text(masked[3]) == "p1 r1 c1 o1* r2 p2 r3 S p3")
    let folded = try await views(
      "summarize(when: 5 entries, keep: 1 turn) | retrieve-over-history(k: 1)")
    #expect(folded.suffix(2).map(Shorthand.text) == ["S p2 r3 S p3", "S S p3 c2 o2"])
    #expect(folded[3].items[3].entry.text.contains("suitcase"))
    // A prompt that stands behind a summary in the same entry is in view.
    var transcript = session
    transcript.entries[7] = .prompt("What was it about the weather?", label: "p3")
    let merged = try await views("summarize-history(5) | retrieve-over-history", transcript)
    #expect(Shorthand.text(merged[3]) == "S r3 p3")
  }

  @Test func `What does not fit is cut to the lines that share words`() async throws {
    let views = try await views(
      "rolling-window(2) | retrieve-over-history(limit: 7 tokens)")
    let item = try #require(views[3].items.first { $0.isSynthesised })
    #expect(item.entry.text.hasSuffix("[o1] Desk FD-2217 has a suitcase.…"))
    #expect(EntryFate.fates(of: 8, in: views[3].items)[3].fate == .summarised)
  }

  @Test func `Forced, a call and its output stand after the prompt, and the tool is defined`()
    async throws
  {
    let views = try await views("rolling-window(2) | retrieve-over-history(mode: forced)")
    #expect(views[3].items.map(\.kind) == [.response, .prompt, .toolCalls, .toolOutput])
    let call = try #require(views[3].items[2].entry.calls.first)
    #expect(call.name == "search_history")
    #expect(call.arguments == ["query": "Which desk has the suitcase?"])
    #expect(views[3].items[3].entry.callID == call.id)
    #expect(views.allSatisfy { $0.head.tools.map(\.name) == ["search_history"] })
  }

  @Test func `As a tool it is only defined, and in a replay nobody calls it`() async throws {
    let views = try await views("rolling-window(2) | retrieve-over-history(mode: tool)")
    #expect(views.allSatisfy { $0.head.tools.map(\.name) == ["search_history"] })
    #expect(views.allSatisfy { !$0.items.contains(where: \.isSynthesised) })
  }

  @Test(arguments: ["auto", "forced"])
  func `A view of a view is the same view, and stored only the last finding stays`(mode: String)
    async throws
  {
    let spec = "retrieve-over-history(mode: \(mode), persistence: "
    let viewed = try await views("rolling-window(2, persistence: stored) | \(spec)view)")
    let stored = try await views("rolling-window(2, persistence: stored) | \(spec)stored)")
    let own = mode == "auto" ? 1 : 2
    #expect(viewed[3].items.count { $0.isSynthesised } == own)
    #expect(stored[3].items.count { $0.isSynthesised } == own)
    let twice = try await views(
      "rolling-window(2) | retrieve-over-history(mode: \(mode)) | identity")
    #expect(twice[3].items.count { $0.isSynthesised } == own)
    var bench = Bench()
    bench.moment = .prompt
    var transcript = session
    transcript.entries.removeSubrange(8...)
    let stage = try #require(try Strategies.catalog.parse("\(spec)view)").stages.first)
    var history = bench.history(transcript)
    history.keepLast(2)
    let once = try await bench.edited(history, by: stage, transcript)
    let again = try await bench.edited(once, by: stage, transcript)
    #expect(once.items.count == 2 + own)
    #expect(History.areSame(once, again))
  }

  // The failure of its page.
  @Test func `A question in other words than the answer finds nothing`() async throws {
    var transcript = session
    transcript.entries[7] = .prompt("Where did you put my luggage?", label: "p3")
    let views = try await views("rolling-window(2) | retrieve-over-history", transcript)
    #expect(Shorthand.text(views[3]) == "r3 p3")
  }

  @Test func `A match is worth more the rarer and the more of an identifier it is`() {
    var index = SearchIndex()
    let log: [Entry] = [
      .prompt("The order list"), .prompt("The order BA-4711 is late"), .prompt("Order something"),
      .prompt("A longer order list with the late parcel"), .calls([]),
    ]
    index.take(log[...])
    func found(_ query: String, most: Int = 3) -> [Int] {
      index.search(query, before: log.count, most: most, leavingOut: { _ in false }).map(\.entry)
    }
    #expect(found("where is BA-4711") == [1])
    #expect(found("order") == [])
    #expect(found("order list") == [0, 3])
    // Of equals the later.
    #expect(found("late order", most: 1) == [3])
    #expect(
      index.search("order list", before: 3, most: 3, leavingOut: { $0 == 0 }).map(\.entry) == [])
  }

  @Test func `An index never shows another log`() {
    let indexes = SearchIndexes()
    let bench = Bench()
    let ledger = bench.ledger(session)
    func hits(_ log: [Entry]) -> [Int] {
      indexes.search("suitcase desk", in: log[...], of: ledger, most: 3) { _ in false }
        .map(\.entry)
    }
    #expect(hits(session.entries) == [7, 3])
    var other = session.entries
    other[3] = .prompt("nothing of the kind")
    #expect(hits(other) == [7])
    #expect(hits(Array(session.entries.prefix(5))) == [3])
    #expect(hits(session.entries) == [7, 3])
  }

  @Test func `Terms fold case, hold identifiers whole and in parts, and pair ideographs`() {
    func shares(_ a: String, _ b: String) -> Bool {
      !Set(SearchTerms.terms(of: a).keys).isDisjoint(with: SearchTerms.terms(of: b).keys)
    }
    #expect(shares("fd-2217-p", "Desk FD-2217-P."))
    #expect(shares("2217", "FD-2217-P"))
    #expect(shares("Ärger", "ÄRGER"))
    #expect(shares("注文番号", "その注文"))
    #expect(!shares("the and for", "the and for"))
    #expect(!shares("a.b", "b.a"))
  }

  // When it fails
  @Test func `Where a value was corrected the older entry comes back, too`() async throws {
    let transcript = Transcript(entries: [
      .prompt("My window seat to Porto is 12A.", label: "p1"), .response("Noted.", label: "r1"),
      .prompt("Tell me of the weather.", label: "p2"), .response("It rains.", label: "r2"),
      .prompt("And tomorrow?", label: "p3"), .response("Sunshine.", label: "r3"),
      .prompt("My window seat to Porto is 14C now.", label: "p4"), .response("Fine.", label: "r4"),
      .prompt("Which window seat to Porto?", label: "p5"), .response("Hm.", label: "r5"),
    ])
    let views = try await views("rolling-window(1) | retrieve-over-history", transcript)
    let made = views.last?.items.first?.entry.text ?? ""
    #expect(made.contains("12A") && made.contains("14C"), "\(made)")
  }
}
