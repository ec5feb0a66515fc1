import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct ScoreSelectTests {
  private let bench = Bench()

  /// Labels of what is left of texts, the last of them the prompt in flight.
  private func left(
    of texts: [(Character, String)], _ arguments: String, by summariser: ScriptedSummariser? = nil
  ) async throws -> String {
    let entries = texts.enumerated().map { index, text -> Entry in
      let label = "\(text.0)\(index)"
      switch text.0 {
      case "p": return .prompt(text.1, label: label)
      case "c":
        let call = ToolCall(name: "search", arguments: ["q": .string(text.1)])
        return .calls([call], label: label)
      case "o": return .output(text.1, toolName: "search", label: label)
      default: return .response(text.1, label: label)
      }
    }
    var bench = bench
    if let summariser { bench.summariser = summariser }
    let transcript = Transcript(entries: entries)
    let stage = try #require(
      try Strategies.catalog.parse("score-select(when: always, \(arguments))").stages.first)
    return Shorthand.text(
      try await bench.edited(bench.history(transcript), by: stage, transcript))
  }

  private let talk: [(Character, String)] = [
    ("p", "my bag tag is blue"), ("r", "noted the tag"), ("p", "the flight leaves at nine"),
    ("r", "nine sharp"), ("p", "the hotel is full"), ("r", "pity"), ("p", "which tag was it"),
  ]

  @Test(arguments: [
    ("unit: turn, budget: 3 entries", "p0 r1 p6"),
    ("unit: turn, budget: 5 entries", "p0 r1 p4 r5 p6"),
    ("unit: entry, budget: 3 entries", "p0 r1 p6"),
    ("unit: turn, budget: 2 turns", "p0 r1 p6"),
    ("unit: turn, budget: 12 tokens", "p0 r1 p6"),
    ("unit: turn, budget: 3 entries, scorer: recency", "p4 r5 p6"),
    ("unit: turn, budget: 5 entries, scorer: recency, first: 1", "p0 r1 p4 r5 p6"),
    ("unit: turn, budget: 5 entries, last: 2 turns", "p0 r1 p4 r5 p6"),
    ("unit: turn, budget: 99 entries", "p0 r1 p2 r3 p4 r5 p6"),
    // What is protected stays though it is too much by itself.
    ("unit: turn, budget: 0 entries", "p6"),
  ])
  func `The best that fit the budget stay in their order`(arguments: String, left: String)
    async throws
  {
    #expect(try await self.left(of: talk, arguments) == left)
  }

  @Test func `With pairs only rounds of tools fall`() async throws {
    let session: [(Character, String)] = [
      ("p", "find it"), ("c", "red"), ("o", "a red one"), ("c", "blue"), ("o", "a blue one"),
      ("r", "two"), ("p", "the red one please"),
    ]
    #expect(try await left(of: session, "unit: pair, budget: 5 entries") == "p0 c1 o2 r5 p6")
    #expect(try await left(of: session, "unit: pair, budget: 1 entry") == "p0 r5 p6")
    #expect(try await left(of: session, "unit: round, budget: 3 entries") == "c1 o2 p6")
  }

  @Test func `A rare term weighs more than two common ones, and case does not count`() async throws
  {
    let session: [(Character, String)] = [
      ("r", "the one and the other"), ("r", "the one is OPEN"), ("r", "Zebra"), ("r", "the one"),
      ("r", "the one"), ("r", "the one"), ("r", "the one"), ("r", "the one"),
      ("p", "the one with the zebra"),
    ]
    #expect(try await left(of: session, "unit: entry, budget: 2 entries") == "r2 p8")
    #expect(
      try await left(
        of: [("r", "東京の宿"), ("r", "大阪の宿"), ("p", "大阪は")], "unit: entry, budget: 2 entries")
        == "r1 p2")
  }

  // When it fails: shared words are no relevance.
  @Test func `What says it in other words loses to what repeats the question`() async throws {
    let session: [(Character, String)] = [
      ("p", "BA4711 is on my luggage"), ("r", "which number is it you ask about"),
      ("p", "which number is on the tag"),
    ]
    #expect(try await left(of: session, "unit: entry, budget: 2 entries") == "r1 p2")
  }

  @Test func `A model names passages and those it leaves out follow by recency`() async throws {
    let summariser = ScriptedSummariser(name: "reader", ["Passages [1], 9 and 1; a2 is none."])
    let left = try await left(
      of: talk, "scorer: model, unit: turn, budget: 5 entries", by: summariser)
    #expect(left == "p0 r1 p4 r5 p6")
    let request = try #require(summariser.requests.first)
    #expect(request.prompt?.contains("[2] the flight leaves at nine\nnine sharp\n") == true)
    #expect(request.prompt?.contains("What is asked now:\nwhich tag was it\n") == true)
    #expect(request.items.count == 6)
  }

  // When it fails: nothing usable comes.
  @Test(arguments: ["", "none of them", "7, 8 and 0", "a1"])
  func `A reply without a usable number leaves the history as it was`(reply: String) async throws {
    let summariser = ScriptedSummariser(name: "reader", [reply])
    let left = try await left(
      of: talk, "scorer: model, unit: turn, budget: 3 entries", by: summariser)
    #expect(left == "p0 r1 p2 r3 p4 r5 p6")
  }

  @Test func `The call that was of no use is recorded with what was expected`() async throws {
    let bench = Bench(summariser: ScriptedSummariser(name: "reader", ["no idea"]))
    let result = try await bench.replay(
      Shorthand.turns(4), "score-select(scorer: model, when: 4 entries, budget: 3 entries)")
    #expect(result.session.summaries.map(\.request) == [3, 4])
    #expect(
      result.session.summaries.first?.fault
        == "the reply is of no use: expected numbers from 1 to 4, separated by commas")
    #expect(result.session.history.count == 8)
  }

  @Test func `A passage is shown to a model in part, and over its window the history stays`()
    async throws
  {
    let long: [(Character, String)] = [("r", String(repeating: "ab ", count: 300)), ("p", "so")]
    let summariser = ScriptedSummariser(name: "reader", ["1"])
    _ = try await left(of: long, "scorer: model, budget: 1 entry", by: summariser)
    #expect((summariser.requests.first?.prompt?.count ?? .max) < 700)
    let narrow = ScriptedSummariser(name: "reader", window: 5)
    #expect(
      try await left(of: talk, "scorer: model, budget: 1 entry", by: narrow)
        == "p0 r1 p2 r3 p4 r5 p6")
  }

  // When it fails: what the next question needs is gone.
  @Test func `Stored, what one question leaves out is gone for the next`() async throws {
    let transcript = Transcript(entries: [
      .prompt("the tag is blue", label: "p1"), .response("yes", label: "r1"),
      .prompt("the seat is 12", label: "p2"), .response("yes", label: "r2"),
      .prompt("which tag", label: "p3"), .response("blue", label: "r3"),
      .prompt("which seat", label: "p4"), .response("?", label: "r4"),
    ])
    let spec = "score-select(when: 4 entries, budget: 3 entries, unit: turn)"
    let views = try await bench.replay(transcript, spec).views
    #expect(views == ["p1", "p1 r1 p2", "p1 r1 p3", "p3 r3 p4"])
  }

  @Test func `A view chooses anew for every prompt, and a model cannot be asked for one`()
    async throws
  {
    let transcript = Transcript(entries: [
      .prompt("the tag is blue", label: "p1"), .response("yes", label: "r1"),
      .prompt("the seat is 12", label: "p2"), .response("yes", label: "r2"),
      .prompt("what tag", label: "p3"), .response("blue", label: "r3"),
      .prompt("which seat", label: "p4"), .response("?", label: "r4"),
    ])
    let spec = "score-select(when: 4 entries, budget: 3 entries, unit: turn, persistence: view)"
    let views = try await bench.replay(transcript, spec).views
    #expect(views == ["p1", "p1 r1 p2", "p1 r1 p3", "p2 r2 p4"])
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("score-select(model, persistence: view)")
    }
    #expect(error?.message.contains("cannot be a view") == true)
  }

  // When it fails
  @Test func `At entries an output stays without its call`() async throws {
    let spec = "score-select(recency, when: 4 entries, budget: 3 entries, unit: entry)"
    #expect(try await Bench().left(of: "p1 c1 o1 r1 p2", by: spec) == "o1 r1 p2")
    let two = "score-select(recency, when: 4 entries, budget: 2 entries, unit: entry)"
    #expect(try await Bench().left(of: "p1 c1 o1 r1 p2", by: two) == "r1 p2")
  }
}
