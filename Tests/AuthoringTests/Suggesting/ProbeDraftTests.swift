import Authoring
import EvalKit
import LocalModels
import Testing

/// Questions that the suggester drafts about values in tool outputs.
struct ProbeDraftTests {
  /// Two flights, both booked later, so that both values are needed as the same thing.
  private var session: Transcript {
    var transcript = Transcript(
      head: Head(
        "You book flights.",
        tools: [
          ToolDefinition(name: "search", effect: .read),
          ToolDefinition(name: "book", effect: .write),
        ]),
      entries: [
        .prompt("Which flights are there in May?"),
        .calls([ToolCall(id: "a", name: "search", arguments: ["month": "May"])]),
        Entry(
          kind: .toolOutput,
          segments: [
            .structure([
              ["flight_number": "HAT078", "origin": "Oslo", "price": 146],
              ["flight_number": "HAT118", "origin": "Turin", "price": 210],
            ])
          ], callID: "a"),
        .response("There are two."), .prompt("How is the weather?"), .response("Fair."),
        .prompt("Book both, please."),
        .calls([
          ToolCall(id: "b", name: "book", arguments: ["flight": "HAT078"]),
          ToolCall(id: "c", name: "book", arguments: ["flight": "HAT118"]),
        ]), .output("booked", callID: "b"), .output("booked", callID: "c"), .response("Booked."),
        .prompt("Thank you."), .response("Safe travels."),
      ])
    for index in transcript.entries.indices { transcript.entries[index].label = "m\(index)" }
    return transcript
  }

  @Test(arguments: ["HAT078", "HAT118"])
  func `a question is put in a way that the reader answers`(value: String) throws {
    let drafted = CaseSuggester(EvalCase(id: "flights", transcript: session)).suggestions()
    let fact = try #require(drafted.facts.first { $0.fact.value == value }).fact
    let probe = try #require(drafted.value.probes.first { $0.facts == [fact.id] })
    let answer = try #require(ReadSession(session).answer(to: probe.ask), "\(probe.ask)")
    #expect(answer.contains(value), "\(probe.ask)")
  }

  @Test func `two values of one name are asked for in different words`() {
    let drafted = CaseSuggester(EvalCase(id: "flights", transcript: session)).suggestions()
    let asked = drafted.value.probes.map(\.ask)
    #expect(asked.count > 1)
    #expect(Set(asked).count == asked.count, "\(asked)")
  }

  @Test(arguments: [true, false])
  func `what everybody repeats gives way where calls show what is needed`(hasCalls: Bool) throws {
    var transcript = session
    // A number that comes back in every turn, and one that comes back once.
    transcript.entries.insert(
      contentsOf: [
        .prompt("My file is KL-2200.", label: "n0"), .response("Noted.", label: "n1"),
        .prompt("The invoice goes to box QX-5512.", label: "n2"), .response("Yes.", label: "n3"),
        .prompt("Is box QX-5512 large?", label: "n4"), .response("It is.", label: "n5"),
      ], at: 0)
    for turn in 0..<4 {
      transcript.entries += [
        .prompt("What else is in file KL-2200?", label: "p\(turn)"),
        .response("File KL-2200 is in order.", label: "q\(turn)"),
      ]
    }
    transcript.entries += [.prompt("Good.", label: "p4"), .response("Indeed.", label: "q4")]
    if !hasCalls {
      transcript.entries.removeAll { $0.kind == .toolCalls || $0.kind == .toolOutput }
    }
    let facts = CaseSuggester(EvalCase(id: "flights", transcript: transcript)).suggestions().facts
    let repeated = try #require(facts.firstIndex { $0.fact.value == "KL-2200" })
    let other = try #require(facts.firstIndex { $0.fact.value == "QX-5512" })
    #expect((other < repeated) == hasCalls)
  }
}
