import Testing

@testable import EvalKit

struct JudgingSurvivalTests {
  private typealias Fixture = JudgingFixture

  private func fate(_ fact: String, _ items: [Item]) throws -> FactFate {
    var reader = SurvivalReader(Fixture.judged)
    let prepared = try #require(Fixture.judged.facts[fact])
    return reader.fate(
      of: prepared, in: ShownItems(View(head: Head("You help travellers."), items: items)))
  }

  @Test func `an evidence entry in view is verbatim`() throws {
    let fate = try fate("tag", Fixture.whole(2, 6))
    #expect(fate.survival == .verbatim)
    #expect(!fate.isContested)
  }

  @Test func `a kept value beside the one it replaced is contested`() throws {
    let fate = try fate("tag", Fixture.whole(0, 2))
    #expect(fate.survival == .verbatim)
    #expect(fate.isContested)
  }

  @Test func `a cut evidence entry that still has the value is verbatim`() throws {
    #expect(
      try fate("fee", [Fixture.masked(4, "fee 38.40 EUR", form: .truncated)]).survival == .verbatim)
    #expect(try fate("fee", [Fixture.masked(4, "Held in", form: .truncated)]).survival != .verbatim)
  }

  @Test func `a carried evidence entry is verbatim`() throws {
    let item = Fixture.made("User: Sorry, the tag is BA4711.", covers: [0], carries: [2])
    #expect(try fate("tag", [item]).survival == .verbatim)
  }

  @Test func `a value in a summary or a placeholder is rewritten`() throws {
    #expect(
      try fate("tag", [Fixture.made("The tag is ba-4711.", covers: [2])]).survival == .rewritten)
    #expect(try fate("fee", [Fixture.masked(4, "[fee: 38,40 €]")]).survival == .rewritten)
  }

  @Test func `a value that a summary denies is not there`() throws {
    #expect(
      try fate("tag", [Fixture.made("The tag is not BA4711.", covers: [2])]).survival == .gone)
  }

  @Test func `a later mention restates`() throws {
    #expect(try fate("tag", Fixture.whole(3, 6)).survival == .restated)
    #expect(try fate("tag", Fixture.whole(9)).survival == .restated)
  }

  @Test func `a near value in a summary is distorted`() throws {
    let fate = try fate("tag", [Fixture.made("The tag is BA4771.", covers: [2])])
    #expect(fate.survival == .distorted)
    #expect(fate.reason.contains("ba4771"))
  }

  @Test func `another fact's value in a sentence about this one is distorted`() throws {
    let entries: [Entry] = [
      .prompt("The locker code is LK20417."), .response("Yes."),
      .prompt("The booking reference is QX7R2M."), .response("Yes."),
    ]
    func fact(_ id: String, _ value: String, _ entry: Int) -> Fact {
      Fact(
        id: id, kind: "identifier", value: value,
        evidence: [Evidence(entry: EntryID(entry), quote: value)])
    }
    let judged = Judge.default.prepare(
      EvalCase(
        id: "c", transcript: Transcript(entries: entries),
        facts: [fact("locker", "LK20417", 0), fact("booking", "QX7R2M", 2)]))
    func fate(_ id: String, _ text: String, covers: [Int]) throws -> FactFate {
      var reader = SurvivalReader(judged)
      let view = View(head: Head(), items: [Fixture.made(text, covers: covers)])
      return reader.fate(of: try #require(judged.facts[id]), in: ShownItems(view))
    }
    let swapped = try fate("locker", "The locker code is QX7R2M.", covers: [0, 2])
    #expect(swapped.survival == .distorted)
    #expect(swapped.reason.contains("qx7r2m"))
    #expect(swapped.place?.position == 0)
    // The other fact is where it belongs, this one is gone.
    #expect(
      try fate("locker", "The booking reference is QX7R2M.", covers: [0, 2]).survival == .gone)
    #expect(
      try fate("booking", "The locker code is QX7R2M.", covers: [0, 2]).survival == .rewritten)
    // What does not stand for the evidence says nothing of it.
    #expect(try fate("locker", "The locker code is QX7R2M.", covers: [2]).survival == .gone)
  }

  @Test func `where a value survived is told from both ends`() throws {
    let kept = try fate("tag", Fixture.whole(1, 2, 6, 7))
    #expect(
      kept.place
        == ValuePlace(role: "prompt", entry: "p2", position: 1, fromEnd: 2, tokensFromEnd: 20))
    #expect(kept.reason == "said in p2, item 2 of 4, 20 tokens from the end")
    // The size of what a stage made is not known.
    let made = try fate("tag", Fixture.whole(2) + [Fixture.made("Talk.")] + Fixture.whole(6))
    #expect(
      made.place == ValuePlace(role: "prompt", entry: "p2", position: 0, fromEnd: 2))
    let summary = try fate("tag", [Fixture.made("Tag BA4711.", covers: [2])] + Fixture.whole(6))
    #expect(
      summary.place
        == ValuePlace(role: "prompt", entry: "summary", position: 0, fromEnd: 1, tokensFromEnd: 10))
    #expect(try fate("fee", Fixture.whole(4)).place?.role == "toolOutput")
    #expect(try fate("tag", Fixture.whole(0, 6)).place?.entry == "p1")
    #expect(try fate("tag", Fixture.whole(6)).place == nil)
  }

  @Test func `only the value that was replaced is stale, not distorted`() throws {
    #expect(try fate("tag", Fixture.whole(0, 6)).survival == .stale)
    #expect(
      try fate("tag", [Fixture.made("The tag is BA4117.", covers: [0, 2])]).survival == .stale)
  }

  @Test func `what only a read tool said can be fetched again`() throws {
    let fate = try fate("fee", Fixture.whole(5, 6, 7))
    #expect(fate.survival == .refetchable)
  }

  @Test func `nothing of it left is gone`() throws {
    #expect(try fate("tag", Fixture.whole(6, 7)).survival == .gone)
  }

  @Test func `the same characters before the evidence are a coincidence`() throws {
    let entries: [Entry] = [
      .prompt("Belt 7741 is out of order."), .response("Sorry."), .prompt("My order is 7741."),
      .response("Thanks."), .prompt("Go on."), .response("Yes."),
    ]
    let fact = Fact(
      id: "order", kind: "identifier", value: "7741",
      evidence: [Evidence(entry: EntryID(2), quote: "My order is 7741")])
    let judged = Judge.default.prepare(
      EvalCase(id: "c", transcript: Transcript(entries: entries), facts: [fact]))
    var reader = SurvivalReader(judged)
    let view = View(
      head: Head(), items: [0, 4].map { Item(recorded: EntryID($0), entry: entries[$0]) })
    let fate = reader.fate(of: try #require(judged.facts["order"]), in: ShownItems(view))
    #expect(fate.survival == .gone)
    #expect(fate.isCoincident)
  }

  @Test func `a weak value met later is a coincidence, not a restatement`() throws {
    let entries: [Entry] = [
      .prompt("I have 3 bags."), .response("Fine."), .prompt("The 3 of us went on."),
      .response("Yes."),
    ]
    let fact = Fact(
      id: "bags", kind: "number", value: "3",
      evidence: [Evidence(entry: EntryID(0), quote: "3 bags")])
    let judged = Judge.default.prepare(
      EvalCase(id: "c", transcript: Transcript(entries: entries), facts: [fact]))
    var reader = SurvivalReader(judged)
    let view = View(head: Head(), items: [Item(recorded: EntryID(2), entry: entries[2])])
    let fate = reader.fate(of: try #require(judged.facts["bags"]), in: ShownItems(view))
    #expect(fate.survival == .gone)
    #expect(fate.isCoincident)
  }

  @Test func `a derived fact needs all its evidence`() throws {
    let entries: [Entry] = [
      .prompt("Today is 30 April."), .response("Yes."), .prompt("I am back in two weeks."),
      .response("Noted."),
    ]
    let fact = Fact(
      id: "back", kind: "date", value: "2026-05-14", isDerived: true,
      evidence: [
        Evidence(entry: EntryID(0), quote: "30 April"),
        Evidence(entry: EntryID(2), quote: "in two weeks"),
      ])
    let judged = Judge.default.prepare(
      EvalCase(id: "c", transcript: Transcript(entries: entries), facts: [fact]))
    let prepared = try #require(judged.facts["back"])
    func survival(_ items: [Item]) -> Survival {
      var reader = SurvivalReader(judged)
      return reader.fate(of: prepared, in: ShownItems(View(head: Head(), items: items))).survival
    }
    let whole = entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }
    #expect(survival([whole[0], whole[2]]) == .verbatim)
    #expect(survival([whole[2]]) == .gone)
    #expect(survival([Fixture.made("Back on 14 May."), whole[2]]) == .rewritten)
    #expect(survival([Fixture.made("Said on 30 April."), whole[2]]) == .rewritten)
  }

  @Test func `evidence in the instructions survives as long as the head does`() throws {
    let fact = Fact(
      id: "rule", value: "travellers", evidence: [Evidence(entry: nil, quote: "help travellers")])
    let judged = Judge.default.prepare(
      EvalCase(
        id: "c",
        transcript: Transcript(head: Head("You help travellers."), entries: [.prompt("Hi")]),
        facts: [fact]))
    let prepared = try #require(judged.facts["rule"])
    var reader = SurvivalReader(judged)
    let fate = reader.fate(
      of: prepared, in: ShownItems(View(head: Head("You help travellers."), items: [])))
    #expect(fate.survival == .verbatim)
    #expect(
      fate.place
        == ValuePlace(
          role: "instructions", entry: "", position: nil, fromEnd: 0, tokensFromEnd: 0))
    #expect(
      reader.fate(of: prepared, in: ShownItems(View(head: Head(), items: []))).survival == .gone)
  }
}
