import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct RecordedTests {
  private typealias Summary = CompactionEvent.Summary

  private func transcript(_ notation: String, _ events: CompactionEvent...) -> Transcript {
    var transcript = Shorthand.transcript(notation)
    transcript.compactions = events
    return transcript
  }

  private func summary(_ text: String, of range: Range<Int>, keeping kept: Range<Int> = 0..<0)
    -> Summary
  {
    Summary(
      segments: [.text(text)], covers: RangeSet(range).subtracting(RangeSet(kept)),
      place: range.upperBound)
  }

  @Test func `A session that recorded no compaction is left alone`() async throws {
    let result = try await Bench().replay(Shorthand.turns(3), "recorded")
    #expect(result.views.last == "p1 r1 p2 r2 p3")
    #expect(result.records.allSatisfy { $0.firings.isEmpty })
  }

  @Test func `A compaction is in force from the first request after its place`() async throws {
    let session = transcript(
      "i p1 r1 p2 r2 p3 r3", CompactionEvent(position: 2, summaries: [summary("A", of: 0..<2)]))
    let result = try await Bench().replay(session, "recorded")
    #expect(result.views == ["i p1", "i S p2", "i S p2 r2 p3"])
    #expect(result.records.map { $0.firings.map(\.moment) } == [[], [.prompt], []])
    #expect(result.session.history.items.first?.entry.text == "A")
  }

  @Test func `Within a round it waits for the next request and acts at the output`() async throws {
    let session = transcript(
      "p1 r1 p2 c1 o1 c2 o2 r2",
      CompactionEvent(position: 4, summaries: [summary("A", of: 0..<2)]))
    let result = try await Bench().replay(session, "recorded")
    #expect(result.views == ["p1", "p1 r1 p2", "S p2 c1 o1", "S p2 c1 o1 c2 o2"])
    #expect(result.records[2].firings.map(\.moment) == [.toolOutput])
  }

  @Test func `A summary of a summary stands for what both stood for`() async throws {
    let session = transcript(
      "p1 r1 p2 r2 p3 r3 p4 r4",
      CompactionEvent(position: 2, summaries: [summary("A", of: 0..<2)]),
      CompactionEvent(position: 6, summaries: [summary("B", of: 0..<4)]))
    let result = try await Bench().replay(session, "recorded")
    #expect(result.views == ["p1", "S p2", "S p2 r2 p3", "S p3 r3 p4"])
    let items = result.session.history.items
    #expect(items.first?.entry.text == "B")
    #expect(items.first?.standsFor == (0..<4).map { EntryID($0) })
    #expect(
      EntryFate.fates(of: 8, in: items).map(\.fate)
        == Array(repeating: .summarised, count: 4) + Array(repeating: .kept, count: 4))
  }

  @Test func `A summary stands behind what was kept of its range, and that is whole`() async throws
  {
    let session = transcript(
      "p1 r1 p2 r2 p3 r3",
      CompactionEvent(position: 4, summaries: [summary("A", of: 0..<3, keeping: 0..<1)]))
    let result = try await Bench().replay(session, "recorded")
    #expect(result.views.last == "p1 S r2 p3")
    let fates = EntryFate.fates(of: 6, in: result.session.history.items)
    #expect(fates.map(\.fate) == [.kept, .summarised, .summarised, .kept, .kept, .kept])
    #expect(fates.allSatisfy { !$0.carried && !$0.moved })
  }

  @Test func `What was dropped outright is not what a later summary stands for`() async throws {
    let session = transcript(
      "p1 r1 p2 r2 p3 r3", CompactionEvent(position: 2, dropped: RangeSet(1..<2)),
      CompactionEvent(position: 4, summaries: [summary("A", of: 0..<4)]))
    let result = try await Bench().replay(session, "recorded")
    #expect(result.views == ["p1", "p1 p2", "S p3"])
    let fates = EntryFate.fates(of: 4, in: result.session.history.items).map(\.fate)
    #expect(fates == [.summarised, .dropped, .summarised, .summarised])
  }

  @Test func `Entries are masked and cut as recorded, and stay so`() async throws {
    let session = transcript(
      "p1 c1 o1 r1 p2 r2 p3 r3",
      CompactionEvent(
        position: 4,
        replacements: [
          CompactionEvent.Replacement(entry: 2, text: "[cleared]"),
          CompactionEvent.Replacement(entry: 3, text: "r", isPart: true),
        ]))
    let result = try await Bench().replay(session, "recorded")
    #expect(result.views.suffix(2) == ["p1 c1 o1* r1* p2", "p1 c1 o1* r1* p2 r2 p3"])
    let items = result.session.history.items
    #expect(items.map(\.form).prefix(4) == [.whole, .whole, .masked, .truncated])
    #expect(items[2].entry.text == "[cleared]")
    #expect(result.records.map(\.firings.count) == [0, 0, 1, 0])
  }

  @Test func `An opaque item is shown as it came, and what it carries is kept`() async throws {
    let item = JSONValue.object(JSONObject([("type", "compaction")]))
    let session = transcript(
      "p1 r1 p2 r2",
      CompactionEvent(
        position: 2,
        summaries: [
          Summary(
            kind: .opaque, segments: [Segment(.opaque(item))], covers: RangeSet(0..<2),
            carries: RangeSet(0..<1), place: 2)
        ], by: "provider"))
    let result = try await Bench().replay(session, "recorded")
    #expect(result.views.last == "S p2")
    #expect(result.session.history.items[0].entry.segments == [Segment(.opaque(item))])
    let fates = EntryFate.fates(of: 2, in: result.session.history.items)
    #expect(fates.map(\.fate) == [.kept, .summarised])
    #expect(fates.map(\.carried) == [true, false])
  }

  // A product that puts its rules back with every compaction shows the latest ones only.
  @Test func `What stands for nothing goes with what was taken out for it`() async throws {
    func event(_ position: Int, _ text: String) -> CompactionEvent {
      let again = Summary(
        kind: .instructions, segments: [.text("again \(text)")], covers: RangeSet(), place: 0)
      return CompactionEvent(
        position: position, summaries: [summary(text, of: 0..<position), again])
    }
    let session = transcript("p1 r1 p2 r2 p3 r3", event(2, "A"), event(4, "B"))
    for spec in ["recorded", "recorded(persistence: view)"] {
      var shown: [[String]] = []
      let start = Bench().session(session, try Strategies.catalog.parse(spec))
      _ = try await Replay(session).run(start) { _, place in
        if case .request(_, let view) = place { shown.append(view.items.map(\.entry.text)) }
      }
      #expect(
        shown == [["p1"], ["again A", "A", "p2"], ["again B", "B", "p3"]], "\(spec)")
    }
  }

  @Test func `An event that takes out nothing any more puts nothing in`() async throws {
    let session = transcript(
      "p1 r1 p2 r2 p3 r3", CompactionEvent(position: 2, dropped: RangeSet(0..<2)),
      CompactionEvent(position: 4, summaries: [summary("A", of: 0..<2)]))
    for spec in ["recorded", "recorded(persistence: view)"] {
      #expect(try await Bench().replay(session, spec).views == ["p1", "p2", "p2 r2 p3"])
    }
  }

  @Test func `Its memory holds how many events it applied`() async throws {
    let session = transcript(
      "p1 r1 p2", CompactionEvent(position: 1),
      CompactionEvent(position: 2, dropped: RangeSet(0..<2)))
    let stage = try #require(try Strategies.catalog.parse("recorded").stages.first)
    let expectations: [(Transcript, JSONValue)] = [
      (session, ["applied": 2]), (Shorthand.transcript("p1"), .null),
    ]
    for (transcript, expected) in expectations {
      var memory = JSONValue.null
      let bench = Bench()
      _ = try await stage.strategy.edit(
        bench.history(transcript), in: bench.context(transcript), memory: &memory)
      #expect(memory == expected)
    }
  }

  // What was taken out before by another stage is not summarised a second time.
  @Test func `Behind another stage it acts on what that left`() async throws {
    let session = transcript(
      "p1 r1 p2 r2 p3 r3 p4 r4",
      CompactionEvent(position: 4, summaries: [summary("A", of: 0..<2)]))
    let behind = try await Bench().replay(
      session, "rolling-window(2, persistence: stored) | recorded")
    #expect(behind.views == ["p1", "r1 p2", "r2 p3", "r3 p4"])
    let before = try await Bench().replay(session, "recorded | rolling-window(3)")
    #expect(before.views == ["p1", "p1 r1 p2", "p2 r2 p3", "p3 r3 p4"])
  }

  @Test func `Stored and as a view it shows the same, whatever was recorded`() async throws {
    var firings = 0
    for seed in 0..<300 {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      var session = generator.transcript(turns: 8)
      session.compactions = RandomCompactions.events(of: session, seed: UInt64(seed))
      var views: [[View]] = []
      for spec in ["recorded", "recorded(persistence: view)"] {
        var shown: [View] = []
        let start = Bench().session(session, try Strategies.catalog.parse(spec))
        let result = try await Replay(session).run(start) { _, place in
          if case .request(_, let view) = place { shown.append(view) }
        }
        firings += result.requests.reduce(0) { $0 + $1.firings.count }
        views.append(shown)
      }
      #expect(
        zip(views[0], views[1]).allSatisfy(View.areSame), "seed \(seed)")
    }
    #expect(firings > 300)
  }

  @Test func `A fork goes on as the session does`() async throws {
    let session = transcript(
      "p1 r1 p2 r2 p3 r3",
      CompactionEvent(position: 2, summaries: [summary("A", of: 0..<2)]),
      CompactionEvent(position: 5, summaries: [summary("B", of: 0..<3)]))
    var asked: [String] = []
    let start = Bench().session(session, try Strategies.catalog.parse("recorded"))
    let result = try await Replay(session).run(start) { current, place in
      guard case .boundary = place else { return }
      var copy = current
      copy.append(ask: .prompt("why", label: "why"))
      asked.append(Shorthand.text(try await copy.request(.prompt).1))
    }
    // The second compaction, recorded after the third prompt, is not in force for a question in
    // its place.
    #expect(asked == ["why", "S why", "S p2 r2 why", "S r2 p3 r3 why"])
    #expect(result.requests.map(\.firings.count) == [0, 1, 1])
  }

  // When it fails
  @Test func `It shows the faults of the record with it`() async throws {
    let session = transcript(
      "p1 c1 o1 r1 p2 r2",
      CompactionEvent(position: 4, summaries: [summary("A", of: 0..<2)]))
    #expect(try await Bench().replay(session, "recorded").views.last == "S o1 r1 p2")
  }

  // When it fails
  @Test func `A compaction comes where it came in the session, not where it is needed`()
    async throws
  {
    var session = Transcript.plain(turns: 4, tokens: 100)
    session.compactions = [CompactionEvent(position: 6, summaries: [summary("A", of: 0..<6)])]
    let records = try await Bench(contextSize: 512 + 250).replay(session, "recorded").records
    #expect(records.map { $0.overBy > 0 } == [false, true, true, false])
  }

  // When it fails
  @Test func `What was taken out once never comes back`() async throws {
    let session = transcript(
      "p1 r1 p2 r2 p3 r3", CompactionEvent(position: 2, dropped: RangeSet(0..<2)),
      CompactionEvent(
        position: 4, replacements: [CompactionEvent.Replacement(entry: 0, text: "again")]))
    #expect(try await Bench().replay(session, "recorded").views.last == "p2 r2 p3")
  }
}
