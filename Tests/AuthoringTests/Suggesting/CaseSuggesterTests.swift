import Authoring
import EvalKit
import Testing

struct CaseSuggesterTests {
  /// A session in which values are corrected, looked up and needed later.
  private var session: Transcript {
    func call(_ id: String, _ tool: String, _ arguments: JSONValue) -> Entry {
      .calls([ToolCall(id: id, name: tool, arguments: arguments)])
    }
    func output(_ id: String, _ value: JSONValue) -> Entry {
      Entry(kind: .toolOutput, segments: [.structure(value)], callID: id)
    }
    var transcript = Transcript(
      head: Head(
        "You help travellers. Never phone the traveller.",
        tools: [
          ToolDefinition(name: "find_bag", effect: .read),
          ToolDefinition(name: "file_claim", effect: .write),
          ToolDefinition(name: "phone", effect: .write),
        ]),
      entries: [
        .prompt("My bag tag is BA4117. I fly with my cousin Dorota Zielinska."),
        call("a", "find_bag", ["tag": "BA4117"]), output("a", ["status": "not found"]),
        .response("I cannot find it."), .prompt("Sorry, I misread it, the bag tag is BA4711."),
        call("b", "find_bag", ["tag": "BA4711"]),
        output("b", ["depot": "LX-88", "shelf": 12, "station": "Aarhus"]),
        .response("It is found."), .prompt("The bag holds seven silver spoons."),
        .response("Noted."), .prompt("How is the weather?"), .response("Fair."),
        .prompt("File the claim, please, for the bag and its depot."),
        call(
          "c", "file_claim",
          ["tag": "BA4711", "depot": "LX-88", "note": "A long note of many words indeed."]),
        output("c", ["claim": "C-9"]), .response("Filed."), .prompt("Thank you."),
        .response("Safe travels."),
      ])
    for index in transcript.entries.indices { transcript.entries[index].label = "m\(index)" }
    return transcript
  }

  private var suggestions: CaseSuggestions {
    CaseSuggester(EvalCase(id: "bag", transcript: session)).suggestions()
  }

  private func fact(_ value: String) throws -> SuggestedFact {
    try #require(suggestions.facts.first { $0.fact.value == value })
  }

  @Test func `what a later call that changes something needs comes first, with why`() throws {
    let found = suggestions.facts
    #expect(Set(found.prefix(2).map(\.fact.value)) == ["BA4711", "LX-88"])
    let depot = try fact("LX-88")
    #expect(depot.fact.id == "depot")
    #expect(depot.reasons.first == "used later as depot of file_claim in 'm13'")
    #expect(depot.fact.evidence == [Evidence(entry: EntryID(6), quote: "LX-88")])
  }

  @Test func `a correction takes the place of what it corrects`() throws {
    let tag = try fact("BA4711").fact
    #expect(tag.supersedes.map(\.value) == ["BA4117"])
    #expect(tag.supersedes.first?.evidence.map(\.entry) == [EntryID(0)])
    let probe = try #require(suggestions.value.probes.first { $0.facts == [tag.id] })
    #expect(probe.kind == "update")
  }

  @Test func `names, and numbers with what they count, are found in what the user says`() throws {
    #expect(try fact("Dorota Zielinska").fact.kind == "name")
    let spoons = try #require(suggestions.facts.first { $0.fact.value == "seven" })
    #expect(spoons.fact.kind == "number")
    let probe = try #require(suggestions.value.probes.first { $0.facts == [spoons.fact.id] })
    #expect(probe.ask.hasPrefix("How many silver spoons"))
    #expect(probe.cloze == "The bag holds")
  }

  @Test func `what a tool gives and nobody takes up is not suggested`() {
    let values = suggestions.facts.map(\.fact.value)
    #expect(!values.contains("Aarhus") && !values.contains("12") && !values.contains("C-9"))
  }

  @Test func `no question says its answer, and all of it passes the check`() {
    let value = suggestions.value
    for probe in value.probes {
      for fact in probe.facts.compactMap({ value.fact($0) }) {
        #expect(!FoldedText([probe.ask, probe.cloze ?? ""]).says(fact.value))
      }
    }
    #expect(CaseCheck.errors(of: LoadedCase(value)).map(\.message) == [])
    #expect(!value.probes.isEmpty)
  }

  @Test func `expected calls name facts, leave free text open, and let what only looks be`() throws
  {
    let trajectory = try #require(suggestions.value.trajectories.first)
    #expect(suggestions.value.trajectories.count == 1)
    #expect(trajectory.at == .before(EntryID(13)))
    let call = try #require(trajectory.ordered.first)
    #expect(call.tool == "file_claim")
    #expect(call.arguments["depot"] == .fact("depot"))
    #expect(call.arguments["tag"] == .fact(try fact("BA4711").fact.id))
    #expect(call.arguments["note"] == .keyOnly)
  }

  @Test func `a call that failed is no expectation`() {
    var transcript = session
    transcript.entries[14].segments = [.text("Error: the desk is closed")]
    let value = CaseSuggester(EvalCase(id: "bag", transcript: transcript)).suggestions().value
    #expect(value.trajectories.isEmpty)
  }

  @Test func `a rule against a tool that was never called is drafted`() {
    let rules = suggestions.value.constraints
    #expect(rules.map(\.id) == ["phone"])
    #expect(rules.first?.disallowed.map(\.tool) == ["phone"])
    #expect(rules.first?.evidence.first?.entry == nil)
  }

