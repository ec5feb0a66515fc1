import EvalKitTesting
import Testing

@testable import EvalKit

/// Several entries that a rule could name, several hits, and conditions that hold in part.
struct RuleEdgeTests: RuleChecking {
  private typealias Example = HazardExample

  private func tools(_ names: String...) -> [ToolDefinition] {
    names.map { ToolDefinition(name: $0) }
  }

  // MARK: tools

  @Test func `a round shown in part counts for the calls it still has`() throws {
    let entries: [Entry] = [
      .prompt("Both."), .exampleCalls("weigh", "measure"), .output("1", callID: "k1"),
      .output("2", callID: "k2"), .response("Done."), .prompt("And?"),
    ]
    func found(_ kept: [Int], _ head: Head) throws -> [String] {
      let rest: [Example.Shown] = (kept.map { $0 + 2 } + [4, 5]).map { .entry($0) }
      return try words(
        "undefined-tool",
        Example(
          Transcript(head: Head("", tools: tools("weigh", "measure")), entries: entries),
          requests: [
            Example.Request(
              after: 6, shows: [.entry(0), .calls(1, keeping: kept)] + rest, head: head)
          ]))
    }
    let less = Head("", tools: tools("weigh"))
    #expect(try found([1], less) == ["1 measure is not defined"])
    #expect(try found([0], less) == [])
    #expect(try found([0, 1], less) == ["1 measure is not defined"])
    #expect(try found([1], Head("", tools: tools("weigh", "measure"))) == [])
  }

  @Test func `the words of a tool's job`() {
    #expect(LateTool.words("get_weather_reports") == ["weather", "report"])
    #expect(LateTool.words("makeTitleCards") == ["title", "card"])
    #expect(LateTool.words("HTTPCall") == ["httpcall"])
    #expect(LateTool.words("Is it the bus?") == ["is", "it", "bus"])
    #expect(LateTool.words("gas buss a x1") == ["gas", "bus", "x1"])
    #expect(LateTool.words("") == [])
  }

