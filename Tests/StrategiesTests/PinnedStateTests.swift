import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct PinnedStateTests {
  private let session = Transcript(
    head: Head("Help."),
    entries: [
      .prompt("Plan: first the walls", label: "p1"), .response("Good.", label: "r1"),
      .prompt("Rule: no nails", label: "p2"), .response("Agreed.", label: "r2"),
      .prompt("Plan: then the roof", label: "p3"), .response("Yes.", label: "r3"),
      .prompt("What now?", label: "p4"), .response("The roof.", label: "r4"),
    ])

  /// The last view of the session, and the text of what was made.
  private func shown(
    _ arguments: String, after window: String = "rolling-window(1)", _ size: Int = 4096
  )
    async throws -> (view: String, made: String?)
  {
    var views: [View] = []
    let bench = Bench(contextSize: size)
    let start = bench.session(
      session, try Strategies.catalog.parse("\(window) | pinned-state(\(arguments))"))
    _ = try await Replay(session).run(start) { _, place in
      if case .request(_, let view) = place { views.append(view) }
    }
    let last = try #require(views.last)
    return (Shorthand.text(last), last.items.first { $0.isSynthesised }?.entry.text)
  }

  private let heading = "Said earlier in this conversation, and still in force:"

  @Test(arguments: [
    (
      "['Plan:', 'Rule:']", "i S p4",
      "Plan: first the walls\n\nRule: no nails\n\nPlan: then the roof"
    ),
    ("['Plan:', 'Rule:'], which: latest", "i S p4", "Rule: no nails\n\nPlan: then the roof"),
    ("'Rule:'", "i S p4", "Rule: no nails"), ("p1", "i S p4", "Plan: first the walls"),
    ("['Plan:', 'Rule:'], limit: 8 tokens", "i S p4", "Rule: no nails\n\nPlan: then the roof"),
  ])
  func `What is pinned and out of view is said again verbatim`(
    arguments: String, view: String, texts: String
  ) async throws {
    let shown = try await shown("pinned: \(arguments)")
    #expect(shown.view == view)
    #expect(shown.made == "\(heading)\n\n\(texts)")
  }

  @Test func `What is in view is not said again, nor anything that is not pinned`() async throws {
    #expect(try await shown("['Plan:']", after: "identity").view == "i p1 r1 p2 r2 p3 r3 p4")
    #expect(
      try await shown("['Plan:']", after: "rolling-window(3)").made?.contains("roof") == false)
    #expect(try await shown("['Cellar']").view == "i p4")
    #expect(try await shown("['Rule:'], limit: 2 tokens").view == "i p4")
  }

  @Test func `At the tail it stands before the turn in flight`() async throws {
    #expect(
      try await shown("'Rule:', position: tail", after: "rolling-window(3)").view == "i p3 r3 S p4")
    #expect(try await shown("'Rule:'", after: "rolling-window(3)").view == "i S p3 r3 p4")
  }

  @Test func `It reads the log, so it brings back what a stored window took`() async throws {
    let shown = try await shown("'Rule:'", after: "rolling-window(1, persistence: stored)")
    #expect(shown.view == "i S p4")
    #expect(shown.made?.hasSuffix("Rule: no nails") == true)
  }

  @Test func `Stored, what it made before is brought up to date`() async throws {
    let spec =
      "rolling-window(2, persistence: stored) "
      + "| pinned-state(['Plan:', 'Rule:'], persistence: stored)"
    let bench = Bench()
    let result = try await bench.replay(session, spec)
    #expect(result.views == ["i p1", "i S r1 p2", "i S r2 p3", "i S r3 p4"])
    let made = result.session.history.items.filter(\.isSynthesised)
    #expect(made.count == 1)
    #expect(made.first?.entry.text.contains("roof") == true)
  }

  @Test func `Text alone is carried, and what a stage carried already is in view`() async throws {
    var transcript = Shorthand.transcript("p1 r1 p2 r2 p3")
    transcript.entries[1].segments.append(.structure(["size": 3]))
    let bench = Bench()
    let stage = try #require(try Strategies.catalog.parse("pinned-state([p1, r1])").stages.first)
    var history = bench.history(transcript)
    history.keepLast(1)
    let edited = try await bench.edited(history, by: stage, transcript)
    guard case .synthesised(_, let covers, let carries) = edited.items[0].source else {
      Issue.record("nothing was made")
      return
    }
    #expect(covers == [EntryID(1)])
    #expect(carries == [EntryID(0)])
    let fates = EntryFate.fates(of: 5, in: edited.items)
    #expect(fates.map(\.fate) == [.kept, .summarised, .dropped, .dropped, .kept])
    // A summary that stands for an entry does not say it again, a prompt that carries it does.
    var carried = bench.history(transcript)
    carried.replace(0..<4, with: .prompt("p1 and more"), carrying: [EntryID(0)])
    let again = try await bench.edited(carried, by: stage, transcript)
    #expect(again.items[0].entry.text == "\(heading)\n\nr1\n{\"size\":3}")
  }

  @Test func `From a share on it is said that room is short`() async throws {
    // Seventeen words, the head's among them, of thirty.
    #expect(try await shown("Cellar, warning: 56%", after: "identity", 30).made != nil)
    #expect(try await shown("Cellar, warning: 57%", after: "identity", 30).made == nil)
    let both = try await shown("'Rule:', warning: 1%", 100)
    #expect(both.made?.hasPrefix("\(heading)\n\nRule: no nails\n\nThe context is nearly") == true)
  }

  // When it fails: what is out of date is said again, too.
  @Test func `What was replaced stands beside what replaced it`() async throws {
    let made = try await shown("'Plan:'").made
    #expect(made?.contains("walls") == true && made?.contains("roof") == true)
  }

  @Test(arguments: ["[]", "['']"])
  func `Something must be pinned`(pinned: String) {
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("pinned-state(\(pinned))")
    }
    #expect(error?.message.contains("expected texts to look for") == true)
  }

  @Test(arguments: [
    "pinned-state([w1, w2])", "pinned-state(w3, position: tail, which: latest)",
    "pinned-state([w1, w2], limit: 10%, warning: 20%)",
  ])
  func `Made of any part of a session, it is the same made again`(spec: String) async throws {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    var made = 0
    for sample in LawSample.generated.prefix(120) {
      let bench = sample.bench()
      var history = bench.history(sample.transcript)
      history.keepLast(history.count / 3)
      let once = try await bench.edited(history, by: stage, sample.transcript)
      let twice = try await bench.edited(once, by: stage, sample.transcript)
      #expect(History.areSame(once, twice), "\(sample)")
      #expect(once.items.filter { !$0.isSynthesised }.count == history.count)
      made += once.count - history.count
    }
    #expect(made > 0)
  }

  @Test func `Looked at twice, and on a fork, it shows the same`() async throws {
    let spec = "rolling-window(1) | pinned-state(['Plan:'])"
    let start = Bench().session(session, try Strategies.catalog.parse(spec))
    _ = try await Replay(session).run(start) { session, place in
      guard case .request(let record, let view) = place else { return }
      let again = try await session.view(at: record.moment)
      #expect(View.areSame(again, view))
    }
  }

  // When it fails
  @Test func `What a user said stands as instructions`() async throws {
    let left = try await Bench().edited(session, by: "rolling-window(1)")
    let stage = try #require(try Strategies.catalog.parse("pinned-state('Rule:')").stages.first)
    let made = try await Bench().edited(left, by: stage, session).items.first
    #expect(made?.isSynthesised == true)
    #expect(made?.kind == .instructions)
  }

  // When it fails
  @Test func `Without a limit it may fill the window by itself`() async throws {
    let transcript = Transcript(
      entries: (1...4).flatMap { turn -> [Entry] in
        [.prompt("Plan: \(Entry.words("w\(turn)", 60))", label: "p\(turn)"), .r(turn, tokens: 1)]
      } + [.prompt("What now?", label: "p5"), .r(5, tokens: 1)])
    func over(_ more: String) async throws -> Int? {
      try await Bench(contextSize: 512 + 100).replay(
        transcript, "rolling-window(1) | pinned-state('Plan:'\(more))"
      ).records.last?.overBy
    }
    #expect(try await over("").map { $0 > 0 } == true)
    #expect(try await over(", limit: 70 tokens") == 0)
  }
}
