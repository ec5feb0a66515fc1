import EvalKitTesting
import Testing

@testable import EvalKit

/// The edges of the rules about entries, their ids and their order.
struct EntryRuleTests: RuleChecking {
  @Test func `an entry that was recorded empty may be edited`() throws {
    let entries: [Entry] = [
      .prompt("Run it."), .exampleCalls("run"), .output("", callID: "k1"), .response("Done."),
      .prompt("More."),
    ]
    func example(_ place: Int, _ entry: Entry) -> HazardExample {
      HazardExample(
        entries,
        showing: (0..<5).map { $0 == place ? .edited(place, .masked, entry) : .entry($0) })
    }
    #expect(try !fires("empty-entry", example(2, .output(" ", callID: "k1"))))
    #expect(try fires("empty-entry", example(3, .response("\n "))))
    let thought = Segment(.opaque(["type": "thinking", "thinking": "It ran.", "signature": "AA"]))
    #expect(try fires("empty-entry", example(3, Entry(kind: .response, segments: [thought]))))
    let picture = Segment(.attachment(Attachment(name: "a.png")))
    #expect(try !fires("empty-entry", example(3, Entry(kind: .response, segments: [picture]))))
  }

  @Test func `only the entry that went back is out of order`() throws {
    let found = try findings("order-changed", example("p1 r1 p2 r2 p3", [0, 2, 3, 1, 4]))
    #expect(found.map(\.entry) == [EntryID(1)])
    #expect(try !fires("order-changed", example("p1 r1 p2 r2 p3", [0, 1, 0, 4])))
    #expect(try !fires("order-changed", example("p1 r1 p2 r2 p3", [1, 3, 4])))
  }

  @Test func `a plain entry shown twice clashes in no id, calls and entries with ids do`() throws {
    #expect(try fires("duplicate-entry", example("p1 r1 p2", [0, 1, 1, 2])))
    #expect(try !fires("duplicate-id", example("p1 r1 p2", [0, 1, 1, 2])))
    #expect(try fires("duplicate-id", example("p1 c1 o1 p2", [0, 1, 2, 1, 2, 3])))
    var named = Entry.list("p1 r1 p2")
    named[1].recordedID = "E1"
    #expect(try fires("duplicate-id", HazardExample(named, shows: [0, 1, 1, 2])))
  }

  @Test func `a call that a stage gave another's id clashes`() throws {
    let entries = Entry.list("p1 c1 o1 c2 o2 r1 p2")
    func example(_ id: String) -> HazardExample {
      var renamed = entries[3]
      renamed.calls[0].id = id
      return HazardExample(
        entries,
        showing: (0..<7).map { $0 == 3 ? .edited(3, .masked, renamed) : .entry($0) })
    }
    #expect(try fires("duplicate-id", example("call1")))
    #expect(try !fires("duplicate-id", example("call9")))
  }

  @Test func `leading instructions of the log are looked after like those of the head`() throws {
    let entries = Entry.list("i1 p1 r1 p2")
    #expect(try fires("instructions-lost", HazardExample(entries, shows: [1, 2, 3])))
    #expect(try fires("instructions-moved", HazardExample(entries, shows: [1, 0, 2, 3])))
    let shown: [HazardExample.Shown] = [
      .edited(0, .truncated, .i(1, tokens: 2)), .entry(1), .entry(2), .entry(3),
    ]
    #expect(try fires("instructions-changed", HazardExample(entries, showing: shown)))
    for rule in ["instructions-lost", "instructions-moved", "instructions-changed"] {
      #expect(try !fires(rule, HazardExample(entries, shows: [0, 1, 2, 3])))
    }
  }

  @Test func `instructions found mid-conversation may go like any entry`() throws {
    #expect(try !fires("instructions-lost", HazardExample(Entry.list("p1 i1 r1 p2"), shows: [3])))
  }

  @Test func `each of several instructions is looked for`() throws {
    func entry(_ text: String) -> Entry { Entry(kind: .instructions, segments: [.text(text)]) }
    let head = Head(instructions: [entry("Be brief."), entry("Be kind.")])
    func rules(_ shown: [String]) throws -> [String] {
      let example = HazardExample(
        Transcript(head: head, entries: HazardExample.plainTurns),
        requests: [
          HazardExample.Request(
            after: 5, shows: (0..<5).map { .entry($0) },
            head: Head(instructions: shown.map(entry)))
        ])
      return try ["instructions-lost", "instructions-moved", "instructions-changed"].filter {
        try fires($0, example)
      }
    }
    #expect(try rules(["Be brief.", "Be kind."]) == [])
    #expect(try rules(["Be kind."]) == ["instructions-lost"])
    #expect(try rules(["Be kind.", "Be brief."]) == ["instructions-moved"])
    #expect(try rules(["Be brief.", "Be kinder."]) == ["instructions-changed"])
    #expect(try rules(["Be brief.", "Be kind.", "Be quick."]) == ["instructions-changed"])
  }

  @Test func `instructions that the record replaces are not the strategy's doing`() throws {
    let transcript = Transcript(
      head: Head("Be brief."), entries: HazardExample.plainTurns,
      changes: [HeadChange(position: 3, instructions: Head("Be kind.").instructions)])
    func example(_ head: Head?) -> HazardExample {
      HazardExample(
        transcript,
        requests: [
          HazardExample.Request(after: 1, shows: [.entry(0)]),
          HazardExample.Request(after: 5, shows: (0..<5).map { .entry($0) }, head: head),
        ])
    }
    #expect(try !fires("instructions-changed", example(nil)))
    // Those in force at the start are no longer.
    #expect(try fires("instructions-changed", example(Head("Be brief."))))
  }
}