  @Test func `turns that were answered before a tool came are counted, the last is named`() throws {
    let asks = ["A title for oak.", "A title for ash.", "A title for elm."]
    let entries =
      asks.flatMap { [Entry.prompt($0), .response("Autumn.")] } + [.prompt("A title for fir.")]
    func found(_ changes: [HeadChange], _ shown: [Int], before: Head? = nil) throws -> [String] {
      try words(
        "late-tool",
        Example(
          Transcript(head: Head("", tools: tools("measure")), entries: entries, changes: changes),
          requests: [
            Example.Request(after: 1, shows: [.entry(0)], head: before),
            Example.Request(after: 7, shows: shown.map { .entry($0) }),
          ]))
    }
    let late = HeadChange(position: 6, tools: tools("measure", "make_title"))
    #expect(
      try found([late], Array(0..<7)) == [
        "4~ 3 turns like this were answered before make_title was defined"
      ])
    #expect(
      try found([late], [2, 3, 6]) == ["2~ this turn was answered before make_title was defined"])
    #expect(try found([late], [2, 6]) == [])
    #expect(try found([late], [3, 6]) == [])
    // Defined from the second turn on in the record, and kept away by a stage.
    let early = HeadChange(position: 2, tools: tools("measure", "make_title"))
    #expect(
      try found([early], Array(0..<7))
        == [
          "0~ this turn was answered before make_title was defined",
          "4 2 turns like this were answered before make_title was defined",
        ])
  }

  // MARK: in flight

  @Test func `each edit in the turn in flight is told by its kind`() throws {
    let entries: [Entry] = [
      .prompt("Both."), .exampleCalls("a", "b"), .output("1", callID: "k1"),
      .output("2", callID: "k2"), .exampleCalls("c", first: 3), .output("3", callID: "k3"),
    ]
    func found(_ shown: [Example.Shown]) throws -> [String] {
      try words("in-flight-edited", Example(entries, showing: shown))
    }
    let tail: [Example.Shown] = [.entry(4), .entry(5)]
    #expect(try found((0..<6).map { .entry($0) }) == [])
    #expect(
      try found([.entry(0), .calls(1, keeping: [0]), .entry(2)] + tail)
        == ["1 some of its calls were dropped", "3 it was dropped"])
    #expect(
      try found(
        [.entry(0), .entry(1), .edited(2, .masked, .output("x", callID: "k1")), .entry(3)] + tail)
        == ["2 it was masked"])
    #expect(
      try found(
        [.entry(0), .edited(1, .truncated, .exampleCalls("a", "b")), .entry(2), .entry(3)] + tail)
        == [])
    #expect(
      try found([.entry(0), .made(.prompt("s"), covers: [1, 2]), .entry(3)] + tail)
        == ["1 it was summarised", "2 it was summarised"])
    #expect(
      try found([.entry(0), .made(.prompt("s"), covers: [], carries: [1, 2, 3])] + tail) == [])
    // The prompt is another rule's.
    #expect(try found((1..<6).map { .entry($0) }) == [])
  }

  @Test func `a call that was never answered is the record's once its turn is over`() throws {
    let entries: [Entry] = [
      .prompt("Weigh."), .exampleCalls("a", "b"), .output("1", callID: "k1"), .prompt("So?"),
    ]
    #expect(
      try words("orphan-call", Example(entries, shows: [1, 2, 3])) == ["1~ was never answered"])
    #expect(
      try words("orphan-call", Example(entries, shows: [1, 3])).contains {
        $0.contains("its output, ") && $0.hasPrefix("1 ")
      })
    var open = Example(entries, shows: [1, 2])
    open.requests[0].count = 3
    #expect(try words("orphan-call", open) == [])
  }

  @Test func `signed reasoning at the very place of an edit is not checked by it`() throws {
    var entries = Entry.list("p1 t1 r1 p2 t2 r2 p3")
    entries[1].extra["signature"] = "AA"
    entries[4].extra["signature"] = "BB"
    func found(_ shown: [Example.Shown], head: Head? = nil) throws -> [String] {
      try words(
        "signed-prefix-changed",
        Example(
          Transcript(head: Head("Be brief."), entries: entries),
          requests: [Example.Request(after: 7, shows: shown, head: head)]
        ) { $0.dialect = .anthropic })
    }
    let all = (0..<7).map { Example.Shown.entry($0) }
    #expect(try found(all) == [])
    #expect(
      try found([.edited(0, .masked, .prompt("x"))] + all[1...])
        == [
          "1 the view is other than the record from item 1 on",
          "4 the view is other than the record from item 1 on",
        ])
    var cut = entries[1]
    cut.segments = [.text("x")]
    #expect(
      try found([.entry(0), .edited(1, .truncated, cut)] + all[2...])
        == ["1 it was edited itself", "4 the view is other than the record from item 2 on"])
    #expect(
      try found(Array(all[..<2]) + Array(all[3...]))
        == ["4 the view is other than the record from item 3 on"])
    #expect(
      try found(all, head: Head("Be kind."))
        == ["1 the head before it was edited", "4 the head before it was edited"])
  }

  @Test func `the answer that closes the view, and what it should have been`() throws {
    #expect(
      try words("trailing-response", example("p1 r1 p2", [0, 1]))
        == ["1 p2, which is to be answered, is not behind it"])
    #expect(
      try words(
        "trailing-response",
        Example(Entry.list("p1 p2"), showing: [.made(.response("x"), covers: [0, 1])]))
        == ["- p2, which is to be answered, is not behind it"])
    var closed = example("p1 r1 p2", [0, 1])
    closed.requests[0].count = 2
    #expect(try words("trailing-response", closed) == ["1~ so the history ended before the edit"])
    #expect(try words("trailing-response", example("p1 r1 p2", [0, 1, 2])) == [])
  }

  @Test func `a prompt twice, as an entry or within what stages made`() throws {
    let long = "Please weigh the second sample and log what it comes to."
    let entries: [Entry] = [.prompt("Hello."), .response("Hi."), .prompt(long)]
    func found(_ shown: [Example.Shown]) throws -> [String] {
      try words("prompt-duplicated", Example(entries, showing: shown))
    }
    #expect(try found([.entry(2), .entry(2)]) == ["2 it is shown as an entry twice"])
    #expect(
      try found([.made(.prompt(long), covers: [0]), .entry(2)]) == [
        "2 it stands also within what a stage made"
      ])
    #expect(
      try found([.made(.prompt(long), covers: [0]), .made(.prompt(long), covers: [1])]) == [
        "2 it stands also within what a stage made"
      ])
    #expect(try found([.made(.prompt(long), covers: [0, 1])]) == [])
    #expect(
      try found([.made(.prompt("x"), covers: [0], carries: [2]), .entry(2)]) == [
        "2 it stands also within what a stage made"
      ])
    #expect(try found([.made(.prompt("x"), covers: [0]), .entry(2)]) == [])
  }

  @Test func `an answer is a trap only with its own turn's tools hidden`() throws {
    let entries: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
      .response("First."),
      .exampleCalls("measure", first: 2), .output("9 m", callID: "k2"), .response("Last."),
      .prompt("And?"),
    ]
    func found(_ places: [Int]) throws -> [String] {
      try words("imitation-trap", Example(entries, shows: places))
    }
    #expect(try found([0, 6, 7]) == ["6 nothing shows that measure, weigh was called for it"])
    #expect(try found([0, 3, 7]) == [])
    #expect(try found([0, 4, 5, 6, 7]) == [])
    #expect(try found([0, 3, 6, 7]) == ["6 nothing shows that measure, weigh was called for it"])
  }

  // MARK: what a rule needs

  @Test func `what a rule needs and does not have is named`() {
    var subject = HazardSubject(Transcript(entries: Example.plainTurns))
    func reasons() -> Set<String> {
      Set(HazardRules.all.compactMap { subject.reason(against: $0) })
    }
    #expect(
      reasons() == [
        "no dialect was named", "the session defines no tools", "there is no case with facts",
        "the policy is not known", "the window is not known", "tokens are not counted",
      ])
    subject.dialect = .apple
    #expect(reasons().contains("apple does not demand it"))
    #expect(!reasons().contains("no dialect was named"))
    subject.isControl = true
    #expect(reasons().contains("the arm is a control"))
    subject.isControl = false
    subject.evalCase = EvalCase(id: "c", transcript: subject.transcript)
    subject.pipeline = Pipeline()
    subject.price()
    subject.transcript.changes = [HeadChange(position: 1, tools: tools("a"))]
    subject.dialect = nil
    #expect(reasons() == ["no dialect was named"])
  }

  @Test func `the largest that does not fit is named first`() throws {
    func found(_ sizes: [Int], shows: [Int]? = nil) throws -> [String] {
      let entries = sizes.enumerated().map {
        $0 % 2 == 0 ? Entry.p($0 + 1, tokens: $1) : .r($0 + 1, tokens: $1)
      }
      return try words(
        "over-budget",
        Example(entries, showing: (shows ?? Array(entries.indices)).map { .entry($0) }, overBy: 5) {
          $0.ledger = $0.transcript.plainLedger
          $0.budget = ContextBudget(contextSize: 25, reserve: 0)
        })
    }
    #expect(try found([10, 26, 30]) == ["- over the budget by 5 tokens; r2 alone takes 26 of 25"])
    #expect(
      try found([10, 26, 30], shows: [0, 2]) == [
        "- over the budget by 5 tokens; p3 alone takes 30 of 25"
      ])
    #expect(
      try found([10, 25, 25]) == ["- over the budget by 5 tokens; no entry alone is too large"])
  }
}
