import Testing

@testable import EvalKit

/// Which of several places a fact is found at, and what is prepared of it.
struct FactPlaceTests {
  private typealias Fixture = JudgingFixture

  private static func made(_ text: String, covers: [Int] = []) -> Item {
    Fixture.made(text, covers: covers)
  }

  private func fate(_ fact: String, _ items: [Item], of judged: JudgedCase = Fixture.judged) throws
    -> FactFate
  {
    var reader = SurvivalReader(judged)
    return reader.fate(
      of: try #require(judged.facts[fact]), in: ShownItems(View(head: Head(), items: items)))
  }

  private static func session(_ prompts: String..., fact: Fact) -> JudgedCase {
    Judge.default.prepare(
      EvalCase(
        id: "c", transcript: Transcript(entries: prompts.map { .prompt($0) }), facts: [fact]))
  }

  @Test func `the first of several places counts`() throws {
    #expect(try fate("tag", Fixture.whole(6, 3, 9)).place?.entry == "c1")
    #expect(try fate("tag", Fixture.whole(9, 3)).place?.entry == "c1")
    let summaries = [Self.made("Tag BA4711."), Self.made("BA4711 again.")]
    #expect(try fate("tag", summaries).place?.position == 0)
    let denied = [Self.made("It is not BA4711."), Self.made("BA4711."), Self.made("BA4711.")]
    #expect(try fate("tag", denied).place?.position == 1)
    #expect(try fate("tag", [Self.made("not BA4711, so BA4711")]).survival == .rewritten)
    let old = [Self.made("Talk."), Self.made("BA4117"), Self.made("BA4117.")]
    #expect(try fate("tag", old).place?.position == 1)
    #expect(try fate("tag", old).reason == "only 'BA4117' is in view")
    let near = [Self.made("BA4771"), Self.made("BA4771")]
    #expect(try fate("tag", near).place?.position == 0)
  }

  @Test func `a place behind a summary has no size from the end, one before the end has`() throws {
    let fate = try fate("tag", Fixture.whole(2, 6))
    #expect(fate.reason == "said in p2, item 1 of 2, 10 tokens from the end")
    #expect(
      try self.fate("tag", [Self.made("BA4711")]).reason
        == "in summary, item 1 of 1, 0 tokens from the end")
    #expect(
      try self.fate("tag", Fixture.whole(2) + [Fixture.masked(6, "x")]).reason
        == "said in p2, item 1 of 2")
  }

  @Test func `evidence in two entries: either says the fact, in the order given`() throws {
    func session(derived: Bool) -> JudgedCase {
      Self.session(
        "It is Lund.", "Yes, Lund.", "So.",
        fact: Fact(
          id: "f", value: "Lund", isDerived: derived,
          evidence: [1, 0].map { Evidence(entry: EntryID($0), quote: "Lund") }))
    }
    let judged = session(derived: false)
    let entries = judged.evalCase.transcript.entries
    func items(_ places: Int...) -> [Item] {
      places.map { Item(recorded: EntryID($0), entry: entries[$0]) }
    }
    #expect(try fate("f", items(0, 1), of: judged).place?.position == 1)
    #expect(try fate("f", items(0, 2), of: judged).survival == .verbatim)
    #expect(try fate("f", items(0, 1), of: session(derived: true)).survival == .verbatim)
    #expect(try fate("f", items(0, 2), of: session(derived: true)).survival != .verbatim)
    let prepared = try #require(judged.facts["f"])
    #expect(prepared.firstEvidence == 0)
    #expect(prepared.lastEvidence == 1)
  }

  @Test func `a derived fact is rewritten where the rest of its evidence was first`() throws {
    let judged = Self.session(
      "It is the 30th.", "In two weeks.", "So.",
      fact: Fact(
        id: "f", kind: "date", value: "14 May", isDerived: true,
        evidence: [
          Evidence(entry: EntryID(0), quote: "the 30th"),
          Evidence(entry: EntryID(1), quote: "two weeks"),
        ]))
    let second = Item(recorded: EntryID(1), entry: judged.evalCase.transcript.entries[1])
    let found = try fate(
      "f", [Self.made("Talk."), Self.made("Said: the 30th"), Self.made("the 30th"), second],
      of: judged)
    #expect(found.survival == .rewritten)
    #expect(found.place?.position == 1)
    #expect(try fate("f", [Self.made("Talk."), second], of: judged).survival == .gone)
    #expect(try fate("f", [Self.made("the 30th")], of: judged).survival == .gone)
  }

  @Test func `without evidence a fact is said where its value is first`() throws {
    let judged = Self.session(
      "Hello.", "I am Bo, or Ann.", "Ann it is.", fact: Fact(id: "f", value: "Ann", aliases: ["Bo"])
    )
    let prepared = try #require(judged.facts["f"])
    #expect(prepared.evidence.map(\.entry) == [1])
    #expect(prepared.evidence.map(\.quote.value) == ["Ann"])
    #expect(prepared.mentions == [1, 2])
    #expect(prepared.values.map(\.value) == ["Ann", "Bo"])
    let none = try #require(
      Self.session("Hello.", fact: Fact(id: "f", value: "Ann", aliases: [""])).facts["f"])
    #expect(none.evidence.isEmpty && none.values.count == 1)
    #expect((none.firstEvidence, none.lastEvidence) == (-1, -1))
    let head = Fact(
      id: "f", value: "Ann",
      evidence: [Evidence(entry: nil, quote: "Ann"), Evidence(entry: EntryID(1), quote: "Ann")])
    let both = try #require(Self.session("Hello.", "Ann", fact: head).facts["f"])
    #expect((both.firstEvidence, both.lastEvidence) == (-1, 1))
  }

  @Test func `an old value within the new one is not said`() throws {
    func stale(_ texts: String...) throws -> [Int] {
      let fact = Fact(
        id: "f", kind: "text", value: "red box", supersedes: [Fact.Superseded(value: "box")])
      let judged = Judge.default.prepare(
        EvalCase(
          id: "c", transcript: Transcript(entries: texts.map { .prompt($0) }), facts: [fact]))
      return try #require(judged.facts["f"]).staleMentions
    }
    #expect(try stale("a box", "a red box", "a red box, a box", "none") == [0, 2])
  }

  @Test func `the topic is of the sentences that say it`() throws {
    let judged = Self.session(
      "The harbour opens early. The locker code is LK2041. Trains run late.",
      fact: Fact(
        id: "f", kind: "identifier", value: "LK2041",
        evidence: [Evidence(entry: EntryID(0), quote: "LK2041")]))
    #expect(
      try #require(judged.facts["f"]).topic == Set(["locker", "code"].map(MatchText.hash)))
  }

  @Test func `only what a read tool brought can be fetched again`() throws {
    func isRefetchable(_ tool: String, callID: String?, evidence: Int = 2) throws -> Bool {
      var output = Entry.output("The code is LK2041.", callID: callID)
      output.toolName = callID == nil ? tool : nil
      let entries: [Entry] = [
        .prompt("Look."), .calls([ToolCall(id: "k", name: tool, arguments: ["x": "y"])]), output,
        .response("Done."),
      ]
      let judged = Judge.default.prepare(
        EvalCase(
          id: "c", transcript: Transcript(entries: entries),
          facts: [
            Fact(
              id: "f", kind: "identifier", value: "LK2041",
              evidence: [Evidence(entry: EntryID(evidence), quote: "LK2041")])
          ]))
      return try #require(judged.facts["f"]).isRefetchable
    }
    #expect(try isRefetchable("find_code", callID: "k"))
    #expect(try isRefetchable("find_code", callID: nil))
    #expect(try !isRefetchable("send_code", callID: "k"))
  }

  @Test func `another fact's value stands for this one only in words that are more about this`()
    throws
  {
    func fact(_ id: String, _ value: String, _ entry: Int) -> Fact {
      Fact(
        id: id, kind: "identifier", value: value,
        evidence: [Evidence(entry: EntryID(entry), quote: value)])
    }
    let judged = Judge.default.prepare(
      EvalCase(
        id: "c",
        transcript: Transcript(entries: [
          .prompt("The locker code is LK20417."), .prompt("The booking code is QX7R2M."),
        ]), facts: [fact("locker", "LK20417", 0), fact("booking", "QX7R2M", 1)]))
    func survival(_ text: String) throws -> Survival {
      try fate("locker", [Self.made(text, covers: [0])], of: judged).survival
    }
    #expect(try survival("The locker is QX7R2M.") == .distorted)
    #expect(try survival("The code is QX7R2M.") == .gone)
    #expect(try survival("Here is QX7R2M.") == .gone)
    #expect(try survival("A locker. Here is QX7R2M. The locker code QX7R2M.") == .distorted)
  }
}