  @Test func `everything is a draft, within the limits, and the same every time`() throws {
    #expect(suggestions.value.facts.allSatisfy { $0.isDraft })
    #expect(suggestions.value.probes.allSatisfy { $0.isDraft })
    #expect(suggestions.count == suggestions.value.drafts.count)
    var limits = CaseSuggester.Limits()
    limits.facts = 1
    limits.trajectories = 0
    limits.constraints = 0
    let few = CaseSuggester(EvalCase(id: "bag", transcript: session), limits: limits).suggestions()
    #expect(few.facts.count == 1 && few.value.trajectories.isEmpty)
    let texts = try (0..<3).map { _ in
      try CaseWriter(suggestions.value, comments: suggestions.comments).text()
    }
    #expect(Set(texts).count == 1)
    #expect(suggestions.json().serialised() == suggestions.json().serialised())
  }

  @Test func `what a case has already is kept and not suggested again`() throws {
    let own = Fact(
      id: "mine", kind: "identifier", value: "LX-88",
      evidence: [Evidence(entry: EntryID(6), quote: "LX-88")])
    let value = EvalCase(
      id: "bag", transcript: session, facts: [own],
      probes: [Probe(id: "p1", ask: "Which depot?", facts: ["mine"])])
    let found = CaseSuggester(value).suggestions()
    #expect(!found.facts.contains { $0.fact.value == "LX-88" })
    #expect(found.value.facts.first == own)
    #expect(found.value.probes.first?.id == "p1")
    #expect(found.value.trajectories.first?.ordered.first?.arguments["depot"] == .fact("mine"))
  }

  @Test func `drafts that a case has already stay as they are, right or wrong`() throws {
    let found = suggestions.value
    let again = CaseSuggester(found).suggestions()
    #expect(again.value.facts.prefix(found.facts.count).elementsEqual(found.facts))
    #expect(again.value.probes.prefix(found.probes.count).elementsEqual(found.probes))
    #expect(again.value.trajectories == found.trajectories)
    #expect(again.value.constraints == found.constraints)
    var wrong = found
    wrong.probes[0].ask = "Is it \(wrong.facts[0].value)?"
    #expect(CaseSuggester(wrong).suggestions().value.probes.first == wrong.probes[0])
  }

  @Test func `a session with nothing in it suggests nothing`() {
    let empty = CaseSuggester(EvalCase(id: "e", transcript: Transcript())).suggestions()
    #expect(empty.count == 0 && empty.facts.isEmpty)
    let dull = Transcript(entries: [.prompt("Hi."), .response("Hello."), .prompt("Bye.")])
    #expect(CaseSuggester(EvalCase(id: "d", transcript: dull)).suggestions().count == 0)
  }

  @Test func `what is decided, preferred and ruled out is found by its turn of phrase`() {
    let transcript = Transcript(entries: [
      .prompt("We decided on the walnut frame, since it lasts."),
      .prompt("They ruled out the roof leak yesterday."),
      .prompt("I prefer aisle seats."), .prompt("Bye."),
    ])
    let facts = CaseSuggester(EvalCase(id: "s", transcript: transcript)).suggestions().facts
    let found = Dictionary(facts.map { ($0.fact.kind, $0.fact.value) }, uniquingKeysWith: { $1 })
    #expect(found["decision"] == "walnut frame")
    #expect(found["negative"] == "roof leak yesterday")
    #expect(found["preference"] == "aisle seats")
  }

  @Test func `words that only look like values are no values`() {
    let transcript = Transcript(entries: [
      .prompt("Since I\u{2019}m here: we use AI-driven tools twice, like any 35-year-old."),
      .prompt("The counter has 38 square feet, and Seattle\u{2019}s rain is no help."),
      .prompt("They call it the \u{201C}coffee corner,\u{201D} once or so."), .prompt("Bye."),
    ])
    let values = CaseSuggester(EvalCase(id: "s", transcript: transcript)).suggestions().facts
      .map(\.fact.value)
    #expect(Set(values).isSuperset(of: ["38 square feet", "Seattle", "coffee corner"]))
    for value in ["Since I\u{2019}m", "AI-driven", "twice", "35-year-old", "once"] {
      #expect(!values.contains(value))
    }
  }

  @Test func `what is new corrects nothing by itself`() {
    let transcript = Transcript(entries: [
      .prompt("The weekly call is at 7 AM."), .prompt("The new call with Asia is at 3 AM."),
      .prompt("Bye."),
    ])
    let facts = CaseSuggester(EvalCase(id: "s", transcript: transcript)).suggestions().facts
    #expect(facts.allSatisfy { $0.fact.supersedes.isEmpty })
    #expect(Set(facts.map(\.fact.value)).isSuperset(of: ["7 AM", "3 AM"]))
  }

  @Test func `what a tool said went wrong is an error worth knowing`() throws {
    let transcript = Transcript(entries: [
      .prompt("Start it."), .calls([ToolCall(id: "k", name: "start", arguments: [:])]),
      .output("Error: port taken by another process", callID: "k"), .response("It did not start."),
      .prompt("Why?"), .response("Another process has the port."), .prompt("I see."),
    ])
    let facts = CaseSuggester(EvalCase(id: "s", transcript: transcript)).suggestions().facts
    let error = try #require(facts.first { $0.fact.kind == "error" })
    #expect(error.fact.value == "Error: port taken by another process")
    #expect(error.fact.evidence == [Evidence(entry: EntryID(2), quote: error.fact.value)])
  }
}
